/* The table of names.  They are short because narrow screens also show the level. */
#include "bots/nickname.h"

#include <string.h>

#include "base/check.h"

static const struct {
    const char *level;
    const char *name[SEATS_MAX];
} nicknames[] = {
    {"easy", {"Toby", "Mabel", "Pip", "Nell", "Otto", "Dot"}},
    {"medium", {"Hugo", "Rosa", "Max", "Ida", "Carl", "Lena"}},
    {"hard", {"Jonas", "Greta", "Bruno", "Vera", "Olaf", "Inga"}},
    {"expert", {"Zeno", "Iris", "Boris", "Selma", "Ezra", "Odile"}},
    {"champion", {"Ada", "Knut", "Thea", "Rufus", "Cleo", "Edgar"}},
};

const char *bot_nickname(const struct bot *bot, unsigned seat)
{
    CHECK(seat < SEATS_MAX);
    for (size_t i = 0; i < sizeof nicknames / sizeof nicknames[0]; i++) {
        if (strcmp(nicknames[i].level, bot->name) == 0)
            return nicknames[i].name[seat];
    }
    return NULL;
}
