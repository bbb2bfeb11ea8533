/*
 * The settings of a table as JSON: what whoever opens it sends, what the store keeps, and what
 * everybody is shown (SETTINGS in docs/protocol.md).
 */
#ifndef RAILHEAD_PROTOCOL_SETTINGS_H
#define RAILHEAD_PROTOCOL_SETTINGS_H

#include "match/state.h"
#include "protocol/field.h"

enum {
    SETTINGS_SIZE_MAX = 4096,  /* of what is read */
    SETTINGS_TEXT_SIZE = 1024, /* room for what is written, with the NUL */
    PARTY_TABLES_MAX = 8       /* that deal the same cards */
};

/* The words of the protocol for what a seat is. */
enum { SEAT_KINDS = 4 };
extern const char *const seat_kind_names[SEAT_KINDS];

/*
 * What a seat shall be: "open", "invited" or a level (bots/bot.h).  False, and nothing is written,
 * when it is another word.
 */
bool seat_plan_read(struct seat_plan *plan, const char *word);

/* The complaint about the seats of a table, for whoever reads them from elsewhere.  Always false.
 */
bool seats_complain(struct complaint *complaint);

/* A field with such a word, or with a bot's alone: `struct seat_plan`. */
field_reader seat_plan_field_read, bot_plan_field_read;
field_writer seat_plan_field_write;

/* False with a complaint when the settings are not sound; `settings` is then of no use. */
bool settings_read(struct match_settings *settings, const char *bytes, size_t length,
                   struct complaint *complaint);

/* The same for the settings that stand in another object. */
bool settings_value_read(struct match_settings *settings, struct json_value object,
                         struct complaint *complaint);

/* The one spelling of these settings; settings_read() gives the same settings again. */
void settings_write(const struct match_settings *settings, struct text *text);

/*
 * What somebody sends to open tables: the settings of each, and how many are to deal the same cards
 * (`tables`; 1 if left out).
 */
struct opening_body {
    struct match_settings settings;
    unsigned tables;
};
bool opening_read(struct opening_body *opening, const char *bytes, size_t length,
                  struct complaint *complaint);
void opening_write(const struct opening_body *opening, struct text *text);

#endif
