/* What a store hands out, written down: a line for each row, so that tests can compare texts. */
#ifndef RAILHEAD_TESTS_STORE_NOTES_H
#define RAILHEAD_TESTS_STORE_NOTES_H

#include "store/store.h"

enum { NOTES_SIZE = 16384 };

/* All zero in the beginning. */
struct notes {
    char text[NOTES_SIZE];
    unsigned rows;
};

void note(struct notes *notes, const char *line);

/* For the functions of the store that hand out rows; the context is the notes. */
void note_text(void *context, const char *text);
void note_person(void *context, const struct store_person *person);
void note_session(void *context, const struct store_session *session);
void note_game(void *context, const struct store_game *game);
void note_event(void *context, const struct store_event *event);

#endif
