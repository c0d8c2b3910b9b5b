/* Numbers are read and written with a decimal point, whatever locale the calling program has set.
 *
 * Between begin and end the calling thread uses the "C" locale for numbers; other threads are not affected. Every
 * public function that reads or writes numbers (messages included) has this pair around its body, and so does every
 * thread that the library starts; internal functions can rely on it. */
#ifndef TAUB_LOCALE_H
#define TAUB_LOCALE_H

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
