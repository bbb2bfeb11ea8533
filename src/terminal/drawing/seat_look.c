/* Names, colours and signs of seats. */
#include "terminal/drawing/seat_look.h"

#include <stdio.h>
#include <string.h>

/* The colours of both themes. */
const char *const seat_colour_names[SEAT_COLOURS] = {"seat",   "pink",   "cyan", "green",
                                                     "orange", "violet", "red"};

/* Signs that the map uses for nothing else. */
const char *const seat_sign_names[SEAT_SIGNS] = {"seat",      "star",        "dollar",  "percent",
                                                 "ampersand", "exclamation", "question"};
static const char signs[SEAT_SIGNS] = {0, '*', '$', '%', '&', '!', '?'};

unsigned seat_look_colour(const struct seat_look *look, unsigned seat)
{
    if (look->choice.colour == 0 || look->own == SEAT_NONE)
        return seat;
    const unsigned chosen = look->choice.colour - 1;
    return seat == look->own ? chosen : seat == chosen ? look->own : seat;
}

uint32_t seat_look_sign(const struct seat_look *look, unsigned seat)
{
    return seat == look->own && look->choice.sign > 0 ? (uint32_t)signs[look->choice.sign]
                                                      : '1' + seat;
}

void seat_choice_write(const struct seat_choice *choice, char text[SEAT_CHOICE_TEXT_SIZE])
{
    snprintf(text, SEAT_CHOICE_TEXT_SIZE, "%s %s", seat_colour_names[choice->colour],
             seat_sign_names[choice->sign]);
}

static unsigned find_name(const char *const names[], unsigned count, const char *word,
                          size_t length)
{
    for (unsigned i = 0; i < count; i++) {
        if (strlen(names[i]) == length && memcmp(names[i], word, length) == 0)
            return i;
    }
    return 0;
}

struct seat_choice seat_choice_read(const char *text)
{
    const char *sign = text + strcspn(text, " ");
    const struct seat_choice choice = {
        .colour = find_name(seat_colour_names, SEAT_COLOURS, text, (size_t)(sign - text)),
        .sign = find_name(seat_sign_names, SEAT_SIGNS, sign + (*sign == ' '),
                          strcspn(sign + (*sign == ' '), " \n")),
    };
    return choice;
}
