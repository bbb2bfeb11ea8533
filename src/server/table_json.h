/*
 * What is said about a table: TABLE of docs/protocol.md, and the summary that the store keeps so
 * that lists need no replay.  A summary has ids and no names, which people may change or delete.
 */
#ifndef RAILHEAD_SERVER_TABLE_JSON_H
#define RAILHEAD_SERVER_TABLE_JSON_H

#include "server/party.h"
#include "store/store.h"

enum {
    TABLE_TEXT_SIZE = 8192,  /* room for every TABLE, with the NUL */
    SUMMARY_TEXT_SIZE = 2048 /* and for every summary */
};

/* What lists show of a game beside its settings. */
struct table_summary {
    char host[PERSON_SIZE];
    unsigned seats;
    struct seat_summary {
        enum seat_kind kind;
        char person[PERSON_SIZE];
        char bot[BOT_NAME_SIZE];
    } seat[SEATS_MAX];
    unsigned round;
    bool started; /* there are points */
    int points[SEATS_MAX];
    unsigned winners; /* a bit for each seat */
};

void summary_of_match(struct table_summary *summary, const struct match *match);
void summary_write(const struct table_summary *summary, struct text *text);

/* False when the text is not a summary. */
bool summary_read(struct table_summary *summary, const char *bytes, size_t length);

struct table_facts {
    const char *id;
    enum store_state state;
    int64_t opened, changed;
    const struct match_settings *settings;
    const struct table_summary *summary;
    const char (*name)[NAME_SIZE]; /* of the persons who sit, by seat */
    const char *key;               /* of the invitation, for the host alone; or NULL */
    const struct party *party;     /* which it belongs to; all zero for none */
    bool revealed;                 /* nothing of the game is hidden any more */
};

void table_write(const struct table_facts *facts, struct text *text);

/* The state in which the store keeps a match. */
enum store_state match_store_state(const struct match *match);

#endif
