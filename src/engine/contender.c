/* Contenders of all kinds: parses, starts, informs and asks them. */
#include "engine/contender.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "bots/oracle.h"
#include "bots/think_time.h"
#include "engine/player_memory.h"
#include "text/number.h"

/* ---- Descriptions ---------------------------------------------------------------------------- */

const char contender_oracle[] = "oracle";
static const char command_prefix[] = "cmd:";

static const char *command_of(const struct contender *contender)
{
    return contender->text + strlen(command_prefix);
}

static bool parse_command(struct contender *contender, char error[CONTENDER_ERROR_SIZE])
{
    const char *command = command_of(contender);
    const size_t length = strlen(command);
    contender->kind = CONTENDER_COMMAND;
    if (strspn(command, " ") == length)
        snprintf(error, CONTENDER_ERROR_SIZE, "'%.60s' names no command", contender->text);
    else if (text_find_bad_byte(command, length) < length)
        snprintf(error, CONTENDER_ERROR_SIZE, "a command holds a byte that cannot be printed");
    else
        return true;
    return false;
}

static bool parse_bot(struct contender *contender, char error[CONTENDER_ERROR_SIZE])
{
    const char *text = contender->text;
    const size_t name = strcspn(text, ":");
    contender->bot = bot_find(text, name);
    if (name == strlen(contender_oracle) && memcmp(text, contender_oracle, name) == 0) {
        contender->kind = CONTENDER_ORACLE;
        contender->bot = bot_find("expert", strlen("expert"));
    }
    if (contender->bot == NULL) {
        snprintf(error, CONTENDER_ERROR_SIZE, "there is no bot '%.60s'", text);
        return false;
    }
    const struct word work = {text + name + 1, strlen(text + name) - 1};
    if (text[name] == '\0' || (number_read(work, &contender->work) && contender->work > 0))
        return true;
    snprintf(error, CONTENDER_ERROR_SIZE, "'%.60s': work is a whole number from 1", text);
    return false;
}

bool contender_parse(struct contender *contender, const char *text, size_t length,
                     char error[CONTENDER_ERROR_SIZE])
{
    memset(contender, 0, sizeof *contender);
    if (length >= sizeof contender->text) {
        snprintf(error, CONTENDER_ERROR_SIZE, "'%.60s...' is longer than %d bytes", text,
                 CONTENDER_TEXT_SIZE - 1);
        return false;
    }
    memcpy(contender->text, text, length);
    return strncmp(contender->text, command_prefix, strlen(command_prefix)) == 0
               ? parse_command(contender, error)
               : parse_bot(contender, error);
}

void contender_name(const struct contender *contender, char name[], size_t size)
{
    char words[sizeof "bot " + CONTENDER_TEXT_SIZE];
    const int length = snprintf(words, sizeof words, "bot %s", contender->text);
    record_clean_name(name, size, words, (size_t)length);
}

/* ---- Instances ------------------------------------------------------------------------------- */

static bool start_engine(struct contender_player *player, char error[], size_t error_size)
{
    static const struct engine_listener nobody;
    char sentence[ENGINE_REPORT_SIZE];
    player->engine = malloc(sizeof *player->engine);
    if (player->engine == NULL) {
        snprintf(error, error_size, "out of memory");
        return false;
    }
    engine_init(player->engine, command_of(player->contender), nobody);
    if (engine_start(player->engine, sentence, sizeof sentence))
        return true;
    snprintf(error, error_size, "%.80s: %s", player->contender->text, sentence);
    return false;
}

static bool is_late(void *context)
{
    const struct contender_player *player = context;
    return child_clock() >= player->deadline;
}

bool contender_player_init(struct contender_player *player, const struct contender *contender,
                           const struct contender_limits *limits, char error[], size_t error_size)
{
    *player = (struct contender_player){.contender = contender, .limits = *limits};
    if (contender->kind == CONTENDER_COMMAND)
        return start_engine(player, error, error_size);
    bot_seat_init(&player->bot, contender->bot, player_memory_new(contender->bot->memory));
    if (contender->work != 0 || limits->work != 0)
        player->bot.budget.work = contender->work != 0 ? contender->work : limits->work;
    if (limits->hurries_bots) {
        player->bot.budget.late = is_late;
        player->bot.budget.context = player;
    }
    if (player->bot.memory == NULL)
        snprintf(error, error_size, "out of memory");
    return player->bot.memory != NULL;
}

void contender_player_release(struct contender_player *player)
{
    if (player->engine != NULL)
        engine_stop(player->engine);
    free(player->engine);
    free(player->bot.memory);
}

/* ---- Players of a seat ----------------------------------------------------------------------- */

static void begin_game(void *context, const struct seat_game *game)
{
    struct contender_player *player = context;
    const struct engine_game told = {.board = game->board,
                                     .seats = game->table->seats,
                                     .variants = game->table->variants,
                                     .seat = game->seat,
                                     .names = game->names,
                                     .seed = game->rng.state};
    player->board = game->board;
    player->rng = game->rng;
    if (player->contender->kind == CONTENDER_COMMAND)
        engine_begin_game(player->engine, &told);
    else
        bot_seat_calls.begin_game(&player->bot, game);
}

static void begin_round(void *context, const struct view *view)
{
    struct contender_player *player = context;
    if (player->contender->kind == CONTENDER_COMMAND)
        engine_begin_round(player->engine, view);
    else if (player->contender->kind == CONTENDER_BOT)
        bot_seat_calls.begin_round(&player->bot, view);
}

bool contender_watches(const struct contender_player *player)
{
    return player->contender->kind == CONTENDER_COMMAND ||
           (player->contender->kind == CONTENDER_BOT && player->contender->bot->see != NULL);
}

static void see(void *context, const struct table *before, const struct turn *turn)
{
    struct contender_player *player = context;
    if (player->contender->kind == CONTENDER_COMMAND)
        engine_see(player->engine, before->to_move, turn);
    else if (player->contender->kind == CONTENDER_BOT)
        bot_seat_calls.see(&player->bot, before, turn);
}

static void round_over(void *context, const struct table *table)
{
    struct contender_player *player = context;
    if (player->contender->kind == CONTENDER_COMMAND)
        engine_round_over(player->engine, table);
}

/* Asks the oracle, the only contender that sees a position; all others get a view. */
static void ask_oracle(struct contender_player *player, const struct view *view, struct turn *turn)
{
    const struct question question = {
        .board = player->board, .view = view, .budget = &player->bot.budget, .rng = &player->rng};
    struct thoughts thoughts;
    CHECK(player->truth != NULL);
    thoughts_init(&thoughts, player->board, view);
    oracle_turn(player->bot.memory, &question, player->truth, turn, &thoughts);
}

static enum engine_answer ask_engine(struct contender_player *player, const struct view *view,
                                     struct turn *turn)
{
    const struct engine_limits limits = {.work = player->limits.work,
                                         .milliseconds = player->limits.milliseconds};
    return engine_or_random_turn(player->engine, view, &limits, &player->rng, turn, NULL);
}

static void choose(void *context, const struct view *view, struct turn *turn)
{
    struct contender_player *player = context;
    player->answer = ENGINE_TURN;
    switch (player->contender->kind) {
    case CONTENDER_COMMAND:
        player->answer = ask_engine(player, view, turn);
        break;
    case CONTENDER_ORACLE:
        ask_oracle(player, view, turn);
        break;
    case CONTENDER_BOT:
        if (player->limits.hurries_bots)
            player->deadline = child_clock() + player->limits.milliseconds;
        bot_seat_calls.turn(&player->bot, view, turn);
        break;
    }
}

/* Only for our bots: a program must be there from the beginning of the game. */
static void join_round(void *context, struct view *view, const struct turn turn[], unsigned turns)
{
    struct contender_player *player = context;
    bot_seat_calls.join_round(&player->bot, view, turn, turns);
}

const struct seat_calls contender_calls = {
    .begin_game = begin_game,
    .begin_round = begin_round,
    .see = see,
    .round_over = round_over,
    .turn = choose,
};

static const struct seat_calls contender_bot_calls = {
    .begin_game = begin_game,
    .begin_round = begin_round,
    .see = see,
    .round_over = round_over,
    .turn = choose,
    .join_round = join_round,
};

struct seat seat_of_contender(struct contender_player *player, unsigned stream)
{
    const struct contender *contender = player->contender;
    struct seat seat = {
        .calls = contender->kind == CONTENDER_BOT ? &contender_bot_calls : &contender_calls,
        .player = player,
        .stream = stream,
        .recalls = contender->kind == CONTENDER_BOT && contender->bot->begin_game != NULL};
    text_copy(seat.word, sizeof seat.word,
              contender->kind == CONTENDER_COMMAND ? "cmd" : contender->text);
    return seat;
}

unsigned contender_pondered(const struct contender_player *player)
{
    return player->contender->kind == CONTENDER_BOT ? player->bot.player.think_time
                                                    : THINK_TIME_USUAL;
}

const char *contender_report(const struct contender_player *player)
{
    return player->answer == ENGINE_TURN ? "" : player->engine->report;
}
