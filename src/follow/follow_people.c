/* The people of a table: names, connections, chat and actions. */
#include <string.h>

#include "follow/follow_internal.h"

/* ---- People ---------------------------------------------------------------------------------- */

static bool is_same(const char *one, const char *other)
{
    return strcmp(one, other) == 0;
}

const struct follow_person *follow_person(const struct follow *follow, const char *id)
{
    for (unsigned i = 0; i < follow->people + follow->remembered; i++) {
        if (is_same(follow->person[i].id, id))
            return &follow->person[i];
    }
    return NULL;
}

const char *follow_name(const struct follow *follow, const char *id)
{
    const struct follow_person *person = follow_person(follow, id);
    return person != NULL ? person->name : "";
}

bool follow_is_here(const struct follow *follow, unsigned seat)
{
    const struct follow_person *person =
        follow_person(follow, match_state_person_of(&follow->state, seat));
    return person != NULL && person->here;
}

static void set_person(struct follow_person *person, const char *id, const char *name, bool here)
{
    memset(person, 0, sizeof *person);
    memcpy(person->id, id, strlen(id));
    memcpy(person->name, name, strlen(name));
    person->here = here;
}

void follow_remember(struct follow *follow, const char *id, const char *name)
{
    const struct follow_person *known = follow_person(follow, id);
    if (known != NULL) {
        set_person(&follow->person[known - follow->person], id, name, known->here);
        return;
    }
    if (follow->people + follow->remembered == FOLLOW_PEOPLE_MAX)
        follow->remembered--; /* replaces the oldest */
    set_person(&follow->person[follow->people + follow->remembered], id, name, false);
    follow->remembered++;
}

static bool are_people(const struct told_people *told)
{
    if (told->people > TOLD_PEOPLE_MAX)
        return false;
    for (unsigned i = 0; i < told->people; i++) {
        if (!follow_is_person(told->person[i].id) ||
            !follow_text_ends(told->person[i].name, TOLD_NAME_SIZE))
            return false;
    }
    return true;
}

enum misfit follow_take_people(struct follow *follow, const struct told_people *told)
{
    struct follow_person before[FOLLOW_PEOPLE_MAX];
    const unsigned known = follow->people + follow->remembered;
    if (!are_people(told))
        return MISFIT_PERSON;
    memcpy(before, follow->person, sizeof before);
    memset(follow->person, 0, sizeof follow->person);
    for (unsigned i = 0; i < told->people; i++)
        set_person(&follow->person[i], told->person[i].id, told->person[i].name,
                   told->person[i].here);
    follow->people = told->people;
    follow->remembered = 0;
    for (unsigned i = 0; i < known && follow->people + follow->remembered < FOLLOW_PEOPLE_MAX;
         i++) {
        if (follow_person(follow, before[i].id) == NULL)
            follow_remember(follow, before[i].id, before[i].name);
    }
    follow->watching = told->watching;
    return FITS;
}

/* ---- News ------------------------------------------------------------------------------------ */

const char *follow_words(const struct follow *follow, const struct news *news)
{
    return news->kind == NEWS_SAID ? &follow->words[news->words] : "";
}

/*
 * Texts are stored in the order of the news, so those before the first remaining one are dropped
 * too.
 */
static void forget_oldest(struct follow *follow)
{
    follow->news_count--;
    follow->news_forgotten++;
    memmove(follow->news, follow->news + 1, follow->news_count * sizeof follow->news[0]);
    memset(&follow->news[follow->news_count], 0, sizeof follow->news[0]);
    uint32_t unused = follow->words_used;
    for (unsigned i = follow->news_count; i-- > 0;) {
        if (follow->news[i].kind == NEWS_SAID)
            unused = follow->news[i].words;
    }
    follow->words_used -= unused;
    memmove(follow->words, follow->words + unused, follow->words_used);
    memset(follow->words + follow->words_used, 0, unused);
    for (unsigned i = 0; i < follow->news_count; i++) {
        if (follow->news[i].kind == NEWS_SAID)
            follow->news[i].words -= unused;
    }
}

static void add(struct follow *follow, const struct news *news, const char *said)
{
    const uint32_t size = news->kind == NEWS_SAID ? (uint32_t)strlen(said) + 1 : 0;
    while (follow->news_count == FOLLOW_NEWS_MAX || follow->words_used + size > FOLLOW_WORDS_SIZE)
        forget_oldest(follow);
    struct news *added = &follow->news[follow->news_count++];
    *added = *news;
    if (size == 0)
        return;
    added->words = follow->words_used;
    memcpy(follow->words + follow->words_used, said, size);
    follow->words_used += size;
}

/* Sets the kind of news that an event makes.  Returns false if it makes none. */
static bool kind_of_news(const struct follow *follow, const struct event *event, uint8_t *kind)
{
    static const uint8_t kinds[EVENT_KINDS] = {
        [EVENT_SIT] = NEWS_SAT,         [EVENT_STAND] = NEWS_STOOD,
        [EVENT_SEAT] = NEWS_SEAT,       [EVENT_START] = NEWS_STARTED,
        [EVENT_AWAY] = NEWS_AWAY,       [EVENT_BACK] = NEWS_BACK,
        [EVENT_RESULT] = NEWS_FINISHED, [EVENT_CLOSE] = NEWS_CLOSED,
        [EVENT_CHAT] = NEWS_SAID,       [EVENT_MUTE] = NEWS_UNMUTED,
        [EVENT_REVEAL] = NEWS_REVEALED, [EVENT_REMATCH] = NEWS_REMATCH,
        [EVENT_TAKEBACK] = NEWS_ASKED,  [EVENT_ANSWER] = NEWS_REFUSED,
        [EVENT_UNDO] = NEWS_TAKEN_BACK,
    };
    if (event->kind == EVENT_ROUND || event->kind == EVENT_TURN || event->kind == EVENT_END ||
        event->kind == EVENT_READY || event->kind == EVENT_KEEP ||
        (event->kind == EVENT_ANSWER && event->on))
        return false;
    *kind = kinds[event->kind];
    if (event->kind == EVENT_MUTE && event->on)
        *kind = NEWS_MUTED;
    if (event->kind == EVENT_SEAT && follow->state.seat[event->seat].kind == SEAT_PERSON)
        *kind = NEWS_SHOWN_OUT;
    if (event->kind == EVENT_ANSWER && event->seat == follow->state.takeback.seat)
        *kind = NEWS_WITHDRAWN;
    return true;
}

void follow_tell(struct follow *follow, const struct told_event *told)
{
    const struct event *event = &told->event;
    struct news news;
    memset(&news, 0, sizeof news);
    if (!kind_of_news(follow, event, &news.kind))
        return;
    news.number = told->number;
    news.at = event->at;
    news.seat = SEAT_NONE;
    if (event_names_seat(event->kind)) {
        news.seat = (uint8_t)event->seat;
        memcpy(news.person, follow->state.seat[event->seat].person, PERSON_SIZE);
    }
    if (event_names_person(event->kind)) {
        memset(news.person, 0, sizeof news.person);
        memcpy(news.person, event->person, strlen(event->person));
    }
    if (event_names_person(event->kind) && !event_names_seat(event->kind))
        news.seat = (uint8_t)match_state_seat_of(&follow->state, event->person);
    if (event->kind == EVENT_AWAY)
        news.away = (uint8_t)event->away;
    if (event->kind == EVENT_CLOSE)
        news.close = (uint8_t)event->close;
    add(follow, &news, event->text);
}

void follow_unsay(struct follow *follow, uint32_t number)
{
    for (unsigned i = 0; i < follow->news_count; i++) {
        const struct news *news = &follow->news[i];
        if (news->number == number && news->kind == NEWS_SAID) {
            char *words = &follow->words[news->words];
            memset(words, 0, strlen(words));
        }
    }
}

bool follow_is_refused(const struct follow *follow)
{
    for (unsigned i = follow->news_count; i-- > 0;) {
        const enum news_kind kind = follow->news[i].kind;
        if (kind == NEWS_ASKED || kind == NEWS_WITHDRAWN || kind == NEWS_TAKEN_BACK)
            return false;
        if (kind == NEWS_REFUSED)
            return true;
    }
    return false;
}
