/* What all sources share: the talk, and requests in a game without a server. */
#include "terminal/source/source.h"

#include <stdio.h>
#include <string.h>

#include "bots/nickname.h"
#include "text/harmless.h"
#include "words/language.h"

bool source_may_take_back(const struct source *source)
{
    if (source->calls->take_back == NULL)
        return source_may(source, ASK_TAKEBACK);
    if (!source_is_mine(source))
        return false;
    for (unsigned i = source->history.moments; i-- > 0;) {
        const struct moment *moment = &source->history.moment[i];
        if (moment->seat == SEAT_NONE)
            return false;
        if (source->seat[moment->seat].is_person_here)
            return true;
    }
    return false;
}

bool source_take_back(struct source *source, char why[SOURCE_SENTENCE_SIZE])
{
    if (!source_may_take_back(source)) {
        snprintf(why, SOURCE_SENTENCE_SIZE, "%s",
                 _("There is no turn of yours in this round to take back now."));
        return false;
    }
    if (source->calls->take_back == NULL)
        return source_ask(source, &(struct source_request){.kind = ASK_TAKEBACK}, why);
    return source->calls->take_back(source, why);
}

bool source_ask(struct source *source, const struct source_request *request,
                char why[SOURCE_SENTENCE_SIZE])
{
    if (source->calls->ask != NULL)
        return source->calls->ask(source, request, why);
    snprintf(why, SOURCE_SENTENCE_SIZE, "%s",
             _("That is only possible at a table on a server: this game is on this machine."));
    return false;
}

bool source_is_you(const struct source *source, unsigned seat)
{
    unsigned people = 0;
    for (unsigned other = 0; other < SEATS_MAX; other++)
        people += source->seat[other].is_person_here;
    return people == 1 && source->seat[seat].is_person_here;
}

struct seat_look source_look(const struct source *source)
{
    struct seat_look look = {.own = SEAT_NONE, .choice = source->choice};
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        if (source_is_you(source, seat))
            look.own = seat;
    }
    return look;
}

void source_seat_bot(struct source_seat *seat, unsigned number, const char *bot)
{
    harmless_copy(seat->bot, sizeof seat->bot, bot);
    const struct bot *level = bot_find(seat->bot, strcspn(seat->bot, ":"));
    const char *nickname = level != NULL ? bot_nickname(level, number) : NULL;
    snprintf(seat->name, sizeof seat->name, "%s", nickname != NULL ? nickname : seat->bot);
}

bool source_has_nickname(const struct source_seat *seat)
{
    return seat->bot[0] != '\0' && strcmp(seat->bot, seat->name) != 0;
}

const char *source_bot_title(const char *bot, unsigned number, char title[SOURCE_TITLE_SIZE])
{
    struct source_seat seat;
    source_seat_bot(&seat, number, bot);
    if (source_has_nickname(&seat))
        snprintf(title, SOURCE_TITLE_SIZE, "%s (%s)", seat.name, seat.bot);
    else
        snprintf(title, SOURCE_TITLE_SIZE, "%s", seat.name);
    return title;
}

void source_list_add(char list[], size_t size, const char *name)
{
    const size_t used = strlen(list);
    const char *comma = used > 0 ? ", " : "";
    if (used + strlen(comma) < size) {
        snprintf(list + used, size - used, "%s", comma);
        harmless_copy(list + used + strlen(comma), size - used - strlen(comma), name);
    }
}

void source_talk_add(struct source_talk *talk, enum source_line_kind kind, unsigned seat,
                     const char *name, const char *words)
{
    struct source_line *line = &talk->line[talk->lines++ % SOURCE_LINES_MAX];
    line->kind = kind;
    line->seat = seat;
    harmless_copy(line->name, sizeof line->name, name);
    harmless_copy(line->words, sizeof line->words, words);
}
