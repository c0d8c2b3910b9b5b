#include "jit/bundle.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text_file.h"
#include "core/try.h"
#include "jit/embedded.h"
#include "jit/number_list.h"
#include "jit/scanner.h"
#include "jit/text.h"

enum { NESTING_LIMIT = 64 };

struct names {
    char **list;
    int count, capacity;
};

struct taub_bundle {
    struct taub_text source;
    struct taub_text gpu; /* constants for GPUs only */
    struct taub_number_list numbers;
    bool brief;
    char *kernels;          /* folder of TAUB_KERNELS; NULL: the embedded sources */
    struct names seen;      /* identities of the files that the source already contains */
    struct names users;     /* names of the user's files, as in #line */
    struct names expected;  /* path, function, declaration of each function that users must define */
    struct names constants; /* name and value of each #define */
    struct names roles; /* path, text and user's file (or "") of each header of kernels/case that the case provides */
};

/* One file while it is being expanded. */
struct file {
    char *identity; /* the same for all names of a file */
    char *name;     /* for #line */
    bool user;
    const char *appended; /* a user's file that comes after the text; NULL: none */
    const char *text;
    size_t length;
    struct taub_text owned;
};

static enum taub_status no_memory(struct taub_error *error)
{
    return taub_fail(error, TAUB_FAILED, "There is not enough memory to assemble the kernel sources.");
}

static bool names_add(struct names *self, const char *name)
{
    if (self->count == self->capacity) {
        const int capacity = self->capacity ? 2 * self->capacity : 16;
        char **list = realloc(self->list, (size_t)capacity * sizeof *list);
        if (!list)
            return false;
        self->list = list;
        self->capacity = capacity;
    }
    char *copy = strdup(name);
    if (copy)
        self->list[self->count++] = copy;
    return copy != NULL;
}

static bool names_have(const struct names *self, const char *name)
{
    for (int n = 0; n < self->count; n++)
        if (strcmp(self->list[n], name) == 0)
            return true;
    return false;
}

static void names_cut(struct names *self, int count)
{
    while (self->count > count)
        free(self->list[--self->count]);
}

enum taub_status taub_bundle_create(struct taub_bundle **out, struct taub_error *error)
{
    *out = NULL;
    struct taub_bundle *self = calloc(1, sizeof *self);
    if (!self || !taub_text_append(&self->source, "", 0)) {
        taub_bundle_destroy(self);
        return no_memory(error);
    }
    const char *folder = getenv("TAUB_KERNELS");
    if (folder && *folder) {
        self->kernels = realpath(folder, NULL);
        if (!self->kernels) {
            taub_bundle_destroy(self);
            return taub_fail(error, TAUB_BAD_INPUT, "TAUB_KERNELS names the folder %s, which cannot be read: %s.",
                             folder, strerror(errno));
        }
    }
    *out = self;
    return TAUB_OK;
}

void taub_bundle_destroy(struct taub_bundle *self)
{
    if (!self)
        return;
    names_cut(&self->seen, 0);
    names_cut(&self->users, 0);
    names_cut(&self->expected, 0);
    names_cut(&self->constants, 0);
    names_cut(&self->roles, 0);
    free(self->constants.list);
    free(self->roles.list);
    free(self->seen.list);
    free(self->users.list);
    free(self->expected.list);
    free(self->kernels);
    taub_text_free(&self->source);
    taub_text_free(&self->gpu);
    taub_number_list_free(&self->numbers);
    free(self);
}

enum taub_status taub_bundle_define(struct taub_bundle *self, struct taub_error *error, const char *name,
                                    const char *format, ...)
{
    char value[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof value || strchr(value, '\n'))
        return taub_fail(error, TAUB_FAILED, "The constant %s does not fit into one #define line.", name);
    const bool kept = taub_text_print(&self->source, "#define %s %s\n", name, value) &&
                      names_add(&self->constants, name) && names_add(&self->constants, value);
    return kept ? TAUB_OK : no_memory(error);
}

enum taub_status taub_bundle_define_all(struct taub_bundle *self, const struct taub_constant *constants,
                                        struct taub_error *error)
{
    for (; constants->name; constants++)
        TRY(taub_bundle_define(self, error, constants->name, "%.17g", constants->value));
    return TAUB_OK;
}

enum taub_status taub_bundle_define_gpu(struct taub_bundle *self, const struct taub_constant *constants,
                                        struct taub_error *error)
{
    for (; constants->name; constants++)
        if (!taub_text_print(&self->gpu, "#define %s %.17g\n", constants->name, constants->value))
            return no_memory(error);
    return TAUB_OK;
}

enum taub_status taub_bundle_number(struct taub_bundle *self, const char *name, double value, struct taub_error *error)
{
    if (self->numbers.closed)
        return taub_fail(error, TAUB_FAILED, "The number %s comes after taub_bundle_close_numbers.", name);
    return taub_number_list_add(&self->numbers, name, value, &self->source) ? TAUB_OK : no_memory(error);
}

void taub_bundle_set_brief(struct taub_bundle *self)
{
    self->brief = true;
}

bool taub_bundle_is_brief(const struct taub_bundle *self)
{
    return self->brief;
}

enum taub_status taub_bundle_numbers(struct taub_bundle *self, const struct taub_constant *numbers,
                                     struct taub_error *error)
{
    for (; numbers->name; numbers++)
        TRY(taub_bundle_number(self, numbers->name, numbers->value, error));
    return TAUB_OK;
}

enum taub_status taub_bundle_close_numbers(struct taub_bundle *self, struct taub_error *error)
{
    return taub_number_list_close(&self->numbers, &self->source) ? TAUB_OK : no_memory(error);
}

enum taub_status taub_bundle_role(struct taub_bundle *self, const char *role, const char *text, const char *user_file,
                                  struct taub_error *error)
{
    const bool kept = names_add(&self->roles, role) && names_add(&self->roles, text) &&
                      names_add(&self->roles, user_file ? user_file : "");
    return kept ? TAUB_OK : no_memory(error);
}

enum taub_status taub_bundle_role_files(struct taub_bundle *self, const char *role, const char *const *files,
                                        struct taub_error *error)
{
    struct taub_text text = {0};
    bool good = taub_text_append(&text, "", 0);
    for (; good && *files; files++)
        good = taub_text_print(&text, "#include \"%s\"\n", *files);
    const enum taub_status status = good ? taub_bundle_role(self, role, text.data, NULL, error) : no_memory(error);
    taub_text_free(&text);
    return status;
}

enum taub_status taub_bundle_role_file(struct taub_bundle *self, const char *role, const char *file,
                                       struct taub_error *error)
{
    return taub_bundle_role_files(self, role, (const char *const[]){file, NULL}, error);
}

const char *taub_bundle_role_at(const struct taub_bundle *self, int n, const char **text, const char **user_file)
{
    if (3 * n >= self->roles.count)
        return NULL;
    *text = self->roles.list[3 * n + 1];
    *user_file = self->roles.list[3 * n + 2];
    return self->roles.list[3 * n];
}

enum taub_status taub_bundle_text(struct taub_bundle *self, const char *text, struct taub_error *error)
{
    const size_t length = strlen(text);
    const bool good = taub_text_print(&self->source, "#line 1 \"taub\"\n%s", text) &&
                      (length == 0 || text[length - 1] == '\n' || taub_text_append(&self->source, "\n", 1));
    return good ? TAUB_OK : no_memory(error);
}

static void file_free(struct file *self)
{
    free(self->identity);
    free(self->name);
    taub_text_free(&self->owned);
    *self = (struct file){0};
}

/* "a/./b/../c" becomes "a/c"; false if the path leads out of the folder. */
static bool normalise(char *path)
{
    char *write = path;
    for (const char *read = path; *read;) {
        const size_t length = strcspn(read, "/");
        const bool more = read[length] == '/';
        if (length == 2 && strncmp(read, "..", 2) == 0) {
            if (write == path)
                return false;
            while (write > path && *--write != '/')
                continue;
        } else if (length > 0 && !(length == 1 && *read == '.')) {
            const char *component = read;
            if (write > path)
                *write++ = '/';
            memmove(write, component, length);
            write += length;
        }
        read += length + more;
    }
    *write = '\0';
    return true;
}

/* `path` relative to the folder of the file `name`. */
static char *path_beside(const char *name, const char *path)
{
    struct taub_text text = {0};
    const char *slash = strrchr(name, '/');
    if (!taub_text_append(&text, name, slash ? (size_t)(slash - name) + 1 : 0) ||
        !taub_text_append(&text, path, strlen(path)))
        taub_text_free(&text);
    return text.data;
}

/* Finds what the case provides for a header of kernels/case. In messages its lines belong to the file "taub". */
static bool find_role(const struct taub_bundle *self, const char *path, struct file *out)
{
    const char *role, *text, *user_file;
    bool found = false, good = true;
    *out = (struct file){0};
    for (int n = 0; good && (role = taub_bundle_role_at(self, n, &text, &user_file)); n++)
        if (strcmp(role, path) == 0) {
            good = taub_text_print(&out->owned, "%s\n", text);
            out->appended = *user_file ? user_file : out->appended;
            found = true;
        }
    if (found && good) {
        out->text = out->owned.data;
        out->length = out->owned.length;
        out->identity = strdup(path);
        out->name = strdup("taub");
    }
    if (!out->identity || !out->name)
        file_free(out);
    return out->identity != NULL;
}

/* Finds a kernel file by its path below kernels/. False, with out->name NULL, if there is none. */
static bool find_kernel(const struct taub_bundle *self, const char *path, struct file *out)
{
    struct taub_text name = {0};
    if (find_role(self, path, out))
        return true;
    if (!taub_text_print(&name, "kernels/%s", path))
        return false;
    bool found = false;
    if (self->kernels) {
        struct taub_text on_disk = {0};
        found = taub_text_print(&on_disk, "%s/%s", self->kernels, path) && taub_text_read(&out->owned, on_disk.data);
        taub_text_free(&on_disk);
        out->text = out->owned.data;
        out->length = out->owned.length;
    } else {
        for (int n = 0; n < taub_embedded_kernel_count && !found; n++)
            if (strcmp(taub_embedded_kernels[n].path, path) == 0) {
                out->text = taub_embedded_kernels[n].start;
                out->length = (size_t)(taub_embedded_kernels[n].end - taub_embedded_kernels[n].start);
                found = true;
            }
    }
    out->name = name.data;
    out->identity = found ? strdup(name.data) : NULL;
    if (!out->identity)
        file_free(out);
    return out->identity != NULL;
}

/* Reads a user's file. `name` is its path, also used in messages. */
static enum taub_status find_user_file(const char *name, struct file *out, struct taub_error *error)
{
    *out = (struct file){.user = true};
    TRY(taub_file_read_as("this code file ", SIZE_MAX, name, &out->owned.data, &out->owned.length, error));
    out->text = out->owned.data;
    out->length = out->owned.length;
    out->identity = realpath(name, NULL);
    out->name = strdup(name);
    if (out->identity && out->name)
        return TAUB_OK;
    file_free(out);
    return no_memory(error);
}

static enum taub_status expand(struct taub_bundle *self, const struct file *file, int depth, struct taub_error *error);

static bool append_line(struct taub_bundle *self, long line, const char *name)
{
    bool good = taub_text_print(&self->source, "#line %ld \"", line);
    for (const char *c = name; good && *c; c++) {
        if (*c == '"' || *c == '\\')
            good = taub_text_append(&self->source, "\\", 1);
        good = good && taub_text_append(&self->source, c, 1);
    }
    return good && taub_text_append(&self->source, "\"\n", 2);
}

/* Looks for #include "path" in the folder of the including file, then below kernels/. */
static bool find_included(const struct taub_bundle *self, const struct file *from, const char *path, struct file *out)
{
    bool found = false;
    char *below = strdup(path);
    if (!below || *path == '/' || !normalise(below)) {
        /* not below kernels/; a kernel may still include a file of another folder of kernels/ */
        free(below);
        below = NULL;
    }
    char *near = NULL;
    if (from->user && below) {
        near = path_beside(from->name, below);
        found = near && find_user_file(near, out, NULL) == TAUB_OK;
    } else if (!from->user && *path != '/' && strncmp(from->name, "kernels/", 8) == 0) {
        near = path_beside(from->name + strlen("kernels/"), path);
        found = near && normalise(near) && find_kernel(self, near, out);
    }
    free(near);
    if (!found && below)
        found = find_kernel(self, below, out);
    free(below);
    return found;
}

static enum taub_status include(struct taub_bundle *self, const struct file *from, const char *path, long line,
                                bool conditional, int depth, struct taub_error *error)
{
    struct file file;
    if (!find_included(self, from, path, &file))
        return taub_fail(error, from->user ? TAUB_BAD_INPUT : TAUB_FAILED,
                         "%s:%ld: there is no file \"%s\" %s. A file can include kernel headers%s.", from->name, line,
                         path, from->user ? "in its folder or among the kernels" : "among the kernels",
                         from->user ? " and files in its own folder" : "");
    enum taub_status status = TAUB_OK;
    if (!names_have(&self->seen, file.identity)) {
        const int seen = self->seen.count;
        status = expand(self, &file, depth + 1, error);
        /* The compiler may skip what is inside #if, so a later include must insert it again. */
        if (conditional)
            names_cut(&self->seen, seen);
    }
    file_free(&file);
    return status;
}

/* Value of a constant of the case, for conditions; false unless it is a whole number. */
static bool find_constant(const void *bundle, const char *name, const char *end, long *value)
{
    const struct names *constants = &((const struct taub_bundle *)bundle)->constants;
    const size_t length = (size_t)(end - name);
    for (int n = 0; n + 1 < constants->count; n += 2)
        if (strlen(constants->list[n]) == length && strncmp(constants->list[n], name, length) == 0) {
            char *rest;
            *value = strtol(constants->list[n + 1], &rest, 10);
            return rest != constants->list[n + 1] && *rest == '\0';
        }
    return false;
}

static bool is_directive(const char *line, const char *end)
{
    while (line < end && isspace((unsigned char)*line))
        line++;
    return line < end && *line == '#';
}

/* Appends a file, with its includes replaced by the included files. */
static enum taub_status expand(struct taub_bundle *self, const struct file *file, int depth, struct taub_error *error)
{
    if (depth > NESTING_LIMIT)
        return taub_fail(error, TAUB_BAD_INPUT, "%s: more than %d files include one another.", file->name,
                         (int)NESTING_LIMIT);
    if (memchr(file->text, '\0', file->length))
        return taub_fail(error, file->user ? TAUB_BAD_INPUT : TAUB_FAILED, "%s is not a text file.", file->name);
    if (!names_add(&self->seen, file->identity) || (file->user && !names_add(&self->users, file->name)) ||
        !append_line(self, 1, file->name))
        return no_memory(error);
    struct taub_scanner scan = {.known = {find_constant, self}};
    long number = 1;
    const char *stop = file->text + file->length;
    for (const char *line = file->text; line < stop; number++) {
        const char *newline = memchr(line, '\n', (size_t)(stop - line));
        const char *end = newline ? newline : stop;
        char path[PATH_MAX];
        const bool is_include = taub_scan_directive(&scan, line, end, path);
        const enum taub_truth is_read = taub_scan_is_read(&scan);
        if (is_include && is_read != TAUB_NO) {
            TRY(include(self, file, path, number, is_read == TAUB_UNKNOWN, depth, error));
            if (!append_line(self, number + 1, file->name))
                return no_memory(error);
        } else if (is_read == TAUB_NO && (is_include || !is_directive(line, end))) {
            if (!taub_text_append(&self->source, "\n", 1)) /* the case does not use it; empty lines keep line numbers */
                return no_memory(error);
        } else if (!taub_text_append(&self->source, line, (size_t)(end - line)) ||
                   !taub_text_append(&self->source, "\n", 1)) {
            return no_memory(error);
        }
        taub_scan_end_line(&scan, line, end);
        line = newline ? newline + 1 : stop;
    }
    return file->appended ? taub_bundle_user_file(self, file->appended, error) : TAUB_OK;
}

enum taub_status taub_bundle_kernel(struct taub_bundle *self, const char *path, struct taub_error *error)
{
    struct file file;
    if (!find_kernel(self, path, &file))
        return taub_fail(error, TAUB_FAILED, "There is no kernel source %s%s%s.", path,
                         self->kernels ? " in TAUB_KERNELS=" : "", self->kernels ? self->kernels : "");
    const enum taub_status status = names_have(&self->seen, file.identity) ? TAUB_OK : expand(self, &file, 0, error);
    file_free(&file);
    return status;
}

enum taub_status taub_bundle_user_file(struct taub_bundle *self, const char *path, struct taub_error *error)
{
    struct file file;
    TRY(find_user_file(path, &file, error));
    const enum taub_status status = names_have(&self->seen, file.identity) ? TAUB_OK : expand(self, &file, 0, error);
    file_free(&file);
    return status;
}

enum taub_status taub_bundle_expect(struct taub_bundle *self, const char *path, const char *function,
                                    const char *declaration, struct taub_error *error)
{
    const bool kept = names_add(&self->expected, path) && names_add(&self->expected, function) &&
                      names_add(&self->expected, declaration);
    return kept ? TAUB_OK : no_memory(error);
}

const char *taub_bundle_source(const struct taub_bundle *self, size_t *length)
{
    if (length)
        *length = self->source.length;
    return self->source.data;
}

bool taub_bundle_gpu_source(const struct taub_bundle *self, bool with_values, struct taub_text *out)
{
    return (!with_values || taub_number_list_print(&self->numbers, out)) &&
           (!self->gpu.data || taub_text_append(out, self->gpu.data, self->gpu.length)) &&
           taub_text_append(out, self->source.data, self->source.length);
}

const double *taub_bundle_values(const struct taub_bundle *self, int *count)
{
    *count = self->numbers.count;
    return self->numbers.values;
}

/* Whether a line of the log reports an error at a position in this file: "FILE:3:5: error: ...",
 * "FILE(3): error: ..." or "error: FILE:3:5: ...". */
static bool reports_error(const char *log, const char *name)
{
    const size_t length = strlen(name);
    for (const char *line = log; *line;) {
        const char *end = line + strcspn(line, "\n");
        const char *at = strstr(line, name), *word = strstr(line, "error");
        const bool both = at && at < end && word && word < end;
        if (both && (at[length] == ':' || at[length] == '(') && isdigit((unsigned char)at[length + 1]))
            return true;
        line = end + (*end == '\n');
    }
    return false;
}

int taub_bundle_blames_user(const struct taub_bundle *self, const char *log)
{
    for (int n = 0; n < self->users.count; n++)
        if (reports_error(log, self->users.list[n]))
            return 1;
    /* A PARAMETER(name) missing in the case is reported in the bundle's own lines, which belong to the file "taub". */
    if (self->users.count > 0 && reports_error(log, "taub"))
        return 1;
    /* Linkers (of the host, NVIDIA, PoCL) do not give a line. An undefined function can only be the user's. */
    static const char *const missing[] = {"undefined reference", "nresolved extern", "Cannot find symbol"};
    for (size_t n = 0; self->users.count > 0 && n < sizeof missing / sizeof *missing; n++)
        if (strstr(log, missing[n]))
            return 1;
    return 0;
}

const char *taub_bundle_user(const struct taub_bundle *self)
{
    return self->users.count > 0 ? self->users.list[0] : NULL;
}

/* Where a text names a function, and no other one or file. */
static const char *find_name(const char *text, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        const char before = at > text ? at[-1] : ' ', after = at[length];
        if (!isalnum((unsigned char)before) && before != '_' && before != '/' && !isalnum((unsigned char)after) &&
            after != '_')
            return at;
    }
    return NULL;
}

/* Whether a line of the log says that this name is not defined. */
static bool says_missing(const char *log, const char *name)
{
    static const char *const words[] = {"implicit declaration", "undeclared",       "undefined",
                                        "not declared",         "nresolved extern", "Cannot find symbol"};
    for (const char *line = log; *line;) {
        const char *end = line + strcspn(line, "\n"), *at = find_name(line, name);
        for (size_t n = 0; at && at < end && n < sizeof words / sizeof *words; n++) {
            const char *word = strstr(line, words[n]);
            if (word && word < end)
                return true;
        }
        line = end + (*end == '\n');
    }
    return false;
}

bool taub_bundle_misses(const struct taub_bundle *self, const char *log, const char **path, const char **declaration)
{
    char *const *list = self->expected.list;
    for (int n = 0; n + 2 < self->expected.count; n += 3)
        if (says_missing(log, list[n + 1])) {
            *path = list[n];
            *declaration = list[n + 2];
            return true;
        }
    return false;
}
