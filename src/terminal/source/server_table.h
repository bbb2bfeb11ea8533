/*
 * A table at a server, as a screen shows it.
 *
 * No connection and no rules: a message in, judged and kept by src/follow/, and the source it is
 * shown by is up to date.  The game, the seats, the clocks and what may be asked are in
 * server_table.c, names and sentences in server_table_words.c, the record in
 * server_source_record.c.
 *
 *     bytes --told_read()--> told --follow_take()--> follow --> source: history, seat[], hand
 *                |                        |               '-----> source: talk, notice
 *                '-- a complaint          '-- a misfit: a sentence, and nothing has changed
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_SERVER_TABLE_H
#define RAILHEAD_TERMINAL_SOURCE_SERVER_TABLE_H

#include "follow/follow.h"
#include "protocol/told_message.h"
#include "terminal/source/source.h"

enum { WATCHING_MAX = 999999 }; /* more are not counted */

struct server_table {
    struct source *source;
    struct follow follow;
    struct told told;                   /* what was heard last */
    uint32_t news;                      /* how many of the news are in the talk */
    bool sat[SEATS_MAX];                /* just now: to be told once the name is known */
    char lost[SOURCE_SENTENCE_SIZE];    /* why there is no connection, or "" */
    char failure[SOURCE_SENTENCE_SIZE]; /* why the game cannot be followed any more, or "" */
};

/* Large: not for the stack. */
void server_table_init(struct server_table *table, struct source *source);

/*
 * A message of the server: `told` has it, and the source shows what is known now.  False with a
 * sentence when it makes no sense or does not fit what is known; then nothing has changed.
 */
bool server_table_hear(struct server_table *table, const char *bytes, int64_t now_ms,
                       char why[SOURCE_SENTENCE_SIZE]);

/* The clocks and what may be asked, as it is now. */
void server_table_tick(struct server_table *table, int64_t now_ms);

/* ---- server_source_record.c
 * ----------------------------------------------------------------------- */

/* The record as far as it is known, the caller's to free; NULL before the game or without memory.
 */
char *server_table_record(const struct server_table *table, size_t *length);

/* It to a file that does not exist yet.  A sentence either way. */
bool server_table_save(const struct server_table *table, const char *path,
                       char why[SOURCE_SENTENCE_SIZE]);

/* ---- server_table_words.c: names and sentences
 * ---------------------------------------------------- */

/* How somebody is called here; whom the server calls nothing has a name too. */
void server_table_name(const struct server_table *table, const char *person,
                       char name[SOURCE_NAME_SIZE]);

/* The id of whoever is called so; false when nobody is. */
bool server_table_find_person(const struct server_table *table, const char *name,
                              char id[PERSON_SIZE]);

/* What is new of the news becomes lines of the talk. */
void server_table_add_news(struct server_table *table);

/* The names of those who sat down are known now. */
void server_table_add_arrivals(struct server_table *table);

/* The notice of the source. */
void server_table_update_notice(struct server_table *table);

/* The sentences for what is refused.  Always false. */
bool server_table_refuse_message(const struct complaint *complaint, char why[SOURCE_SENTENCE_SIZE]);
bool server_table_refuse(enum misfit misfit, char why[SOURCE_SENTENCE_SIZE]);

#endif
