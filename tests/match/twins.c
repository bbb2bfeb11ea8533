/* Two matches that differ in the cards of others: see twins.h. */
#include "match/twins.h"

#include <string.h>

#include "board_file/boards.h"
#include "support.h"

static void exchange_cards(struct twins *twins)
{
    struct position *position = &twins->table[1].match.position;
    struct hand hand[SEATS_MAX];
    memcpy(hand, position->hand, sizeof hand);
    hand[twins->left] = position->hand[twins->right];
    hand[twins->right] = position->hand[twins->left];
    const unsigned first = position->table.first;
    position->table.phase = PHASE_DEALING;
    position->table.round = 0;
    position_begin_round(position, twins->table[1].match.state.settings.board, hand, first);
}

void twins_start(struct twins *twins, unsigned number, uint64_t *random)
{
    struct match_settings settings = gathering_settings(3 + number % 4);
    settings.board = board_builtin_at(number % board_builtin_count());
    settings.variants = test_random_below(random, VARIANTS_ALL + 1) & ~(unsigned)VARIANT_OPEN_CARDS;
    settings.clock = (struct clock){.kind = CLOCK_LIVE, .bank = HOUR, .increment = SECOND};
    const uint64_t seed = test_random(random);
    for (unsigned i = 0; i < 2; i++)
        gathering_start(&twins->table[i], &settings, seed);
    twins->left = 1 + test_random_below(random, settings.seats - 1);
    do
        twins->right = 1 + test_random_below(random, settings.seats - 1);
    while (twins->right == twins->left);
    twins->random = test_random(random);
    exchange_cards(twins);
}

void twins_release(struct twins *twins)
{
    gathering_release(&twins->table[0]);
    gathering_release(&twins->table[1]);
}

bool twins_both_play(const struct twins *twins)
{
    return twins->table[0].match.state.phase == MATCH_PLAYING &&
           twins->table[1].match.state.phase == MATCH_PLAYING;
}

/* Field by field: the texts behind the pointers, and no padding. */
static void check_same_answer(const struct answer *one, const struct answer *other)
{
    assert_int_equal(one->objection, other->objection);
    assert_int_equal(one->number, other->number);
    assert_int_equal(one->again, other->again);
    assert_int_equal(one->fault.id, other->fault.id);
    assert_string_equal(SENTENCE(&one->fault), SENTENCE(&other->fault));
}

void twins_check_answers(const struct twins *twins)
{
    check_same_answer(&twins->table[0].answer, &twins->table[1].answer);
}

bool twins_play_turn(struct twins *twins)
{
    if (!twins_both_play(twins))
        return false;
    struct gathering *one = &twins->table[0], *other = &twins->table[1];
    char text[TURN_TEXT_SIZE];
    const unsigned seat = gathering_to_move(one);
    gathering_choose_text(one, test_random_below(&twins->random, 3) ? "easy" : "random", text);
    const bool own_cards = seat == twins->left || seat == twins->right;
    ask_turn(one, guests[seat], one->match.state.events, text);
    ask_turn(other, guests[seat], other->match.state.events, text);
    if (own_cards && one->answer.objection != other->answer.objection)
        return false;
    if (twins_both_play(twins))
        twins_check_answers(twins);
    return true;
}
