/* Letters and names. */
#include "terminal/cities.h"

#include <ctype.h>

#include "core/notation.h"
#include "core/table.h"

bool map_city_plays(const struct board *board, unsigned city, unsigned seats)
{
    return city != CITY_NONE && !(board->city[city].dashed && seats <= SMALL_GAME_SEATS);
}

char map_group_letter(unsigned group)
{
    return (char)toupper((unsigned char)group_names[group][0]);
}

const char *map_city_name(const struct board *board, unsigned city, bool utf8)
{
    const char *name = board->city[city].name;
    for (const char *byte = name; *byte != '\0' && !utf8; byte++) {
        if ((unsigned char)*byte >= 0x80)
            return board->city[city].id;
    }
    return name;
}
