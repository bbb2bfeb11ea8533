/* Sentences about faults: see board_fault.h. */
#include "board/board_fault.h"

#include "core/check.h"
#include "core/text.h"

size_t board_print_list(char *into, size_t size, const char *format, va_list arguments)
{
    struct text text;
    text_init(&text, into, size);
    for (const char *at = format; *at; at++) {
        if (*at != '%') {
            text_add_char(&text, *at);
            continue;
        }
        at++;
        if (*at == 's') {
            text_add(&text, va_arg(arguments, const char *));
        } else if (*at == 'u') {
            text_add_number(&text, (long)va_arg(arguments, unsigned));
        } else if (*at == 'd') {
            text_add_number(&text, va_arg(arguments, int));
        } else {
            CHECK(*at == 'c');
            text_add_char(&text, (char)va_arg(arguments, int));
        }
    }
    return text.used;
}

size_t board_print(char *into, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const size_t length = board_print_list(into, size, format, arguments);
    va_end(arguments);
    return length;
}

bool board_refuse(struct board_fault *fault, unsigned line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fault->line = line;
    board_print_list(fault->sentence, sizeof fault->sentence, format, arguments);
    va_end(arguments);
    return false;
}
