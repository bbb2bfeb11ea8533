/* Games with a record and bots, based on game/game.h. */
#include <stdlib.h>

#include "engine/player_memory.h"
#include "files/record_file.h"
#include "library/library_game.h"

static const struct game_listener nobody = {NULL, NULL};

/* Updates the position that railhead_game_position() returns. */
static void show(struct railhead_game *game)
{
    game->shown.board = game->game.board;
    game->shown.position = game->game.position;
    begin_turn(&game->shown);
    game->shown.has_seed = game->game.has_seed;
}

static struct railhead_game *new_game(void)
{
    struct railhead_game *game = calloc(1, sizeof *game);
    if (game != NULL)
        game_init(&game->game, record_on_heap());
    return game;
}

/* Hands over the game, unless its record could not be allocated. */
static enum railhead_status keep(struct railhead_game **to, struct railhead_game *game,
                                 struct railhead_error *error)
{
    if (!game_keeps_record(&game->game)) {
        railhead_game_free(game);
        return library_no_memory(error);
    }
    show(game);
    *to = game;
    return RAILHEAD_OK;
}

enum railhead_status railhead_game_new(struct railhead_game **game,
                                       const struct railhead_board *board, uint32_t seats,
                                       uint32_t variants, const uint8_t seed[32],
                                       const char *const *name, struct railhead_error *error)
{
    struct record_names names = {.name = {{0}}};
    if (game == NULL || seed == NULL)
        return library_bad(error, game == NULL ? "game" : "seed");
    *game = NULL;
    const enum railhead_status status = library_check_setup(board, seats, variants, error);
    if (status != RAILHEAD_OK)
        return status;
    for (unsigned seat = 0; name != NULL && seat < seats; seat++) {
        if (name[seat] != NULL)
            record_clean_name(names.name[seat], RECORD_NAME_SIZE, name[seat], strlen(name[seat]));
    }
    struct railhead_game *made = new_game();
    if (made == NULL)
        return library_no_memory(error);
    const struct game_setup setup = {.board = board_of(board),
                                     .seats = seats,
                                     .variants = variants,
                                     .names = &names,
                                     .seed = seed};
    game_begin(&made->game, &setup);
    return keep(game, made, error);
}

enum railhead_status railhead_game_load(struct railhead_game **game, const char *text, size_t size,
                                        const struct railhead_board *board, const uint8_t *seed,
                                        struct railhead_error *error)
{
    struct fault fault = {.line = 0};
    if (game == NULL || text == NULL)
        return library_bad(error, game == NULL ? "game" : "text");
    *game = NULL;
    struct railhead_game *made = new_game();
    if (made == NULL)
        return library_no_memory(error);
    const struct game_terms terms = {
        .boards = library_boards(board_of(board)), .seed = seed, .other_deals = true};
    if (!game_load(&made->game, &terms, text, size, &nobody, &fault)) {
        railhead_game_free(made);
        return library_fault(error, &fault);
    }
    return keep(game, made, error);
}

void railhead_game_free(struct railhead_game *game)
{
    if (game == NULL)
        return;
    record_release(&game->game.record);
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        free(game->bot[seat].memory);
    free(game);
}

const struct railhead_position *railhead_game_position(const struct railhead_game *game)
{
    return game != NULL ? &game->shown : NULL;
}

/* ---- Playing -------------------------------------------------------------------------------- */

enum railhead_status railhead_game_deal(struct railhead_game *game, struct railhead_error *error)
{
    if (game == NULL)
        return library_bad(error, "game");
    if (!game_can_deal(&game->game))
        return library_say(error, RAILHEAD_NOT_NOW, "library-no-deal", "no round can be dealt now");
    game_deal(&game->game, &nobody);
    show(game);
    return RAILHEAD_OK;
}

/*
 * Returns true if a turn ends a round with hidden cards.  Such a round cannot be closed, so the
 * turn cannot be recorded.
 */
static bool closes_unscored(const struct railhead_game *game, const struct turn *turn)
{
    struct position after = game->game.position;
    struct turn settled = *turn;
    bool hidden = false;
    for (unsigned seat = 0; seat < after.table.seats; seat++)
        hidden |= !hand_is_known(&after.hand[seat]);
    if (!hidden)
        return false;
    position_settle(&after, game->game.board, &settled);
    return position_play(&after, game->game.board, &settled) == ACCEPTED &&
           after.table.phase != PHASE_PLAYING;
}

enum railhead_status railhead_game_play(struct railhead_game *game, struct railhead_turn *turn,
                                        struct railhead_error *error)
{
    if (game == NULL || turn == NULL)
        return library_bad(error, game == NULL ? "game" : "turn");
    struct turn played = turn_of(turn);
    if (!game_is_on(&game->game))
        return library_refused(error, REFUSED_NOT_PLAYING);
    if (!turn_is_sound(game->game.board, &played))
        return library_bad(error, "turn");
    if (closes_unscored(game, &played))
        return library_hidden(error);
    const enum refusal refusal = game_play(&game->game, &played, &nobody);
    if (refusal != ACCEPTED)
        return library_refused(error, refusal);
    turn_public(turn, &played);
    show(game);
    return RAILHEAD_OK;
}

enum railhead_status railhead_game_take_back(struct railhead_game *game,
                                             struct railhead_error *error)
{
    if (game == NULL)
        return library_bad(error, "game");
    if (!game_take_back(&game->game))
        return library_say(error, RAILHEAD_NOT_NOW, "library-no-turn",
                           "there is no turn to take back");
    show(game);
    return RAILHEAD_OK;
}

enum railhead_status railhead_game_turns(const struct railhead_game *game,
                                         struct railhead_turn *turn, size_t room, size_t *turns,
                                         struct railhead_error *error)
{
    if (game == NULL || turns == NULL)
        return library_bad(error, game == NULL ? "game" : "turns");
    *turns = game->game.turns;
    for (size_t i = 0; turn != NULL && i < room && i < *turns; i++)
        turn_public(&turn[i], &game->game.turn[i]);
    return RAILHEAD_OK;
}

enum railhead_status railhead_game_record(const struct railhead_game *game, uint32_t seat,
                                          char *text, size_t room, size_t *size,
                                          struct railhead_error *error)
{
    struct text written;
    if (game == NULL || size == NULL)
        return library_bad(error, game == NULL ? "game" : "size");
    if (seat >= game->game.position.table.seats && seat != SEAT_NONE)
        return library_bad(error, "seat");
    if (!game_keeps_record(&game->game))
        return library_no_memory(error);
    const size_t most = game->game.record.used + 2 * (size_t)RECORD_EVENT_SIZE;
    char *buffer = malloc(most);
    if (buffer == NULL)
        return library_no_memory(error);
    text_init(&written, buffer, most);
    game_write_record(&game->game, seat, &written);
    *size = written.used;
    if (text != NULL && room > written.used)
        memcpy(text, buffer, written.used + 1);
    free(buffer);
    return RAILHEAD_OK;
}

/* ---- Bots in seats -------------------------------------------------------------------------- */

enum railhead_status railhead_game_sit(struct railhead_game *game, uint32_t seat, const char *bot,
                                       uint64_t work, struct railhead_error *error)
{
    if (game == NULL)
        return library_bad(error, "game");
    const struct position *position = &game->game.position;
    if (seat >= position->table.seats)
        return library_bad(error, "seat");
    const struct bot *found = bot != NULL ? library_find_bot(bot, error) : NULL;
    void *memory = NULL;
    if (bot != NULL) {
        if (found == NULL)
            return RAILHEAD_BAD_ARGUMENT;
        if (position->table.phase == PHASE_PLAYING && !hand_is_known(&position->hand[seat]))
            return library_hidden(error);
        memory = player_memory_new(found->memory);
        if (memory == NULL)
            return library_no_memory(error);
    }
    free(game->bot[seat].memory);
    game->bot[seat] = (struct bot_seat){.memory = NULL};
    struct seat seated = {.calls = NULL};
    if (found != NULL) {
        bot_seat_init(&game->bot[seat], found, memory);
        if (work > 0)
            game->bot[seat].budget.work = work;
        seated = seat_of_bot(&game->bot[seat], seat);
    }
    game_seat(&game->game, seat, seated);
    return RAILHEAD_OK;
}

const char *railhead_game_bot(const struct railhead_game *game, uint32_t seat)
{
    const bool seated = game != NULL && seat < SEATS_MAX && game->bot[seat].bot != NULL;
    return seated ? game->bot[seat].bot->name : NULL;
}

enum railhead_status railhead_game_ask(struct railhead_game *game, struct railhead_turn *turn,
                                       struct railhead_error *error)
{
    struct turn chosen;
    if (game == NULL || turn == NULL)
        return library_bad(error, game == NULL ? "game" : "turn");
    if (!game_is_on(&game->game))
        return library_refused(error, REFUSED_NOT_PLAYING);
    if (game_awaits_person(&game->game))
        return library_say(error, RAILHEAD_NOT_NOW, "library-no-bot",
                           "no bot has the seat that is to move");
    game_ask(&game->game, &chosen);
    turn_public(turn, &chosen);
    return RAILHEAD_OK;
}
