/* Advice, reviews and texts of a game; changes nothing in it. */
#include <string.h>

#include "base/check.h"
#include "game/advise.h"
#include "game/game.h"

enum { TAKEN_BACK_MAX = 100000 };

/* ---- Bots that advise ------------------------------------------------------------------------ */

void game_advise(const struct game *game, const struct bot *bot, void *memory, struct turn *turn,
                 struct thoughts *thoughts)
{
    const unsigned seat = game->position.table.to_move;
    struct view deal;
    struct rng rng;
    CHECK(game->board != NULL && game->position.table.phase == PHASE_PLAYING);
    bot_rng(&rng, game->position.seed, seat);
    view_of(&deal, &game->dealt, seat);
    advise(bot, game->board, memory, rng, &deal, game->turn, game->turns, turn, thoughts);
}

bool game_review(const struct game *game, struct reviewer *reviewer, struct judgement *judgement)
{
    struct view view;
    if (game->board == NULL || game->turns == 0)
        return false;
    const unsigned last = game->turns - 1;
    const unsigned seat = (game->dealt.table.first + last) % game->dealt.table.seats; /* T1 */
    view_of(&view, &game->dealt, seat);
    if (!hand_is_known(&view.hand))
        return false;
    reviewer_begin_round(reviewer, game->board, &view);
    for (unsigned i = 0; i < last; i++) {
        reviewer_see(reviewer, game->board, &view.table, &game->turn[i]);
        const enum refusal refusal = view_play(&view, game->board, &game->turn[i]);
        CHECK(refusal == ACCEPTED);
    }
    reviewer_judge(reviewer, game->board, &view, &game->turn[last], last, REVIEW_WORK, judgement);
    return true;
}

/* ---- The record ----------------------------------------------------------------------------- */

/* Returns where the lines of the last round begin. */
static size_t last_round(const struct game_record *record)
{
    static const char key[] = "\nround ";
    const size_t length = sizeof key - 1;
    for (size_t at = record->used; at >= length; at--) {
        if (memcmp(record->start + at - length, key, length) == 0)
            return at - length + 1;
    }
    return record->used;
}

/* Returns the size of the opening lines of a round. */
static size_t opening_size(const struct game *game)
{
    char lines[RECORD_EVENT_SIZE];
    struct text text;
    text_init(&text, lines, sizeof lines);
    record_write_round(&text, game->board, &game->dealt.table, game->dealt.hand);
    return text.used;
}

unsigned game_taken_back_read(const char *text, size_t length)
{
    const size_t key = strlen(record_taken_back);
    unsigned turns = 0;
    for (size_t at = 0; at + key < length; at++) {
        if ((at > 0 && text[at - 1] != '\n') || memcmp(text + at, record_taken_back, key) != 0)
            continue;
        turns = 0;
        for (size_t i = at + key; i < length && text[i] >= '0' && text[i] <= '9'; i++)
            turns = turns < TAKEN_BACK_MAX ? 10 * turns + (unsigned)(text[i] - '0') : turns;
    }
    return turns;
}

static void add_lines(const struct game *game, unsigned seat, struct text *text)
{
    const struct game_record *record = &game->record;
    if (seat == SEAT_NONE || !game_is_on(game)) {
        text_add_part(text, record->start, record->used);
        return;
    }
    const size_t round = last_round(record), turns = round + opening_size(game);
    struct view view;
    CHECK(turns <= record->used);
    view_of(&view, &game->dealt, seat);
    text_add_part(text, record->start, round);
    record_write_view(text, game->board, &view);
    text_add_part(text, record->start + turns, record->used - turns);
}

void game_write_record(const struct game *game, unsigned seat, struct text *text)
{
    add_lines(game, seat, text);
    record_write_taken_back(text, game->taken_back);
}

/* ---- Saved games ---------------------------------------------------------------------------- */

/* For example "# saved seed 5a... seats - medium -". */
static const char saved_key[] = "# saved ";
static const char seed_word[] = "seed", other_seed_word[] = "next-seed", seats_word[] = "seats";
static const char person_word[] = "-";

static void add_seed(struct text *text, const uint8_t seed[SEED_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    for (unsigned i = 0; i < SEED_SIZE; i++) {
        text_add_char(text, digits[seed[i] >> 4]);
        text_add_char(text, digits[seed[i] & 15]);
    }
}

void game_write_saved(const struct game *game, struct text *text)
{
    text_add_part(text, game->record.start, game->record.used);
    record_write_taken_back(text, game->taken_back);
    if (!game->has_seed)
        return;
    text_add(text, saved_key);
    text_add(text, game->other_deals ? other_seed_word : seed_word);
    text_add_char(text, ' ');
    add_seed(text, game->position.seed);
    text_add_char(text, ' ');
    text_add(text, seats_word);
    for (unsigned seat = 0; seat < game->position.table.seats; seat++) {
        const struct seat *seated = &game->seat[seat];
        text_add_char(text, ' ');
        text_add(text, seat_is_person(seated) ? person_word : seated->word);
    }
    text_add_char(text, '\n');
}

static int hex_digit(char character)
{
    if (character >= '0' && character <= '9')
        return character - '0';
    return character >= 'a' && character <= 'f' ? character - 'a' + 10 : -1;
}

bool game_seed_read(struct word word, uint8_t seed[SEED_SIZE])
{
    if (word.length != 2 * SEED_SIZE)
        return false;
    for (unsigned i = 0; i < SEED_SIZE; i++) {
        const int high = hex_digit(word.start[2 * i]), low = hex_digit(word.start[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        seed[i] = (uint8_t)(high * 16 + low);
    }
    return true;
}

static bool read_seat(struct game_saved *saved, struct word word)
{
    if (saved->seats == SEATS_MAX || word.length == 0 || word.length >= SEAT_WORD_SIZE)
        return false;
    char *kept = saved->word[saved->seats++];
    if (!word_is(word, person_word))
        memcpy(kept, word.start, word.length);
    return true;
}

/* Finds the last line, without its line feed; it must begin with the key. */
static bool find_line(const char *text, size_t length, struct words *words)
{
    const size_t key = sizeof saved_key - 1;
    if (length == 0 || text[length - 1] != '\n')
        return false;
    size_t start = --length;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    if (length - start < key || memcmp(text + start, saved_key, key) != 0)
        return false;
    words_init(words, text + start + key, length - start - key);
    return true;
}

static bool read_opening(struct game_saved *saved, struct words *words)
{
    struct word kind, seed, seats;
    if (!words_next(words, &kind) || !words_next(words, &seed) || !words_next(words, &seats))
        return false;
    saved->other_deals = word_is(kind, other_seed_word);
    return (saved->other_deals || word_is(kind, seed_word)) && game_seed_read(seed, saved->seed) &&
           word_is(seats, seats_word);
}

bool game_saved_read(struct game_saved *saved, const char *text, size_t length)
{
    struct words words;
    struct word word;
    memset(saved, 0, sizeof *saved);
    if (!find_line(text, length, &words) || !read_opening(saved, &words))
        return false;
    while (words_next(&words, &word)) {
        if (!read_seat(saved, word))
            return false;
    }
    return true;
}
