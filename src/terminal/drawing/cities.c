/* Letters and names of cities. */
#include "terminal/drawing/cities.h"

#include <ctype.h>
#include <string.h>

#include "rules/notation.h"
#include "rules/table.h"

bool cities_is_in_game(const struct board *board, unsigned city, unsigned seats)
{
    return city != CITY_NONE && !(board->city[city].dashed && seats <= SMALL_GAME_SEATS);
}

char cities_group_letter(unsigned group)
{
    return (char)toupper((unsigned char)group_names[group][0]);
}

const char *cities_name(const struct board *board, unsigned city, bool utf8)
{
    const char *name = board->city[city].name;
    for (const char *byte = name; *byte != '\0' && !utf8; byte++) {
        if ((unsigned char)*byte >= 0x80)
            return board->city[city].id;
    }
    return name;
}

/* Returns true if `text` begins with `start`, ignoring case. */
static bool text_begins_with(const char *text, const char *start)
{
    for (; *start != '\0'; text++, start++) {
        if (tolower((unsigned char)*text) != tolower((unsigned char)*start))
            return false;
    }
    return true;
}

static bool is_called(const struct board *board, unsigned city, const char *name)
{
    return text_begins_with(board->city[city].name, name) ||
           text_begins_with(board->city[city].id, name);
}

static unsigned find_city(const struct board *board, unsigned seats, const struct hand *hand,
                          const char *name)
{
    for (unsigned group = 0; hand != NULL && hand_is_known(hand) && group < GROUPS; group++) {
        if (is_called(board, hand->city[group], name))
            return hand->city[group];
    }
    for (unsigned city = 0; city < board->cities; city++) {
        if (cities_is_in_game(board, city, seats) && is_called(board, city, name))
            return city;
    }
    return CITY_NONE;
}

unsigned cities_find_junction(const struct board *board, unsigned seats, const struct hand *hand,
                              const char *name)
{
    char capitals[JUNCTION_NAME_SIZE] = "";
    const size_t length = strlen(name);
    for (size_t i = 0; length < sizeof capitals && i < length; i++)
        capitals[i] = (char)toupper((unsigned char)name[i]);
    unsigned junction = length < sizeof capitals ? board_find_junction(board, capitals, length)
                                                 : (unsigned)JUNCTION_NONE;
    if (junction != JUNCTION_NONE || length == 0)
        return junction;
    const unsigned city = find_city(board, seats, hand, name);
    return city != CITY_NONE ? board->city[city].junction : (unsigned)JUNCTION_NONE;
}
