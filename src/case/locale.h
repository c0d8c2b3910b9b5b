/* Numbers in files are written with a point, whatever the program's locale says. */
#ifndef TAUB_CASE_LOCALE_H
#define TAUB_CASE_LOCALE_H

#include <locale.h>

struct taub_plain_locale {
    locale_t plain, before;
};

static inline struct taub_plain_locale taub_plain_locale_begin(void)
{
    struct taub_plain_locale self = {newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), (locale_t)0};
    if (self.plain)
        self.before = uselocale(self.plain);
    return self;
}

static inline void taub_plain_locale_end(struct taub_plain_locale *self)
{
    if (!self->plain)
        return;
    uselocale(self->before);
    freelocale(self->plain);
}

#endif
