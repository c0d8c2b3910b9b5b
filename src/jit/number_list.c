#include "jit/number_list.h"

#include <stdlib.h>

void taub_number_list_free(struct taub_number_list *self)
{
    free(self->values);
    *self = (struct taub_number_list){0};
}

bool taub_number_list_add(struct taub_number_list *self, const char *name, double value, struct taub_text *source)
{
    if (self->count == self->capacity) {
        const int capacity = self->capacity ? 2 * self->capacity : 32;
        double *values = realloc(self->values, (size_t)capacity * sizeof *values);
        if (!values)
            return false;
        self->values = values;
        self->capacity = capacity;
    }
    if (!taub_text_print(source, "#define %s TAUB_NUMBER(%d)\n", name, self->count))
        return false;
    self->values[self->count++] = value;
    return true;
}

bool taub_number_list_close(struct taub_number_list *self, struct taub_text *source)
{
    self->closed = true;
    if (self->count == 0)
        return true;
    bool good = taub_text_print(source, "#define TAUB_NUMBER_COUNT %d\n#define TAUB_EACH_NUMBER(do)", self->count);
    for (int n = 0; good && n < self->count; n++)
        good = taub_text_print(source, " do(%d)", n);
    return good && taub_text_append(source, "\n", 1);
}

bool taub_number_list_print(const struct taub_number_list *self, struct taub_text *out)
{
    bool good = true;
    for (int n = 0; good && n < self->count; n++)
        good = taub_text_print(out, "#define TAUB_VALUE_%d %.17g\n", n, self->values[n]);
    return good;
}
