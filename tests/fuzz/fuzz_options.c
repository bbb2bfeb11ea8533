/*
 * Fuzzing command lines: the input is split into arguments at its line feeds.  Whatever they are,
 * operands come out as they went in, what was taken is within its bounds, and what is refused has
 * a sentence.
 */
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "cli/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARGUMENTS_MAX = 16, TEXT_SIZE_MAX = 1024, GAMES_MAX = 1000 };

struct request {
    const char *path;
    unsigned games, bot, variants;
    bool json;
};

static const struct option options[] = {
    OPT_TEXT("path", "FILE", struct request, path, "a text"),
    OPT_NUMBER("games", "N", struct request, games, 1, GAMES_MAX, "how many", .otherwise = "10"),
    OPT_WORD("bot", "BOT", struct request, bot, &bot_words, "%s"),
    OPT_WORDS("variant", "VARIANT", struct request, variants, &variant_words, "%s"),
    OPT_FLAG("json", struct request, json, "a flag"),
    OPT_END,
};

static const struct command command = {
    .name = "fuzz", .options = options, .operand = "record", .many_operands = true};

static int split(char *text, size_t size, char *argv[ARGUMENTS_MAX])
{
    int argc = 0;
    argv[argc++] = text;
    for (size_t i = 0; i < size && argc < ARGUMENTS_MAX; i++) {
        if (text[i] == '\n') {
            text[i] = '\0';
            argv[argc++] = text + i + 1;
        }
    }
    return argc;
}

/* An operand is one of the arguments, in their order. */
static void check_operands(char *const given[], int argc, char *const operand[], int operands)
{
    int at = 1;
    for (int i = 1; i < operands; i++) {
        while (at < argc && given[at] != operand[i])
            at++;
        CHECK(at++ < argc);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[TEXT_SIZE_MAX + 1], error[OPTIONS_ERROR_SIZE];
    char *argv[ARGUMENTS_MAX], *given[ARGUMENTS_MAX];
    struct request request = {.json = false};
    if (size > TEXT_SIZE_MAX)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    const int argc = split(text, size, argv);
    int left = argc;
    memcpy(given, argv, sizeof given);
    const enum options_outcome outcome = options_read(&command, &left, argv, &request, error);
    CHECK((error[0] != '\0') == (outcome == OPTIONS_BAD));
    CHECK(request.games >= 1 && request.games <= GAMES_MAX);
    CHECK(bot_words.at(request.bot) != NULL && request.variants < 8);
    if (outcome == OPTIONS_READ) {
        CHECK(left > 1 && left <= argc);
        check_operands(given, argc, argv, left);
    }
    return 0;
}
