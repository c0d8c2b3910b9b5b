/* The folder of a run and the life cycle of its files: temporary names, reserved space, the end of the run. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "case/difference.h"
#include "core/try.h"
#include "output/faces.h"
#include "output/hdf5_file.h"
#include "output/internal.h"
#include "taub/taub.h"

/* Space reserved for summary.json, so that the reason of a failure can be written on a full disk. */
#define SUMMARY_RESERVE 16384

char *taub_output_path(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    const char *slash = length > 0 && folder[length - 1] == '/' ? "" : "/";
    size_t size = length + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s%s", folder, slash, name);
    return path;
}

char *taub_output_locate(const char *path, const char *name)
{
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return taub_output_path(path, name);
    return strdup(path);
}

static bool is_disk_failure(int reason)
{
    return reason == ENOSPC || reason == EDQUOT || reason == EIO || reason == EFBIG;
}

int taub_reserve(int fd, size_t bytes)
{
    struct stat info;
    struct rlimit limit;
    struct statvfs system;
    if (fstat(fd, &info) != 0)
        return errno;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        (rlim_t)info.st_size + bytes > limit.rlim_cur)
        return EFBIG;
    if (fallocate(fd, FALLOC_FL_KEEP_SIZE, info.st_size, (off_t)bytes) == 0)
        return 0;
    if (is_disk_failure(errno)) {
        const int reason = errno;
        /* releases an incomplete reservation, so that other files can use the space */
        return ftruncate(fd, info.st_size) == 0 ? reason : errno;
    }
    /* a file system that cannot reserve space can still tell how much is free */
    return fstatvfs(fd, &system) == 0 && system.f_blocks > 0 && system.f_bavail < bytes / system.f_frsize ? ENOSPC : 0;
}

bool taub_release_reserved(int fd)
{
    struct stat info;
    return fstat(fd, &info) == 0 && ftruncate(fd, info.st_size) == 0;
}

/* Temporary files. */

struct part_name {
    char text[96];
};

static struct part_name part_name(const char *name)
{
    struct part_name part;
    snprintf(part.text, sizeof part.text, "%s" TAUB_PART, name);
    return part;
}

/* An existing file of this name is an incomplete one of a killed run, or a link that must not be followed. */
int taub_part_descriptor(struct taub_output *self, const char *name)
{
    unlinkat(self->folder_fd, part_name(name).text, 0);
    return openat(self->folder_fd, part_name(name).text, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, 0666);
}

FILE *taub_part_open(struct taub_output *self, const char *name, struct taub_error *error)
{
    int fd = taub_part_descriptor(self, name);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (!file) {
        taub_fail(error, TAUB_FAILED, "%s/%s: cannot be written: %s.", self->folder, name, strerror(errno));
        if (fd >= 0)
            close(fd);
    }
    return file;
}

enum taub_status taub_part_close(struct taub_output *self, FILE *file, const char *name, struct taub_error *error)
{
    int reason = 0;
    errno = 0;
    if (fflush(file) != 0 || ferror(file))
        reason = errno ? errno : EIO;
    taub_release_reserved(fileno(file));
    /* Pipes and special files cannot be synchronised; for them the flush above is the only check. */
    if (!reason && fsync(fileno(file)) != 0 && errno != EINVAL)
        reason = errno;
    if (fclose(file) != 0 && !reason)
        reason = errno;
    if (!reason)
        return TAUB_OK;
    taub_part_drop(self, name);
    return taub_fail(error, TAUB_FAILED, "%s/%s: not written: %s.", self->folder, name, strerror(reason));
}

/* Fills the file under its temporary name, after reserving space for it. */
static enum taub_status write_hdf5(struct taub_output *self, const char *name, const char *path, int fd, size_t bytes,
                                   taub_put *put, const void *content, struct taub_error *error)
{
    struct taub_h5_silence silence;
    taub_h5_silence_begin(&silence);
    const int reason = fd < 0 ? errno : taub_reserve(fd, bytes);
    hid_t file = reason ? -1 : taub_h5_create(path, 0);
    bool good = file >= 0 && put(self, file, content) && H5Fflush(file, H5F_SCOPE_GLOBAL) >= 0;
    if (file >= 0)
        good = H5Fclose(file) >= 0 && good;
    const int late = good && (!taub_release_reserved(fd) || (fsync(fd) != 0 && errno != EINVAL)) ? errno : 0;
    const enum taub_status status =
        good && !late ? TAUB_OK
                      : taub_fail(error, TAUB_FAILED, "%s/%s: not written: %s.", self->folder, name,
                                  reason || late ? strerror(reason ? reason : late) : taub_h5_reason());
    taub_h5_silence_end(&silence);
    return status;
}

enum taub_status taub_part_hdf5(struct taub_output *self, const char *name, size_t bytes, taub_put *put,
                                const void *content, struct taub_error *error)
{
    char *path = taub_output_path(self->folder, part_name(name).text);
    if (!path)
        return taub_fail(error, TAUB_FAILED, "No memory for the name of %s.", name);
    const int fd = taub_part_descriptor(self, name);
    const enum taub_status status = write_hdf5(self, name, path, fd, bytes, put, content, error);
    if (fd >= 0)
        close(fd);
    free(path);
    if (status == TAUB_OK)
        taub_part_follow(self, name);
    else
        taub_part_drop(self, name);
    return status;
}

bool taub_output_has_file(const struct taub_output *self, const char *name)
{
    struct stat info;
    return fstatat(self->folder_fd, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode);
}

/* All files that a run can leave besides the folders of its outputs; earlier versions wrote fields.h5. Checkpoints are
 * removed first, so that no run can be restarted from an incomplete folder. */
static const char *const run_files[] = {
    TAUB_CHECKPOINT, TAUB_EARLIER_CHECKPOINT, "fields.h5",      "fields.xmf", TAUB_MESH,   "history.csv", "probes.csv",
    "fluxes.csv",    TAUB_FLUX_SPECTRA,       TAUB_NEAR_FIELDS, "surface.h5", "case.yaml", "summary.json"};
enum { RUN_FILES = sizeof run_files / sizeof *run_files };

/* Files that other commands, or this run itself at its end, derive from a run's files. */
static const char *const derived_files[] = {"spectra.h5", "hadrons.oscar"};
enum { DERIVED_FILES = sizeof derived_files / sizeof *derived_files };

/* Removes the folders and indices of all views, including those of an earlier run's case, and the view-NAME.h5 of
 * earlier versions. `part`: removes only incomplete files. */
static void remove_views(struct taub_output *self, bool part)
{
    static const char *const ends[2][2] = {{".xmf", ".h5"}, {".xmf" TAUB_PART, ".h5" TAUB_PART}};
    const int fd = openat(self->folder_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = fd < 0 ? NULL : fdopendir(fd);
    if (!folder && fd >= 0)
        close(fd);
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        const char *name = entry->d_name, *end = name + strcspn(name, ".");
        if (strncmp(name, TAUB_VIEW, strlen(TAUB_VIEW)) != 0)
            continue;
        if (strcmp(end, ends[part][0]) == 0 || strcmp(end, ends[part][1]) == 0)
            unlinkat(self->folder_fd, name, 0);
        else if (!*end && part)
            taub_series_remove_parts(self, name);
        else if (!*end)
            taub_series_remove(self, name, -1);
    }
    if (folder)
        closedir(folder);
}

static bool is_before(struct timespec a, struct timespec b)
{
    return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

static void remove_earlier(struct taub_output *self)
{
    struct stat info;
    for (int n = 0; n < RUN_FILES; n++)
        unlinkat(self->folder_fd, run_files[n], 0);
    taub_series_remove(self, TAUB_FIELDS, -1);
    remove_views(self, false);
    for (int n = 0; n < DERIVED_FILES; n++)
        if (fstatat(self->folder_fd, derived_files[n], &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            is_before(info.st_mtim, self->start))
            unlinkat(self->folder_fd, derived_files[n], 0);
}

static bool holds_earlier(const struct taub_output *self)
{
    bool found = false;
    for (int n = 0; n < RUN_FILES && !self->taken && !self->appends; n++)
        found = found || taub_output_has_file(self, run_files[n]);
    return found;
}

static enum taub_status rename_part(struct taub_output *self, const char *name, struct taub_error *error)
{
    if (renameat(self->folder_fd, part_name(name).text, self->folder_fd, name) == 0)
        return TAUB_OK;
    return taub_fail(error, TAUB_FAILED,
                     "%s/%s: the finished file cannot be renamed: %s. It is complete, under the name %s.", self->folder,
                     name, strerror(errno), part_name(name).text);
}

/* Files that cannot be renamed stay in the list; the end of the run reports them. */
static enum taub_status rename_waiting(struct taub_output *self, struct taub_error *error)
{
    enum taub_status status = TAUB_OK;
    int left = 0;
    for (int n = 0; n < self->waiting_count; n++)
        if (rename_part(self, self->waiting[n], status == TAUB_OK ? error : NULL) != TAUB_OK) {
            status = TAUB_FAILED;
            self->waiting[left++] = self->waiting[n];
        }
    self->waiting_count = left;
    return status;
}

/* A folder never holds files of two runs: before the first file of this run is renamed, those of an earlier run are
 * removed. A restarted run removes only the outputs after its checkpoint, since it will write them again. */
static void take_folder(struct taub_output *self)
{
    if (self->taken)
        return;
    self->taken = true;
    if (self->appends) {
        taub_series_remove(self, TAUB_FIELDS, self->append_step);
        for (int n = 0; n < self->view_count; n++)
            taub_series_remove(self, self->views[n].name, self->append_step);
    } else {
        remove_earlier(self);
    }
    rename_waiting(self, NULL);
}

enum taub_status taub_part_keep(struct taub_output *self, const char *name, struct taub_error *error)
{
    take_folder(self);
    return rename_part(self, name, error);
}

void taub_part_follow(struct taub_output *self, const char *name)
{
    for (int n = 0; n < self->waiting_count; n++)
        if (strcmp(self->waiting[n], name) == 0)
            return;
    if (!self->taken || rename_part(self, name, NULL) != TAUB_OK)
        self->waiting[self->waiting_count++] = name;
}

void taub_part_drop(struct taub_output *self, const char *name)
{
    unlinkat(self->folder_fd, part_name(name).text, 0);
}

/* The folder. */

static enum taub_status make_folders(const char *folder, struct taub_error *error)
{
    char *path = strdup(folder);
    if (!path)
        return taub_fail(error, TAUB_FAILED, "No memory for the name of the output folder.");
    enum taub_status status = TAUB_OK;
    for (char *at = path + 1; status == TAUB_OK; at++) {
        if (*at != '/' && *at != '\0')
            continue;
        const char end = *at;
        struct stat info;
        *at = '\0';
        int reason = mkdir(path, 0777) == 0 ? 0 : errno;
        if (reason == EEXIST && end == '/')
            reason = ENOTDIR;
        if (reason && !(stat(path, &info) == 0 && S_ISDIR(info.st_mode)))
            status = taub_fail(error, is_disk_failure(reason) ? TAUB_FAILED : TAUB_BAD_INPUT,
                               "%s: the output folder cannot be created: %s.%s", folder, strerror(reason),
                               reason == EEXIST ? " A file with this name exists." : "");
        *at = end;
        if (end == '\0')
            break;
    }
    free(path);
    return status;
}

static enum taub_status open_folder(struct taub_output *self, struct taub_error *error)
{
    self->folder_fd = open(self->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (self->folder_fd < 0)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: the output folder cannot be opened: %s.", self->folder,
                         strerror(errno));
    if (flock(self->folder_fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: another run is writing into this folder; choose another with -o.",
                         self->folder);
    self->locked = true;
    if (faccessat(self->folder_fd, ".", W_OK | X_OK, 0) != 0)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: the output folder cannot be written: %s.", self->folder,
                         strerror(errno));
    return TAUB_OK;
}

static enum taub_status describe(struct taub_output *self, const struct taub_config *config,
                                 const struct taub_mesh *mesh, struct taub_error *error)
{
    self->single = config->device.precision != TAUB_DOUBLE || config->output.single;
    self->compression = config->output.compression;
    self->physical = mesh->coordinates == TAUB_MILNE || config->eos.kind != TAUB_EOS_IDEAL_GAS;
    self->coordinates = mesh->coordinates;
    for (int a = 0; a < 3; a++) {
        self->cells[a] = mesh->cells[a];
        self->lower[a] = mesh->lower[a];
        self->upper[a] = mesh->upper[a];
        self->spacing[a] = mesh->levels ? mesh->shape.spacing[a] : (mesh->upper[a] - mesh->lower[a]) / mesh->cells[a];
        TRY(taub_faces_copy(mesh, a, &self->faces[a], error));
    }
    self->tree = mesh->levels ? mesh : NULL;
    return TAUB_OK;
}

static enum taub_status write_case(struct taub_output *self, const struct taub_case *run_case, struct taub_error *error)
{
    FILE *file = taub_part_open(self, "case.yaml", error);
    if (!file)
        return TAUB_FAILED;
    enum taub_status status = taub_case_text(run_case, &self->case_text, error);
    if (status == TAUB_OK)
        fputs(self->case_text, file);
    enum taub_status closed = taub_part_close(self, file, "case.yaml", status == TAUB_OK ? error : NULL);
    if (status == TAUB_OK)
        status = closed;
    else
        taub_part_drop(self, "case.yaml");
    if (status == TAUB_OK)
        taub_part_follow(self, "case.yaml");
    return status;
}

static enum taub_status open_summary(struct taub_output *self, struct taub_error *error)
{
    self->summary = taub_part_open(self, "summary.json", error);
    if (!self->summary)
        return TAUB_FAILED;
    struct stat info;
    int reason = fstat(fileno(self->summary), &info) == 0 ? 0 : errno;
    if (!reason) {
        self->start = info.st_mtim;
        reason = taub_reserve(fileno(self->summary), SUMMARY_RESERVE);
    }
    if (reason)
        return taub_fail(error, TAUB_FAILED, "%s: no room for the outputs: %s.", self->folder, strerror(reason));
    return TAUB_OK;
}

/* Removes the incomplete files of this run, or of an earlier one that was killed. */
static void drop_parts(struct taub_output *self)
{
    for (int n = 0; n < RUN_FILES; n++)
        taub_part_drop(self, run_files[n]);
    taub_series_remove_parts(self, TAUB_FIELDS);
    remove_views(self, true);
}

/* appends: the folder holds files of an earlier part of this run. */
static enum taub_status open_output(const char *folder, const struct taub_case *run_case, const struct taub_mesh *mesh,
                                    bool appends, struct taub_output **out, struct taub_error *error)
{
    *out = NULL;
    if (!folder || !*folder)
        return taub_fail(error, TAUB_BAD_INPUT, "The name of the output folder is empty.");
    struct taub_output *self = calloc(1, sizeof *self);
    if (!self)
        return taub_fail(error, TAUB_FAILED, "No memory for the outputs of the run.");
    self->folder_fd = -1;
    for (int n = 0; n < TAUB_CSV; n++)
        self->lines[n].last = -1;
    self->appends = appends;
    self->run_case = run_case;
    const struct taub_config *config = taub_case_config(run_case);
    self->folder = strdup(folder);
    self->title = strdup(config->title ? config->title : "");
    enum taub_status status = describe(self, config, mesh, error);
    if (status == TAUB_OK && (!self->folder || !self->title))
        status = taub_fail(error, TAUB_FAILED, "No memory for the outputs of the run.");
    if (status == TAUB_OK)
        status = taub_series_prepare(self, config, mesh, error);
    if (status == TAUB_OK)
        status = make_folders(folder, error);
    if (status == TAUB_OK)
        status = open_folder(self, error);
    if (status == TAUB_OK)
        drop_parts(self);
    if (status == TAUB_OK)
        status = open_summary(self, error);
    if (status == TAUB_OK)
        status = write_case(self, run_case, error);
    if (status == TAUB_OK && mesh->sphere)
        status = taub_sphere_write(self, mesh->sphere, error);
    if (status != TAUB_OK) {
        taub_output_destroy(self);
        return status;
    }
    taub_output_summary_string(self, "version", TAUB_VERSION);
    *out = self;
    return TAUB_OK;
}

enum taub_status taub_output_create(const char *folder, const struct taub_case *run_case, const struct taub_mesh *mesh,
                                    struct taub_output **out, struct taub_error *error)
{
    return open_output(folder, run_case, mesh, false, out, error);
}

enum taub_status taub_output_append(const char *folder, const struct taub_case *run_case, const struct taub_mesh *mesh,
                                    int64_t step, struct taub_output **out, struct taub_error *error)
{
    enum taub_status status = open_output(folder, run_case, mesh, true, out, error);
    if (status != TAUB_OK)
        return status;
    struct taub_output *self = *out;
    self->append_step = step;
    if (taub_output_has_file(self, "fields.h5"))
        status = taub_fail(error, TAUB_BAD_INPUT,
                           "%s/fields.h5 was written by an earlier version, and outputs cannot be added to it; give "
                           "another folder with -o",
                           folder);
    if (status == TAUB_OK)
        status = taub_series_append(&self->fields, error);
    for (int n = 0; n < self->view_count && status == TAUB_OK; n++)
        status = taub_series_append(&self->views[n], error);
    if (status == TAUB_OK)
        return TAUB_OK;
    taub_output_destroy(self);
    *out = NULL;
    return status;
}

bool taub_output_lacks_end(const char *folder)
{
    char *pending = taub_output_path(folder, "summary.json" TAUB_PART),
         *last = taub_output_path(folder, "summary.json");
    const bool lacks = (pending && access(pending, F_OK) == 0) || (last && access(last, F_OK) != 0);
    free(pending);
    free(last);
    return lacks;
}

/* Keeps the first of several errors. */
static void keep_first(enum taub_status *status, enum taub_status latest, struct taub_error *kept,
                       const struct taub_error *error)
{
    if (latest == TAUB_OK || *status != TAUB_OK)
        return;
    *status = latest;
    *kept = *error;
}

/* Removes everything that this run has written; called before any of its files is renamed. */
static void drop_all(struct taub_output *self)
{
    if (self->summary)
        fclose(self->summary);
    self->summary = NULL;
    drop_parts(self);
}

bool taub_output_kept_earlier(const struct taub_output *self)
{
    return self->earlier_kept;
}

enum taub_status taub_output_finish(struct taub_output *self, const char *status, const char *reason,
                                    struct taub_error *error)
{
    struct taub_error first = {.status = TAUB_OK}, latest = first;
    enum taub_status result = TAUB_OK;
    if (self->finished)
        return TAUB_OK;
    self->finished = true;

    for (int n = 0; n < TAUB_CSV; n++)
        keep_first(&result, taub_csv_close(self, (enum taub_csv_file)n, &latest), &first, &latest);
    keep_first(&result, taub_surface_close(self, &latest), &first, &latest);
    if (holds_earlier(self)) {
        drop_all(self);
        self->earlier_kept = true;
        if (result != TAUB_OK && error)
            *error = first;
        return result;
    }
    take_folder(self);
    keep_first(&result, rename_waiting(self, &latest), &first, &latest);
    keep_first(&result, taub_output_sync(self, &latest), &first, &latest);
    keep_first(&result, taub_xmf_write(&self->fields, &latest), &first, &latest);
    for (int n = 0; n < self->view_count; n++)
        keep_first(&result, taub_xmf_write(&self->views[n], &latest), &first, &latest);
    /* The summary comes last, since it reports failures of the other files. */
    const bool worse = result != TAUB_OK && strcmp(status, "done") == 0;
    keep_first(&result,
               taub_summary_finish(self, worse ? "failed" : status,
                                   worse    ? first.message
                                   : reason ? reason
                                            : "",
                                   &latest),
               &first, &latest);
    fsync(self->folder_fd);
    if (result != TAUB_OK && error)
        *error = first;
    return result;
}

void taub_output_destroy(struct taub_output *self)
{
    if (!self)
        return;
    if (!self->finished && self->folder_fd >= 0) {
        struct taub_h5_silence silence;
        taub_h5_silence_begin(&silence);
        taub_surface_part_free(self);
        taub_h5_silence_end(&silence);
        for (int n = 0; n < TAUB_CSV; n++)
            if (self->lines[n].file)
                fclose(self->lines[n].file);
        if (self->locked)
            drop_all(self);
    }
    if (self->folder_fd >= 0)
        close(self->folder_fd);
    taub_surface_part_free(self);
    taub_series_free(self);
    taub_summary_free(self);
    free(self->folder);
    free(self->title);
    for (int a = 0; a < 3; a++)
        free(self->faces[a]);
    free(self->case_text);
    free(self);
}
