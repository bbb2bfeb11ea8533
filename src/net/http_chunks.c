/* Bodies in chunks; see http_chunks.h. */
#include "net/http_chunks.h"

enum {
    AT_SIZE,      /* a digit must come */
    IN_SIZE,      /* digits, an extension or the end of the line */
    IN_EXTENSION, /* behind ';' */
    SIZE_LF,      /* the CR of the line has been read */
    IN_DATA,
    DATA_CR, /* all data has been read */
    DATA_LF,
    AT_TRAILER, /* a field or the empty line */
    IN_NAME,
    IN_VALUE,
    VALUE_LF,
    LAST_LF,
    AT_END,
    IN_ERROR,
};

static int digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool is_text(char c)
{
    return c == '\t' || ((unsigned char)c >= 0x20 && c != 0x7f);
}

static int take_digit(struct http_chunks *chunks, char c)
{
    const int digit = digit_of(c);
    if (digit < 0 || chunks->digits == HTTP_CHUNK_DIGITS_MAX)
        return IN_ERROR;
    chunks->left = 16 * chunks->left + (unsigned)digit;
    chunks->digits++;
    return IN_SIZE;
}

/* What may be there and is skipped. */
static int take_extra(struct http_chunks *chunks, char c, bool is_allowed, int next)
{
    return is_allowed && is_text(c) && ++chunks->extra <= HTTP_CHUNKS_EXTRA_MAX ? next : IN_ERROR;
}

/* The state behind one byte of what is around the data. */
static int take(struct http_chunks *chunks, char c)
{
    switch (chunks->state) {
    case AT_SIZE:
        return take_digit(chunks, c);
    case IN_SIZE:
        return c == '\r'  ? SIZE_LF
               : c == ';' ? take_extra(chunks, c, true, IN_EXTENSION)
                          : take_digit(chunks, c);
    case IN_EXTENSION:
        return c == '\r' ? SIZE_LF : take_extra(chunks, c, true, IN_EXTENSION);
    case SIZE_LF:
        chunks->digits = 0;
        return c != '\n' ? IN_ERROR : chunks->left > 0 ? IN_DATA : AT_TRAILER;
    case DATA_CR:
        return c == '\r' ? DATA_LF : IN_ERROR;
    case DATA_LF:
        return c == '\n' ? AT_SIZE : IN_ERROR;
    case AT_TRAILER:
        return c == '\r' ? LAST_LF : take_extra(chunks, c, http_is_token(c), IN_NAME);
    case IN_NAME:
        return c == ':' ? take_extra(chunks, c, true, IN_VALUE)
                        : take_extra(chunks, c, http_is_token(c), IN_NAME);
    case IN_VALUE:
        return c == '\r' ? VALUE_LF : take_extra(chunks, c, true, IN_VALUE);
    case VALUE_LF:
        return c == '\n' ? AT_TRAILER : IN_ERROR;
    case LAST_LF:
        return c == '\n' ? AT_END : IN_ERROR;
    default:
        return IN_ERROR;
    }
}

static struct word take_data(struct http_chunks *chunks, const char **bytes, size_t *length)
{
    const size_t count = *length < chunks->left ? *length : (size_t)chunks->left;
    const struct word piece = {*bytes, count};
    chunks->left -= count;
    *bytes += count;
    *length -= count;
    if (chunks->left == 0)
        chunks->state = DATA_CR;
    return piece;
}

enum http_found http_chunks_read(struct http_chunks *chunks, const char **bytes, size_t *length,
                                 struct word *piece)
{
    *piece = (struct word){*bytes, 0};
    while (*length > 0 && chunks->state != AT_END && chunks->state != IN_ERROR) {
        if (chunks->state == IN_DATA) {
            *piece = take_data(chunks, bytes, length);
            return HTTP_MORE;
        }
        chunks->state = take(chunks, **bytes);
        ++*bytes;
        --*length;
    }
    return chunks->state == AT_END ? HTTP_WHOLE : chunks->state == IN_ERROR ? HTTP_BAD : HTTP_MORE;
}
