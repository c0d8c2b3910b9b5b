! Taub for Fortran 2003: a simulation that a program holds, steps, reads and changes (include/taub/simulation.h).
!
!   use taub
!   type(taub_simulation) :: fluid
!   call fluid%create("case.yaml", [character(40) :: "mesh.cells=[64,64,64]"])
!   call fluid%advance(until=5d0)
!   call fluid%read("energy_density", e)        ! real(8) e(nx,ny,nz)
!   call fluid%destroy()
!
! Every procedure that can fail takes the optional arguments `status` (0: it is done, 1: the run failed, 2: the input is
! wrong) and `message`, a string of any length. Without `status` a failure prints the message and stops the program.
module taub
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: error_unit
    implicit none
    private
    public :: taub_simulation, taub_library_version, surface_values

    ! Of an element of the surface: t, x, y, z (or tau, x, y, eta), 5 normal dSigma_mu, 9 u^mu, 13 energy density,
    ! 14 temperature, 15 pressure, 16 charge density, 17 the ten of pi^{mu nu}, 27 bulk pressure,
    ! 28 chemical potential mu_B, 29 diffusion current q^mu (0 where the case has none); GeV, fm.
    integer, parameter :: surface_values = 48

    integer, parameter :: message_length = 4096

    type, bind(c) :: c_error
        integer(c_int) :: status = 0
        character(kind=c_char) :: message(message_length) = c_null_char
        logical(c_bool) :: machine = .false.
    end type

    type :: taub_simulation
        private
        type(c_ptr) :: the_case = c_null_ptr, handle = c_null_ptr
    contains
        procedure :: create          ! from a case file, with overrides "key=value"
        procedure :: create_text     ! from a case in a string
        procedure :: destroy
        procedure :: advance         ! to a time, or by a number of steps
        procedure :: time
        procedure :: steps
        procedure :: last_step
        procedure :: end_time        ! time.end of the case
        procedure :: cells           ! nx, ny, nz
        procedure :: levels          ! with mesh.refine the finest level, else 0
        procedure :: choose_level    ! of the cells that arrays have; the finest at first
        procedure :: blocks          ! of the mesh now: (4,n), level and x, y, z of the first cell in cells of that level, from 0
        procedure :: box             ! lower and upper corner
        procedure :: components      ! of a quantity; 0: there is none of this name
        procedure :: state_components
        procedure, private :: read_scalar, read_vector
        generic :: read => read_scalar, read_vector ! (nx,ny,nz), or (nx,ny,nz,components)
        procedure, private :: read_scalar_at, read_vector_at
        generic :: read_at => read_scalar_at, read_vector_at ! at points (3,n): (n), or (n,components)
        procedure :: write_state     ! (nx,ny,nz,state_components)
        procedure :: surface         ! the freeze-out surface since the call before: (surface_values,n)
        procedure :: add_droplets    ! (12,n): t x y z E px py pz charge, widths in t, xy and z
        procedure :: write_particles ! (9,n): t x y z p0 px py pz baryon number
        procedure, private :: refuse_copy
        generic :: assignment(=) => refuse_copy
    end type

    interface
        function taub_version_c() bind(c, name="taub_version") result(text)
            import; type(c_ptr) :: text
        end function
        function case_load(path, overrides, count, out, error) bind(c, name="taub_case_load") result(status)
            import; character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), intent(in) :: overrides(*); integer(c_int), value :: count
            type(c_ptr), intent(out) :: out; type(c_error), intent(inout) :: error; integer(c_int) :: status
        end function
        function case_load_text(name, text, length, overrides, count, out, error) &
            bind(c, name="taub_case_load_text") result(status)
            import; character(kind=c_char), intent(in) :: name(*), text(*); integer(c_size_t), value :: length
            type(c_ptr), intent(in) :: overrides(*); integer(c_int), value :: count
            type(c_ptr), intent(out) :: out; type(c_error), intent(inout) :: error; integer(c_int) :: status
        end function
        subroutine case_destroy(the_case) bind(c, name="taub_case_destroy")
            import; type(c_ptr), value :: the_case
        end subroutine
        function simulation_create(the_case, out, error) bind(c, name="taub_simulation_create") result(status)
            import; type(c_ptr), value :: the_case; type(c_ptr), intent(out) :: out
            type(c_error), intent(inout) :: error; integer(c_int) :: status
        end function
        subroutine simulation_destroy(self) bind(c, name="taub_simulation_destroy")
            import; type(c_ptr), value :: self
        end subroutine
        function simulation_advance(self, steps, until, error) bind(c, name="taub_simulation_advance") result(status)
            import; type(c_ptr), value :: self; integer(c_int64_t), value :: steps; real(c_double), value :: until
            type(c_error), intent(inout) :: error; integer(c_int) :: status
        end function
        pure function simulation_time(self) bind(c, name="taub_simulation_time") result(value)
            import; type(c_ptr), value :: self; real(c_double) :: value
        end function
        pure function simulation_last_step(self) bind(c, name="taub_simulation_last_step") result(value)
            import; type(c_ptr), value :: self; real(c_double) :: value
        end function
        pure function simulation_end(self) bind(c, name="taub_simulation_end") result(value)
            import; type(c_ptr), value :: self; real(c_double) :: value
        end function
        pure function simulation_steps(self) bind(c, name="taub_simulation_steps") result(value)
            import; type(c_ptr), value :: self; integer(c_int64_t) :: value
        end function
        pure function simulation_state_components(self) bind(c, name="taub_simulation_state_components") result(value)
            import; type(c_ptr), value :: self; integer(c_int) :: value
        end function
        function simulation_components(self, name) bind(c, name="taub_simulation_components") result(value)
            import; type(c_ptr), value :: self; character(kind=c_char), intent(in) :: name(*); integer(c_int) :: value
        end function
        subroutine simulation_cells(self, cells) bind(c, name="taub_simulation_cells")
            import; type(c_ptr), value :: self; integer(c_int), intent(out) :: cells(3)
        end subroutine
        pure function simulation_levels(self) bind(c, name="taub_simulation_levels") result(value)
            import; type(c_ptr), value :: self; integer(c_int) :: value
        end function
        function simulation_choose_level(self, level, error) bind(c, name="taub_simulation_choose_level") result(status)
            import; type(c_ptr), value :: self; integer(c_int), value :: level
            type(c_error), intent(inout) :: error; integer(c_int) :: status
        end function
        function simulation_blocks(self, cells, blocks, room) bind(c, name="taub_simulation_blocks") result(count)
            import; type(c_ptr), value :: self; integer(c_int), intent(out) :: cells(3)
            integer(c_int), intent(inout) :: blocks(*); integer(c_int), value :: room; integer(c_int) :: count
        end function
        subroutine simulation_box(self, lower, upper) bind(c, name="taub_simulation_box")
            import; type(c_ptr), value :: self; real(c_double), intent(out) :: lower(3), upper(3)
        end subroutine
        subroutine simulation_faces(self, axis, faces) bind(c, name="taub_simulation_faces")
            import; type(c_ptr), value :: self; integer(c_int), value :: axis; real(c_double), intent(out) :: faces(*)
        end subroutine
        function simulation_read(self, name, values, size, error) bind(c, name="taub_simulation_read") result(status)
            import; type(c_ptr), value :: self; character(kind=c_char), intent(in) :: name(*)
            real(c_double), intent(out) :: values(*); integer(c_size_t), value :: size
            type(c_error), intent(inout) :: error; integer(c_int) :: status
        end function
        function simulation_read_at(self, name, points, count, values, size, error) &
            bind(c, name="taub_simulation_read_at") result(status)
            import; type(c_ptr), value :: self; character(kind=c_char), intent(in) :: name(*)
            real(c_double), intent(in) :: points(*); integer(c_size_t), value :: count
            real(c_double), intent(out) :: values(*); integer(c_size_t), value :: size
            type(c_error), intent(inout) :: error; integer(c_int) :: status
        end function
        function simulation_write_state(self, state, size, error) &
            bind(c, name="taub_simulation_write_state") result(status)
            import; type(c_ptr), value :: self; real(c_double), intent(in) :: state(*); integer(c_size_t), value :: size
            type(c_error), intent(inout) :: error; integer(c_int) :: status
        end function
        function simulation_add_droplets(self, droplets, count, error) &
            bind(c, name="taub_simulation_add_droplets") result(status)
            import; type(c_ptr), value :: self; real(c_double), intent(in) :: droplets(*); integer(c_size_t), value :: count
            type(c_error), intent(inout) :: error; integer(c_int) :: status
        end function
        function simulation_write_particles(self, particles, count, weight, sigma, background, error) &
            bind(c, name="taub_simulation_write_particles") result(status)
            import; type(c_ptr), value :: self; real(c_double), intent(in) :: particles(*)
            integer(c_size_t), value :: count; real(c_double), value :: weight, sigma, background
            type(c_error), intent(inout) :: error; integer(c_int) :: status
        end function
        function simulation_surface(self, elements, count, error) bind(c, name="taub_simulation_surface") result(status)
            import; type(c_ptr), value :: self; type(c_ptr), intent(out) :: elements; integer(c_size_t), intent(out) :: count
            type(c_error), intent(inout) :: error; integer(c_int) :: status
        end function
        function strlen(text) bind(c, name="strlen") result(length)
            import; type(c_ptr), value :: text; integer(c_size_t) :: length
        end function
    end interface

contains

    function taub_library_version() result(text)
        character(:), allocatable :: text
        character(kind=c_char), pointer :: characters(:)
        type(c_ptr) :: address
        integer :: n
        address = taub_version_c()
        call c_f_pointer(address, characters, [strlen(address)])
        allocate (character(size(characters)) :: text)
        do n = 1, size(characters)
            text(n:n) = characters(n)
        end do
    end function

    ! Hands a status on, or stops when nobody asked for it.
    subroutine tell(code, error, status, message)
        integer(c_int), intent(in) :: code
        type(c_error), intent(in) :: error
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        character(message_length) :: text
        integer :: n
        text = ""
        if (code /= 0) then
            do n = 1, message_length
                if (error%message(n) == c_null_char) exit
                text(n:n) = error%message(n)
            end do
        end if
        if (present(message)) message = text
        if (present(status)) then
            status = code
        else if (code /= 0) then
            write (error_unit, "(2a)") "taub: ", trim(text)
            error stop 1
        end if
    end subroutine

    subroutine create(self, path, overrides, status, message)
        class(taub_simulation), intent(inout) :: self
        character(*), intent(in) :: path
        character(*), intent(in), optional :: overrides(:)
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        type(c_error) :: error
        integer(c_int) :: code
        call open_case(self, path, "", overrides, code, error)
        call tell(code, error, status, message)
    end subroutine

    subroutine create_text(self, text, overrides, status, message)
        class(taub_simulation), intent(inout) :: self
        character(*), intent(in) :: text
        character(*), intent(in), optional :: overrides(:)
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        type(c_error) :: error
        integer(c_int) :: code
        call open_case(self, "", text, overrides, code, error)
        call tell(code, error, status, message)
    end subroutine

    subroutine open_case(self, path, text, overrides, code, error)
        class(taub_simulation), intent(inout) :: self
        character(*), intent(in) :: path, text
        character(*), intent(in), optional :: overrides(:)
        integer(c_int), intent(out) :: code
        type(c_error), intent(inout) :: error
        integer :: n, k, count, length
        character(kind=c_char), allocatable, target :: words(:, :)
        type(c_ptr), allocatable :: pointers(:)
        call self%destroy()
        count = 0
        if (present(overrides)) count = size(overrides)
        length = 0
        if (present(overrides)) length = len(overrides)
        allocate (words(length + 1, count + 1), pointers(count + 1))
        words = c_null_char
        do n = 1, count
            do k = 1, len_trim(overrides(n))
                words(k, n) = overrides(n) (k:k)
            end do
            pointers(n) = c_loc(words(1, n))
        end do
        if (len(path) > 0) then
            code = case_load(trim(path)//c_null_char, pointers, int(count, c_int), self%the_case, error)
        else
            code = case_load_text("the case"//c_null_char, text, len(text, c_size_t), pointers, int(count, c_int), &
                                  self%the_case, error)
        end if
        if (code == 0) then
            code = simulation_create(self%the_case, self%handle, error)
            if (code /= 0) self%handle = c_null_ptr
        else
            self%the_case = c_null_ptr
        end if
        if (code /= 0) call self%destroy()
    end subroutine

    ! Both would hold, change and destroy the same simulation.
    subroutine refuse_copy(self, other)
        class(taub_simulation), intent(inout) :: self
        class(taub_simulation), intent(in) :: other
        if (c_associated(self%handle) .or. c_associated(other%handle)) error stop "taub: a simulation cannot be assigned"
    end subroutine

    subroutine destroy(self)
        class(taub_simulation), intent(inout) :: self
        if (c_associated(self%handle)) call simulation_destroy(self%handle)
        if (c_associated(self%the_case)) call case_destroy(self%the_case)
        self%handle = c_null_ptr
        self%the_case = c_null_ptr
    end subroutine

    ! At most `steps` steps, and exactly to `until`; without both to time.end of the case.
    subroutine advance(self, until, steps, status, message)
        class(taub_simulation), intent(inout) :: self
        real(c_double), intent(in), optional :: until
        integer, intent(in), optional :: steps
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        type(c_error) :: error
        integer(c_int64_t) :: most
        real(c_double) :: to
        most = huge(most)
        if (present(steps)) most = steps
        to = max(simulation_end(self%handle), simulation_time(self%handle))
        if (present(steps)) to = huge(to)
        if (present(until)) to = until
        call tell(simulation_advance(self%handle, most, to, error), error, status, message)
    end subroutine

    pure real(c_double) function time(self)
        class(taub_simulation), intent(in) :: self
        time = simulation_time(self%handle)
    end function

    pure real(c_double) function last_step(self)
        class(taub_simulation), intent(in) :: self
        last_step = simulation_last_step(self%handle)
    end function

    pure real(c_double) function end_time(self)
        class(taub_simulation), intent(in) :: self
        end_time = simulation_end(self%handle)
    end function

    pure integer(c_int64_t) function steps(self)
        class(taub_simulation), intent(in) :: self
        steps = simulation_steps(self%handle)
    end function

    function cells(self)
        class(taub_simulation), intent(in) :: self
        integer(c_int) :: cells(3)
        call simulation_cells(self%handle, cells)
    end function

    pure integer function levels(self)
        class(taub_simulation), intent(in) :: self
        levels = simulation_levels(self%handle)
    end function

    ! Arrays, and cells(), are of this level from now on.
    subroutine choose_level(self, level, status, message)
        class(taub_simulation), intent(inout) :: self
        integer, intent(in) :: level
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        type(c_error) :: error
        call tell(simulation_choose_level(self%handle, level, error), error, status, message)
    end subroutine

    subroutine blocks(self, table)
        class(taub_simulation), intent(in) :: self
        integer(c_int), allocatable, intent(out) :: table(:, :)
        integer(c_int) :: cells(3), count
        allocate (table(4, 1))
        count = simulation_blocks(self%handle, cells, table, 0)
        deallocate (table)
        allocate (table(4, count))
        count = simulation_blocks(self%handle, cells, table, count)
    end subroutine

    subroutine box(self, lower, upper)
        class(taub_simulation), intent(in) :: self
        real(c_double), intent(out) :: lower(3), upper(3)
        call simulation_box(self%handle, lower, upper)
    end subroutine

    integer function components(self, name)
        class(taub_simulation), intent(in) :: self
        character(*), intent(in) :: name
        components = simulation_components(self%handle, trim(name)//c_null_char)
    end function

    pure integer function state_components(self)
        class(taub_simulation), intent(in) :: self
        state_components = simulation_state_components(self%handle)
    end function

    subroutine read_scalar(self, name, values, status, message)
        class(taub_simulation), intent(inout) :: self
        character(*), intent(in) :: name
        real(c_double), intent(out), contiguous :: values(:, :, :)
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        type(c_error) :: error
        call tell(simulation_read(self%handle, trim(name)//c_null_char, values, size(values, kind=c_size_t), error), &
                  error, status, message)
    end subroutine

    subroutine read_vector(self, name, values, status, message)
        class(taub_simulation), intent(inout) :: self
        character(*), intent(in) :: name
        real(c_double), intent(out), contiguous :: values(:, :, :, :)
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        type(c_error) :: error
        call tell(simulation_read(self%handle, trim(name)//c_null_char, values, size(values, kind=c_size_t), error), &
                  error, status, message)
    end subroutine

    ! Interpolated between cells, at points x, y, z (eta in Milne coordinates), as the fluid is now.
    subroutine read_scalar_at(self, name, points, values, status, message)
        class(taub_simulation), intent(inout) :: self
        character(*), intent(in) :: name
        real(c_double), intent(in), contiguous :: points(:, :)
        real(c_double), intent(out), contiguous :: values(:)
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        type(c_error) :: error
        if (size(points, 1) /= 3) error stop "taub: read_at takes points (3,n)"
        call tell(simulation_read_at(self%handle, trim(name)//c_null_char, points, size(points, 2, kind=c_size_t), &
                                     values, size(values, kind=c_size_t), error), error, status, message)
    end subroutine

    subroutine read_vector_at(self, name, points, values, status, message)
        class(taub_simulation), intent(inout) :: self
        character(*), intent(in) :: name
        real(c_double), intent(in), contiguous :: points(:, :)
        real(c_double), intent(out), contiguous :: values(:, :)
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        type(c_error) :: error
        if (size(points, 1) /= 3) error stop "taub: read_at takes points (3,n)"
        if (size(values, 1) /= size(points, 2)) error stop "taub: read_at takes values (n,components) at points (3,n)"
        call tell(simulation_read_at(self%handle, trim(name)//c_null_char, points, size(points, 2, kind=c_size_t), &
                                     values, size(values, kind=c_size_t), error), error, status, message)
    end subroutine

    ! The first call takes the first look at the fluid and gives no elements; each later one gives those between the look
    ! before and now. The case has output.surface.
    subroutine surface(self, elements, status, message)
        class(taub_simulation), intent(inout) :: self
        real(c_double), allocatable, intent(out) :: elements(:, :)
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        type(c_error) :: error
        type(c_ptr) :: address
        integer(c_size_t) :: count
        integer(c_int) :: code
        real(c_double), pointer :: found(:, :)
        code = simulation_surface(self%handle, address, count, error)
        if (count > 0) then
            call c_f_pointer(address, found, [int(surface_values, c_size_t), count])
            elements = found
        else
            allocate (elements(surface_values, 0))
        end if
        call tell(code, error, status, message)
    end subroutine

    subroutine write_state(self, state, status, message)
        class(taub_simulation), intent(inout) :: self
        real(c_double), intent(in), contiguous :: state(:, :, :, :)
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        type(c_error) :: error
        call tell(simulation_write_state(self%handle, state, size(state, kind=c_size_t), error), error, status, message)
    end subroutine

    ! Droplets that enter the fluid from now on (docs/guide/droplets.md); the case has source.kind: droplets.
    subroutine add_droplets(self, droplets, status, message)
        class(taub_simulation), intent(inout) :: self
        real(c_double), intent(in), contiguous :: droplets(:, :)
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        type(c_error) :: error
        if (size(droplets, 1) /= 12) error stop "taub: add_droplets takes an array (12,n)"
        call tell(simulation_add_droplets(self%handle, droplets, size(droplets, 2, kind=c_size_t), error), &
                  error, status, message)
    end subroutine

    ! The fluid of these particles, smeared over sigma (fm), over one at rest of the energy density `background`.
    subroutine write_particles(self, particles, sigma, background, weight, status, message)
        class(taub_simulation), intent(inout) :: self
        real(c_double), intent(in), contiguous :: particles(:, :)
        real(c_double), intent(in) :: sigma, background
        real(c_double), intent(in), optional :: weight
        integer, intent(out), optional :: status
        character(*), intent(out), optional :: message
        type(c_error) :: error
        real(c_double) :: each
        each = 1
        if (present(weight)) each = weight
        if (size(particles, 1) /= 9) error stop "taub: write_particles takes an array (9,n)"
        call tell(simulation_write_particles(self%handle, particles, size(particles, 2, kind=c_size_t), each, sigma, &
                                             background, error), error, status, message)
    end subroutine
end module
