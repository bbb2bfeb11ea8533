/* The review of a game as JSON. */
#include <math.h>

#include "analysis/analyse_summary.h"
#include "cli/analyse_print.h"
#include "cli/json_output.h"
#include "rules/notation.h"

/* ---- Parts --------------------------------------------------------------------------------- */

/* Seats are numbered from 1 in the output. */
static void add_seats(struct text *text, const char *key, unsigned seats, unsigned bits)
{
    json_add_key(text, key);
    json_open(text, '[');
    for (unsigned seat = 0; seat < seats; seat++) {
        if (bits >> seat & 1)
            json_add_number(text, seat + 1);
    }
    json_close(text, ']');
}

/* One number for each seat; null if it is negative, because the cards are hidden. */
static void add_costs(struct text *text, const char *key, unsigned seats, const int cost[])
{
    json_add_key(text, key);
    json_open(text, '[');
    for (unsigned seat = 0; seat < seats; seat++) {
        if (cost[seat] < 0)
            json_add_null(text);
        else
            json_add_number(text, cost[seat]);
    }
    json_close(text, ']');
}

static void add_points(struct text *text, const char *key, unsigned seats, const int16_t points[])
{
    json_add_key(text, key);
    json_open(text, '[');
    for (unsigned seat = 0; seat < seats; seat++)
        json_add_number(text, points[seat]);
    json_close(text, ']');
}

static void add_turn_text(struct text *text, const char *key, const struct board *board,
                          const struct turn *turn)
{
    char words[TURN_TEXT_SIZE];
    notation_turn(words, board, turn);
    json_add_string_field(text, key, words);
}

/* ---- Turns --------------------------------------------------------------------------------- */

static void add_judgement(struct text *text, const struct analysis *analysis,
                          const struct judgement *judgement)
{
    const bool compared = judgement->worlds > 0;
    json_add_string_field(text, "verdict", verdict_names[judgement->verdict]);
    if (compared) {
        add_turn_text(text, "best", analysis->board, &judgement->best);
    } else {
        json_add_key(text, "best");
        json_add_null(text);
    }
    json_add_number_field(text, "worlds", judgement->worlds);
    if (!compared)
        return;
    json_add_real_field(text, "chance", judgement->played.chance);
    json_add_real_field(text, "best_chance", judgement->chosen.chance);
    json_add_real_field(text, "loss", judgement->loss);
    json_add_real_field(text, "standard_error", sqrt(judgement->variance));
    json_add_real_field(text, "minus_points", judgement->played.lost);
    json_add_real_field(text, "best_minus_points", judgement->chosen.lost);
}

static void add_turn(struct text *text, const struct analysis *analysis, unsigned number)
{
    const struct table *before = &analysis->turn[number].before.table;
    const struct review_facts *facts = &analysis->facts[number];
    json_open(text, '{');
    json_add_number_field(text, "number", number + 1);
    json_add_number_field(text, "seat", before->to_move + 1);
    add_turn_text(text, "turn", analysis->board, &analysis->turn[number].turn);
    add_costs(text, "missing_before", before->seats, facts->before);
    add_costs(text, "missing_after", before->seats, facts->after);
    json_add_number_field(text, "given", review_given(facts, before->to_move, before->seats));
    add_judgement(text, analysis, &analysis->judgement[number]);
    json_close(text, '}');
}

static void add_turns(struct text *text, const struct analyse_request *request,
                      const struct analysis *analysis, const struct analysis_round *round)
{
    json_add_key(text, "turns");
    json_open(text, '[');
    for (unsigned i = round->from; i < round->from + round->turns; i++) {
        const unsigned seat = analysis->turn[i].before.table.to_move;
        if (request->task.seat == ANALYSIS_ALL || request->task.seat == seat)
            add_turn(text, analysis, i);
    }
    json_close(text, ']');
}

/* ---- Seats --------------------------------------------------------------------------------- */

static void add_verdicts(struct text *text, const struct seat_summary *summary)
{
    json_add_key(text, "verdicts");
    json_open(text, '{');
    for (unsigned i = 0; i < VERDICTS; i++)
        json_add_number_field(text, verdict_names[i], summary->verdict[i]);
    json_close(text, '}');
}

static void add_summary(struct text *text, const struct analysis *analysis, unsigned seat,
                        unsigned from, unsigned until)
{
    struct seat_summary summary;
    seat_summarise(&summary, analysis, seat, from, until);
    const double judged = summary.judged;
    json_open(text, '{');
    json_add_number_field(text, "seat", seat + 1);
    json_add_number_field(text, "hand", summary.hand);
    json_add_real_field(text, "luck", summary.compared > 0 ? summary.luck : NAN);
    json_add_number_field(text, "built", summary.built);
    json_add_number_field(text, "received", summary.received);
    json_add_number_field(text, "given", summary.given);
    json_add_number_field(text, "missing", summary.missing);
    json_add_number_field(text, "judged", summary.judged);
    add_verdicts(text, &summary);
    json_add_real_field(text, "loss", summary.loss);
    json_add_real_field(text, "loss_a_turn", summary.loss / judged);
    json_add_real_field(text, "loss_a_turn_standard_error", sqrt(summary.variance) / judged);
    json_add_real_field(text, "points_lost", summary.points);
    json_add_key(text, "worst");
    json_open(text, '[');
    for (unsigned i = 0; i < summary.worsts; i++)
        json_add_number(text, summary.worst[i] + 1);
    json_close(text, ']');
    json_close(text, '}');
}

static void add_summaries(struct text *text, const struct analyse_request *request,
                          const struct analysis *analysis, unsigned from, unsigned until)
{
    json_add_key(text, "seats");
    json_open(text, '[');
    for (unsigned seat = 0; seat < analysis->round[0].dealt.table.seats; seat++) {
        if (request->task.seat == ANALYSIS_ALL || request->task.seat == seat)
            add_summary(text, analysis, seat, from, until);
    }
    json_close(text, ']');
}

/* ---- Rounds -------------------------------------------------------------------------------- */

static void add_hand(struct text *text, const struct board *board, const struct hand *hand)
{
    json_open(text, '[');
    for (unsigned group = 0; group < GROUPS; group++) {
        const unsigned city = hand->city[group];
        if (city == CITY_NONE)
            json_add_null(text);
        else
            json_add_string(text, board->city[city].id);
    }
    json_close(text, ']');
}

static void add_round(struct text *text, const struct analyse_request *request,
                      const struct analysis *analysis, unsigned number)
{
    const struct analysis_round *round = &analysis->round[number];
    const struct table *end = &round->end;
    json_open(text, '{');
    json_add_number_field(text, "round", number + 1);
    json_add_number_field(text, "first", round->dealt.table.first + 1);
    json_add_key(text, "hands");
    json_open(text, '[');
    for (unsigned seat = 0; seat < round->dealt.table.seats; seat++)
        add_hand(text, analysis->board, &round->dealt.hand[seat]);
    json_close(text, ']');
    add_turns(text, request, analysis, round);
    json_add_bool_field(text, "over", round->over);
    if (round->over) {
        add_seats(text, "connected", end->seats, end->connected);
        add_points(text, "score", end->seats, end->lost);
        add_points(text, "points", end->seats, end->points);
    }
    add_summaries(text, request, analysis, number, number + 1);
    json_close(text, '}');
}

/* ---- The game ------------------------------------------------------------------------------ */

static void add_names(struct text *text, const struct analysis *analysis, unsigned seats)
{
    json_add_key(text, "names");
    json_open(text, '[');
    for (unsigned seat = 0; seat < seats; seat++)
        json_add_string(text, analysis->names.name[seat]);
    json_close(text, ']');
}

static void add_winners(struct text *text, const struct table *end)
{
    if (end->phase == PHASE_GAME_OVER) {
        add_seats(text, "winners", end->seats, end->winners);
    } else {
        json_add_key(text, "winners");
        json_add_null(text);
    }
}

void analyse_json_add(struct text *text, const struct analyse_request *request,
                      const struct analysis *analysis)
{
    const unsigned only = request->task.round;
    const unsigned from = only == ANALYSIS_ALL ? 0 : only;
    const unsigned until = only == ANALYSIS_ALL ? analysis->rounds : only + 1;
    const struct table *dealt = &analysis->round[0].dealt.table;
    json_open(text, '{');
    json_add_number_field(text, "analysis", 1);
    json_add_board_fields(text, analysis->board, dealt->variants);
    add_names(text, analysis, dealt->seats);
    json_add_number_field(text, "work", (int64_t)request->task.work);
    add_winners(text, &analysis->round[analysis->rounds - 1].end);
    json_add_key(text, "rounds");
    json_open(text, '[');
    for (unsigned round = from; round < until; round++)
        add_round(text, request, analysis, round);
    json_close(text, ']');
    add_summaries(text, request, analysis, from, until);
    json_close(text, '}');
}
