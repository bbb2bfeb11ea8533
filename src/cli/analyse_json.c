/* The review of a game as JSON. */
#include <math.h>

#include "analysis/analyse_summary.h"
#include "cli/analyse_print.h"
#include "cli/arena_print.h"
#include "core/notation.h"

/* ---- Parts --------------------------------------------------------------------------------- */

/* Seats are numbered from 1 in the output. */
static json_t *seats_json(unsigned seats, unsigned bits)
{
    json_t *array = json_array();
    for (unsigned seat = 0; seat < seats; seat++) {
        if (bits >> seat & 1)
            json_array_append_new(array, json_integer(seat + 1));
    }
    return array;
}

/* One number for each seat; null if it is negative, because the cards are hidden. */
static json_t *costs_json(unsigned seats, const int cost[])
{
    json_t *array = json_array();
    for (unsigned seat = 0; seat < seats; seat++)
        json_array_append_new(array, cost[seat] < 0 ? json_null() : json_integer(cost[seat]));
    return array;
}

static json_t *points_json(unsigned seats, const int16_t points[])
{
    json_t *array = json_array();
    for (unsigned seat = 0; seat < seats; seat++)
        json_array_append_new(array, json_integer(points[seat]));
    return array;
}

static json_t *turn_text_json(const struct board *board, const struct turn *turn)
{
    char text[TURN_TEXT_SIZE];
    notation_turn(text, board, turn);
    return json_string(text);
}

/* ---- Turns --------------------------------------------------------------------------------- */

static void add_judgement(json_t *object, const struct analysis *analysis,
                          const struct judgement *judgement)
{
    const bool compared = judgement->worlds > 0;
    json_object_set_new(object, "verdict", json_string(verdict_names[judgement->verdict]));
    json_object_set_new(object, "best",
                        compared ? turn_text_json(analysis->board, &judgement->best) : json_null());
    json_object_set_new(object, "worlds", json_integer(judgement->worlds));
    if (!compared)
        return;
    json_object_set_new(object, "chance", json_real(judgement->played.chance));
    json_object_set_new(object, "best_chance", json_real(judgement->chosen.chance));
    json_object_set_new(object, "loss", json_real(judgement->loss));
    json_object_set_new(object, "standard_error", json_real(sqrt(judgement->variance)));
    json_object_set_new(object, "minus_points", json_real(judgement->played.lost));
    json_object_set_new(object, "best_minus_points", json_real(judgement->chosen.lost));
}

static json_t *turn_json(const struct analysis *analysis, unsigned number)
{
    const struct table *before = &analysis->turn[number].before.table;
    const struct review_facts *facts = &analysis->facts[number];
    json_t *object = json_object();
    json_object_set_new(object, "number", json_integer(number + 1));
    json_object_set_new(object, "seat", json_integer(before->to_move + 1));
    json_object_set_new(object, "turn",
                        turn_text_json(analysis->board, &analysis->turn[number].turn));
    json_object_set_new(object, "missing_before", costs_json(before->seats, facts->before));
    json_object_set_new(object, "missing_after", costs_json(before->seats, facts->after));
    json_object_set_new(object, "given",
                        json_integer(review_given(facts, before->to_move, before->seats)));
    add_judgement(object, analysis, &analysis->judgement[number]);
    return object;
}

static json_t *turns_json(const struct analyse_request *request, const struct analysis *analysis,
                          const struct analysis_round *round)
{
    json_t *array = json_array();
    for (unsigned i = round->from; i < round->from + round->turns; i++) {
        const unsigned seat = analysis->turn[i].before.table.to_move;
        if (request->task.seat == ANALYSIS_ALL || request->task.seat == seat)
            json_array_append_new(array, turn_json(analysis, i));
    }
    return array;
}

/* ---- Seats --------------------------------------------------------------------------------- */

static json_t *verdicts_json(const struct seat_summary *summary)
{
    json_t *object = json_object();
    for (unsigned i = 0; i < VERDICTS; i++)
        json_object_set_new(object, verdict_names[i], json_integer(summary->verdict[i]));
    return object;
}

static json_t *summary_json(const struct analysis *analysis, unsigned seat, unsigned from,
                            unsigned until)
{
    struct seat_summary summary;
    json_t *object = json_object(), *worst = json_array();
    seat_summarise(&summary, analysis, seat, from, until);
    const double judged = summary.judged;
    for (unsigned i = 0; i < summary.worsts; i++)
        json_array_append_new(worst, json_integer(summary.worst[i] + 1));
    json_object_set_new(object, "seat", json_integer(seat + 1));
    json_object_set_new(object, "hand", json_integer(summary.hand));
    json_object_set_new(object, "luck", number_json(summary.compared > 0 ? summary.luck : NAN));
    json_object_set_new(object, "built", json_integer(summary.built));
    json_object_set_new(object, "received", json_integer(summary.received));
    json_object_set_new(object, "given", json_integer(summary.given));
    json_object_set_new(object, "missing", json_integer(summary.missing));
    json_object_set_new(object, "judged", json_integer(summary.judged));
    json_object_set_new(object, "verdicts", verdicts_json(&summary));
    json_object_set_new(object, "loss", json_real(summary.loss));
    json_object_set_new(object, "loss_a_turn", number_json(summary.loss / judged));
    json_object_set_new(object, "loss_a_turn_standard_error",
                        number_json(sqrt(summary.variance) / judged));
    json_object_set_new(object, "points_lost", json_real(summary.points));
    json_object_set_new(object, "worst", worst);
    return object;
}

static json_t *summaries_json(const struct analyse_request *request,
                              const struct analysis *analysis, unsigned from, unsigned until)
{
    json_t *array = json_array();
    for (unsigned seat = 0; seat < analysis->round[0].dealt.table.seats; seat++) {
        if (request->task.seat == ANALYSIS_ALL || request->task.seat == seat)
            json_array_append_new(array, summary_json(analysis, seat, from, until));
    }
    return array;
}

/* ---- Rounds -------------------------------------------------------------------------------- */

static json_t *hands_json(const struct analysis *analysis, const struct analysis_round *round)
{
    json_t *hands = json_array();
    for (unsigned seat = 0; seat < round->dealt.table.seats; seat++) {
        json_t *hand = json_array();
        for (unsigned group = 0; group < GROUPS; group++) {
            const unsigned city = round->dealt.hand[seat].city[group];
            json_array_append_new(hand, city == CITY_NONE
                                            ? json_null()
                                            : json_string(analysis->board->city[city].id));
        }
        json_array_append_new(hands, hand);
    }
    return hands;
}

static json_t *round_json(const struct analyse_request *request, const struct analysis *analysis,
                          unsigned number)
{
    const struct analysis_round *round = &analysis->round[number];
    const struct table *end = &round->end;
    json_t *object = json_object();
    json_object_set_new(object, "round", json_integer(number + 1));
    json_object_set_new(object, "first", json_integer(round->dealt.table.first + 1));
    json_object_set_new(object, "hands", hands_json(analysis, round));
    json_object_set_new(object, "turns", turns_json(request, analysis, round));
    json_object_set_new(object, "over", json_boolean(round->over));
    if (round->over) {
        json_object_set_new(object, "connected", seats_json(end->seats, end->connected));
        json_object_set_new(object, "score", points_json(end->seats, end->lost));
        json_object_set_new(object, "points", points_json(end->seats, end->points));
    }
    json_object_set_new(object, "seats", summaries_json(request, analysis, number, number + 1));
    return object;
}

/* ---- The game ------------------------------------------------------------------------------ */

static json_t *names_json(const struct analysis *analysis, unsigned seats)
{
    json_t *array = json_array();
    for (unsigned seat = 0; seat < seats; seat++)
        json_array_append_new(array, json_string(analysis->names.name[seat]));
    return array;
}

json_t *analyse_json(const struct analyse_request *request, const struct analysis *analysis)
{
    const unsigned only = request->task.round;
    const unsigned from = only == ANALYSIS_ALL ? 0 : only;
    const unsigned until = only == ANALYSIS_ALL ? analysis->rounds : only + 1;
    const struct table *dealt = &analysis->round[0].dealt.table;
    const struct table *end = &analysis->round[analysis->rounds - 1].end;
    const bool over = end->phase == PHASE_GAME_OVER;
    json_t *object = json_object(), *rounds = json_array();
    for (unsigned round = from; round < until; round++)
        json_array_append_new(rounds, round_json(request, analysis, round));
    json_object_set_new(object, "analysis", json_integer(1));
    json_object_set_new(object, "board", json_string(analysis->board->id));
    json_object_set_new(object, "rules", json_string(ruleset_names[analysis->board->ruleset]));
    json_object_set_new(object, "variants", variants_json(dealt->variants));
    json_object_set_new(object, "names", names_json(analysis, dealt->seats));
    json_object_set_new(object, "work", json_integer((json_int_t)request->task.work));
    json_object_set_new(object, "winners",
                        over ? seats_json(end->seats, end->winners) : json_null());
    json_object_set_new(object, "rounds", rounds);
    json_object_set_new(object, "seats", summaries_json(request, analysis, from, until));
    return object;
}
