/* Computes a simulated thinking time from the values of a bot's ideas. */
#include "bots/think_time.h"

enum { CLEAR_CHOICE = 600, CLOSE_CHOICE = 2400 };

/*
 * From 0 (one idea is far ahead) to 1 (the two best are equal), relative to the spread of all
 * ideas.
 */
static double choice_closeness(const struct thoughts *thoughts)
{
    const struct idea *idea = thoughts->idea;
    const double spread = idea[0].value - idea[thoughts->ideas - 1].value;
    return spread > 0 ? 1 - (idea[0].value - idea[1].value) / spread : 1;
}

static double mean_think_time(const struct thoughts *thoughts)
{
    if (thoughts->ideas == 0)
        return THINK_TIME_USUAL;
    if (thoughts->ideas == 1)
        return CLEAR_CHOICE;
    if (thoughts->ideas == 2) /* with two ideas, choice_closeness() is always 0 or 1 */
        return THINK_TIME_USUAL;
    const double close = choice_closeness(thoughts);
    return CLEAR_CHOICE + (CLOSE_CHOICE - CLEAR_CHOICE) * close * close;
}

unsigned think_time(const struct thoughts *thoughts, struct rng *rng)
{
    const double time = mean_think_time(thoughts) * (0.75 + 0.5 * rng_unit(rng));
    return time < THINK_TIME_MIN   ? THINK_TIME_MIN
           : time > THINK_TIME_MAX ? THINK_TIME_MAX
                                   : (unsigned)time;
}
