/* Advice by bots, and a seat's beliefs about other hands. */
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "bots/belief.h"
#include "engine/player_memory.h"
#include "library/library_game.h"
#include "text/harmless.h"
#include "text/spelling.h"

size_t railhead_bot_count(void)
{
    return bot_count();
}

enum railhead_status railhead_bot_info(size_t number, struct railhead_bot_info *info, size_t size,
                                       struct railhead_error *error)
{
    if (number >= bot_count())
        return library_bad(error, "number");
    const struct bot *bot = bot_at((unsigned)number);
    const struct railhead_bot_info all = {
        .name = bot->name, .about = bot->about, .work = bot->work, .level = bot->is_level};
    return library_fill(info, size, &all, sizeof all, "info", error);
}

const struct bot *library_find_bot(const char *name, struct railhead_error *error)
{
    const struct bot *found = bot_find(name, strlen(name));
    if (found != NULL)
        return found;
    char quoted[64], sentence[160];
    struct spelling spelling;
    spelling_init(&spelling, name);
    for (unsigned i = 0; i < bot_count(); i++)
        spelling_try(&spelling, bot_at(i)->name);
    harmless_copy(quoted, sizeof quoted, name);
    const bool close = spelling.best != NULL;
    snprintf(sentence, sizeof sentence, "there is no bot '%s'%s%s%s", quoted,
             close ? "; did you mean '" : "", close ? spelling.best : "", close ? "'?" : "");
    library_say(error, RAILHEAD_BAD_ARGUMENT, "library-bot", sentence);
    return NULL;
}

static enum railhead_status give_thoughts(struct railhead_thoughts *to, size_t size,
                                          const struct thoughts *thoughts,
                                          struct railhead_error *error)
{
    struct railhead_thoughts all = {.ideas = thoughts->ideas, .work = thoughts->work};
    for (unsigned i = 0; i < thoughts->ideas; i++) {
        const struct idea *idea = &thoughts->idea[i];
        all.idea[i] =
            (struct railhead_idea){.lost = idea->lost, .value = idea->value, .doubt = idea->doubt};
        turn_public(&all.idea[i].turn, &idea->turn);
    }
    memcpy(all.chance, thoughts->chance, sizeof all.chance);
    return library_fill(to, size, &all, sizeof all, "thoughts", error);
}

/* Checks that a round is being played and the seat's own cards are known. */
static enum railhead_status check_view(const struct railhead_game *game, unsigned seat,
                                       struct railhead_error *error)
{
    if (!game_is_on(&game->game))
        return library_refused(error, REFUSED_NOT_PLAYING);
    return hand_is_known(&game->game.position.hand[seat]) ? RAILHEAD_OK : library_hidden(error);
}

_Static_assert(sizeof((struct railhead_thoughts *)NULL)->chance ==
                       sizeof((struct thoughts *)NULL)->chance &&
                   sizeof((struct railhead_thoughts *)NULL)->idea / sizeof(struct railhead_idea) ==
                       THOUGHTS_IDEAS_MAX,
               "all thoughts fit");

enum railhead_status railhead_game_think(const struct railhead_game *game, const char *bot,
                                         uint64_t work, struct railhead_turn *turn,
                                         struct railhead_thoughts *thoughts, size_t size,
                                         struct railhead_error *error)
{
    struct player player;
    struct rng rng;
    struct view view;
    struct turn chosen;
    struct thoughts heard;
    if (game == NULL || bot == NULL || turn == NULL)
        return library_bad(error, game == NULL ? "game" : bot == NULL ? "bot" : "turn");
    const struct bot *found = library_find_bot(bot, error);
    if (found == NULL)
        return RAILHEAD_BAD_ARGUMENT;
    if (thoughts != NULL && size == 0)
        return library_bad(error, "size");
    const unsigned seat = game->game.position.table.to_move;
    const enum railhead_status status = check_view(game, seat, error);
    if (status != RAILHEAD_OK)
        return status;
    void *memory = player_memory_new(found->memory);
    if (memory == NULL)
        return library_no_memory(error);
    const struct budget budget = {.work = work > 0 ? work : found->work};
    bot_rng(&rng, game->game.position.seed, seat);
    view_of(&view, &game->game.dealt, seat);
    player_init(&player, found, game->game.board, memory, rng);
    player_join_round(&player, &view, game->game.turn, game->game.turns, NULL);
    player_turn(&player, &view, &budget, &chosen, &heard);
    free(memory);
    turn_public(turn, &chosen);
    return thoughts != NULL ? give_thoughts(thoughts, size, &heard, error) : RAILHEAD_OK;
}

/* Replays the round for the view's seat, up to the present. */
static void follow_round(struct belief *belief, const struct game *game, struct view *view)
{
    belief_begin_round(belief, game->board, view);
    for (unsigned i = 0; i < game->turns; i++) {
        belief_see(belief, game->board, &view->table, &game->turn[i]);
        const enum refusal refusal = view_play(view, game->board, &game->turn[i]);
        CHECK(refusal == ACCEPTED);
    }
}

enum railhead_status railhead_game_belief(const struct railhead_game *game, uint32_t seat,
                                          float *chance, size_t room, struct railhead_error *error)
{
    struct view view;
    struct thoughts thoughts;
    if (game == NULL || chance == NULL)
        return library_bad(error, game == NULL ? "game" : "chance");
    const unsigned seats = game->game.position.table.seats, cities = game->game.board->cities;
    if (seat >= seats)
        return library_bad(error, "seat");
    if (room < (size_t)seats * cities)
        return library_bad(error, "room");
    const enum railhead_status status = check_view(game, seat, error);
    if (status != RAILHEAD_OK)
        return status;
    struct belief *belief = player_memory_new(sizeof *belief);
    if (belief == NULL)
        return library_no_memory(error);
    view_of(&view, &game->game.dealt, seat);
    follow_round(belief, &game->game, &view);
    thoughts_init(&thoughts, game->game.board, &view);
    belief_chances(belief, game->game.board, thoughts.chance);
    free(belief);
    for (unsigned i = 0; i < seats; i++)
        memcpy(chance + (size_t)i * cities, thoughts.chance[i], cities * sizeof *chance);
    return RAILHEAD_OK;
}
