! What a hybrid model in Fortran does with Taub: particles of a transport model in, a fluid for as long as it is dense,
! the surface out on which it is particlised, and fields. The particles here are a toy: pions and nucleons of a hot ball.
program hybrid
    use taub
    implicit none
    integer, parameter :: particle_count = 600
    real(8), parameter :: sigma = 0.8d0, background = 1d-3, dense = 0.3d0 ! fm, GeV/fm^3, GeV/fm^3
    type(taub_simulation) :: fluid
    real(8) :: particles(9, particle_count), lower(3), upper(3), volume, carried(5), looked, through(2)
    real(8), allocatable :: energy(:, :, :), velocity(:, :, :, :), surface(:, :)
    integer :: n(3), i
    character(200) :: case_file
    case_file = "fluid.yaml"
    if (command_argument_count() > 0) call get_command_argument(1, case_file)

    call transport(particles)
    call fluid%create(case_file)
    n = fluid%cells()
    call fluid%box(lower, upper)
    volume = product((upper - lower)/n)
    allocate (energy(n(1), n(2), n(3)), velocity(n(1), n(2), n(3), 3))

    call fluid%write_particles(particles, sigma, background)
    carried = [sum(particles(5, :)), sum(particles(6, :)), sum(particles(7, :)), sum(particles(8, :)), &
               sum(particles(9, :))]
    print "(a,i0,a,f14.8,a,f12.8)", "particles  ", particle_count, "  energy ", carried(1), "  baryon number ", carried(5)
    print "(a,f14.8,a,f12.8)", "fluid         energy ", total("conserved_energy") - background*product(upper - lower), &
        "  baryon number ", total("conserved_charge")

    call fluid%surface(surface) ! the first look: no elements yet
    through = 0
    open (11, file="surface.txt", status="replace")
    write (11, "(a)") "# t x y z, dSigma_t x y z, u^t x y z, energy density, temperature, pressure, charge density"
    print "(a)", "  time  steps  largest energy density  fluid above the limit, fm^3"
    looked = fluid%time()
    do
        call fluid%read("energy_density", energy)
        print "(f6.2,i7,f16.6,f20.4)", fluid%time(), fluid%steps(), maxval(energy), count(energy > dense)*volume
        if (maxval(energy) < dense .or. fluid%time() >= fluid%end_time()) exit
        looked = min(looked + 0.5d0, fluid%end_time())
        do while (fluid%time() < looked)
            call fluid%advance(until=looked, steps=2)
            call fluid%surface(surface)
            do i = 1, size(surface, 2)
                write (11, "(16es24.16)") surface(:16, i)
                through = through + flux(surface(:, i))
            end do
        end do
    end do
    close (11)
    print "(a,f14.8,a,f12.8)", "surface       energy ", through(1), "  baryon number ", through(2)

    ! Here particles would be sampled from the surface; a transport model goes on with them.
    call fluid%read("velocity", velocity)
    open (10, file="fluid.txt", status="replace")
    write (10, "(a)") "# x  energy_density  velocity_x, along the x axis"
    do i = 1, n(1)
        write (10, "(3es24.16)") lower(1) + (i - 0.5d0)*(upper(1) - lower(1))/n(1), energy(i, n(2)/2, n(3)/2), &
            velocity(i, n(2)/2, n(3)/2, 1)
    end do
    close (10)
    call fluid%destroy()

contains

    ! Energy and baryon number that flow through an element: T^{0 mu} dSigma_mu, n u^mu dSigma_mu of an ideal fluid.
    pure function flux(element)
        real(8), intent(in) :: element(surface_values)
        real(8) :: flux(2), across
        across = dot_product(element(9:12), element(5:8))
        flux(1) = (element(13) + element(15))*element(9)*across - element(15)*element(5)
        flux(2) = element(16)*across
    end function

    real(8) function total(name)
        character(*), intent(in) :: name
        call fluid%read(name, energy)
        total = sum(energy)*volume
    end function

    ! Pions and a few nucleons with momenta of a few hundred MeV in a ball of 3 fm, at t = 1 fm/c.
    subroutine transport(list)
        real(8), intent(out) :: list(9, particle_count)
        real(8) :: mass, r(8)
        integer :: i, seed
        seed = 20100
        do i = 1, particle_count
            call numbers(seed, r)
            mass = merge(0.938d0, 0.138d0, mod(i, 8) == 0)
            list(1, i) = 1
            list(2:4, i) = 3*r(1)**(1/3d0)*direction(r(2), r(3))
            list(6:8, i) = 0.25d0*(-log(r(4)*r(5)*r(6)))*direction(r(7), r(8))
            list(5, i) = sqrt(mass**2 + sum(list(6:8, i)**2))
            list(9, i) = merge(1, 0, mod(i, 8) == 0)
        end do
    end subroutine

    function direction(a, b)
        real(8), intent(in) :: a, b
        real(8) :: direction(3)
        real(8), parameter :: turn = 6.283185307179586d0
        direction = [sqrt(1 - (2*a - 1)**2)*cos(turn*b), sqrt(1 - (2*a - 1)**2)*sin(turn*b), 2*a - 1]
    end function

    ! The same numbers with every compiler: Park and Miller, Comm. ACM 31 (1988) 1192.
    subroutine numbers(seed, list)
        integer, intent(inout) :: seed
        real(8), intent(out) :: list(:)
        integer :: i
        do i = 1, size(list)
            seed = 16807*mod(seed, 127773) - 2836*(seed/127773)
            if (seed <= 0) seed = seed + 2147483647
            list(i) = seed/2147483647d0
        end do
    end subroutine
end program
