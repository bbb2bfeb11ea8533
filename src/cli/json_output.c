/* Prints JSON. */
#include "cli/json_output.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "rules/notation.h"

/* ---- Values -------------------------------------------------------------------------------- */

enum { REAL_DIGITS = 15, REAL_DIGITS_MAX = 17 }; /* the latter suffice for every double */

void json_add_real(struct text *text, double number)
{
    char decimal[40];
    if (!isfinite(number)) {
        json_add_null(text);
        return;
    }
    for (int digits = REAL_DIGITS; digits <= REAL_DIGITS_MAX; digits++) {
        snprintf(decimal, sizeof decimal, "%.*g", digits, number);
        if (strtod(decimal, NULL) == number)
            break;
    }
    json_add_literal(text, decimal);
    if (strpbrk(decimal, ".e") == NULL)
        text_add(text, ".0");
}

void json_add_real_field(struct text *text, const char *key, double number)
{
    json_add_key(text, key);
    json_add_real(text, number);
}

void json_add_seed_field(struct text *text, uint64_t seed)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, seed);
    json_add_string_field(text, "seed", digits);
}

void json_add_board_fields(struct text *text, const struct board *board, unsigned variants)
{
    json_add_string_field(text, "board", board->id);
    json_add_string_field(text, "rules", ruleset_names[board->ruleset]);
    json_add_key(text, "variants");
    json_open(text, '[');
    for (const char *word; (word = variants_next(&variants)) != NULL;)
        json_add_string(text, word);
    json_close(text, ']');
}

/* ---- Printing ------------------------------------------------------------------------------ */

/* Arguments of the command line need not be UTF-8, which JSON is. */
static void replace_bad_bytes(char *json, size_t length)
{
    for (size_t at = 0; (at += text_find_bad_byte(json + at, length - at)) < length;)
        json[at] = '?';
}

static void print_line_end(unsigned depth)
{
    printf("\n%*s", (int)(2 * depth), "");
}

/* Prints a string with its quotes, and returns the closing one. */
static const char *print_string(const char *json)
{
    const char *end = json + 1;
    while (*end != '"')
        end += *end == '\\' ? 2 : 1;
    fwrite(json, 1, (size_t)(end + 1 - json), stdout);
    return end;
}

/* JSON without spaces, printed with a line for each value; empty lists and objects are "[]", "{}".
 */
static void print_indented(const char *json)
{
    unsigned depth = 0;
    for (const char *at = json; *at != '\0'; at++) {
        if (*at == '"') {
            at = print_string(at);
            continue;
        }
        const bool opens = *at == '{' || *at == '[', closes = *at == '}' || *at == ']';
        if (closes && at[-1] != '{' && at[-1] != '[')
            print_line_end(depth - 1);
        putchar(*at);
        depth = depth + opens - closes;
        if (*at == ':')
            putchar(' ');
        else if (*at == ',' || (opens && at[1] != '}' && at[1] != ']'))
            print_line_end(depth);
    }
    putchar('\n');
}

enum { OUTPUT_SIZE = 1 << 16 };

int print_json(const char *command, void (*write)(struct text *text, const void *context),
               const void *context)
{
    struct text text = {.cut = true};
    char *buffer = NULL;
    for (size_t size = OUTPUT_SIZE; text.cut; size *= 2) {
        free(buffer);
        buffer = malloc(size);
        if (buffer == NULL)
            break;
        text_init(&text, buffer, size);
        write(&text, context);
    }
    if (buffer != NULL) {
        replace_bad_bytes(buffer, text.used);
        print_indented(buffer);
    }
    const bool printed = buffer != NULL && ferror(stdout) == 0;
    free(buffer);
    return printed ? STATUS_OK : cli_fail(command, "the result cannot be written");
}
