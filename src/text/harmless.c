/* Replaces misleading characters, one at a time. */
#include "text/harmless.h"

#include <string.h>

enum { REPLACED = '?' };

/* ---- Characters ------------------------------------------------------------------------------ */

static bool is_control(uint32_t sign)
{
    return sign < 0x20 || (sign >= 0x7f && sign < 0xa0) || sign == 0x2028 || sign == 0x2029;
}

/*
 * True for characters that control the writing direction, are invisible (Unicode's
 * Default_Ignorable_Code_Point), or are not characters.  Some invisible ones are allowed, because
 * some languages and pictures cannot be written without them: the joiners U+200C and U+200D, and
 * the variation selectors up to U+FE0F.
 */
static bool is_misleading(uint32_t sign)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x00ad, 0x00ad},       /* soft hyphen */
        {0x034f, 0x034f},       /* combining grapheme joiner */
        {0x061c, 0x061c},       /* Arabic letter mark */
        {0x115f, 0x1160},       /* Hangul fillers */
        {0x17b4, 0x17b5},       /* invisible Khmer vowels */
        {0x180b, 0x180f},       /* Mongolian variation selectors and vowel separator */
        {0x200b, 0x200b},       /* zero-width space */
        {0x200e, 0x200f},       /* direction marks */
        {0x202a, 0x202e},       /* direction embeddings and overrides */
        {0x2060, 0x206f},       /* invisible operators; direction isolates */
        {0xd800, 0xdfff},       /* surrogates */
        {0x3164, 0x3164},       /* Hangul filler */
        {0xfeff, 0xfeff},       /* byte order mark */
        {0xffa0, 0xffa0},       /* half-width Hangul filler */
        {0xfff0, 0xfffc},       /* invisible; interlinear annotations; object replacement */
        {0x1bca0, 0x1bca3},     /* shorthand format controls */
        {0x1d173, 0x1d17a},     /* musical format controls */
        {0xfdd0, 0xfdef},       /* noncharacters */
        {0xe0000, 0xe0fff},     /* invisible tags */
        {0x110000, UINT32_MAX}, /* beyond Unicode */
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (sign >= ranges[i].first && sign <= ranges[i].last)
            return true;
    }
    return (sign & 0xfffe) == 0xfffe; /* the last two of each plane are noncharacters */
}

uint32_t harmless_sign(uint32_t sign)
{
    return is_control(sign) ? ' ' : is_misleading(sign) ? (uint32_t)REPLACED : sign;
}

/* ---- Texts ------------------------------------------------------------------------------- */

/* Returns the length of the UTF-8 character at the start of a text, or 0 if it is invalid. */
static size_t read_sign(const char *text, uint32_t *sign)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    const size_t length = bytes[0] < 0x80   ? 1
                          : bytes[0] < 0xc0 ? 0
                          : bytes[0] < 0xe0 ? 2
                          : bytes[0] < 0xf0 ? 3
                          : bytes[0] < 0xf8 ? 4
                                            : 0;
    *sign = length <= 1 ? bytes[0] : bytes[0] & (0x7fU >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
        *sign = *sign << 6 | (bytes[i] & 0x3fU);
    }
    return length > 0 && *sign >= least[length] ? length : 0;
}

void harmless_copy(char *to, size_t size, const char *text)
{
    size_t used = 0;
    while (*text != '\0') {
        uint32_t sign;
        const size_t length = read_sign(text, &sign);
        const uint32_t shown = length > 0 ? harmless_sign(sign) : (uint32_t)REPLACED;
        const bool same = length > 0 && shown == sign;
        const size_t more = same ? length : 1;
        if (used + more >= size)
            break;
        if (same)
            memmove(to + used, text, length);
        else
            to[used] = (char)shown; /* ASCII */
        used += more;
        text += length > 0 ? length : 1;
    }
    to[used] = '\0';
}

bool harmless_is(const char *text)
{
    while (*text != '\0') {
        uint32_t sign;
        const size_t length = read_sign(text, &sign);
        if (length == 0 || harmless_sign(sign) != sign)
            return false;
        text += length;
    }
    return true;
}

/* Spaces, the blank Braille pattern, the musical null notehead, joiners, and variation selectors.
 */
static bool is_empty(uint32_t sign)
{
    return sign == ' ' || sign == 0xa0 || sign == 0x1680 || (sign >= 0x2000 && sign <= 0x200a) ||
           sign == 0x200c || sign == 0x200d || sign == 0x202f || sign == 0x205f || sign == 0x2800 ||
           sign == 0x3000 || sign == 0x1d159 || (sign >= 0xfe00 && sign <= 0xfe0f);
}

bool harmless_is_seen(const char *text)
{
    while (*text != '\0') {
        uint32_t sign;
        const size_t length = read_sign(text, &sign);
        if (length == 0 || !is_empty(sign))
            return true;
        text += length;
    }
    return false;
}
