/*
 * Fuzzing command lines: the input is split into arguments at its line feeds.  Every argument is
 * taken once, and what is refused has a sentence.
 */
#include <stdint.h>
#include <string.h>

#include "cli/options.h"
#include "core/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARGUMENTS_MAX = 16, TEXT_SIZE_MAX = 1024 };

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct option known[] = {
        {"board", "a board"}, {"games", "how many"}, {"json", NULL}, {"help", NULL}, {NULL, NULL}};
    char text[TEXT_SIZE_MAX + 1];
    char *argv[ARGUMENTS_MAX];
    struct options options;
    uint64_t number;
    int option;
    if (size > TEXT_SIZE_MAX)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    const int argc = split(text, size, argv);
    options_init(&options, argc, argv, known);
    while ((option = options_next(&options)) != OPTION_END) {
        CHECK(options.at <= argc);
        if (option == OPTION_BAD) {
            CHECK(options.error[0] != '\0');
            break;
        }
        CHECK(option == OPTION_OPERAND || (option >= 0 && option < 4));
        if (option >= 0)
            CHECK((options.value != NULL) == (known[option].value != NULL));
        if (options.value != NULL && options_number(options.value, 1, 1000, &number))
            CHECK(number >= 1 && number <= 1000);
    }
    return 0;
}
