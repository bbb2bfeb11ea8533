/* Parsing links, opening tables and setting names.  See remote_find.h. */
#include "remote/remote_find.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "protocol/bodies.h"
#include "remote/remote_fault.h"
#include "remote/request.h"
#include "rules/notation.h"
#include "text/harmless.h"
#include "words/language.h"

const char *remote_signed_out(void)
{
    return _("The server does not know you any more: your account was signed out here. "
             "Remove your identity from ~/.config/railhead to start again.");
}

/* Parses "q7m2x9kd4wpz", "/t/q7m2x9kd4wpz#KEY", or the same after the server's address. */
static bool read_link(struct remote_place *place, const char *link)
{
    const char *slash = strrchr(link, '/');
    const char *id = slash != NULL ? slash + 1 : link;
    const size_t length = strcspn(id, "#");
    if (length == 0 || length >= sizeof place->table || strlen(id) - length >= sizeof place->key)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)id[i]))
            return false;
    }
    memcpy(place->table, id, length);
    place->table[length] = '\0';
    if (id[length] == '#')
        snprintf(place->key, sizeof place->key, "%s", id + length + 1);
    return true;
}

/* An HTTP response.  `object` points into `text`, which the caller frees; NULL if there is none. */
struct answer {
    char *text;
    struct json_value object;
};

/* Sends a request.  Returns false with a message in `error` if there was no valid response. */
static bool ask(struct answer *answer, const char *url, const char *path, const char *secret,
                const char *body, char error[], size_t error_size)
{
    struct address address;
    struct complaint complaint;
    answer->text = NULL;
    if (!address_read(&address, url, error, error_size))
        return false;
    answer->text = request(&address, path, secret, body, error, error_size);
    if (answer->text == NULL)
        return false;
    if (object_read(answer->text, strlen(answer->text), TOLD_SIZE_MAX, &answer->object, &complaint))
        return true;
    snprintf(error, error_size, "%s: the answer makes no sense: is this a server of ours?", url);
    free(answer->text);
    return false;
}

/* Writes what was requested and why it failed.  Returns false. */
static bool refuse(const char *asked, const char *reason, char error[], size_t error_size)
{
    char words[FAULT_SENTENCE_SIZE];
    harmless_copy(words, sizeof words, reason);
    snprintf(error, error_size, "%s: %.300s", asked,
             words[0] != '\0' ? words : "the server does not say why");
    harmless_copy(error, error_size, error); /* may have been cut within a character */
    return false;
}

/* The same, with the reason from the server's response. */
static bool refuse_by(const char *asked, const struct answer *answer, char error[],
                      size_t error_size)
{
    struct told_error told;
    struct complaint complaint;
    char sentence[FAULT_SENTENCE_SIZE];
    if (!error_body_read(&told, answer->object, &complaint))
        return refuse(asked, "", error, error_size);
    return refuse(asked,
                  strcmp(told.error, "identity") == 0 ? remote_signed_out()
                                                      : remote_sentence(&told.why, sentence),
                  error, error_size);
}

/* ---- A new table ------------------------------------------------------------------------- */

/* Parses "you,open,hard" as in the protocol. */
static bool read_seats(struct match_settings *settings, const char *seats,
                       struct complaint *complaint)
{
    for (const char *name = seats;; settings->seats++) {
        const size_t length = strcspn(name, ",");
        char word[BOT_NAME_SIZE];
        if (settings->seats == SEATS_MAX || length >= sizeof word)
            return seats_complain(complaint);
        memcpy(word, name, length);
        word[length] = '\0';
        struct seat_plan *plan = &settings->plan[settings->seats];
        if (strcmp(word, "you") == 0)
            *plan = (struct seat_plan){.kind = SEAT_PERSON};
        else if (!seat_plan_read(plan, word))
            return seats_complain(complaint);
        if (name[length] == '\0') {
            settings->seats++;
            return true;
        }
        name += length + 1;
    }
}

static struct clock clock_of(const struct remote_clock *wanted)
{
    enum { SECOND_MS = 1000, DAY_MS = 24 * 60 * 60 * 1000 };
    if (wanted->bank_s > 0)
        return (struct clock){.kind = CLOCK_LIVE,
                              .bank = (int64_t)wanted->bank_s * SECOND_MS,
                              .increment = (int64_t)wanted->increment_s * SECOND_MS};
    if (wanted->days > 0)
        return (struct clock){.kind = CLOCK_SLOW, .turn = (int64_t)wanted->days * DAY_MS};
    return (struct clock){.kind = CLOCK_NONE};
}

static bool settings_of(struct match_settings *settings, const struct remote_target *target,
                        struct complaint *complaint)
{
    *settings = (struct match_settings){
        .board = board_builtin(target->board, strlen(target->board)),
        .variants = target->variants,
        .clock = clock_of(&target->clock),
        .listed = !target->hidden,
        .chat = true,
    };
    return (settings->board != NULL ||
            fault_say(RECORD_NO_BOARD, complain(complaint, CODE_FIELD), "",
                      (struct word){target->board, strlen(target->board)})) &&
           read_seats(settings, target->seats, complaint);
}

static bool open_table(struct remote_place *place, const struct remote_target *target,
                       const char *secret, char error[], size_t error_size)
{
    static const char asked[] = "the server opens no such table";
    char body[SETTINGS_TEXT_SIZE];
    struct text text;
    struct match_settings settings;
    struct told_table table;
    struct answer answer;
    struct complaint complaint;
    char sentence[FAULT_SENTENCE_SIZE];
    if (!settings_of(&settings, target, &complaint))
        return refuse(asked, language_fault(&complaint.fault, sentence), error, error_size);
    text_init(&text, body, sizeof body);
    settings_write(&settings, &text);
    if (!ask(&answer, target->url, "/api/v1/tables", secret, body, error, error_size))
        return false;
    const bool opened = told_table_read(&table, answer.object, &complaint);
    if (opened) {
        snprintf(place->table, sizeof place->table, "%s", table.id);
        snprintf(place->key, sizeof place->key, "%s", table.key);
    } else {
        refuse_by(asked, &answer, error, error_size);
    }
    free(answer.text);
    return opened;
}

/* ---- Public functions --------------------------------------------------------------------- */

bool remote_find(struct remote_place *place, const struct remote_target *target, const char *secret,
                 char error[], size_t error_size)
{
    memset(place, 0, sizeof *place);
    if (target->board != NULL)
        return open_table(place, target, secret, error, error_size);
    if (target->link == NULL || read_link(place, target->link))
        return true;
    snprintf(error, error_size, "--table: '%.100s' is not the link of a table", target->link);
    return false;
}

bool remote_rename(const char *url, const char *secret, const char *name, char error[],
                   size_t error_size)
{
    static const char asked[] = "--name";
    char bytes[BODY_TEXT_SIZE];
    struct text text;
    struct name_body body;
    struct me_body me;
    struct answer answer;
    struct complaint complaint;
    char sentence[FAULT_SENTENCE_SIZE];
    if (!name_body_set(&body, name, &complaint))
        return refuse(asked, language_fault(&complaint.fault, sentence), error, error_size);
    text_init(&text, bytes, sizeof bytes);
    name_body_write(&body, &text);
    if (!ask(&answer, url, "/api/v1/me", secret, bytes, error, error_size))
        return false;
    const bool named = me_body_read(&me, answer.text, strlen(answer.text), &complaint);
    if (!named)
        refuse_by(asked, &answer, error, error_size);
    free(answer.text);
    return named;
}

static bool has_room(const struct told_table *table)
{
    for (unsigned seat = 0; seat < table->settings.seats; seat++) {
        if (table->seat[seat].kind == SEAT_OPEN)
            return table->state == TOLD_OPEN;
    }
    return false;
}

bool remote_pick(struct remote_place *place, struct json_list tables)
{
    struct told_table table;
    while (told_next_table(&tables, &table)) {
        if (has_room(&table)) {
            snprintf(place->table, sizeof place->table, "%s", table.id);
            return true;
        }
    }
    return false;
}
