/*
 * Uniform sampling from sets of lines and junctions, fast enough for millions of random turns.
 */
#ifndef RAILHEAD_BOTS_SET_SAMPLE_H
#define RAILHEAD_BOTS_SET_SAMPLE_H

#include "board/sets.h"
#include "bots/rng.h"

/* Returns LINE_NONE or JUNCTION_NONE if the set is empty. */
unsigned set_sample_line(const struct line_set *lines, struct rng *rng);
unsigned set_sample_junction(const struct junction_set *junctions, struct rng *rng);

/* The size of a set: line_set_count() with the fastest instructions available. */
unsigned set_sample_count(const struct line_set *lines);

/*
 * Samples from the intersection of three sets, without storing it.  `lines` is the number of lines
 * of the board.  Returns LINE_NONE if the intersection is empty.
 */
unsigned set_sample_common_line(const struct line_set *one, const struct line_set *two,
                                const struct line_set *three, unsigned lines, struct rng *rng);

/* The same with LINE_NONE as one more outcome, as likely as each line. */
unsigned set_sample_common_line_or_none(const struct line_set *one, const struct line_set *two,
                                        const struct line_set *three, unsigned lines,
                                        struct rng *rng);

#endif
