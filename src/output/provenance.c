/* Provenance of a run, for summary.json: the build, the case, its input files. Hashes are XXH3-128, as printed by
 * `xxhsum -H2`. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/preset.h"
#include "core/commit.h"
#include "output/internal.h"
#include "taub/taub.h"

#ifdef __clang__
static const char compiler[] = __VERSION__;
#else
static const char compiler[] = "gcc " __VERSION__;
#endif

static void put_hash(XXH128_hash_t hash, char hex[33])
{
    snprintf(hex, 33, "%016llx%016llx", (unsigned long long)hash.high64, (unsigned long long)hash.low64);
}

/* False if the file cannot be read. */
static bool hash_file(const char *path, char hex[33])
{
    enum { CHUNK = 1 << 16 };
    FILE *file = fopen(path, "rb");
    char *bytes = malloc(CHUNK);
    XXH3_state_t *state = XXH3_createState();
    bool read = file && bytes && state && XXH3_128bits_reset(state) == XXH_OK;
    for (size_t count_read = CHUNK; read && count_read == CHUNK;) {
        count_read = fread(bytes, 1, CHUNK, file);
        XXH3_128bits_update(state, bytes, count_read);
    }
    read = read && !ferror(file);
    if (read)
        put_hash(XXH3_128bits_digest(state), hex);
    XXH3_freeState(state);
    free(bytes);
    if (file)
        fclose(file);
    return read;
}

void taub_output_input_file(struct taub_output *self, const char *key, const char *path)
{
    char entry[256], hex[33] = "";
    hash_file(path, hex);
    snprintf(entry, sizeof entry, "inputs.%s.path", key);
    taub_output_summary_string(self, entry, path);
    snprintf(entry, sizeof entry, "inputs.%s.xxh128", key);
    taub_output_summary_string(self, entry, hex);
}

static void put_case(struct taub_output *self, const struct taub_case *run_case)
{
    char *text = NULL, hex[33] = "";
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    const bool written = file && taub_case_write(run_case, file, NULL) == TAUB_OK;
    if (file && fclose(file) == 0 && written)
        put_hash(XXH3_128bits(text, length), hex);
    free(text);
    taub_output_summary_string(self, "case.xxh128", hex);
}

static void put_preset_value(void *output, const char *path, const char *value)
{
    char entry[256], *end;
    const double number = strtod(value, &end);
    snprintf(entry, sizeof entry, "preset.values.%s", path);
    if (end > value && !*end)
        taub_output_summary_number(output, entry, number);
    else
        taub_output_summary_string(output, entry, value);
}

/* The published set, its source, and those of its values that the case did not give otherwise. */
static void put_preset(struct taub_output *self, const struct taub_config *config)
{
    const char *source = taub_preset_values(config, put_preset_value, self);
    if (!source)
        return;
    taub_output_summary_string(self, "preset.name", taub_enum_name_by_value(taub_preset_names, config->preset)->name);
    taub_output_summary_string(self, "preset.source", source);
}

static void put_body(struct taub_output *self, const char *path, const struct taub_config_body *body)
{
    const struct taub_bodies lists[2] = {body->within, body->without};
    char full[160];
    snprintf(full, sizeof full, "%s.file", path);
    if (body->kind == TAUB_BODY_STL)
        taub_output_input_file(self, full, body->file.name);
    for (int l = 0; l < 2; l++)
        for (int n = 0; n < lists[l].count; n++) {
            snprintf(full, sizeof full, "%s.%s[%d]", path, l ? "without" : "within", n);
            put_body(self, full, &lists[l].list[n]);
        }
}

void taub_output_provenance(struct taub_output *self, const struct taub_case *run_case)
{
    const struct taub_config *config = taub_case_config(run_case);
    int count;
    const struct taub_key *keys = taub_schema(&count);
    taub_output_summary_string(self, "build.commit", taub_build_commit());
    taub_output_summary_string(self, "build.compiler", compiler);
    if (getenv("TAUB_CFLAGS")) /* device.detail names the compiler of kernels */
        taub_output_summary_string(self, "kernels.cflags", getenv("TAUB_CFLAGS"));
    put_case(self, run_case);
    put_preset(self, config);
    for (int k = 0; k < count; k++) {
        const char *path = NULL;
        if (keys[k].type == TAUB_KEY_FILE && taub_key_applies(&keys[k], config))
            memcpy(&path, taub_key_value(&keys[k], config), sizeof path);
        if (path)
            taub_output_input_file(self, keys[k].path, path);
    }
    for (int n = 0; n < config->medium.inclusions.count; n++) {
        char path[64];
        snprintf(path, sizeof path, "medium.inclusions[%d]", n);
        put_body(self, path, &config->medium.inclusions.list[n].body);
    }
    for (int n = 0; n < config->sources.count; n++) {
        const struct taub_config_source *source = &config->sources.list[n];
        char path[64];
        snprintf(path, sizeof path, "source[%d].%s", n, source->file ? "file" : "table");
        if (source->file || source->table)
            taub_output_input_file(self, path, source->file ? source->file : source->table);
    }
}
