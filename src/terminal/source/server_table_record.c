/* The record of a table at a server.  Cards that the person may not know are '?'. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/source/server_table.h"
#include "words/language.h"

static void write_names(const struct server_table *table, struct record_names *names)
{
    memset(names, 0, sizeof *names);
    for (unsigned i = 0; i < table->follow.state.settings.seats; i++) {
        const struct source_seat *seat = &table->source->seat[i];
        char words[sizeof "bot " + SOURCE_NAME_SIZE];
        const int length =
            snprintf(words, sizeof words, "%s%s", seat->kind == SOURCE_BOT ? "bot " : "",
                     seat->kind == SOURCE_BOT ? seat->bot : seat->name);
        record_clean_name(names->name[i], RECORD_NAME_SIZE, words, (size_t)length);
    }
}

/*
 * Returns a buffer that the caller frees, or NULL if allocation fails.  Each round has a deal,
 * turns and an end.
 */
static char *write_record(const struct server_table *table, size_t *length)
{
    const size_t parts = 1U + follow_moments(&table->follow) + table->follow.view.table.round;
    char *record = malloc(parts * RECORD_EVENT_SIZE);
    struct record_names names;
    struct text text;
    if (record == NULL)
        return NULL;
    write_names(table, &names);
    text_init(&text, record, parts * RECORD_EVENT_SIZE);
    follow_write_record(&table->follow, &names, &text);
    *length = text.used;
    return record;
}

char *server_table_record(const struct server_table *table, size_t *length)
{
    return follow_moments(&table->follow) > 0 ? write_record(table, length) : NULL;
}

static bool write_file(const char *record, size_t length, const char *path,
                       char why[SOURCE_SENTENCE_SIZE])
{
    FILE *file = fopen(path, "wbx");
    if (file == NULL && errno == EEXIST) {
        snprintf(why, SOURCE_SENTENCE_SIZE, _("%.200s already exists: choose another name."), path);
        return false;
    }
    const bool written = file != NULL && fwrite(record, 1, length, file) == length;
    const int error = errno;
    if ((file != NULL && fclose(file) != 0) || !written) {
        snprintf(why, SOURCE_SENTENCE_SIZE, _("It could not be saved to %.200s: %s."), path,
                 strerror(error));
        return false;
    }
    snprintf(why, SOURCE_SENTENCE_SIZE, _("The record is in %.200s; hidden cards are marked '?'."),
             path);
    return true;
}

bool server_table_save(const struct server_table *table, const char *path,
                       char why[SOURCE_SENTENCE_SIZE])
{
    size_t length = 0;
    if (follow_moments(&table->follow) == 0) {
        snprintf(why, SOURCE_SENTENCE_SIZE,
                 _("The game has not started: there is nothing to save."));
        return false;
    }
    char *record = write_record(table, &length);
    if (record == NULL) {
        snprintf(why, SOURCE_SENTENCE_SIZE, _("It could not be saved to %.200s: %s."), path,
                 strerror(ENOMEM));
        return false;
    }
    const bool saved = write_file(record, length, path, why);
    free(record);
    return saved;
}
