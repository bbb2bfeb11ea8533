/* The record read on, and what is written to it. */
#include "wasm/game.h"

#include <string.h>

#include "board/boards.h"
#include "core/check.h"
#include "core/notation.h"

/* ---- Reading ------------------------------------------------------------------------------ */

static const struct board *find_board(void *context, const char *id, size_t length)
{
    (void)context;
    return board_builtin(id, length);
}

static void begin_draft(struct game *game)
{
    const struct position *position = &game->reader.position;
    if (position->table.phase == PHASE_PLAYING)
        draft_begin(&game->draft, &position->table, &position->hand[position->table.to_move]);
}

static void tell_players(struct game *game, enum record_event event, const struct table *before)
{
    for (unsigned seat = 0; seat < game->reader.seats; seat++) {
        struct player *player = &game->player[seat];
        if (player->bot == NULL)
            continue;
        if (event == RECORD_ROUND) {
            struct view view;
            view_of(&view, &game->reader.position, seat);
            player_begin_round(player, &view);
        } else if (event == RECORD_TURN) {
            player_see(player, before, &game->reader.turn);
        }
    }
}

static void remember(struct game *game, enum record_event event)
{
    if (event == RECORD_ROUND) {
        game->dealt = game->reader.position;
        game->turns = 0;
    } else if (event == RECORD_TURN) {
        CHECK(game->turns < GAME_TURNS_MAX);
        game->turn[game->turns++] = game->reader.turn;
    }
}

/* Up to so many events, or to the end. */
static enum record_event read_on(struct game *game, unsigned events,
                                 const struct game_listener *listener)
{
    enum record_event event = RECORD_END;
    for (unsigned i = 0; i < events; i++) {
        const struct table before = game->reader.position.table;
        event = record_next(&game->reader);
        if (event == RECORD_END || event == RECORD_FAULT)
            break;
        remember(game, event);
        tell_players(game, event, &before);
        if (listener->hear != NULL)
            listener->hear(listener->context, game, event, &before);
    }
    begin_draft(game);
    return event;
}

/* Nothing has been read yet. */
static void rewind_text(struct game *game)
{
    const struct record_boards boards = {find_board, NULL};
    record_reader_init(&game->reader, game->text, game->used, boards,
                       game->has_seed ? game->seed : NULL);
    game->reader.told = game->told;
    game->turns = 0;
}

enum record_event game_load(struct game *game, const char *text, size_t length, const uint8_t *seed,
                            bool told, const struct game_listener *listener)
{
    CHECK(length <= sizeof game->text - GAME_ROOM_MIN);
    memset(game->player, 0, sizeof game->player);
    game->has_seed = seed != NULL;
    game->told = told;
    if (seed != NULL)
        memcpy(game->seed, seed, SEED_SIZE);
    memcpy(game->text, text, length);
    game->used = length;
    rewind_text(game);
    return read_on(game, UINT32_MAX, listener);
}

void game_seek(struct game *game, unsigned events, const struct game_listener *listener)
{
    rewind_text(game);
    read_on(game, events > 0 ? events : 1, listener);
}

/* ---- Writing ------------------------------------------------------------------------------ */

/* Room for one event at the end of the text, all of which has been read. */
static struct text begin_event(struct game *game)
{
    struct text text;
    CHECK(game->reader.left == 0 && sizeof game->text - game->used >= GAME_ROOM_MIN);
    text_init(&text, game->text + game->used, GAME_ROOM_MIN);
    return text;
}

static void end_event(struct game *game, const struct text *text,
                      const struct game_listener *listener)
{
    CHECK(!text->cut);
    game->reader.rest = game->text + game->used;
    game->reader.left = text->used;
    game->used += text->used;
    const enum record_event event = read_on(game, UINT32_MAX, listener);
    CHECK(event == RECORD_END);
}

bool game_can_deal(const struct game *game)
{
    const unsigned phase = game->reader.position.table.phase;
    return game->has_seed && game->reader.left == 0 &&
           (phase == PHASE_DEALING || phase == PHASE_ROUND_OVER);
}

void game_deal(struct game *game, const struct game_listener *listener)
{
    struct position position = game->reader.position;
    struct text text = begin_event(game);
    CHECK(game_can_deal(game));
    position_deal(&position, game->reader.board);
    record_write_round(&text, game->reader.board, &position.table, position.hand);
    end_event(game, &text, listener);
}

static enum refusal play(struct game *game, const struct turn *turn,
                         const struct game_listener *listener)
{
    const struct board *board = game->reader.board;
    struct position position = game->reader.position;
    struct text text = begin_event(game);
    const enum refusal refusal = position_play(&position, board, turn);
    if (refusal != ACCEPTED)
        return refusal;
    record_write_turn(&text, board, game->reader.position.table.to_move, turn);
    if (position.table.phase != PHASE_PLAYING)
        record_write_closing(&text, board, &position.table);
    end_event(game, &text, listener);
    return ACCEPTED;
}

/* Where the lines of the last round begin. */
static size_t last_round(const struct game *game)
{
    static const char key[] = "\nround ";
    const size_t length = sizeof key - 1;
    for (size_t at = game->used; at >= length; at--) {
        if (memcmp(game->text + at - length, key, length) == 0)
            return at - length + 1;
    }
    return game->used;
}

void game_write_record(const struct game *game, unsigned seat, struct text *text)
{
    const struct table *table = &game->reader.position.table;
    const bool hides = seat != SEAT_NONE && table->phase == PHASE_PLAYING &&
                       !(table->variants & VARIANT_OPEN_CARDS);
    const size_t whole = hides ? last_round(game) : game->used;
    text_add_part(text, game->text, whole);
    for (size_t at = whole; at < game->used;) {
        const char *line = game->text + at;
        const char *feed = memchr(line, '\n', game->used - at);
        const size_t length = (size_t)(feed - line) + 1;
        const bool deal = length > 6 && memcmp(line, "deal ", 5) == 0;
        if (deal && line[5] != (char)('1' + seat)) {
            text_add_part(text, line, 6);
            text_add(text, " ? ? ? ? ?\n");
        } else {
            text_add_part(text, line, length);
        }
        at += length;
    }
}

/* ---- The turn that a person enters -------------------------------------------------------- */

static enum refusal enter_marker(struct game *game, struct word word, struct fault *fault)
{
    const struct word name = {word.start + 1, word.length - 1};
    unsigned junction;
    if (!notation_read_junction(game->reader.board, name, &junction, fault))
        return ACCEPTED;
    if (word.start[0] == '@')
        return draft_place(&game->draft, game->reader.board, junction);
    return draft_move(&game->draft, game->reader.board, junction);
}

enum refusal game_enter(struct game *game, unsigned seat, struct word word, struct fault *fault)
{
    const struct table *table = &game->reader.position.table;
    struct track track;
    fault->id = FAULT_NONE;
    if (table->phase != PHASE_PLAYING)
        return REFUSED_NOT_PLAYING;
    if (table->to_move != seat)
        return REFUSED_NOT_YOUR_TURN;
    if (word_is(word, "pass"))
        return draft_pass(&game->draft, game->reader.board);
    if (word.length > 0 && (word.start[0] == '@' || word.start[0] == '>'))
        return enter_marker(game, word, fault);
    if (!notation_read_track(game->reader.board, word, &track, fault))
        return ACCEPTED;
    return draft_lay(&game->draft, game->reader.board, track.line, track.own);
}

void game_reset(struct game *game)
{
    begin_draft(game);
}

/* A marker comes last, so it goes first; then the last track. */
void game_undo(struct game *game)
{
    struct turn turn = game->draft.turn;
    if (turn.kind != TURN_LAY || (turn.marker == JUNCTION_NONE && turn.tracks <= 1)) {
        begin_draft(game);
        return;
    }
    if (turn.marker != JUNCTION_NONE)
        turn.marker = JUNCTION_NONE;
    else
        turn.tracks--;
    begin_draft(game);
    const enum refusal refusal = draft_turn(&game->draft, game->reader.board, &turn);
    CHECK(refusal == ACCEPTED);
}

enum refusal game_confirm(struct game *game, const struct game_listener *listener, bool *stayed)
{
    struct turn turn = game->draft.turn;
    *stayed = false;
    if (game->reader.position.table.phase != PHASE_PLAYING)
        return REFUSED_NOT_PLAYING;
    position_settle(&game->reader.position, game->reader.board, &turn);
    *stayed = turn.marker != game->draft.turn.marker;
    return play(game, &turn, listener);
}

/* ---- Bots --------------------------------------------------------------------------------- */

/* Plays turn `number` of the round in a copy of it. */
static void play_again(const struct game *game, struct position *position, unsigned number)
{
    const enum refusal refusal = position_play(position, game->reader.board, &game->turn[number]);
    CHECK(refusal == ACCEPTED);
}

/* The round so far, as a player in that seat would have seen it. */
static void watch(const struct game *game, struct player *player, unsigned seat)
{
    struct position position = game->dealt;
    struct view view;
    view_of(&view, &position, seat);
    player_begin_round(player, &view);
    for (unsigned i = 0; i < game->turns; i++) {
        player_see(player, &position.table, &game->turn[i]);
        play_again(game, &position, i);
    }
}

static void init_player(const struct game *game, struct player *player, unsigned seat,
                        const struct bot *bot, void *memory)
{
    struct rng rng;
    bot_rng(&rng, game->reader.position.seed, seat);
    player_init(player, bot, game->reader.board, memory, rng);
}

void game_seat(struct game *game, unsigned seat, const struct bot *bot, void *memory)
{
    CHECK(seat < game->reader.seats);
    game->player[seat].bot = NULL;
    if (bot == NULL)
        return;
    init_player(game, &game->player[seat], seat, bot, memory);
    if (game->reader.position.table.phase == PHASE_PLAYING)
        watch(game, &game->player[seat], seat);
}

void game_bot_turn(struct game *game, uint64_t work, const struct game_listener *listener)
{
    const struct position *position = &game->reader.position;
    CHECK(position->table.phase == PHASE_PLAYING);
    struct player *player = &game->player[position->table.to_move];
    CHECK(player->bot != NULL);
    const struct budget budget = {.work = work > 0 ? work : player->bot->work};
    struct view view;
    struct turn turn;
    view_of(&view, position, position->table.to_move);
    player_turn(player, &view, &budget, &turn, NULL);
    position_settle(position, game->reader.board, &turn);
    const enum refusal refusal = play(game, &turn, listener);
    CHECK(refusal == ACCEPTED);
}

void game_advice(const struct game *game, const struct bot *bot, void *memory, struct turn *turn,
                 struct thoughts *thoughts)
{
    const struct position *position = &game->reader.position;
    const unsigned seat = position->table.to_move;
    struct player adviser;
    struct view view;
    CHECK(position->table.phase == PHASE_PLAYING);
    init_player(game, &adviser, seat, bot, memory);
    watch(game, &adviser, seat);
    view_of(&view, position, seat);
    player_turn(&adviser, &view, NULL, turn, thoughts);
}

/* Who played turn `number` of the round. */
static unsigned mover_of(const struct game *game, unsigned number)
{
    struct position position = game->dealt;
    for (unsigned i = 0; i < number; i++)
        play_again(game, &position, i);
    return position.table.to_move;
}

bool game_review(const struct game *game, struct reviewer *reviewer, struct judgement *judgement)
{
    const struct board *board = game->reader.board;
    struct position position = game->dealt;
    struct view view;
    if (game->turns == 0)
        return false;
    const unsigned last = game->turns - 1, seat = mover_of(game, last);
    if (!hand_is_known(&position.hand[seat]))
        return false;
    view_of(&view, &position, seat);
    reviewer_begin_round(reviewer, board, &view);
    for (unsigned i = 0; i < last; i++) {
        reviewer_see(reviewer, board, &position.table, &game->turn[i]);
        play_again(game, &position, i);
    }
    view_of(&view, &position, seat);
    reviewer_judge(reviewer, board, &view, &game->turn[last], last, REVIEW_WORK, judgement);
    return true;
}
