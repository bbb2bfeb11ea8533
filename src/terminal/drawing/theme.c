/* Tables of styles, and the choice of a theme. */
#include "terminal/drawing/theme.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

const char *const theme_names[THEMES] = {
    [THEME_DARK] = "dark", [THEME_LIGHT] = "light", [THEME_MONO] = "mono"};

/* ---- Colours ----------------------------------------------------------------------------- */

/* One colour for each kind of terminal: 24 bits, a palette of 256, a palette of 8 or 16. */
struct colour {
    int rgb;
    short many;
    short few;
};

/* The palette of 8.  Adding BRIGHT gives that of 16; with only 8 colours it means bold. */
enum few { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE, BRIGHT };

struct look {
    struct colour front;
    struct colour back;
    unsigned emphasis;
};

/* clang-format off */
#define OWN {COLOUR_OWN, COLOUR_OWN, COLOUR_OWN}
#define INK {0x101010, 233, BLACK}
#define BOLD EMPHASIS_BOLD

/* Seat numbers, and the cities in the reader's hand, are dark on a colour in both themes. */
#define MARKERS                                                                \
    [STYLE_MARKER + 0] = {INK, {0xff87ff, 213, MAGENTA | BRIGHT}, BOLD},       \
    [STYLE_MARKER + 1] = {INK, {0x00d7ff, 45, CYAN}, BOLD},                    \
    [STYLE_MARKER + 2] = {INK, {0x87ff5f, 119, GREEN}, BOLD},                  \
    [STYLE_MARKER + 3] = {INK, {0xffaf5f, 215, YELLOW}, BOLD},                 \
    [STYLE_MARKER + 4] = {{0x101010, 233, WHITE}, {0xaf87ff, 141, BLUE}, BOLD},\
    [STYLE_MARKER + 5] = {{0x101010, 233, WHITE}, {0xffafaf, 217, RED}, BOLD}
#define OWN_GROUPS                                                             \
    [STYLE_OWN_GROUP + GROUP_GREEN] = {INK, {0x5faf5f, 71, GREEN}, BOLD},      \
    [STYLE_OWN_GROUP + GROUP_BLUE] =                                           \
        {{0x101010, 233, WHITE}, {0x5fafff, 75, BLUE}, BOLD},                  \
    [STYLE_OWN_GROUP + GROUP_YELLOW] = {INK, {0xd7d700, 184, YELLOW}, BOLD},   \
    [STYLE_OWN_GROUP + GROUP_ORANGE] = {INK, {0xff8700, 208, MAGENTA | BRIGHT}, BOLD}, \
    [STYLE_OWN_GROUP + GROUP_RED] = {{0x101010, 233, WHITE}, {0xff5f5f, 203, RED}, BOLD}

static const struct look dark[STYLES] = {
    [STYLE_PLAIN] = {OWN, OWN, 0},
    [STYLE_FAINT] = {{0xa0a0a0, 248, WHITE}, OWN, 0},
    [STYLE_BOLD] = {OWN, OWN, BOLD},
    [STYLE_TITLE] = {{0xffd787, 222, YELLOW}, OWN, BOLD},
    [STYLE_NAME] = {{0xbcbcbc, 250, WHITE}, OWN, 0},
    [STYLE_OWN_NAME] = {{0xffffff, 231, WHITE}, OWN, BOLD | EMPHASIS_UNDERLINE},
    [STYLE_SINGLE] = {{0x7c7c7c, 244, WHITE}, OWN, 0},
    [STYLE_DOUBLE] = {{0xd78700, 172, YELLOW}, OWN, 0},
    [STYLE_WATER] = {{0x5fafff, 75, CYAN}, OWN, 0},
    [STYLE_LEGAL] = {{0x87ff87, 120, GREEN}, OWN, BOLD},
    [STYLE_TRACK] = {{0xffffff, 231, WHITE}, OWN, BOLD},
    [STYLE_LIT] = {{0xffff00, 226, YELLOW}, OWN, BOLD},
    [STYLE_DRAFT] = {INK, {0x87ff87, 120, GREEN}, BOLD},
    [STYLE_MISSING] = {{0xff8787, 210, RED | BRIGHT}, OWN, BOLD},
    [STYLE_REFUSED] = {{0xff8787, 210, RED | BRIGHT}, OWN, BOLD},
    [STYLE_NOTICE] = {{0x87d7ff, 117, CYAN}, OWN, 0},
    [STYLE_BAR] = {{0xd0d0d0, 252, WHITE}, {0x303030, 236, BLUE}, 0},
    [STYLE_SEAT + 0] = {{0xff87ff, 213, MAGENTA | BRIGHT}, OWN, BOLD},
    [STYLE_SEAT + 1] = {{0x00d7ff, 45, CYAN}, OWN, BOLD},
    [STYLE_SEAT + 2] = {{0x87ff5f, 119, GREEN}, OWN, BOLD},
    [STYLE_SEAT + 3] = {{0xffaf5f, 215, YELLOW}, OWN, BOLD},
    [STYLE_SEAT + 4] = {{0xaf87ff, 141, WHITE}, {COLOUR_OWN, COLOUR_OWN, BLUE}, BOLD},
    [STYLE_SEAT + 5] = {{0xffafaf, 217, RED | BRIGHT}, OWN, BOLD},
    MARKERS,
    [STYLE_GROUP + GROUP_GREEN] = {{0x87d787, 114, GREEN}, OWN, 0},
    [STYLE_GROUP + GROUP_BLUE] = {{0x5fafff, 75, CYAN}, OWN, 0},
    [STYLE_GROUP + GROUP_YELLOW] = {{0xd7d700, 184, YELLOW}, OWN, 0},
    [STYLE_GROUP + GROUP_ORANGE] = {{0xff8700, 208, MAGENTA | BRIGHT}, OWN, 0},
    [STYLE_GROUP + GROUP_RED] = {{0xff8787, 210, RED | BRIGHT}, OWN, 0},
    OWN_GROUPS,
};

/*
 * Yellow, green and cyan text is illegible on white, so these colours are backgrounds of dark
 * text.
 */
static const struct look light[STYLES] = {
    [STYLE_PLAIN] = {OWN, OWN, 0},
    [STYLE_FAINT] = {{0x585858, 240, BLACK}, OWN, 0},
    [STYLE_BOLD] = {OWN, OWN, BOLD},
    [STYLE_TITLE] = {{0x5f3700, 58, BLUE}, OWN, BOLD},
    [STYLE_NAME] = {{0x444444, 238, BLACK}, OWN, 0},
    [STYLE_OWN_NAME] = {{0x000000, 16, BLACK}, OWN, BOLD | EMPHASIS_UNDERLINE},
    [STYLE_SINGLE] = {{0x767676, 243, BLACK | BRIGHT}, OWN, 0},
    [STYLE_DOUBLE] = {{0x875f00, 94, RED}, OWN, 0},
    [STYLE_WATER] = {{0x005faf, 25, BLACK}, OWN, 0},
    [STYLE_LEGAL] = {{0x008700, 28, BLUE}, OWN, BOLD},
    [STYLE_TRACK] = {{0x000000, 16, BLACK}, OWN, BOLD},
    [STYLE_LIT] = {{0xc84b00, 166, BLACK}, {COLOUR_OWN, COLOUR_OWN, YELLOW}, BOLD},
    [STYLE_DRAFT] = {INK, {0x87ff87, 120, GREEN}, BOLD},
    [STYLE_MISSING] = {{0xaf0000, 124, RED}, OWN, BOLD},
    [STYLE_REFUSED] = {{0xaf0000, 124, RED}, OWN, BOLD},
    [STYLE_NOTICE] = {{0x005f87, 24, BLUE}, OWN, 0},
    [STYLE_BAR] = {{0x1c1c1c, 234, WHITE}, {0xd0d0d0, 252, BLUE}, 0},
    [STYLE_SEAT + 0] = {{0xaf00af, 127, BLACK}, {COLOUR_OWN, COLOUR_OWN, MAGENTA | BRIGHT}, BOLD},
    [STYLE_SEAT + 1] = {{0x005f87, 24, BLACK}, {COLOUR_OWN, COLOUR_OWN, CYAN}, BOLD},
    [STYLE_SEAT + 2] = {{0x005f00, 22, BLACK}, {COLOUR_OWN, COLOUR_OWN, GREEN}, BOLD},
    [STYLE_SEAT + 3] = {{0x874b00, 94, BLACK}, {COLOUR_OWN, COLOUR_OWN, YELLOW}, BOLD},
    [STYLE_SEAT + 4] = {{0x5f00d7, 56, BLUE}, OWN, BOLD},
    [STYLE_SEAT + 5] = {{0x870000, 88, RED}, OWN, BOLD},
    MARKERS,
    [STYLE_GROUP + GROUP_GREEN] = {{0x005f00, 22, BLACK}, OWN, 0},
    [STYLE_GROUP + GROUP_BLUE] = {{0x0000af, 19, BLUE}, OWN, 0},
    [STYLE_GROUP + GROUP_YELLOW] = {{0x5f5f00, 58, BLACK}, OWN, 0},
    [STYLE_GROUP + GROUP_ORANGE] = {{0x874b00, 94, RED}, OWN, 0},
    [STYLE_GROUP + GROUP_RED] = {{0xaf0000, 124, RED}, OWN, 0},
    OWN_GROUPS,
};

/* Without colours. */
static const unsigned mono[STYLES] = {
    [STYLE_FAINT] = EMPHASIS_DIM,
    [STYLE_BOLD] = BOLD,
    [STYLE_TITLE] = BOLD,
    [STYLE_OWN_NAME] = BOLD | EMPHASIS_UNDERLINE,
    [STYLE_SINGLE] = EMPHASIS_DIM,
    [STYLE_LEGAL] = BOLD,
    [STYLE_TRACK] = BOLD,
    [STYLE_LIT] = BOLD | EMPHASIS_UNDERLINE,
    [STYLE_DRAFT] = EMPHASIS_REVERSE | BOLD,
    [STYLE_MISSING] = EMPHASIS_REVERSE,
    [STYLE_REFUSED] = BOLD,
    [STYLE_BAR] = EMPHASIS_REVERSE,
    [STYLE_SEAT + 0] = BOLD, [STYLE_SEAT + 1] = BOLD, [STYLE_SEAT + 2] = BOLD,
    [STYLE_SEAT + 3] = BOLD, [STYLE_SEAT + 4] = BOLD, [STYLE_SEAT + 5] = BOLD,
    [STYLE_MARKER + 0] = EMPHASIS_REVERSE | BOLD, [STYLE_MARKER + 1] = EMPHASIS_REVERSE | BOLD,
    [STYLE_MARKER + 2] = EMPHASIS_REVERSE | BOLD, [STYLE_MARKER + 3] = EMPHASIS_REVERSE | BOLD,
    [STYLE_MARKER + 4] = EMPHASIS_REVERSE | BOLD, [STYLE_MARKER + 5] = EMPHASIS_REVERSE | BOLD,
    [STYLE_OWN_GROUP + GROUP_GREEN] = EMPHASIS_REVERSE,
    [STYLE_OWN_GROUP + GROUP_BLUE] = EMPHASIS_REVERSE,
    [STYLE_OWN_GROUP + GROUP_YELLOW] = EMPHASIS_REVERSE,
    [STYLE_OWN_GROUP + GROUP_ORANGE] = EMPHASIS_REVERSE,
    [STYLE_OWN_GROUP + GROUP_RED] = EMPHASIS_REVERSE,
};

/*
 * The theme's own text and background colours, for terminals whose colours do not suit it, and the
 * colours of the ground.
 */
static const struct {
    struct colour front, ground[GROUNDS];
} sheets[] = {
    [THEME_DARK] = {{0xd0d0d0, 252, WHITE},
                    {[GROUND_NONE] = {0x0a0a0a, 232, BLACK},
                     [GROUND_LAND] = {0x2a2c25, 236, COLOUR_OWN},
                     [GROUND_SEA] = {0x0b1826, 233, COLOUR_OWN}}},
    [THEME_LIGHT] = {{0x1c1c1c, 234, BLACK},
                     {[GROUND_NONE] = {0xffffff, 231, WHITE | BRIGHT},
                      [GROUND_LAND] = {0xfaf6e4, 230, COLOUR_OWN},
                      [GROUND_SEA] = {0xdcebf7, 195, COLOUR_OWN}}},
};
/* clang-format on */

static int number_of(const struct colour *colour, unsigned colours)
{
    if (colours >= COLOURS_ALL)
        return colour->rgb;
    if (colours >= COLOURS_MANY)
        return colour->many;
    return colour->few >= BRIGHT && colours < COLOURS_BRIGHT ? colour->few - BRIGHT : colour->few;
}

/*
 * Some terminals show bold dark colours as bright ones, so colours that must stay dark are not
 * bold.
 */
static unsigned few_emphasis(const struct look *look, unsigned colours, enum theme theme)
{
    unsigned emphasis = look->emphasis;
    const bool on_light = theme == THEME_LIGHT && look->back.few == COLOUR_OWN;
    if (look->front.few == BLACK || (on_light && look->front.few != COLOUR_OWN))
        emphasis &= ~(unsigned)EMPHASIS_BOLD;
    if (look->front.few >= BRIGHT && colours < COLOURS_BRIGHT)
        emphasis |= look->front.few == (BLACK | BRIGHT) ? EMPHASIS_DIM : EMPHASIS_BOLD;
    return emphasis;
}

bool theme_has_grounds(enum theme theme, unsigned colours)
{
    return theme != THEME_MONO && colours >= COLOURS_MANY;
}

struct shade theme_shade(enum theme theme, unsigned colours, bool paints, unsigned style,
                         enum ground ground)
{
    CHECK(style < STYLES && ground < GROUNDS);
    if (theme == THEME_MONO)
        return (struct shade){COLOUR_OWN, COLOUR_OWN, mono[style]};
    const struct look *look = theme == THEME_LIGHT ? &light[style] : &dark[style];
    const enum ground under = theme_has_grounds(theme, colours) ? ground : GROUND_NONE;
    struct shade shade = {number_of(&look->front, colours), number_of(&look->back, colours),
                          colours < COLOURS_MANY ? few_emphasis(look, colours, theme)
                                                 : look->emphasis};
    paints = paints || under != GROUND_NONE;
    if (shade.front == COLOUR_OWN && paints)
        shade.front = number_of(&sheets[theme].front, colours);
    if (shade.back == COLOUR_OWN && paints)
        shade.back = number_of(&sheets[theme].ground[under], colours);
    return shade;
}

/* ---- Line mode --------------------------------------------------------------------------- */

/* clang-format off */
static const char *const codes[STYLES] = {
    [STYLE_BOLD] = "1",
    [STYLE_OWN_NAME] = "1;4",
    [STYLE_SINGLE] = "38;5;243",
    [STYLE_DOUBLE] = "38;5;130",
    [STYLE_WATER] = "38;5;32",
    [STYLE_LEGAL] = "1;38;5;28",
    [STYLE_TRACK] = "1",
    [STYLE_LIT] = "1;38;5;166",
    [STYLE_MISSING] = "1;38;5;160",
    [STYLE_SEAT + 0] = "1;38;5;163", [STYLE_SEAT + 1] = "1;38;5;30", [STYLE_SEAT + 2] = "1;38;5;28",
    [STYLE_SEAT + 3] = "1;38;5;166", [STYLE_SEAT + 4] = "1;38;5;99", [STYLE_SEAT + 5] = "1;38;5;160",
    [STYLE_MARKER + 0] = "1;7;38;5;163", [STYLE_MARKER + 1] = "1;7;38;5;30",
    [STYLE_MARKER + 2] = "1;7;38;5;28", [STYLE_MARKER + 3] = "1;7;38;5;166",
    [STYLE_MARKER + 4] = "1;7;38;5;99", [STYLE_MARKER + 5] = "1;7;38;5;160",
    [STYLE_GROUP + GROUP_GREEN] = "38;5;28", [STYLE_GROUP + GROUP_BLUE] = "38;5;32",
    [STYLE_GROUP + GROUP_YELLOW] = "38;5;100", [STYLE_GROUP + GROUP_ORANGE] = "38;5;166",
    [STYLE_GROUP + GROUP_RED] = "38;5;160",
    [STYLE_OWN_GROUP + GROUP_GREEN] = "1;38;5;16;48;5;71",
    [STYLE_OWN_GROUP + GROUP_BLUE] = "1;38;5;16;48;5;75",
    [STYLE_OWN_GROUP + GROUP_YELLOW] = "1;38;5;16;48;5;184",
    [STYLE_OWN_GROUP + GROUP_ORANGE] = "1;38;5;16;48;5;208",
    [STYLE_OWN_GROUP + GROUP_RED] = "1;38;5;16;48;5;203",
};
/* clang-format on */

const char *theme_code(unsigned style)
{
    CHECK(style < STYLES);
    return codes[style];
}

/* ---- Luminance --------------------------------------------------------------------------- */

/* Computes x to the power of 2.4 for 0 <= x <= 1, without needing the mathematics library. */
static double power_2_4(double x)
{
    double root = 1; /* the fifth root of x, by Newton's method */
    if (x <= 0)
        return 0;
    for (unsigned i = 0; i < 40; i++)
        root -= (root * root * root * root * root - x) / (5 * root * root * root * root);
    return x * x * root * root; /* 2.4 = 2 + 2/5 */
}

static double linear_light(unsigned byte)
{
    const double value = byte / 255.0;
    return value <= 0.04045 ? value / 12.92 : power_2_4((value + 0.055) / 1.055);
}

double theme_luminance(unsigned rgb)
{
    return 0.2126 * linear_light(rgb >> 16 & 0xff) + 0.7152 * linear_light(rgb >> 8 & 0xff) +
           0.0722 * linear_light(rgb & 0xff);
}

double theme_contrast(unsigned one, unsigned other)
{
    const double a = theme_luminance(one) + 0.05, b = theme_luminance(other) + 0.05;
    return a > b ? a / b : b / a;
}

/* ---- Choosing a theme -------------------------------------------------------------------- */

bool theme_by_name(const char *name, enum theme *theme)
{
    for (unsigned i = 0; i < THEMES; i++) {
        if (strcmp(theme_names[i], name) == 0) {
            *theme = (enum theme)i;
            return true;
        }
    }
    return false;
}

/*
 * Limits of luminance.  A background between them suits neither theme, so the theme paints its
 * own.
 */
static const double dark_most = 0.04, light_least = 0.75;

struct theme_choice theme_for_background(unsigned rgb)
{
    const double light_there = theme_luminance(rgb);
    const bool is_light = theme_contrast(rgb, 0x000000) > theme_contrast(rgb, 0xffffff);
    return (struct theme_choice){is_light ? THEME_LIGHT : THEME_DARK,
                                 light_there > dark_most && light_there < light_least};
}

bool theme_from_variable(const char *value, struct theme_choice *choice)
{
    const char *last = value != NULL ? strrchr(value, ';') : NULL;
    if (last == NULL || last[1] < '0' || last[1] > '9')
        return false;
    const long number = strtol(last + 1, NULL, 10);
    if (number >= COLOURS_BRIGHT)
        return false;
    /*
     * Only white and bright white are known to be light; how dark the others are depends on the
     * palette.
     */
    *choice = (struct theme_choice){number == WHITE || number == (WHITE | BRIGHT) ? THEME_LIGHT
                                                                                  : THEME_DARK,
                                    number != BLACK && number != (WHITE | BRIGHT)};
    return true;
}

/* ---- The terminal's replies -------------------------------------------------------------- */

static int hex_digit(char letter)
{
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    const char small = (char)(letter | 0x20);
    return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/* Parses one to four hexadecimal digits as an 8-bit value.  Returns false if there are none. */
static bool read_part(const char **at, const char *end, unsigned *part)
{
    unsigned value = 0, most = 0;
    for (; *at < end && hex_digit(**at) >= 0 && most < 0xffff; ++*at) {
        value = value << 4 | (unsigned)hex_digit(**at);
        most = most << 4 | 15;
    }
    *part = most > 0 ? (value * 255 + most / 2) / most : 0;
    return most > 0;
}

/* Parses "11;rgb:RRRR/GGGG/BBBB" or "11;rgba:...". */
static bool read_background(const char *at, const char *end, unsigned *rgb)
{
    static const char *const starts[] = {"11;rgb:", "11;rgba:"};
    for (unsigned i = 0; i < 2; i++) {
        const size_t length = strlen(starts[i]);
        const char *digits = at + length;
        unsigned part[3];
        if ((size_t)(end - at) < length || memcmp(at, starts[i], length) != 0)
            continue;
        for (unsigned colour = 0; colour < 3; colour++) {
            if (!read_part(&digits, end, &part[colour]))
                return false;
            digits += colour < 2 && digits < end && *digits == '/';
        }
        *rgb = part[0] << 16 | part[1] << 8 | part[2];
        return true;
    }
    return false;
}

/* Returns the end of "ESC ] ...  BEL" or "ESC ] ...  ESC \", or NULL if it is incomplete. */
static const char *end_of_string(const char *at, const char *end, const char **text_end)
{
    for (; at < end; at++) {
        *text_end = at;
        if (*at == '\a')
            return at + 1;
        if (*at == '\033' && at + 1 < end && at[1] == '\\')
            return at + 2;
    }
    return NULL;
}

/* Returns the end of "ESC [ ? ... c", or NULL if it is incomplete. */
static const char *end_of_answer(const char *at, const char *end)
{
    for (; at < end; at++) {
        if (*at >= '@' && *at <= '~')
            return at + 1;
    }
    return NULL;
}

void theme_read_answer(struct theme_answer *answer, char bytes[], size_t length)
{
    const char *at = bytes, *const end = bytes + length;
    memset(answer, 0, sizeof *answer);
    while (at < end) {
        const char *after = NULL, *text_end = end;
        if (end - at >= 2 && at[0] == '\033' && at[1] == ']') {
            after = end_of_string(at + 2, end, &text_end);
            if (after != NULL)
                answer->has_background |= read_background(at + 2, text_end, &answer->background);
        } else if (end - at >= 3 && at[0] == '\033' && at[1] == '[' && at[2] == '?') {
            after = end_of_answer(at + 3, end);
            answer->is_whole |= after != NULL && after[-1] == 'c';
        } else {
            bytes[answer->others++] = *at++;
            continue;
        }
        if (after == NULL) /* incomplete */
            return;
        at = after;
    }
}
