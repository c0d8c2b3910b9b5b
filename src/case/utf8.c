#include "case/utf8.h"

#include <string.h>

size_t taub_utf8_character(const char *text, size_t length, unsigned long *code)
{
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000}; /* longer encodings of a character are invalid */
    const unsigned char *at = (const unsigned char *)text;
    size_t bytes = !length            ? 0
                   : at[0] < 0x80     ? 1
                   : at[0] >> 5 == 6  ? 2
                   : at[0] >> 4 == 14 ? 3
                   : at[0] >> 3 == 30 ? 4
                                      : 0;
    if (!bytes || bytes > length)
        return 0;
    unsigned long value = bytes == 1 ? at[0] : at[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; ++i) {
        if (at[i] >> 6 != 2)
            return 0;
        value = value << 6 | (at[i] & 0x3f);
    }
    if (value < least[bytes] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return 0;
    *code = value;
    return bytes;
}

bool taub_is_utf8(const char *text)
{
    size_t length = strlen(text);
    while (length) {
        unsigned long code;
        size_t bytes = taub_utf8_character(text, length, &code);
        if (!bytes)
            return false;
        text += bytes;
        length -= bytes;
    }
    return true;
}
