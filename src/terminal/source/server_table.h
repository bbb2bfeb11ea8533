/*
 * A table at a server, and the source that shows it.
 *
 * Has no connection and no rules: src/follow/ checks and keeps each message, and then the source is
 * updated.  server_table.c has the game, the seats, the clocks and the possible requests,
 * server_table_words.c names and sentences, server_table_record.c the record.
 *
 *     bytes --told_read()--> told --follow_take()--> follow --> source: history, seat[], hand
 *                |                        |               '-----> source: talk, notice
 *                '-- a complaint          '-- a misfit: a sentence; nothing has changed
 */
#ifndef RAILHEAD_TERMINAL_SOURCE_SERVER_TABLE_H
#define RAILHEAD_TERMINAL_SOURCE_SERVER_TABLE_H

#include "follow/follow.h"
#include "protocol/told_message.h"
#include "terminal/source/source.h"

enum { WATCHING_MAX = 999999 }; /* the counter stops there */

struct server_table {
    struct source *source;
    struct follow follow;
    struct told told;                   /* the last message, parsed */
    uint32_t news;                      /* number of news already in the talk */
    bool sat[SEATS_MAX];                /* just sat down; announced once the name is known */
    char lost[SOURCE_SENTENCE_SIZE];    /* why there is no connection, or "" */
    char failure[SOURCE_SENTENCE_SIZE]; /* why the game cannot be followed any more, or "" */
};

/* The structure is too large for the stack. */
void server_table_init(struct server_table *table, struct source *source);

/*
 * Processes a message of the server.  `told` then contains it, and the source is up to date.
 * Returns false with a sentence if it is invalid or contradicts what is known; then nothing has
 * changed.
 */
bool server_table_receive(struct server_table *table, const char *bytes, int64_t now_ms,
                          char why[SOURCE_SENTENCE_SIZE]);

/* Updates the clocks and the possible requests. */
void server_table_tick(struct server_table *table, int64_t now_ms);

/* ---- server_source_record.c
 * ----------------------------------------------------------------------- */

/*
 * Returns the record as far as it is known; the caller frees it.  Returns NULL before the game, or
 * if allocation fails.
 */
char *server_table_record(const struct server_table *table, size_t *length);

/* Writes the record to a new file.  Sets a sentence in either case. */
bool server_table_save(const struct server_table *table, const char *path,
                       char why[SOURCE_SENTENCE_SIZE]);

/* ---- server_table_words.c: names and sentences
 * ---------------------------------------------------- */

/* Writes a person's name, or a substitute if the server has sent none. */
void server_table_name(const struct server_table *table, const char *person,
                       char name[SOURCE_NAME_SIZE]);

/* Finds a person's id by name.  Returns false if there is none. */
bool server_table_find_person(const struct server_table *table, const char *name,
                              char id[PERSON_SIZE]);

/* Adds new events to the talk. */
void server_table_add_news(struct server_table *table);

/* Announces people who sat down, once their names are known. */
void server_table_add_arrivals(struct server_table *table);

/* Updates the notice of the source. */
void server_table_update_notice(struct server_table *table);

/* Write the sentence for a refused message or event.  Always return false. */
bool server_table_refuse_message(const struct complaint *complaint, char why[SOURCE_SENTENCE_SIZE]);
bool server_table_refuse(enum misfit misfit, char why[SOURCE_SENTENCE_SIZE]);

#endif
