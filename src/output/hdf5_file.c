#include "output/hdf5_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hdf5_lock.h"

static herr_t take_innermost(unsigned n, const H5E_error2_t *entry, void *data)
{
    struct taub_h5_silence *silence = data;
    if (n > 0 || !entry->desc)
        return 0;
    /* "file write failed: time = ..., errno = 28, error message = 'No space left on device', buf = ..." */
    const char *mark = "error message = '", *system = strstr(entry->desc, mark);
    if (system) {
        system += strlen(mark);
        snprintf(silence->reason, sizeof silence->reason, "%.*s: %.*s", (int)strcspn(entry->desc, ":,"), entry->desc,
                 (int)strcspn(system, "'"), system);
    } else {
        snprintf(silence->reason, sizeof silence->reason, "%s", entry->desc);
        silence->reason[strcspn(silence->reason, "\n")] = '\0';
    }
    return 0;
}

/* HDF5 calls this instead of printing errors. */
static herr_t record(hid_t stack, void *data)
{
    struct taub_h5_silence *silence = data;
    if (!silence->reason[0])
        H5Ewalk2(stack, H5E_WALK_UPWARD, take_innermost, silence);
    return 0;
}

void taub_h5_silence_begin(struct taub_h5_silence *silence)
{
    taub_hdf5_lock();
    *silence = (struct taub_h5_silence){NULL, NULL, ""};
    H5Eget_auto2(H5E_DEFAULT, &silence->function, &silence->data);
    H5Eset_auto2(H5E_DEFAULT, record, silence);
}

void taub_h5_silence_end(const struct taub_h5_silence *silence)
{
    H5Eset_auto2(H5E_DEFAULT, silence->function, silence->data);
    taub_hdf5_unlock();
}

static struct taub_h5_silence *current_silence(void)
{
    H5E_auto2_t function = NULL;
    void *data = NULL;
    H5Eget_auto2(H5E_DEFAULT, &function, &data);
    return function == record ? data : NULL;
}

void taub_h5_note(const char *reason)
{
    struct taub_h5_silence *silence = current_silence();
    if (silence && !silence->reason[0])
        snprintf(silence->reason, sizeof silence->reason, "%s", reason);
}

const char *taub_h5_reason(void)
{
    const struct taub_h5_silence *silence = current_silence();
    return silence && silence->reason[0] ? silence->reason : "HDF5 gave no reason";
}

/* Locks the file if the file system supports locks; a file system without them is not an error. */
static hid_t access_list(bool lock)
{
    hid_t list = H5Pcreate(H5P_FILE_ACCESS);
    if (list < 0)
        return list;
    H5Pset_fclose_degree(list, H5F_CLOSE_STRONG);
#if H5_VERSION_GE(1, 10, 7)
    H5Pset_file_locking(list, lock, 1);
#endif
    return list;
}

void taub_h5_close(hid_t object)
{
    if (object >= 0)
        H5Idec_ref(object);
}

hid_t taub_h5_create(const char *path, size_t user_block)
{
    hid_t list = access_list(true), creation = H5Pcreate(H5P_FILE_CREATE);
    hid_t file = -1;
    if (list >= 0 && creation >= 0 && H5Pset_userblock(creation, user_block) >= 0)
        file = H5Fcreate(path, H5F_ACC_TRUNC, creation, list);
    taub_h5_close(creation);
    taub_h5_close(list);
    return file;
}

static hid_t open_as(const char *path, unsigned how, bool lock)
{
    hid_t list = access_list(lock);
    hid_t file = list < 0 ? -1 : H5Fopen(path, how, list);
    taub_h5_close(list);
    return file;
}

hid_t taub_h5_open(const char *path)
{
    return open_as(path, H5F_ACC_RDONLY, false);
}

hid_t taub_h5_append(const char *path)
{
    return open_as(path, H5F_ACC_RDWR, true);
}

/* count 0: a scalar. */
static bool put(hid_t object, const char *name, hid_t stored, hid_t given, const void *values, int count)
{
    hsize_t size = (hsize_t)count;
    hid_t space = count == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &size, NULL);
    hid_t attribute = space < 0 ? -1 : H5Acreate2(object, name, stored, space, H5P_DEFAULT, H5P_DEFAULT);
    bool good = attribute >= 0 && H5Awrite(attribute, given, values) >= 0;
    if (attribute >= 0)
        good = H5Aclose(attribute) >= 0 && good;
    taub_h5_close(space);
    return good;
}

static hid_t text_type(size_t size)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type >= 0) {
        H5Tset_size(type, size > 0 ? size : 1);
        H5Tset_strpad(type, H5T_STR_NULLPAD);
        H5Tset_cset(type, H5T_CSET_UTF8);
    }
    return type;
}

bool taub_h5_put_text(hid_t object, const char *name, const char *text)
{
    hid_t type = text_type(strlen(text));
    bool good = type >= 0 && put(object, name, type, type, text, 0);
    taub_h5_close(type);
    return good;
}

bool taub_h5_put_texts(hid_t object, const char *name, const char *const *texts, int count)
{
    size_t longest = 1;
    for (int i = 0; i < count; i++)
        longest = strlen(texts[i]) > longest ? strlen(texts[i]) : longest;
    char *joined = calloc((size_t)count + 1, longest);
    if (!joined)
        return false;
    for (int i = 0; i < count; i++)
        memcpy(joined + (size_t)i * longest, texts[i], strlen(texts[i]));
    hid_t type = text_type(longest);
    bool good = type >= 0 && put(object, name, type, type, joined, count);
    taub_h5_close(type);
    free(joined);
    return good;
}

bool taub_h5_put_double(hid_t object, const char *name, double value)
{
    return put(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value, 0);
}

bool taub_h5_put_doubles(hid_t object, const char *name, const double *values, int count)
{
    return put(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values, count);
}

bool taub_h5_put_integers(hid_t object, const char *name, const int64_t *values, int count)
{
    return put(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, values, count);
}

bool taub_h5_put_unsigned(hid_t object, const char *name, uint32_t value)
{
    return put(object, name, H5T_STD_U32LE, H5T_NATIVE_UINT32, &value, 0);
}

/* Reads `count` values of the class; a scalar counts as one. */
static bool get(hid_t object, const char *name, H5T_class_t class, hid_t wanted, void *values, int count)
{
    if (H5Aexists(object, name) <= 0)
        return false;
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    if (attribute < 0)
        return false;
    hid_t type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    bool good = type >= 0 && space >= 0 && H5Tget_class(type) == class &&
                H5Sget_simple_extent_npoints(space) == (hssize_t)count && H5Aread(attribute, wanted, values) >= 0;
    taub_h5_close(type);
    taub_h5_close(space);
    H5Aclose(attribute);
    return good;
}

bool taub_h5_get_text(hid_t object, const char *name, char *text, size_t size)
{
    hid_t type = text_type(size - 1);
    memset(text, 0, size);
    bool good = type >= 0 && get(object, name, H5T_STRING, type, text, 1);
    taub_h5_close(type);
    return good;
}

bool taub_h5_get_doubles(hid_t object, const char *name, double *values, int count)
{
    return get(object, name, H5T_FLOAT, H5T_NATIVE_DOUBLE, values, count);
}

bool taub_h5_get_integers(hid_t object, const char *name, int64_t *values, int count)
{
    return get(object, name, H5T_INTEGER, H5T_NATIVE_INT64, values, count);
}

bool taub_h5_put_dataset(hid_t object, const char *name, hid_t stored, hid_t given, int rank, const hsize_t *shape,
                         const void *values)
{
    hid_t space = H5Screate_simple(rank, shape, NULL);
    hid_t dataset = H5Dcreate2(object, name, stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool good = dataset >= 0 && H5Dwrite(dataset, given, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0;
    if (dataset >= 0)
        good = H5Dclose(dataset) >= 0 && good;
    taub_h5_close(space);
    return good;
}

double *taub_h5_get_list(hid_t object, const char *name, size_t *count)
{
    hid_t dataset = H5Dopen2(object, name, H5P_DEFAULT), space = dataset < 0 ? -1 : H5Dget_space(dataset);
    hid_t type = dataset < 0 ? -1 : H5Dget_type(dataset);
    double *values = NULL;
    *count = 0;
    if (space >= 0 && H5Sget_simple_extent_ndims(space) == 1 && type >= 0 && H5Tget_class(type) == H5T_FLOAT) {
        *count = (size_t)H5Sget_simple_extent_npoints(space);
        values = malloc((*count + 1) * sizeof *values);
    }
    if (values && *count > 0 && H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0) {
        free(values);
        values = NULL;
    }
    taub_h5_close(type);
    taub_h5_close(space);
    taub_h5_close(dataset);
    return values;
}
