/* Lists of words for options. */
#include "cli/words.h"

#include "board_file/boards.h"
#include "engine/contender.h"
#include "rules/notation.h"
#include "score/kernel.h"
#include "terminal/drawing/seat_look.h"
#include "terminal/drawing/theme.h"

static const char *board_id(unsigned number)
{
    return number < board_builtin_count() ? board_builtin_at(number)->id : NULL;
}

static const char *ruleset_name(unsigned number)
{
    return number < RULESETS ? ruleset_names[number] : NULL;
}

static const char *variant_word(unsigned number)
{
    return number < VARIANTS ? variant_name(number) : NULL;
}

static const char *bot_name(unsigned number)
{
    return number < bot_count() ? bot_at(number)->name : NULL;
}

static const char *bot_about(unsigned number)
{
    return bot_at(number)->about;
}

static const char *level_name(unsigned number)
{
    return number < level_count() ? level_at(number)->name : NULL;
}

static const char *level_about(unsigned number)
{
    return level_at(number)->about;
}

/* After the bots comes one that exists only in the arena. */
static const char *contender_word(unsigned number)
{
    return number == bot_count() ? contender_oracle : bot_name(number);
}

static const char *contender_about(unsigned number)
{
    return number < bot_count() ? bot_about(number)
                                : "the expert with all hands seen: the most it could reach";
}

static const char *kernel_name(unsigned number)
{
    const struct kernel *list[KERNELS_MAX];
    return number < kernel_list(list) ? list[number]->name : NULL;
}

static const char *theme_word(unsigned number)
{
    return number < THEMES ? theme_names[number] : NULL;
}

static const char *colour_word(unsigned number)
{
    return number < SEAT_COLOURS ? seat_colour_names[number] : NULL;
}

static const char *sign_word(unsigned number)
{
    return number < SEAT_SIGNS ? seat_sign_names[number] : NULL;
}

const struct word_list board_words = {"board", "boards", board_id, NULL, false};
const struct word_list ruleset_words = {"rule set", "rule sets", ruleset_name, NULL, false};
const struct word_list variant_words = {"variant", "variants", variant_word, NULL, false};
const struct word_list bot_words = {"bot", "bots", bot_name, bot_about, false};
const struct word_list level_words = {"level", "levels", level_name, level_about, false};
const struct word_list contender_words = {"bot", "bots", contender_word, contender_about, false};
const struct word_list kernel_words = {"kernel", "kernels", kernel_name, NULL, true};
const struct word_list theme_words = {"theme", "themes", theme_word, NULL, false};
const struct word_list colour_words = {"colour", "colours", colour_word, NULL, false};
const struct word_list sign_words = {"sign", "signs", sign_word, NULL, false};
