/*
 * The settings of a table as JSON: what whoever opens it sends, what the store keeps, and what
 * everybody is shown (SETTINGS in docs/protocol.md).
 */
#ifndef RAILHEAD_SERVER_SETTINGS_H
#define RAILHEAD_SERVER_SETTINGS_H

#include "match/match.h"
#include "server/complaint.h"

enum {
    SETTINGS_SIZE_MAX = 4096, /* of what is read */
    SETTINGS_TEXT_SIZE = 1024 /* room for what is written, with the NUL */
};

/*
 * What a seat shall be: "open", "invited" or a level (bots/bot.h).  False, and nothing is written,
 * when it is another word.
 */
bool seat_plan_read(struct seat_plan *plan, const char *word);

/* False with a complaint when the settings are not sound; `settings` is then of no use. */
bool settings_read(struct match_settings *settings, const char *bytes, size_t length,
                   struct complaint *complaint);

/*
 * The same for what somebody sends to open tables: the settings of each, and how many are to deal
 * the same cards (`tables`; 1 if left out).
 */
bool opening_read(struct match_settings *settings, unsigned *tables, const char *bytes,
                  size_t length, struct complaint *complaint);

/*
 * The one spelling of these settings; settings_read() gives the same settings again.  Without the
 * seed for whoever must not know yet which cards are dealt.
 */
void settings_write(const struct match_settings *settings, bool with_seed, struct text *text);

#endif
