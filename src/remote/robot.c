/* The bot client: processing messages, informing the player, and sending requests. */
#include "remote/robot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "remote/remote_fault.h"
#include "rules/notation.h"
#include "text/harmless.h"

enum {
    PAUSE_MS = 1000,   /* milliseconds without requests after a refusal */
    REFUSALS_MAX = 20, /* consecutive refusals after which the program gives up */
    MARGIN_MS = 2000,  /* milliseconds of the clock that are not given to the player */
    LEAST_MS = 100,    /* minimum milliseconds for a turn, even if the clock has run out */
};

/* Ids of requests, by which responses are recognised. */
enum { FOLLOW_ID = 1, TURN_ID, ASK_ID, GO_ID };

static int64_t now_ms(void)
{
    return (int64_t)child_clock();
}

unsigned robot_seat(const struct robot *robot)
{
    return robot->follow.view.seat;
}

static void tell(const struct robot *robot, enum robot_news news)
{
    if (robot->listener.hear != NULL)
        robot->listener.hear(robot->listener.context, robot, news);
}

static void tell_why(struct robot *robot, enum robot_news news, const char *why)
{
    harmless_copy(robot->why, sizeof robot->why, why);
    tell(robot, news);
}

static void fail(struct robot *robot, const char *why)
{
    harmless_copy(robot->why, sizeof robot->why, why);
    robot->end = ROBOT_FAILED;
}

/* ---- Informing the player ------------------------------------------------------------------ */

static void begin_game(struct robot *robot)
{
    struct record_names names;
    follow_record_names(&robot->follow, &names);
    const struct seat_game game = {.board = robot->follow.state.settings.board,
                                   .table = &robot->follow.view.table,
                                   .names = &names,
                                   .seat = robot_seat(robot),
                                   .rng = robot->rng};
    contender_calls.begin_game(robot->player, &game);
    robot->moments = 0;
    robot->closed = true;
    robot->taken_back = robot->follow.state.taken_back;
}

/* Reports the end of a round to the player, after its last turn. */
static void close_round(struct robot *robot)
{
    struct follow_moment last;
    if (robot->closed)
        return;
    follow_moment(&robot->follow, robot->moments - 1, &last);
    if (last.table.phase == PHASE_PLAYING)
        return;
    contender_calls.round_over(robot->player, &last.table);
    robot->closed = true;
}

static void tell_moment(struct robot *robot)
{
    struct follow_moment moment;
    follow_moment(&robot->follow, robot->moments, &moment);
    if (moment.seat != SEAT_NONE) {
        contender_calls.see(robot->player, &robot->before, &moment.turn);
    } else {
        const struct view view = {.table = moment.table,
                                  .seat = (uint8_t)robot_seat(robot),
                                  .hand = moment.hand[robot_seat(robot)]};
        contender_calls.begin_round(robot->player, &view);
        robot->closed = false;
    }
    robot->before = moment.table;
    robot->moments++;
}

/* Reports everything that the player does not know yet; the whole game if turns were taken back. */
static void tell_player(struct robot *robot)
{
    const unsigned moments = follow_moments(&robot->follow);
    if (robot->moments == 0 || robot->moments > moments ||
        robot->taken_back != robot->follow.state.taken_back)
        begin_game(robot);
    close_round(robot);
    while (robot->moments < moments) {
        tell_moment(robot);
        close_round(robot);
    }
}

/* ---- Requests ------------------------------------------------------------------------------ */

static bool ask(struct robot *robot, struct message message)
{
    message.has_id = true;
    message.id = ASK_ID;
    message.after = robot->follow.state.events;
    robot->asks = visit_say(&robot->visit, &message);
    return robot->asks;
}

static bool sit_down(struct robot *robot)
{
    struct message message = {
        .kind = MESSAGE_SIT, .seat = follow_free_seat(&robot->follow), .program = true};
    if (message.seat == SEAT_NONE) {
        fail(robot, "no seat is free at this table");
        return false;
    }
    snprintf(message.key, sizeof message.key, "%s", robot->follow.key);
    return ask(robot, message);
}

/* An external program cannot play at duplicate tables, where the cards of a round stay hidden. */
static bool can_be_told(const struct robot *robot)
{
    return !robot->follow.state.settings.party ||
           robot->player->contender->kind != CONTENDER_COMMAND;
}

/*
 * Returns the time for this turn in milliseconds: its own limit, or less if the table's clock has
 * less.
 */
static unsigned time_for_turn(const struct robot *robot)
{
    const int64_t most = robot->wishes.milliseconds;
    struct follow_clock clock;
    follow_clock(&robot->follow, robot_seat(robot), now_ms(), &clock);
    const int64_t left = clock.left > MARGIN_MS + LEAST_MS ? clock.left - MARGIN_MS : LEAST_MS;
    return (unsigned)(clock.runs && left < most ? left : most);
}

static bool play(struct robot *robot)
{
    const struct board *board = robot->follow.state.settings.board;
    struct turn turn;
    tell_player(robot);
    robot->turn_after = robot->follow.state.events;
    robot->player->limits.milliseconds = time_for_turn(robot);
    contender_calls.turn(robot->player, &robot->follow.view, &turn);
    if (robot->player->answer != ENGINE_TURN)
        tell_why(robot, ROBOT_FORFEITS, contender_report(robot->player));
    notation_turn(robot->turn, board, &turn);
    tell(robot, ROBOT_PLAYS);
    robot->asks = visit_play(&robot->visit, robot->turn, robot->turn_after, TURN_ID);
    return true;
}

/*
 * Sends the next request if there is one to send.  At most one is pending, and none is repeated
 * without a new event.
 */
static bool ask_for_something(struct robot *robot)
{
    const struct match_state *state = &robot->follow.state;
    if (child_clock() < robot->pause)
        return false;
    robot->pause = 0; /* otherwise robot_pause() would return 0 from now on */
    if (robot->lost || robot->asks || !follow_is_current(&robot->follow))
        return false;
    const unsigned may = follow_may(&robot->follow, now_ms());
    if (state->phase == MATCH_OPEN && robot_seat(robot) == SEAT_NONE)
        return sit_down(robot);
    if (may & MAY_BACK)
        return ask(robot, (struct message){.kind = MESSAGE_BACK});
    if (may & MAY_AGREE)
        return ask(robot, (struct message){
                              .kind = MESSAGE_ANSWER, .event = state->takeback.number, .on = true});
    if (may & MAY_READY)
        return ask(robot, (struct message){.kind = MESSAGE_READY});
    if (may & MAY_TURN && robot->turn[0] == '\0' && hand_is_known(&robot->follow.view.hand))
        return play(robot);
    return false;
}

/* ---- Messages ------------------------------------------------------------------------------ */

static void take_error(struct robot *robot, const struct told_error *error)
{
    char why[FAULT_SENTENCE_SIZE];
    remote_sentence(&error->why, why);
    if (!error->has_re)
        return;
    if (error->re == FOLLOW_ID) {
        fail(robot, why);
        return;
    }
    robot->asks = false;
    if (error->re == TURN_ID)
        robot->turn[0] = '\0';
    if (strcmp(error->error, "stale") == 0) /* other events came first; they will follow */
        return;
    robot->pause = child_clock() + PAUSE_MS;
    tell_why(robot, ROBOT_REFUSED, why);
    if (++robot->refusals == REFUSALS_MAX)
        fail(robot, why);
}

/* Follows the table of the rematch. */
static void follow_rematch(struct robot *robot)
{
    const int64_t ahead = robot->follow.ahead;
    char me[PERSON_SIZE];
    memcpy(me, robot->follow.me, sizeof me);
    snprintf(robot->visit.place.table, sizeof robot->visit.place.table, "%s",
             robot->follow.state.rematch);
    follow_init(&robot->follow);
    memcpy(robot->follow.me, me, sizeof me);
    robot->follow.ahead = ahead;
    robot->moments = 0;
    robot->asks = false;
    robot->turn[0] = '\0';
    robot->turn_after = 0;
    visit_follow(&robot->visit, &robot->follow, FOLLOW_ID);
}

static void take_event(struct robot *robot, const struct told_event *told)
{
    const struct event *event = &told->event;
    if (event->kind == EVENT_TURN && told->number > robot->turn_after)
        robot->turn[0] = '\0';
    if (event->kind == EVENT_SIT && event->seat == robot_seat(robot))
        tell(robot, ROBOT_SITS);
    if (event->kind == EVENT_ROUND)
        tell(robot, ROBOT_ROUND);
    if (event->kind == EVENT_RESULT)
        tell(robot, ROBOT_OVER);
    if (event->kind == EVENT_RESULT && !robot->wishes.stays)
        robot->end = ROBOT_FINISHED;
    if (event->kind == EVENT_REMATCH && robot->wishes.stays)
        follow_rematch(robot);
}

/* Checks whether the program can play at this table, once all of its past events are known. */
static void judge_table(struct robot *robot)
{
    const struct match_state *state = &robot->follow.state;
    if (robot->end != ROBOT_WORKS || !follow_is_current(&robot->follow))
        return;
    if (state->phase == MATCH_FINISHED && !robot->wishes.stays)
        robot->end = ROBOT_FINISHED;
    else if (state->phase == MATCH_CLOSED)
        fail(robot, "the table was closed before the game began");
    else if (state->phase != MATCH_OPEN && robot_seat(robot) == SEAT_NONE)
        fail(robot, "the game has begun, and this program has no seat in it");
    else if (!can_be_told(robot))
        fail(robot, "programs cannot play at tables that deal the same cards: "
                    "the cards of a round stay hidden there");
}

static void take_told(struct robot *robot, const struct told *told)
{
    switch (told->kind) {
    case TOLD_TABLE:
        robot->asks = robot->turn[0] != '\0'; /* a pending request was lost with the connection */
        if (robot->asks)
            visit_play(&robot->visit, robot->turn, robot->turn_after, TURN_ID);
        judge_table(robot);
        break;
    case TOLD_EVENT:
        take_event(robot, &told->as.event);
        judge_table(robot);
        break;
    case TOLD_DONE:
        robot->asks = false;
        robot->refusals = 0;
        if (told->as.done.has_re && told->as.done.re == TURN_ID)
            robot->turn[0] = '\0';
        if (told->as.done.has_re && told->as.done.re == GO_ID)
            robot->end = ROBOT_FINISHED;
        break;
    case TOLD_ERROR:
        take_error(robot, &told->as.error);
        break;
    default:
        break;
    }
}

static void take_message(struct robot *robot, const char *bytes)
{
    const struct match_settings *settings =
        robot->follow.known ? &robot->follow.state.settings : NULL;
    struct complaint complaint;
    char sentence[FAULT_SENTENCE_SIZE];
    if (!told_read(&robot->told, settings, bytes, strlen(bytes), &complaint)) {
        fail(robot, fault_sentence(&complaint.fault, sentence));
        return;
    }
    if (follow_take(&robot->follow, &robot->told, now_ms()) != FITS) {
        fail(robot, "the server tells what does not fit the game so far");
        return;
    }
    take_told(robot, &robot->told);
}

/* Processes one message or change of the connection.  Returns false if there was none. */
static bool hear(struct robot *robot)
{
    struct wire_news news = wire_next(robot->visit.wire);
    switch (news.kind) {
    case WIRE_NOTHING:
        return false;
    case WIRE_OPENED:
        if (robot->lost)
            tell(robot, ROBOT_BACK);
        robot->lost = false;
        visit_follow(&robot->visit, &robot->follow, FOLLOW_ID);
        break;
    case WIRE_LOST:
        robot->asks = false;
        if (!robot->follow.known)
            fail(robot, news.reason); /* reconnecting makes sense only for a table that was seen */
        else if (!robot->lost)
            tell_why(robot, ROBOT_LOST, news.reason);
        robot->lost = true;
        break;
    case WIRE_MESSAGE:
        take_message(robot, news.text);
        break;
    }
    free(news.text);
    return true;
}

/* ---- Public functions ---------------------------------------------------------------------- */

enum robot_end robot_step(struct robot *robot)
{
    bool any = true;
    while (robot->end == ROBOT_WORKS && any)
        any = hear(robot) || (!robot->goes && ask_for_something(robot));
    return robot->end;
}

int robot_descriptor(const struct robot *robot)
{
    return wire_descriptor(robot->visit.wire);
}

int robot_pause(const struct robot *robot)
{
    const uint64_t now = child_clock();
    if (robot->pause == 0)
        return -1;
    return robot->pause > now ? (int)(robot->pause - now) : 0;
}

void robot_go(struct robot *robot)
{
    const bool open = robot->follow.state.phase == MATCH_OPEN;
    const struct message message = {
        .kind = open ? MESSAGE_STAND : MESSAGE_LEAVE, .has_id = true, .id = GO_ID};
    robot->goes = true;
    if (robot_seat(robot) == SEAT_NONE || !visit_say(&robot->visit, &message))
        robot->end = ROBOT_FINISHED;
}

struct robot *robot_new(const struct remote_target *target, const struct robot_wishes *wishes,
                        struct contender_player *player, struct robot_listener listener,
                        char error[], size_t error_size)
{
    struct robot *robot = calloc(1, sizeof *robot);
    if (robot == NULL) {
        snprintf(error, error_size, "out of memory");
        return NULL;
    }
    robot->player = player;
    robot->wishes = *wishes;
    robot->listener = listener;
    follow_init(&robot->follow);
    if (!visit_begin(&robot->visit, target, wishes->program, error, error_size)) {
        robot_free(robot);
        return NULL;
    }
    follow_set_key(&robot->follow, robot->visit.place.key);
    rng_init(&robot->rng, child_clock());
    return robot;
}

void robot_free(struct robot *robot)
{
    visit_end(&robot->visit);
    free(robot);
}
