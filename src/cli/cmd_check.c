/* railhead check: replays records and checks them against the rules. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/json_output.h"
#include "match/seed.h"
#include "text/harmless.h"

/* A fault that was found; a record has at most one. */
struct found {
    const char *path;
    struct fault fault;
};

struct check {
    struct chosen_board board;
    const char *seed_words, *commitment;
    const uint8_t *seed; /* NULL if none was given */
    unsigned files, rounds, turns;
    bool faulty;
    bool as_json;
    struct found *found; /* for JSON; without, faults are printed as they are found */
    unsigned faults;
};

static const struct option options[] = {
    OPT_TEXT("seed", "SEED", struct check, seed_words,
             "every deal must come from this seed (64 hexadecimal digits)"),
    OPT_TEXT("commitment", "HASH", struct check, commitment,
             "the seed must have this SHA-256, which was published before the game"),
    OPT_RECORD_BOARD(struct check, board),
    OPT_FLAG("json", struct check, as_json, "the counts and the faults as JSON"),
    OPT_END,
};

static void report_fault(struct check *check, const char *path, const struct fault *fault)
{
    char sentence[FAULT_SENTENCE_SIZE];
    check->faulty = true;
    if (check->as_json)
        check->found[check->faults++] = (struct found){path, *fault};
    else
        printf("%s:%u: %s (%s)\n", path, fault->line, fault_sentence(fault, sentence), fault->rule);
}

/*
 * Checks one record.  Returns STATUS_BAD if it cannot be read.  With several records, the caller
 * gives a fault precedence over an unreadable file.
 */
static int check_file(struct check *check, const char *path)
{
    struct file file;
    struct record_reader reader;
    char error[256];
    if (!file_read(&file, path, error, sizeof error))
        return cli_fail("check", "%s", error);
    record_reader_init(&reader, file.data, file.size, chosen_board_for_records(&check->board),
                       check->seed);
    const enum record_event event = record_read_rest(&reader);
    if (event == RECORD_FAULT)
        report_fault(check, path, &reader.fault);
    check->files++;
    check->rounds += reader.rounds;
    check->turns += reader.turns;
    file_release(&file);
    return STATUS_OK;
}

static void add_found(struct text *text, const struct found *found)
{
    char sentence[FAULT_SENTENCE_SIZE], name[PATH_MAX];
    harmless_copy(name, sizeof name, found->path);
    json_open(text, '{');
    json_add_string_field(text, "file", name);
    json_add_number_field(text, "line", found->fault.line);
    json_add_string_field(text, "fault", fault_sentence(&found->fault, sentence));
    json_add_string_field(text, "rule", found->fault.rule);
    json_close(text, '}');
}

static void add_result(struct text *text, const void *context)
{
    const struct check *check = context;
    json_open(text, '{');
    json_add_number_field(text, "files", check->files);
    json_add_number_field(text, "rounds", check->rounds);
    json_add_number_field(text, "turns", check->turns);
    json_add_key(text, "faults");
    json_open(text, '[');
    for (unsigned i = 0; i < check->faults; i++)
        add_found(text, &check->found[i]);
    json_close(text, ']');
    json_close(text, '}');
}

static int check_files(struct check *check, char **paths, int count)
{
    int status = STATUS_OK;
    for (int i = 0; i < count; i++) {
        if (check_file(check, paths[i]) != STATUS_OK)
            status = STATUS_BAD;
    }
    if (check->as_json && print_json("check", add_result, check) != STATUS_OK)
        return STATUS_BAD;
    if (status != STATUS_OK || check->faulty)
        return check->faulty ? STATUS_FAULT : status;
    if (!check->as_json)
        printf("all well: %u file%s, %u round%s, %u turn%s\n", check->files, plural(check->files),
               check->rounds, plural(check->rounds), check->turns, plural(check->turns));
    return STATUS_OK;
}

/*
 * Writes to `out` whether the seed matches the promised commitment.  Seeds and hashes have the
 * same length.
 */
static int check_commitment(const uint8_t seed[SEED_SIZE], const char *promised, FILE *out)
{
    char commitment[SEED_TEXT_SIZE];
    uint8_t right[SEED_SIZE], hash[SEED_SIZE];
    seed_commitment(seed, commitment);
    if (promised != NULL && !seed_parse(promised, hash))
        return cli_fail("check", "--commitment: a SHA-256 has 64 hexadecimal digits");
    if (promised != NULL &&
        (!seed_parse(commitment, right) || memcmp(hash, right, SEED_SIZE) != 0)) {
        fprintf(out, "the seed's commitment is %s, not %s (S4)\n", commitment, promised);
        return STATUS_FAULT;
    }
    fprintf(out, "seed's commitment: %s\n", commitment);
    return STATUS_OK;
}

static int run_check(int argc, char **argv)
{
    struct check check = {.seed = NULL};
    uint8_t seed[SEED_SIZE];
    int status = STATUS_OK;
    if (!cli_read_options(&command_check, &argc, argv, &check, &status))
        return status;
    if (check.commitment != NULL && check.seed_words == NULL)
        return cli_fail("check", "--commitment needs --seed");
    if (check.seed_words != NULL) {
        if (!seed_parse(check.seed_words, seed))
            return cli_fail("check", "--seed: a seed has 64 hexadecimal digits");
        check.seed = seed;
        status = check_commitment(seed, check.commitment, check.as_json ? stderr : stdout);
    }
    if (status != STATUS_OK)
        return status;
    check.found = calloc((size_t)argc, sizeof *check.found);
    status = check.found != NULL ? check_files(&check, argv + 1, argc - 1)
                                 : cli_fail("check", "out of memory");
    free(check.found);
    return status;
}

const struct command command_check = {
    .name = "check",
    .about = "replay game records by the rules",
    .usage = "[OPTION]... RECORD...",
    .tells = "Replays game records (.rail) by the rules; - is standard input.  The first fault of "
             "a record is one line, FILE:LINE: reason (rule), and the status is 1, also if another "
             "one cannot be read; then it is 2 if all others are sound.",
    .options = options,
    .operand = "record",
    .many_operands = true,
    .run = run_check,
};
