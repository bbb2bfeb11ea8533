/*
 * The settings of a table as JSON: sent by the person who opens it, stored, and shown to everyone
 * (SETTINGS in docs/protocol.md).
 */
#ifndef RAILHEAD_PROTOCOL_SETTINGS_H
#define RAILHEAD_PROTOCOL_SETTINGS_H

#include "match/state.h"
#include "protocol/field.h"

enum {
    SETTINGS_SIZE_MAX = 4096,  /* bytes of settings that are read */
    SETTINGS_TEXT_SIZE = 1024, /* fits all settings that are written, including the NUL */
    PARTY_TABLES_MAX = 8       /* that deal the same cards */
};

/* The protocol's words for the kinds of seats. */
enum { SEAT_KINDS = 4 };
extern const char *const seat_kind_names[SEAT_KINDS];

/*
 * Parses the plan for a seat: "open", "invited" or a level (bots/bot.h).  Returns false and leaves
 * `plan` unchanged for other words.
 */
bool seat_plan_read(struct seat_plan *plan, const char *word);

/* Complains about the seats of a table, for other readers.  Always returns false. */
bool seats_complain(struct complaint *complaint);

/* A field with such a word, or only with a bot; its value is a `struct seat_plan`. */
field_reader seat_plan_field_read, bot_plan_field_read;
field_writer seat_plan_field_write;

/*
 * Parses settings.  Returns false and sets the complaint if they are invalid; `settings` is then
 * undefined.
 */
bool settings_read(struct match_settings *settings, const char *bytes, size_t length,
                   struct complaint *complaint);

/* The same for settings inside another object. */
bool settings_value_read(struct match_settings *settings, struct json_value object,
                         struct complaint *complaint);

/* Writes settings.  There is one spelling, which settings_read() turns into the same settings. */
void settings_write(const struct match_settings *settings, struct text *text);

/*
 * A request to open tables: the settings of each, and the number of tables that deal the same cards
 * (`tables`; 1 if omitted).
 */
struct opening_body {
    struct match_settings settings;
    unsigned tables;
};
bool opening_read(struct opening_body *opening, const char *bytes, size_t length,
                  struct complaint *complaint);
void opening_write(const struct opening_body *opening, struct text *text);

#endif
