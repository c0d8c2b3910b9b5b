#include "jit/condition.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct value {
    bool known;
    long number;
};

struct reader {
    const char *at, *end;
    const struct taub_known *known;
    bool failed; /* met something that it does not support */
};

static const struct value unknown = {false, 0};

static struct value number_of(long number)
{
    return (struct value){true, number};
}

static void skip_space(struct reader *self)
{
    while (self->at < self->end && isspace((unsigned char)*self->at))
        self->at++;
}

static bool take(struct reader *self, const char *word)
{
    const size_t length = strlen(word);
    skip_space(self);
    if ((size_t)(self->end - self->at) < length || strncmp(self->at, word, length) != 0)
        return false;
    self->at += length;
    return true;
}

static const char *end_of_name(const struct reader *self)
{
    const char *c = self->at;
    while (c < self->end && (isalnum((unsigned char)*c) || *c == '_'))
        c++;
    return c;
}

static struct value look_up(struct reader *self)
{
    const char *end = end_of_name(self);
    struct value value = unknown;
    value.known = self->known->find(self->known->of, self->at, end, &value.number);
    self->at = end;
    return value;
}

static struct value either(struct reader *self);

/* defined(NAME) or defined NAME. Unknown for other names than constants of the case: the kernels may define them. */
static struct value is_defined(struct reader *self)
{
    const bool enclosed = take(self, "(");
    skip_space(self);
    const bool known = look_up(self).known;
    if (enclosed && !take(self, ")"))
        self->failed = true;
    return known ? number_of(1) : unknown;
}

static struct value operand(struct reader *self)
{
    if (take(self, "!")) {
        const struct value value = operand(self);
        return value.known ? number_of(!value.number) : unknown;
    }
    if (take(self, "(")) {
        const struct value value = either(self);
        if (!take(self, ")"))
            self->failed = true;
        return value;
    }
    skip_space(self);
    const char *end = end_of_name(self);
    if (end == self->at) {
        self->failed = true;
        return unknown;
    }
    if (isdigit((unsigned char)*self->at)) {
        char *stop;
        const long number = strtol(self->at, &stop, 0);
        self->failed = self->failed || stop != end;
        self->at = end;
        return number_of(number);
    }
    if (end - self->at == 7 && strncmp(self->at, "defined", 7) == 0) {
        self->at = end;
        return is_defined(self);
    }
    return look_up(self);
}

static struct value comparison(struct reader *self)
{
    static const char *const words[] = {"==", "!=", "<=", ">=", "<", ">"};
    const struct value left = operand(self);
    for (int n = 0; n < 6; n++) {
        if (!take(self, words[n]))
            continue;
        const struct value right = operand(self);
        const long a = left.number, b = right.number;
        const bool holds[] = {a == b, a != b, a <= b, a >= b, a<b, a> b};
        return left.known && right.known ? number_of(holds[n]) : unknown;
    }
    return left;
}

static struct value both(struct reader *self)
{
    struct value left = comparison(self);
    while (take(self, "&&")) {
        const struct value right = comparison(self);
        const bool is_false = (left.known && !left.number) || (right.known && !right.number);
        left = is_false ? number_of(0) : left.known && right.known ? number_of(1) : unknown;
    }
    return left;
}

static struct value either(struct reader *self)
{
    struct value left = both(self);
    while (take(self, "||")) {
        const struct value right = both(self);
        const bool is_true = (left.known && left.number) || (right.known && right.number);
        left = is_true ? number_of(1) : left.known && right.known ? number_of(0) : unknown;
    }
    return left;
}

enum taub_truth taub_condition(const char *text, const char *end, const struct taub_known *known)
{
    struct reader reader = {text, end, known, false};
    const struct value value = either(&reader);
    skip_space(&reader);
    const bool whole = reader.at == end || take(&reader, "/*") || take(&reader, "//");
    return reader.failed || !whole || !value.known ? TAUB_UNKNOWN : value.number ? TAUB_YES : TAUB_NO;
}
