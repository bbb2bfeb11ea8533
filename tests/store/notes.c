/* Rows as lines. */
#include "store/notes.h"

#include <stdio.h>
#include <string.h>

#include "support.h"

enum { LINE_SIZE = 512 };

void note(struct notes *notes, const char *line)
{
    const size_t used = strlen(notes->text);
    assert_true(used + strlen(line) + 2 < sizeof notes->text);
    snprintf(notes->text + used, sizeof notes->text - used, "%s\n", line);
    notes->rows++;
}

void note_text(void *context, const char *text)
{
    note(context, text);
}

void note_person(void *context, const struct store_person *person)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "%s|%s|%s|%s|%lld", person->id, person->name, person->login,
             person->password, (long long)person->since);
    note(context, line);
}

void note_session(void *context, const struct store_session *session)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "%s|%s|%lld|%lld", session->hash, session->label,
             (long long)session->since, (long long)session->seen);
    note(context, line);
}

void note_game(void *context, const struct store_game *game)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "%s|%d|%d|%lld|%lld|%s|%s|%s|%s|%s", game->id, (int)game->state,
             (int)game->listed, (long long)game->opened, (long long)game->changed, game->settings,
             game->secret, game->summary, game->party, game->host);
    note(context, line);
}

void note_event(void *context, const struct store_event *event)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "%s|%u|%lld|%s|%s", event->game, (unsigned)event->number,
             (long long)event->at, event->author, event->body);
    note(context, line);
}
