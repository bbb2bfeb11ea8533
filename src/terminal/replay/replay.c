/* Reads a record and shows it. */
#include "terminal/replay/replay.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "rules/notation.h"
#include "rules/scoring.h"
#include "terminal/drawing/footer.h"
#include "terminal/drawing/panel.h"
#include "terminal/replay/replay_review.h"
#include "text/harmless.h"
#include "words/language.h"

enum { BOTTOM_LINES = 2, PANEL_MIN_WINDOW = 64, PLAY_MS = 700, LEAP = 10, SCROLL_STEP = 6 };

#define NOTHING_FOLLOWED UINT_MAX

static const char bot_prefix[] = "bot "; /* prefix of a bot's name in a record */

/* ---- Reading ----------------------------------------------------------------------------- */

static void take_names(struct replay *replay)
{
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        struct source_seat *seat = &replay->source.seat[i];
        const char *name = replay->analysis.names.name[i];
        if (strncmp(name, bot_prefix, sizeof bot_prefix - 1) == 0)
            source_seat_bot(seat, i, name + sizeof bot_prefix - 1);
        else
            harmless_copy(seat->name, sizeof seat->name, name);
        if (seat->name[0] == '\0')
            snprintf(seat->name, sizeof seat->name, _("seat %u"), i + 1);
        seat->clock_ms = -1;
    }
}

/* Fills the history.  The table after a turn is the one before the next turn. */
static void take_moments(struct replay *replay)
{
    const struct analysis *analysis = &replay->analysis;
    for (unsigned r = 0; r < analysis->rounds; r++) {
        const struct analysis_round *round = &analysis->round[r];
        const struct played_turn *turn = &analysis->turn[round->from];
        history_add_deal(&replay->history, &round->dealt.table);
        for (unsigned i = 0; i < round->turns; i++)
            history_add_turn(&replay->history,
                             i + 1 < round->turns ? &turn[i + 1].before.table : &round->end,
                             turn[i].before.table.to_move, &turn[i].turn);
    }
}

bool replay_read(struct replay *replay, const char *text, size_t size, struct record_boards boards,
                 struct fault *fault)
{
    history_init(&replay->history);
    if (!analysis_read(&replay->analysis, text, size, boards, fault))
        return false;
    replay->source.board = replay->analysis.board;
    take_names(replay);
    if (!history_reserve(&replay->history, replay->analysis.rounds + replay->analysis.turns))
        return fault_say(RECORD_NO_MEMORY, fault_at(fault, 0), FAULT_FORMAT);
    take_moments(replay);
    return true;
}

void replay_release(struct replay *replay)
{
    replay_review_end(replay);
    analysis_release(&replay->analysis);
    history_release(&replay->history);
    canvas_release(&replay->screen);
    canvas_release(&replay->map);
}

/* ---- The screen -------------------------------------------------------------------------- */

static const struct table *table_of(const struct replay *replay)
{
    return &replay->history.moment[replay->moment].table;
}

static int panel_width(const struct replay *replay)
{
    return replay->hides_panel || replay->curses.width < PANEL_MIN_WINDOW ? 0 : PANEL_WIDTH;
}

/* Without a panel, the verdict has its own line below the map. */
static bool has_verdict_line(const struct replay *replay)
{
    return replay->reviews && panel_width(replay) == 0;
}

static int map_height(const struct replay *replay)
{
    const int left = (int)replay->curses.height - BOTTOM_LINES - has_verdict_line(replay);
    return left > 0 ? left : 0;
}

static bool resize_canvases(struct replay *replay)
{
    const struct board *board = replay->source.board;
    unsigned width, height;
    replay->viewport.above = 1;
    viewport_resize(&replay->viewport, board, replay->curses.width - (unsigned)panel_width(replay),
                    (unsigned)map_height(replay));
    replay->followed = NOTHING_FOLLOWED;
    map_measure(board, replay->viewport.zoom, &width, &height);
    canvas_release(&replay->screen);
    canvas_release(&replay->map);
    return canvas_init(&replay->screen, replay->curses.width, replay->curses.height) &&
           canvas_init(&replay->map, width, height);
}

static const struct hand *hand_of(const struct replay *replay)
{
    return &replay->analysis.round[table_of(replay)->round - 1].dealt.hand[replay->seat];
}

/* Moves the window to the turn shown, and to the better turn if it is known. */
static void follow_turn(struct replay *replay)
{
    const struct moment *moment = &replay->history.moment[replay->moment];
    struct turn better;
    const bool is_bad = replay_review_better(replay, replay->moment, &better);
    const unsigned followed = 2 * replay->moment + is_bad;
    if (replay->followed == followed)
        return;
    replay->followed = followed;
    if (moment->seat == SEAT_NONE)
        return;
    if (is_bad)
        viewport_follow_turn(&replay->viewport, replay->source.board, &replay->map, &better);
    viewport_follow_turn(&replay->viewport, replay->source.board, &replay->map, &moment->turn);
}

static void draw_map(struct replay *replay)
{
    struct table table = *table_of(replay);
    struct scene scene = {.board = replay->source.board,
                          .table = &table,
                          .hand = hand_of(replay),
                          .reader = replay->seat,
                          .zoom = replay->viewport.zoom,
                          .utf8 = replay->curses.utf8,
                          .strokes = replay->curses.strokes,
                          .letters = replay->letters,
                          .drafted_marker = JUNCTION_NONE};
    history_lit(&replay->history, replay->moment, SEAT_NONE, &scene.lit);
    if (replay->misses && hand_is_known(scene.hand))
        scoring_missing(scene.table, scene.board, replay->seat, scene.hand, &scene.missing);
    replay_review_sketch(replay, &table, &scene);
    map_draw(&replay->map, &scene);
    viewport_keep_on_map(&replay->viewport, &replay->map);
    follow_turn(replay);
    viewport_copy(&replay->viewport, &replay->map, &replay->screen);
    if (replay->curses.grounds) {
        const struct map_part part = viewport_part(&replay->viewport);
        map_lay_ground(&replay->screen, scene.board, scene.zoom, &part);
    }
    viewport_label(&replay->viewport, scene.board, &replay->screen);
}

static void draw_panel(struct replay *replay)
{
    char title[SOURCE_NAME_SIZE + 32];
    const struct table *table = table_of(replay);
    if (table->phase == PHASE_PLAYING)
        snprintf(title, sizeof title, "%s", replay->source.seat[replay->seat].name);
    else
        snprintf(title, sizeof title, _("%s: minus %d"), replay->source.seat[replay->seat].name,
                 table->lost[replay->seat]);
    const struct panel panel = {.source = &replay->source,
                                .table = table,
                                .moment = replay->moment,
                                .reader = replay->seat,
                                .hand = hand_of(replay),
                                .hand_title = title,
                                .utf8 = replay->curses.utf8};
    const int x = (int)replay->curses.width - PANEL_WIDTH;
    const int bottom = map_height(replay) - (replay->reviews ? REVIEW_LINES : 0);
    if (panel_width(replay) > 0) {
        panel_draw(&replay->screen, x, bottom, &panel);
        replay_review_draw(replay, x, bottom);
    }
}

/* "Turn 12 of 80   3 hard: K7-L7 L7-M7" */
static void describe_moment(const struct replay *replay, char text[], size_t size)
{
    const struct moment *moment = &replay->history.moment[replay->moment];
    char turn[TURN_TEXT_SIZE];
    const unsigned last = replay->history.moments - 1;
    if (moment->seat == SEAT_NONE) {
        snprintf(text, size, _("%u of %u   round %u, starting player: %s"), replay->moment, last,
                 moment->table.round, replay->source.seat[moment->table.first].name);
        return;
    }
    notation_turn(turn, replay->source.board, &moment->turn);
    snprintf(text, size, _("%u of %u   %s: %s%s"), replay->moment, last,
             replay->source.seat[moment->seat].name, turn,
             moment->table.phase == PHASE_PLAYING     ? ""
             : moment->table.phase == PHASE_GAME_OVER ? _("   the game is over")
                                                      : _("   the round is over"));
}

/* Draws the slider: rounds are marked, and the part already played is a heavy line. */
static void draw_slider(struct replay *replay)
{
    const int width = (int)replay->curses.width, y = (int)replay->curses.height - 2;
    const unsigned last = replay->history.moments - 1;
    const bool utf8 = replay->curses.utf8;
    const int at = last == 0 ? 0 : (int)((unsigned)(width - 1) * replay->moment / last);
    for (int x = 0; x < width; x++)
        canvas_put(&replay->screen, x, y, x < at ? (utf8 ? 0x2501 : '=') : (utf8 ? 0x2500 : '-'),
                   x < at ? STYLE_TRACK : STYLE_FAINT);
    for (unsigned i = 0; i <= last && last > 0; i++) {
        if (replay->history.moment[i].seat == SEAT_NONE)
            canvas_put(&replay->screen, (int)((unsigned)(width - 1) * i / last), y,
                       utf8 ? 0x253c : '+', STYLE_TITLE);
    }
    for (unsigned i = 0; i <= last && last > 0; i++) {
        if (replay_review_is_bad(replay, i))
            canvas_put(&replay->screen, (int)((unsigned)(width - 1) * i / last), y, '!',
                       STYLE_MISSING);
    }
    canvas_put(&replay->screen, at, y, utf8 ? 0x25cf : 'O', STYLE_LIT);
}

static void list_keys(const struct replay *replay, struct footer *footer)
{
    if (replay->reviews)
        footer_key(footer, REPLAY_KEY_BAD);
    footer_key(footer, REPLAY_KEY_TURN);
    footer_key(footer, REPLAY_KEY_ROUND);
    if (!replay->reviews) {
        footer_key(footer, REPLAY_KEY_PLAY);
        footer_key(footer, REPLAY_KEY_REVIEW);
    }
    footer_key(footer, REPLAY_KEY_SEAT);
    footer_key(footer, REPLAY_KEY_MISSING);
    footer_key(footer, REPLAY_KEY_HELP);
    footer_key(footer, REPLAY_KEY_LEAVE);
    footer->last = 2;
}

static void draw_help(struct replay *replay)
{
    canvas_clear(&replay->screen);
    key_help_draw(&replay->help, &replay->screen);
    curses_show(&replay->curses, &replay->screen, -1, -1);
}

static void draw_replay(struct replay *replay)
{
    const int width = (int)replay->curses.width, y = (int)replay->curses.height - 1;
    struct footer footer = {.keys = 0};
    char words[400], line[FOOTER_SIZE];
    canvas_clear(&replay->screen);
    draw_map(replay);
    draw_panel(replay);
    draw_slider(replay);
    if (has_verdict_line(replay)) {
        replay_review_words(replay, words, sizeof words);
        canvas_text(&replay->screen, 1, y - BOTTOM_LINES, width - 1, STYLE_BOLD, words);
    }
    describe_moment(replay, words, sizeof words);
    list_keys(replay, &footer);
    footer_write(&footer, words, width, line);
    for (int x = 0; x < width; x++)
        canvas_put(&replay->screen, x, y, ' ', STYLE_BAR);
    canvas_text(&replay->screen, 0, y, width, STYLE_BAR, line);
    curses_show(&replay->curses, &replay->screen, -1, -1);
}

/* ---- Keys -------------------------------------------------------------------------------- */

static void go_to(struct replay *replay, long moment)
{
    const long last = (long)replay->history.moments - 1;
    replay->moment = (unsigned)(moment < 0 ? 0 : moment > last ? last : moment);
    if (replay->moment == last)
        replay->plays = false;
}

static void go_by_round(struct replay *replay, int step)
{
    long moment = replay->moment;
    do
        moment += step;
    while (moment > 0 && moment < (long)replay->history.moments &&
           replay->history.moment[moment].seat != SEAT_NONE);
    go_to(replay, moment);
}

static bool zoom_map(struct replay *replay, int step)
{
    viewport_zoom(&replay->viewport, step);
    return resize_canvases(replay);
}

static void next_seat(struct replay *replay, unsigned step)
{
    const unsigned seats = table_of(replay)->seats;
    replay->seat = (replay->seat + seats + step) % seats;
}

static void take_key(struct replay *replay, enum press key)
{
    const long moment = replay->moment;
    switch (key) {
    case PRESS_LEFT:
        go_to(replay, moment - 1);
        break;
    case PRESS_RIGHT:
        go_to(replay, moment + 1);
        break;
    case PRESS_PAGE_UP:
        go_to(replay, moment - LEAP);
        break;
    case PRESS_PAGE_DOWN:
        go_to(replay, moment + LEAP);
        break;
    case PRESS_HOME:
        go_to(replay, 0);
        break;
    case PRESS_END:
        go_to(replay, (long)replay->history.moments - 1);
        break;
    case PRESS_TAB:
        next_seat(replay, 1);
        break;
    case PRESS_BACK_TAB:
        next_seat(replay, (unsigned)-1);
        break;
    default:
        break;
    }
}

/* Returns false if the reader leaves. */
static bool take_letter(struct replay *replay, uint32_t letter)
{
    switch (letter) {
    case 'q':
        return false;
    case 'n':
    case 'p':
        go_to(replay, (long)replay->moment + (letter == 'n' ? 1 : -1));
        return true;
    case 'N':
    case 'P':
        go_by_round(replay, letter == 'N' ? 1 : -1);
        return true;
    case ' ':
        replay->plays = !replay->plays;
        return true;
    case 'r':
        replay_review_begin(replay);
        return resize_canvases(replay);
    case 'e':
    case 'E':
        go_to(replay, replay_review_find(replay, letter == 'e' ? 1 : -1));
        if (replay_review_is_bad(replay, replay->moment)) /* the hand that explains the bad turn */
            replay->seat = replay->history.moment[replay->moment].seat;
        return true;
    case 'm':
        replay->misses = !replay->misses;
        return true;
    case 'L':
        replay->letters = !replay->letters;
        return true;
    case 'b':
        replay->hides_panel = !replay->hides_panel;
        return resize_canvases(replay);
    case '?':
        replay->plays = false;
        key_help_open(&replay->help, &keys_of_replay);
        return true;
    case 'h':
    case 'l':
        replay->viewport.left += letter == 'h' ? -SCROLL_STEP : SCROLL_STEP;
        return true;
    case 'k':
    case 'j':
        replay->viewport.top += letter == 'k' ? -SCROLL_STEP : SCROLL_STEP;
        return true;
    case '+':
    case '=':
        return zoom_map(replay, 1);
    case '-':
        return zoom_map(replay, -1);
    case '0':
        return zoom_map(replay, 0);
    default:
        return true;
    }
}

/* A click on the slider goes to that moment. */
static void take_click(struct replay *replay, const struct input *input)
{
    if (input->wheel)
        go_to(replay, (long)replay->moment + input->y);
    else if (input->y == (int)replay->curses.height - 2 && replay->curses.width > 1)
        go_to(replay,
              (long)(replay->history.moments - 1) * input->x / ((long)replay->curses.width - 1));
}

/* Returns false if the reader leaves. */
static bool take_input(struct replay *replay, const struct input *input)
{
    if (input->kind == INPUT_LEAVE || input->kind == INPUT_INTERRUPT) {
        replay->ends = true;
        return false;
    }
    if (input->kind == INPUT_RESIZE)
        return resize_canvases(replay);
    if (input->kind == INPUT_READY)
        replay_review_take_news(replay);
    else if (replay->help.of != NULL)
        key_help_input(&replay->help, input);
    else if (input->kind == INPUT_KEY)
        take_key(replay, input->key);
    else if (input->kind == INPUT_LETTER)
        return take_letter(replay, input->letter);
    else if (input->kind == INPUT_MOUSE)
        take_click(replay, input);
    else if (replay->plays)
        go_to(replay, (long)replay->moment + 1);
    return true;
}

static void run_loop(struct replay *replay)
{
    bool stays = true;
    while (stays) {
        struct input input;
        if (replay->help.of != NULL)
            draw_help(replay);
        else
            draw_replay(replay);
        /*
         * While playing automatically, news do not interrupt the wait; they are read at the next
         * step.
         */
        curses_wait(&replay->curses, replay->has_review && !replay->plays ? replay->news[0] : -1,
                    replay->plays ? PLAY_MS : -1, &input);
        stays = take_input(replay, &input);
    }
}

bool replay_run(struct replay *replay, char error[], size_t error_size)
{
    replay->source.history = replay->history; /* shared, not owned: it does not change any more */
    replay->viewport.fits = true;
    if (!curses_open(&replay->curses, error, error_size))
        return false;
    const bool ready = resize_canvases(replay);
    if (ready)
        run_loop(replay);
    else
        snprintf(error, error_size, "there is not enough memory for the screen");
    curses_close(&replay->curses);
    return ready;
}
