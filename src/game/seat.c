/* Our bots as players of a seat. */
#include "game/seat.h"

static void begin_game(void *player, const struct seat_game *game)
{
    struct bot_seat *seat = player;
    player_init(&seat->player, seat->bot, game->board, seat->memory, game->rng);
}

static void begin_round(void *player, const struct view *view)
{
    struct bot_seat *seat = player;
    player_begin_round(&seat->player, view);
}

static void see(void *player, const struct table *before, const struct turn *turn)
{
    struct bot_seat *seat = player;
    player_see(&seat->player, before, turn);
}

static void round_over(void *player, const struct table *table)
{
    (void)player;
    (void)table;
}

static void choose(void *player, const struct view *view, struct turn *turn)
{
    struct bot_seat *seat = player;
    player_turn(&seat->player, view, &seat->budget, turn, NULL);
}

static void join_round(void *player, struct view *view, const struct turn turn[], unsigned turns)
{
    struct bot_seat *seat = player;
    player_join_round(&seat->player, view, turn, turns, NULL);
}

const struct seat_calls bot_seat_calls = {
    .begin_game = begin_game,
    .begin_round = begin_round,
    .see = see,
    .round_over = round_over,
    .turn = choose,
    .join_round = join_round,
};

void bot_seat_init(struct bot_seat *seat, const struct bot *bot, void *memory)
{
    *seat = (struct bot_seat){.bot = bot, .memory = memory, .budget = {.work = bot->work}};
}

struct seat seat_of_bot(struct bot_seat *bot, unsigned seat)
{
    struct seat seated = {.calls = &bot_seat_calls,
                          .player = bot,
                          .stream = seat,
                          .recalls = bot->bot->begin_game != NULL};
    text_copy(seated.word, sizeof seated.word, bot->bot->name);
    return seated;
}
