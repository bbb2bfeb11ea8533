/* Characters one by one. */
#include "core/harmless.h"

#include <string.h>

enum { REPLACED = '?' };

/* ---- Signs ------------------------------------------------------------------------------- */

static bool is_control(uint32_t sign)
{
    return sign < 0x20 || (sign >= 0x7f && sign < 0xa0) || sign == 0x2028 || sign == 0x2029;
}

/*
 * What steers the direction of writing, is not seen (Unicode's Default_Ignorable_Code_Point), or is
 * not a character.  Some of the first stay, since some languages and pictures cannot be written
 * without them: the joiners U+200C and U+200D, and the variation selectors up to U+FE0F.
 */
static bool is_misleading(uint32_t sign)
{
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x00ad, 0x00ad},       /* a hyphen that is not seen */
        {0x034f, 0x034f},       /* a joiner of graphemes, which is not seen */
        {0x061c, 0x061c},       /* direction: a mark */
        {0x115f, 0x1160},       /* fillers of Hangul, which are not seen */
        {0x17b4, 0x17b5},       /* vowels of Khmer that are not seen */
        {0x180b, 0x180f},       /* no width */
        {0x200b, 0x200b},       /* no width */
        {0x200e, 0x200f},       /* direction: marks */
        {0x202a, 0x202e},       /* direction: embeddings and overrides */
        {0x2060, 0x206f},       /* no width; direction: isolates */
        {0xd800, 0xdfff},       /* halves of characters */
        {0x3164, 0x3164},       /* a filler of Hangul, which is not seen */
        {0xfeff, 0xfeff},       /* the mark of byte orders */
        {0xffa0, 0xffa0},       /* a filler of Hangul, which is not seen */
        {0xfff0, 0xfffc},       /* not seen; notes between the lines; a place for an object */
        {0x1bca0, 0x1bca3},     /* shorthand: formats */
        {0x1d173, 0x1d17a},     /* music: formats */
        {0xfdd0, 0xfdef},       /* no characters */
        {0xe0000, 0xe0fff},     /* tags, which are not seen */
        {0x110000, UINT32_MAX}, /* beyond the last one */
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (sign >= ranges[i].first && sign <= ranges[i].last)
            return true;
    }
    return (sign & 0xfffe) == 0xfffe; /* the last two of each plane are no characters */
}

uint32_t harmless_sign(uint32_t sign)
{
    return is_control(sign) ? ' ' : is_misleading(sign) ? (uint32_t)REPLACED : sign;
}

/* ---- Texts ------------------------------------------------------------------------------- */

/* The length of the character in UTF-8 at the start of a text, or 0 where that is none. */
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
            to[used] = (char)shown; /* of ASCII */
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

/* Spaces, the empty pattern of Braille, an empty note, and what only changes its neighbours. */
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
