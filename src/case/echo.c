/* Writes the resolved case as YAML. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "case/case.h"
#include "case/preset.h"
#include "core/locale.h"
#include "case/utf8.h"
#include "case/value.h"
#include "case/map_list.h"

/* Characters that YAML requires to be escaped, or that would end a line. */
static bool needs_escape(unsigned long code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 || code == 0xfeff ||
           (code & 0xfffe) == 0xfffe;
}

void taub_write_quoted(FILE *file, const char *text)
{
    size_t length = strlen(text), bytes;
    unsigned long code = 0, before;
    fputc('"', file);
    for (; before = code, (bytes = taub_utf8_character(text, length, &code)); text += bytes, length -= bytes) {
        if (code == '"' || code == '\\')
            fprintf(file, "\\%c", (char)code);
        else if (needs_escape(code) ||
                 (code == '\'' && before == code)) /* the reader rejects sequences of apostrophes */
            fprintf(file, code < 0x100 ? "\\x%02lx" : code < 0x10000 ? "\\u%04lx" : "\\U%08lx", code);
        else
            fwrite(text, 1, bytes, file);
    }
    fputc('"', file);
}

static void write_real(double value, FILE *file)
{
    char text[TAUB_REAL_TEXT];
    fputs(taub_real_text(value, text), file);
}

static void write_number(const struct taub_key *key, const void *value, int i, FILE *file)
{
    switch (key->type) {
    case TAUB_KEY_INT:
        fprintf(file, "%d", ((const int *)value)[i]);
        break;
    case TAUB_KEY_INT64:
        fprintf(file, "%" PRId64, ((const int64_t *)value)[i]);
        break;
    case TAUB_KEY_UINT64:
        fprintf(file, "%" PRIu64, ((const uint64_t *)value)[i]);
        break;
    default:
        write_real(((const double *)value)[i], file);
    }
}

static void write_list(const struct taub_key *key, const void *value, FILE *file)
{
    if (key->count > 1)
        fputc('[', file);
    for (int i = 0; i < key->count; ++i) {
        if (i)
            fputs(", ", file);
        if (key->type == TAUB_KEY_TEXT)
            taub_write_quoted(file, ((const char *const *)value)[i]);
        else
            write_number(key, value, i, file);
    }
    if (key->count > 1)
        fputc(']', file);
}

static void write_state(const struct taub_state *state, FILE *file)
{
    int count;
    const struct taub_state_key *keys = taub_state_schema(&count);
    const char *separator = "{";
    for (int k = 0; k < count; ++k) {
        if (!(state->given & keys[k].given))
            continue;
        const double *values = (const double *)(const void *)((const char *)state + keys[k].offset);
        fprintf(file, "%s%s: ", separator, keys[k].name);
        separator = ", ";
        if (keys[k].count > 1)
            fputc('[', file);
        for (int i = 0; i < keys[k].count; ++i) {
            if (i)
                fputs(", ", file);
            write_real(values[i], file);
        }
        if (keys[k].count > 1)
            fputc(']', file);
    }
    fputc('}', file);
}

static void write_states(const struct taub_states *states, FILE *file)
{
    for (int i = 0; i < states->count; ++i) {
        fputs(i ? ", " : "[", file);
        write_state(&states->list[i], file);
    }
    fputc(']', file);
}

static void write_reals(const struct taub_reals *numbers, int width, FILE *file)
{
    fputc('[', file);
    for (int i = 0; i < numbers->count; ++i) {
        fputs(i ? ", " : "", file);
        if (width > 1 && i % width == 0)
            fputc('[', file);
        write_real(numbers->list[i], file);
        if (width > 1 && i % width == width - 1)
            fputc(']', file);
    }
    fputc(']', file);
}

static void write_parameters(const struct taub_parameters *parameters, FILE *file)
{
    fputc('{', file);
    for (int i = 0; i < parameters->count; ++i) {
        fprintf(file, "%s%s: ", i ? ", " : "", parameters->list[i].name);
        write_real(parameters->list[i].value, file);
    }
    fputc('}', file);
}

static void write_names(const char *const *names, int count, FILE *file)
{
    fputc('[', file);
    for (int i = 0; i < count; ++i)
        fprintf(file, "%s%s", i ? ", " : "", names[i]);
    fputc(']', file);
}

static void write_boundary(const struct taub_key *key, const struct taub_config *config, FILE *file)
{
    static const char *const axes[] = {"x", "y", "z"};
    enum taub_boundary faces[3][2];
    memcpy(faces, taub_key_value(key, config), sizeof faces);
    if (config->mesh.coordinates == TAUB_CUBED_SPHERE) {
        fprintf(file, "{inner: %s, outer: %s}", taub_enum_name_by_value(key->enum_names, (int)faces[2][0])->name,
                taub_enum_name_by_value(key->enum_names, (int)faces[2][1])->name);
        return;
    }
    bool equal = true;
    for (int face = 0; face < 6; ++face)
        equal = equal && faces[face / 2][face % 2] == faces[0][0];
    if (equal) {
        fputs(taub_enum_name_by_value(key->enum_names, (int)faces[0][0])->name, file);
        return;
    }
    for (int axis = 0; axis < 3; ++axis)
        fprintf(file, "%s%s: [%s, %s]", axis ? ", " : "{", axes[axis],
                taub_enum_name_by_value(key->enum_names, (int)faces[axis][0])->name,
                taub_enum_name_by_value(key->enum_names, (int)faces[axis][1])->name);
    fputc('}', file);
}

void taub_value_write(const struct taub_key *key, const struct taub_config *config, FILE *file)
{
    const void *value = taub_key_value(key, config);
    switch (key->type) {
    case TAUB_KEY_TEXT:
    case TAUB_KEY_INT:
    case TAUB_KEY_INT64:
    case TAUB_KEY_UINT64:
    case TAUB_KEY_REAL:
        write_list(key, value, file);
        break;
    case TAUB_KEY_FILE:
    case TAUB_KEY_STL: /* the name comes first */
        taub_write_quoted(file, *(const char *const *)value);
        break;
    case TAUB_KEY_ENUM: {
        int number;
        memcpy(&number, value, sizeof number);
        fputs(taub_enum_name_by_value(key->enum_names, number)->name, file);
        break;
    }
    case TAUB_KEY_STATE:
        write_state(value, file);
        break;
    case TAUB_KEY_STATES:
        write_states(value, file);
        break;
    case TAUB_KEY_REALS:
        write_reals(value, key->count, file);
        break;
    case TAUB_KEY_PARAMETERS:
        write_parameters(value, file);
        break;
    case TAUB_KEY_NAMES:
        write_names(*(const char *const *const *)value, *(const int *)((const char *)config + key->count_offset), file);
        break;
    case TAUB_KEY_BOUNDARY:
        write_boundary(key, config, file);
        break;
    case TAUB_KEY_MAPS:
        taub_map_list_write(key, value, file);
        break;
    case TAUB_KEY_MAP:
        break;
    }
}

static int depth_of(const char *path)
{
    int depth = 0;
    while ((path = strchr(path, '.')))
        ++depth, ++path;
    return depth;
}

static void write_preset_value(void *file, const char *path, const char *value)
{
    fprintf(file, "# %s: %s\n", path, value);
}

enum taub_status taub_case_write(const struct taub_case *self, FILE *file, struct taub_error *error)
{
    int count;
    const struct taub_key *keys = taub_schema(&count);
    const struct taub_key *maps[8] = {NULL}; /* the map at each depth; NULL once it has been written */
    struct taub_plain_locale plain = taub_plain_locale_begin();
    const char *source = taub_preset_values(&self->config, NULL, NULL);
    if (source) {
        fprintf(file, "# values of the preset, %s\n", source);
        taub_preset_values(&self->config, write_preset_value, file);
    }
    for (int k = 0; k < count; ++k) {
        const struct taub_key *key = &keys[k];
        int depth = depth_of(key->path);
        if (taub_key_holds_keys(key)) {
            maps[depth] = key;
            if (key->type == TAUB_KEY_MAP || !taub_key_is_set(key, &self->config))
                continue;
        }
        if (!taub_key_applies(key, &self->config) ||
            (key->presence == TAUB_PRESENCE_OPTIONAL && !taub_key_is_set(key, &self->config)))
            continue;
        for (int d = 0; d < depth; ++d)
            if (maps[d]) {
                fprintf(file, "%*s%s:\n", 2 * d, "", taub_key_name(maps[d]));
                maps[d] = NULL;
            }
        fprintf(file, "%*s%s: ", 2 * depth, "", taub_key_name(key));
        taub_value_write(key, &self->config, file);
        fputc('\n', file);
    }
    taub_plain_locale_end(&plain);
    if (fflush(file) || ferror(file))
        return taub_fail(error, TAUB_FAILED, "The resolved case could not be written: %s", strerror(errno));
    return TAUB_OK;
}
