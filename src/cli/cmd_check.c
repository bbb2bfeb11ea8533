/* railhead check: replays records by the rules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "match/seed.h"

static const char usage[] =
    "Usage: railhead check [--seed SEED] [--commitment HASH] [--board FILE] RECORD...\n"
    "\n"
    "Replays game records (.rail) by the rules; - is standard input.  The first fault of a\n"
    "record is one line, FILE:LINE: reason (rule), and the status is 1.\n"
    "\n"
    "  --seed SEED        every deal must come from this seed (64 hexadecimal digits)\n"
    "  --commitment HASH  the seed must have this SHA-256, which was published before the game\n"
    "  --board FILE       a board that a record may name, beside those compiled in\n";

struct check {
    struct chosen_board board;
    const uint8_t *seed;
    unsigned files, rounds, turns;
    bool faulty;
};

/* A record to its end; STATUS_BAD when it cannot be read at all. */
static int check_file(struct check *check, const char *path)
{
    struct file file;
    struct record_reader reader;
    char error[256];
    if (!file_read(&file, path, error, sizeof error))
        return cli_fail("check", "%s", error);
    record_reader_init(&reader, file.data, file.size, record_boards_of(&check->board), check->seed);
    const enum record_event event = record_read_rest(&reader);
    if (event == RECORD_FAULT) {
        char sentence[FAULT_SENTENCE_SIZE];
        printf("%s:%u: %s (%s)\n", path, reader.fault.line, fault_sentence(&reader.fault, sentence),
               reader.fault.rule);
        check->faulty = true;
    }
    check->files++;
    check->rounds += reader.rounds;
    check->turns += reader.turns;
    file_release(&file);
    return STATUS_OK;
}

static const char *plural(unsigned count)
{
    return count == 1 ? "" : "s";
}

static int check_files(struct check *check, char **paths, int count)
{
    int status = STATUS_OK;
    for (int i = 0; i < count; i++) {
        if (check_file(check, paths[i]) != STATUS_OK)
            status = STATUS_BAD;
    }
    if (status != STATUS_OK || check->faulty)
        return status != STATUS_OK ? status : STATUS_FAULT;
    printf("all well: %u file%s, %u round%s, %u turn%s\n", check->files, plural(check->files),
           check->rounds, plural(check->rounds), check->turns, plural(check->turns));
    return STATUS_OK;
}

/* Says whether the seed is the one that was promised; a hash is as long as a seed. */
static int check_commitment(const uint8_t seed[SEED_SIZE], const char *promised)
{
    char commitment[SEED_TEXT_SIZE];
    uint8_t right[SEED_SIZE], hash[SEED_SIZE];
    seed_commitment(seed, commitment);
    if (promised != NULL && !seed_parse(promised, hash))
        return cli_fail("check", "--commitment: a SHA-256 has 64 hexadecimal digits");
    if (promised != NULL &&
        (!seed_parse(commitment, right) || memcmp(hash, right, SEED_SIZE) != 0)) {
        printf("the seed's commitment is %s, not %s (S4)\n", commitment, promised);
        return STATUS_FAULT;
    }
    printf("seed's commitment: %s\n", commitment);
    return STATUS_OK;
}

int cmd_check(int argc, char **argv)
{
    enum { SEED, COMMITMENT, BOARD, HELP };
    static const struct option known[] = {{"seed", "64 hexadecimal digits"},
                                          {"commitment", "a SHA-256"},
                                          {"board", "a board file"},
                                          {"help", NULL},
                                          {NULL, NULL}};
    struct options options;
    struct check check = {.seed = NULL};
    uint8_t seed[SEED_SIZE];
    const char *promised = NULL;
    int option, files = 0;
    options_init(&options, argc, argv, known);
    while ((option = options_next(&options)) != OPTION_END) {
        switch (option) {
        case SEED:
            if (!seed_parse(options.value, seed))
                return cli_fail("check", "--seed: a seed has 64 hexadecimal digits");
            check.seed = seed;
            break;
        case COMMITMENT:
            promised = options.value;
            break;
        case BOARD:
            if (!choose_board(&check.board, options.value, "check"))
                return STATUS_BAD;
            break;
        case HELP:
            fputs(usage, stdout);
            return STATUS_OK;
        case OPTION_OPERAND:
            argv[files++] = argv[options.at - 1]; /* operands gather in front */
            break;
        default:
            return cli_fail("check", "%s", options.error);
        }
    }
    if (files == 0)
        return cli_fail("check", "no record is named; railhead check --help tells more");
    if (promised != NULL && check.seed == NULL)
        return cli_fail("check", "--commitment needs --seed");
    const int status = check.seed != NULL ? check_commitment(seed, promised) : STATUS_OK;
    return status != STATUS_OK ? status : check_files(&check, argv, files);
}
