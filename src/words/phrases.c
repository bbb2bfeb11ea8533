/* Translates phrases in both directions. */
#include "words/phrases.h"

#include <string.h>

#include "words/language.h"

#define PHRASE(TEXT) TEXT,
const char *const phrases[] = {
#include "words/phrases.def"
};
#undef PHRASE

const unsigned phrase_count = sizeof phrases / sizeof phrases[0];

const char *phrase_shown(const char *said)
{
    for (unsigned i = 0; i < phrase_count; i++) {
        if (strcmp(said, phrases[i]) == 0)
            return _(phrases[i]);
    }
    return said;
}

/* Returns the number of a phrase in the reader's language, or phrase_count. */
static unsigned find_typed(const char *typed)
{
    unsigned i = 0;
    while (i < phrase_count && strcmp(typed, _(phrases[i])) != 0)
        i++;
    return i;
}

const char *phrase_sent(const char *typed)
{
    const unsigned number = find_typed(typed);
    return number < phrase_count ? phrases[number] : typed;
}

const char *phrase_next(const char *typed)
{
    const unsigned number = find_typed(typed);
    if (typed[0] == '\0')
        return _(phrases[0]);
    return number < phrase_count ? _(phrases[(number + 1) % phrase_count]) : NULL;
}
