/*
 * A program of the build: reads board files and writes them as C source to standard output.
 *
 * The result defines the table of boards.h with all derived fields filled in, so that the program
 * and WebAssembly carry the boards as constants.  The same files give the same bytes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "files/board_load.h"

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
    abort();
}

/* Bytes beyond ASCII as octal escapes, which end after three digits whatever follows. */
static void put_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        const unsigned char byte = (unsigned char)*text;
        if (byte < 0x20 || byte > 0x7e || byte == '"' || byte == '\\' || byte == '?')
            printf("\\%03o", byte);
        else
            putchar(byte);
    }
    putchar('"');
}

static void put_junctions(const struct board *board)
{
    puts("        .junction = {");
    for (unsigned i = 0; i < board->junctions; i++) {
        const struct junction *junction = &board->junction[i];
        printf("            {\"%s\", %u, %u, %u, %u},\n", junction->name, junction->column,
               junction->row, junction->city, junction->at_sea);
    }
    puts("        },");
}

static void put_lines(const struct board *board)
{
    puts("        .line = {");
    for (unsigned i = 0; i < board->lines; i++) {
        const struct line *line = &board->line[i];
        printf("            {%u, %u, %u, %u},\n", line->a, line->b, line->kind, line->cost);
    }
    puts("        },");
}

static void put_cities(const struct board *board)
{
    puts("        .city = {");
    for (unsigned i = 0; i < board->cities; i++) {
        const struct city *city = &board->city[i];
        printf("            {\"%s\", ", city->id);
        put_text(city->name);
        printf(", %u, %u, %u},\n", city->group, city->junction, city->dashed);
    }
    puts("        },");
}

static void put_bytes(const char *field, const uint8_t *bytes, unsigned count)
{
    printf("        .%s = {", field);
    for (unsigned i = 0; i < count; i++)
        printf("%s%u", i == 0 ? "" : ", ", bytes[i]);
    puts("},");
}

static void put_line_set(const char *field, const struct line_set *set)
{
    printf("        .%s = {{", field);
    for (unsigned i = 0; i < LINE_WORDS; i++)
        printf("%sUINT64_C(0x%llx)", i == 0 ? "" : ", ", (unsigned long long)set->word[i]);
    puts("}},");
}

static void put_incidence(const struct board *board)
{
    puts("        .incidence = {");
    for (unsigned i = 0; i < board->junctions; i++) {
        const struct incidence *incidence = &board->incidence[i];
        printf("            {{");
        for (unsigned word = 0; word < incidence->words; word++)
            printf("UINT64_C(0x%llx), ", (unsigned long long)incidence->mask[word]);
        printf("}, {");
        for (unsigned word = 0; word < incidence->words; word++)
            printf("%u, ", incidence->word[word]);
        printf("}, %u, 0},\n", incidence->words);
    }
    puts("        },");
}

static void put_derived(const struct board *board)
{
    puts("        .line_at = {");
    for (unsigned i = 0; i < JUNCTIONS_MAX; i++) {
        const uint16_t *at = board->line_at[i];
        printf("            {%u, %u, %u, %u, %u, %u},\n", at[0], at[1], at[2], at[3], at[4], at[5]);
    }
    puts("        },");
    puts("        .card = {");
    for (unsigned group = 0; group < GROUPS; group++) {
        printf("            {");
        for (unsigned i = 0; i < GROUP_CARDS_MAX; i++)
            printf("%s%u", i == 0 ? "" : ", ", board->card[group][i]);
        puts("},");
    }
    puts("        },");
    put_bytes("cards", board->cards, GROUPS);
    put_bytes("plain_cards", board->plain_cards, GROUPS);
    put_incidence(board);
    put_line_set("all_lines", &board->all_lines);
    put_line_set("single_lines", &board->single_lines);
    put_line_set("double_lines", &board->double_lines);
    put_line_set("ferry_lines", &board->ferry_lines);
    put_line_set("single_or_ferry_lines", &board->single_or_ferry_lines);
}

static void put_board(const struct board *board)
{
    printf("    {\n        .id = \"%s\",\n        .name = ", board->id);
    put_text(board->name);
    printf(",\n        .ruleset = %u,\n        .barrier_rule = %u,\n", board->ruleset,
           board->barrier_rule);
    printf("        .coloured_tracks = %u,\n        .junctions = %u,\n        .cities = %u,\n",
           board->coloured_tracks, board->junctions, board->cities);
    printf("        .lines = %u,\n        .tracks = %u,\n", board->lines, board->tracks);
    printf("        .start_points = %d,\n        .end_points = %d,\n", board->start_points,
           board->end_points);
    put_junctions(board);
    put_lines(board);
    put_cities(board);
    put_derived(board);
    puts("    },");
}

int main(int argc, char **argv)
{
    puts("/* Made by tools/embed.c from the board files; not to be edited. */");
    puts("#include \"board_file/boards.h\"\n");
    puts("const struct board board_builtin_table[] = {");
    for (int i = 1; i < argc; i++) {
        struct board board;
        struct fault fault;
        if (!board_load(argv[i], &board, &fault)) {
            char sentence[FAULT_SENTENCE_SIZE];
            fprintf(stderr, "%s:%u: %s\n", argv[i], fault.line, fault_sentence(&fault, sentence));
            return 1;
        }
        put_board(&board);
    }
    puts("};\n");
    printf("const unsigned board_builtin_table_count = %d;\n", argc - 1);
    return ferror(stdout) || fflush(stdout) != 0;
}
