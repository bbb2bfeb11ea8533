/*
 * A random member of a set, each equally likely: quick enough for millions of random turns.
 */
#ifndef RAILHEAD_BOTS_SET_SAMPLE_H
#define RAILHEAD_BOTS_SET_SAMPLE_H

#include "bots/rng.h"
#include "core/sets.h"

/* LINE_NONE or JUNCTION_NONE when the set is empty. */
unsigned set_sample_line(const struct line_set *lines, struct rng *rng);
unsigned set_sample_junction(const struct junction_set *junctions, struct rng *rng);

/* How many members a set has: line_set_count(), as quickly as the machine can. */
unsigned set_sample_count(const struct line_set *lines);

/*
 * Of the lines that are in all three sets, without putting them together first; `lines` is how
 * many lines the board has.
 */
unsigned set_sample_common_line(const struct line_set *one, const struct line_set *two,
                                const struct line_set *three, unsigned lines, struct rng *rng);

/* The same, or LINE_NONE, which is as likely as each of them: also when there is no line. */
unsigned set_sample_common_line_or_none(const struct line_set *one, const struct line_set *two,
                                        const struct line_set *three, unsigned lines,
                                        struct rng *rng);

#endif
