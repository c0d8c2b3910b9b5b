#include "output/undo_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include "output/hdf5_file.h"

/* ---- the log: records of a place, a size and the bytes that were there ---- */

#define RECORD_MARK UINT64_C(0x6f646e7562756174) /* "taubundo" */

struct record {
    uint64_t mark, place, size; /* size 0: before this record nothing had been committed */
};

static int write_all(int fd, const void *bytes, size_t size)
{
    for (const char *at = bytes; size > 0;) {
        const ssize_t put = write(fd, at, size);
        if (put < 0 && errno != EINTR)
            return errno;
        at += put > 0 ? put : 0;
        size -= put > 0 ? (size_t)put : 0;
    }
    return 0;
}

/* Nothing if the file ends before. */
static int read_all(int fd, void *bytes, size_t size, off_t place)
{
    for (char *at = bytes; size > 0;) {
        const ssize_t got = pread(fd, at, size, place);
        if (got < 0 && errno != EINTR)
            return errno;
        if (got == 0)
            return ENODATA;
        at += got > 0 ? got : 0;
        place += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return 0;
}

static int add_record(struct taub_undo *self, uint64_t place, uint64_t size)
{
    char *bytes = malloc(sizeof(struct record) + size);
    if (!bytes)
        return ENOMEM;
    *(struct record *)bytes = (struct record){RECORD_MARK, place, size};
    int reason = size ? read_all(self->data, bytes + sizeof(struct record), size, (off_t)place) : 0;
    if (!reason)
        reason = write_all(self->log, bytes, sizeof(struct record) + size);
    free(bytes);
    return reason;
}

/* Before a write or a truncation changes the bytes from `place` on; false, with a note of why, where the log fails. */
static bool keep(struct taub_undo *self, haddr_t place, haddr_t size)
{
    if (place >= self->committed)
        return true;
    const int reason = add_record(self, place, size < self->committed - place ? size : self->committed - place);
    if (reason)
        taub_h5_note(strerror(reason));
    return !reason;
}

int taub_undo_begin(struct taub_undo *self, int folder_fd, const char *log_name)
{
    unlinkat(folder_fd, log_name, 0);
    const int log = openat(folder_fd, log_name, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0)
        return errno;
    *self = (struct taub_undo){.log = log, .data = -1};
    return add_record(self, 0, 0);
}

void taub_undo_end(struct taub_undo *self)
{
    if (self->log >= 0)
        close(self->log);
    if (self->driver > 0)
        H5FDunregister(self->driver);
    *self = (struct taub_undo){.log = -1, .data = -1};
}

/* The whole log; a record whose end is missing was followed by no change of the file. */
static int read_log(int fd, char **bytes, size_t *size)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return errno;
    *size = (size_t)info.st_size;
    *bytes = malloc(*size + 1);
    return *bytes ? read_all(fd, *bytes, *size, 0) : ENOMEM;
}

static int put_back(int file, const char *bytes, size_t size, bool *nothing)
{
    size_t count = 0, *starts = malloc((size / sizeof(struct record) + 1) * sizeof *starts);
    int reason = starts ? 0 : ENOMEM;
    struct record record;
    for (size_t at = 0; !reason && size - at >= sizeof record; at += sizeof record + record.size) {
        memcpy(&record, bytes + at, sizeof record);
        if (record.mark != RECORD_MARK)
            reason = EIO;
        else if (record.size > size - at - sizeof record)
            break;
        else
            starts[count++] = at;
        *nothing = *nothing || (!reason && record.size == 0);
    }
    /* the oldest bytes of a place come last */
    while (!reason && !*nothing && count-- > 0) {
        memcpy(&record, bytes + starts[count], sizeof record);
        if (lseek(file, (off_t)record.place, SEEK_SET) < 0)
            reason = errno;
        else
            reason = write_all(file, bytes + starts[count] + sizeof record, record.size);
    }
    free(starts);
    return reason;
}

int taub_undo_recover(int folder_fd, const char *name, const char *log_name)
{
    const int log = openat(folder_fd, log_name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (log < 0)
        return errno == ENOENT ? 0 : errno;
    const int file = openat(folder_fd, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    char *bytes = NULL;
    size_t size = 0;
    bool nothing = false;
    int reason = file < 0 && errno != ENOENT ? errno : read_log(log, &bytes, &size);
    if (!reason && file >= 0)
        reason = put_back(file, bytes, size, &nothing);
    if (!reason && file >= 0 && (nothing ? unlinkat(folder_fd, name, 0) : fsync(file)) != 0)
        reason = errno;
    if (!reason && unlinkat(folder_fd, log_name, 0) != 0)
        reason = errno;
    free(bytes);
    close(log);
    if (file >= 0)
        close(file);
    return reason;
}

/* ---- a file driver that logs, and hands all else to HDF5's own driver for POSIX files ---- */

struct logged_file {
    H5FD_t public_part;
    H5FD_t *below;
    struct taub_undo *undo;
};

static H5FD_t *below(const H5FD_t *file)
{
    return ((const struct logged_file *)(const void *)file)->below;
}

static struct taub_undo *undo_of(H5FD_t *file)
{
    return ((struct logged_file *)(void *)file)->undo;
}

static H5FD_t *open_logged(const char *name, unsigned flags, hid_t access, haddr_t most)
{
    struct taub_undo *const *given = H5Pget_driver_info(access);
    struct logged_file *self = calloc(1, sizeof *self);
    /* the same access with the driver below, so that locks are used as was asked */
    const hid_t list = H5Pcopy(access);
    if (given && self && list >= 0 && H5Pset_fapl_sec2(list) >= 0)
        /* whether the file is there is tried first; that it is not is no error that anyone should hear of */
        H5E_BEGIN_TRY
        {
            self->below = H5FDopen(name, flags, list, most);
        }
    H5E_END_TRY
    void *handle = NULL;
    const bool good =
        self && self->below && H5FDget_vfd_handle(self->below, H5P_DEFAULT, &handle) >= 0 && handle != NULL;
    if (list >= 0)
        H5Pclose(list);
    if (!good) {
        if (self && self->below)
            H5FDclose(self->below);
        free(self);
        return NULL;
    }
    self->undo = *given;
    self->undo->data = *(int *)handle;
    return (H5FD_t *)self;
}

static herr_t close_logged(H5FD_t *file)
{
    const herr_t result = H5FDclose(below(file));
    undo_of(file)->data = -1;
    free(file);
    return result;
}

static int compare(const H5FD_t *a, const H5FD_t *b)
{
    return H5FDcmp(below(a), below(b));
}

static herr_t query(const H5FD_t *file, unsigned long *features)
{
    /* HDF5 asks the driver's class, too, with no file */
    if (file)
        return H5FDquery(below(file), features);
    *features = 0;
    return 0;
}

static haddr_t get_eoa(const H5FD_t *file, H5FD_mem_t type)
{
    return H5FDget_eoa(below(file), type);
}

static herr_t set_eoa(H5FD_t *file, H5FD_mem_t type, haddr_t end)
{
    return H5FDset_eoa(below(file), type, end);
}

static haddr_t get_eof(const H5FD_t *file, H5FD_mem_t type)
{
    return H5FDget_eof(below(file), type);
}

static herr_t get_handle(H5FD_t *file, hid_t access, void **handle)
{
    return H5FDget_vfd_handle(below(file), access, handle);
}

static herr_t read_logged(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t place, size_t size, void *bytes)
{
    (void)transfer;
    return H5FDread(below(file), type, H5P_DEFAULT, place, size, bytes);
}

/* After a failed change. HDF5 hears of the first one, unless it is closing the file. */
static herr_t fail(struct taub_undo *self)
{
    self->failed = true;
    return self->closing ? 0 : -1;
}

static herr_t write_logged(H5FD_t *file, H5FD_mem_t type, hid_t transfer, haddr_t place, size_t size, const void *bytes)
{
    struct taub_undo *self = undo_of(file);
    (void)transfer;
    if (self->failed)
        return 0;
    const bool good = keep(self, place, size) && H5FDwrite(below(file), type, H5P_DEFAULT, place, size, bytes) >= 0;
    return good ? 0 : fail(self);
}

static herr_t flush(H5FD_t *file, hid_t transfer, hbool_t closing)
{
    (void)transfer;
    return H5FDflush(below(file), H5P_DEFAULT, closing);
}

static herr_t truncate_logged(H5FD_t *file, hid_t transfer, hbool_t closing)
{
    struct taub_undo *self = undo_of(file);
    const haddr_t end = H5FDget_eoa(below(file), H5FD_MEM_DEFAULT);
    (void)transfer;
    if (self->failed)
        return 0;
    const bool good = keep(self, end, HADDR_MAX) && H5FDtruncate(below(file), H5P_DEFAULT, closing) >= 0;
    return good ? 0 : fail(self);
}

static herr_t lock(H5FD_t *file, hbool_t exclusive)
{
    return H5FDlock(below(file), exclusive);
}

static herr_t unlock(H5FD_t *file)
{
    return H5FDunlock(below(file));
}

static const H5FD_class_t driver_class = {
#if H5_VERSION_GE(1, 13, 2)
    .version = H5FD_CLASS_VERSION,
    .value = (H5FD_class_value_t)5461, /* one that no registered driver has */
#endif
    .name = "taub_undo",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_WEAK,
    .fapl_size = sizeof(struct taub_undo *),
    .open = open_logged,
    .close = close_logged,
    .cmp = compare,
    .query = query,
    .get_eoa = get_eoa,
    .set_eoa = set_eoa,
    .get_eof = get_eof,
    .get_handle = get_handle,
    .read = read_logged,
    .write = write_logged,
    .flush = flush,
    .truncate = truncate_logged,
    .lock = lock,
    .unlock = unlock,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

/* Access of a file whose writes are logged. Each file has its own registration of the driver, since HDF5 forgets all
 * drivers when a program closes the library. It lasts longer than the file: HDF5 1.10 gives a file's own reference to
 * the driver's class back before it calls `close` of that class. */
static hid_t logged_access(struct taub_undo *self)
{
    const hid_t list = taub_h5_access(true);
    self->driver = list < 0 ? -1 : H5FDregister(&driver_class);
    const bool good = self->driver >= 0 && H5Pset_driver(list, self->driver, &self) >= 0;
    if (!good && list >= 0)
        H5Pclose(list);
    return good ? list : -1;
}

hid_t taub_undo_create(struct taub_undo *self, const char *path)
{
    const hid_t list = logged_access(self);
    const hid_t file = list < 0 ? -1 : H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, list);
    if (list >= 0)
        H5Pclose(list);
    return file;
}

hid_t taub_undo_append(struct taub_undo *self, const char *path)
{
    const hid_t list = logged_access(self);
    const hid_t file = list < 0 ? -1 : H5Fopen(path, H5F_ACC_RDWR, list);
    if (list >= 0)
        H5Pclose(list);
    return file;
}

bool taub_undo_commit(struct taub_undo *self, hid_t file)
{
    struct stat info;
    if (H5Fflush(file, H5F_SCOPE_GLOBAL) < 0 || self->failed)
        return false;
    if (fstat(self->data, &info) != 0 || ftruncate(self->log, 0) != 0) {
        taub_h5_note(strerror(errno));
        return false;
    }
    self->committed = (haddr_t)info.st_size;
    return true;
}

bool taub_undo_close(struct taub_undo *self, hid_t file)
{
    self->closing = true;
    return H5Fclose(file) >= 0 && !self->failed;
}
