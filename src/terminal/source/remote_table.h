/*
 * A table at a server, as a screen shows it.
 *
 * No connection and no rules: a message in, judged and kept by src/follow/, and the source it is
 * shown by is up to date.  The game, the seats, the clocks and what may be asked are in
 * remote_table.c, names and sentences in remote_show.c, the record in remote_record.c.
 *
 *     bytes --told_read()--> told --follow_take()--> follow --> source: history, seat[], hand
 *                |                        |               '-----> source: talk, notice
 *                '-- a complaint          '-- a misfit: a sentence, and nothing has changed
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_REMOTE_TABLE_H
#define RAILHEAD_TERMINAL_SOURCE_REMOTE_TABLE_H

#include "follow/follow.h"
#include "protocol/told_message.h"
#include "terminal/source/source.h"

enum { WATCHING_MAX = 999999 }; /* more are not counted */

struct remote_table {
    struct source *source;
    struct follow follow;
    struct told told;                   /* what was heard last */
    uint32_t news;                      /* how many of the news are in the talk */
    bool sat[SEATS_MAX];                /* just now: to be told once the name is known */
    char lost[SOURCE_SENTENCE_SIZE];    /* why there is no connection, or "" */
    char failure[SOURCE_SENTENCE_SIZE]; /* why the game cannot be followed any more, or "" */
};

/* Large: not for the stack. */
void remote_table_init(struct remote_table *table, struct source *source);

/*
 * A message of the server: `told` has it, and the source shows what is known now.  False with a
 * sentence when it makes no sense or does not fit what is known; then nothing has changed.
 */
bool remote_table_hear(struct remote_table *table, const char *bytes, int64_t now_ms,
                       char why[SOURCE_SENTENCE_SIZE]);

/* The clocks and what may be asked, as it is now. */
void remote_table_tick(struct remote_table *table, int64_t now_ms);

/* ---- remote_record.c ----------------------------------------------------------------------- */

/* The record as far as it is known, the caller's to free; NULL before the game or without memory.
 */
char *remote_table_record(const struct remote_table *table, size_t *length);

/* It to a file that does not exist yet.  A sentence either way. */
bool remote_table_save(const struct remote_table *table, const char *path,
                       char why[SOURCE_SENTENCE_SIZE]);

/* ---- remote_show.c: names and sentences ---------------------------------------------------- */

/* How somebody is called here; whom the server calls nothing has a name too. */
void remote_name(const struct remote_table *table, const char *person, char name[SOURCE_NAME_SIZE]);

/* The id of whoever is called so; false when nobody is. */
bool remote_find_person(const struct remote_table *table, const char *name, char id[PERSON_SIZE]);

/* What is new of the news becomes lines of the talk. */
void remote_tell_news(struct remote_table *table);

/* The names of those who sat down are known now. */
void remote_tell_people(struct remote_table *table);

/* The notice of the source. */
void remote_tell(struct remote_table *table);

/* The sentences for what is refused.  Always false. */
bool remote_refuse_message(const struct complaint *complaint, char why[SOURCE_SENTENCE_SIZE]);
bool remote_refuse(enum misfit misfit, char why[SOURCE_SENTENCE_SIZE]);

#endif
