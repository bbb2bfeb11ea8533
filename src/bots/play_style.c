/* The table of play styles, and the quantities that they weigh. */
#include "bots/play_style.h"

#include "base/check.h"

/*
 * A ferry half in a player's own colour still helps the opponents by this share of a black half:
 * they need only one black half of their own to use the ferry.
 */
static const float OPEN_HALF = 0.5F;
/* Value of a start marker for each line of distance to each other marker. */
static const float CROWD = 0.5F;

static const struct play_style play_styles[PLAYER_TYPES] = {
    [TYPE_GREEDY] = {"greedy", 0.0F, 0.0F, 1.0F, 0.15F, 0.0F, 0.05, 0.01},
    [TYPE_NEAREST] = {"nearest", 0.0F, 0.5F, 0.2F, 0.15F, 0.0F, 0.026, 0.125},
    [TYPE_EASY] = {"easy", 0.0F, 0.55F, 0.2F, 0.15F, 0.0F, 0.8, 0.01},
    [TYPE_MEDIUM] = {"medium", 0.05F, 0.55F, 0.2F, 0.075F, 0.0F, 0.2, 0.01},
    [TYPE_HARD] = {"hard", 0.3F, 0.05F, 1.0F, 0.15F, 0.05F, 0.05, 0.025},
    [TYPE_EXPERT] = {"expert", 0.25F, 0.075F, 1.0F, 0.15F, 0.05F, 0.4, 0.1},
};

const struct play_style *play_style_of(enum player_type type)
{
    CHECK(type < PLAYER_TYPES);
    return &play_styles[type];
}

unsigned track_worth_city_distance(const struct board *board, const struct distances *distances,
                                   const uint8_t terminal[], unsigned line)
{
    const struct line *ends = &board->line[line];
    const uint8_t *network = distances->row[terminal[GROUPS]];
    unsigned nearest = JUNCTION_NONE;
    for (unsigned i = 0; i < GROUPS; i++) {
        const uint8_t *row = distances->row[terminal[i]];
        const unsigned way = row[ends->a] < row[ends->b] ? row[ends->a] : row[ends->b];
        if (network[terminal[i]] > 0 && way < nearest)
            nearest = way;
    }
    return nearest;
}

float track_worth_given(const struct table *before, const struct board *board, float opponent_gain,
                        unsigned line, bool own)
{
    const bool ferry = board->line[line].kind == LINE_FERRY;
    const bool begun = before->track[line] != TRACK_NONE;
    if (!ferry)
        return own ? 0 : opponent_gain;
    if (!begun)
        return own ? opponent_gain * OPEN_HALF * OPEN_HALF : opponent_gain * OPEN_HALF;
    return own && before->track[line] == before->to_move + 1U ? 0 : opponent_gain;
}

float play_style_start_value(const struct table *table, const struct distances *distances,
                             const uint8_t terminal[], unsigned junction)
{
    float value = 0;
    for (unsigned i = 0; i < GROUPS; i++)
        value -= (float)distances_between(distances, junction, terminal[i]);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        if (table->marker[seat] != JUNCTION_NONE)
            value += CROWD * (float)distances_between(distances, junction, table->marker[seat]);
    }
    return value;
}
