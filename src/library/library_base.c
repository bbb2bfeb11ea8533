/* Version, seeds and errors. */
#include <stdio.h>

#include "board_file/boards.h"
#include "library/library.h"
#include "rules/deal.h"

#define TEXT_OF(number)              #number
#define VERSION(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *railhead_version(void)
{
    return VERSION(RAILHEAD_VERSION_MAJOR, RAILHEAD_VERSION_MINOR, RAILHEAD_VERSION_PATCH);
}

void railhead_seed(uint64_t series, uint64_t number, uint8_t seed[32])
{
    if (seed != NULL)
        seed_of_series(series, number, seed);
}

/* ---- Errors --------------------------------------------------------------------------------- */

enum railhead_status library_say(struct railhead_error *error, enum railhead_status status,
                                 const char *code, const char *sentence)
{
    if (error != NULL) {
        memset(error, 0, sizeof *error);
        error->status = status;
        text_copy(error->code, sizeof error->code, code);
        text_copy(error->sentence, sizeof error->sentence, sentence);
    }
    return status;
}

enum railhead_status library_bad(struct railhead_error *error, const char *argument)
{
    char sentence[128];
    snprintf(sentence, sizeof sentence, "the argument '%s' is missing or out of range", argument);
    return library_say(error, RAILHEAD_BAD_ARGUMENT, "library-argument", sentence);
}

enum railhead_status library_no_memory(struct railhead_error *error)
{
    return library_say(error, RAILHEAD_NO_MEMORY, "library-no-memory",
                       "there is not enough memory");
}

enum railhead_status library_hidden(struct railhead_error *error)
{
    return library_say(error, RAILHEAD_HIDDEN, "library-hidden",
                       "this takes cards that are hidden");
}

static enum railhead_status say_fault(struct railhead_error *error, enum railhead_status status,
                                      const struct fault *fault)
{
    char sentence[FAULT_SENTENCE_SIZE];
    library_say(error, status, fault_code(fault->id), fault_sentence(fault, sentence));
    if (error != NULL) {
        error->line = fault->line;
        text_copy(error->rule, sizeof error->rule, fault->rule);
    }
    return status;
}

enum railhead_status library_refused(struct railhead_error *error, enum refusal refusal)
{
    struct fault fault = {.line = 0};
    refusal_say(refusal, &fault);
    return say_fault(error, RAILHEAD_REFUSED, &fault);
}

enum railhead_status library_fault(struct railhead_error *error, const struct fault *fault)
{
    if (fault->id == FAULT_RECORD_NO_MEMORY || fault->id == FAULT_BOARD_FILE_NO_MEMORY)
        return library_no_memory(error);
    const bool file = fault->id == FAULT_BOARD_FILE_UNREADABLE;
    return say_fault(error, file ? RAILHEAD_NO_FILE : RAILHEAD_BAD_TEXT, fault);
}

/* ---- Common functions ------------------------------------------------------------------------ */

enum railhead_status library_fill(void *to, size_t size, const void *from, size_t whole,
                                  const char *argument, struct railhead_error *error)
{
    if (to == NULL || size == 0)
        return library_bad(error, argument);
    memset(to, 0, size);
    memcpy(to, from, size < whole ? size : whole);
    return RAILHEAD_OK;
}

static const struct board *find_board(void *context, const char *id, size_t length)
{
    const struct board *own = context;
    if (own != NULL && word_is((struct word){id, length}, own->id))
        return own;
    return board_builtin(id, length);
}

struct record_boards library_boards(const struct board *own)
{
    return (struct record_boards){.find = find_board, .context = (void *)own};
}

enum railhead_status library_check_setup(const struct railhead_board *board, uint32_t seats,
                                         uint32_t variants, struct railhead_error *error)
{
    if (board == NULL)
        return library_bad(error, "board");
    if (seats < SEATS_MIN || seats > SEATS_MAX)
        return library_bad(error, "seats");
    if ((variants & ~(uint32_t)VARIANTS_ALL) != 0)
        return library_bad(error, "variants");
    return RAILHEAD_OK;
}
