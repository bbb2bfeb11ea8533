/* Edits a line of text. */
#include "terminal/full_screen/prompt.h"

#include <stdio.h>
#include <string.h>

#include "terminal/drawing/utf8.h"
#include "words/language.h"
#include "words/phrases.h"

void prompt_begin(struct prompt *prompt, enum prompt_kind kind)
{
    prompt->kind = kind;
    prompt->typed[0] = '\0';
    if (kind == PROMPT_SAY)
        memcpy(prompt->typed, prompt->unsaid, sizeof prompt->typed);
}

/* Replaces the text by the next phrase.  Text that is not a phrase is kept. */
static void take_phrase(struct prompt *prompt)
{
    const char *phrase = phrase_next(prompt->typed);
    if (phrase != NULL)
        snprintf(prompt->typed, sizeof prompt->typed, "%s", phrase);
}

bool prompt_input(struct prompt *prompt, const struct input *input)
{
    if (input->kind == INPUT_LETTER && input->letter >= ' ')
        utf8_append(prompt->typed, sizeof prompt->typed, input->letter);
    if (input->kind != INPUT_KEY)
        return false;
    if (input->key == PRESS_BACKSPACE)
        utf8_shorten(prompt->typed);
    else if (input->key == PRESS_TAB && prompt->kind == PROMPT_SAY)
        take_phrase(prompt);
    else if (input->key == PRESS_ESCAPE)
        prompt->typed[0] = '\0';
    const bool ended = input->key == PRESS_ENTER || input->key == PRESS_ESCAPE;
    if (ended)
        prompt->unsaid[0] = '\0';
    return ended;
}

void prompt_keep(struct prompt *prompt)
{
    memcpy(prompt->unsaid, prompt->typed, sizeof prompt->unsaid);
}

const char *prompt_question(const struct prompt *prompt)
{
    static const char *const questions[] = {
        [PROMPT_GO] = N_("Go to"),
        [PROMPT_SAVE] = N_("Save the record to"),
        [PROMPT_SAY] = N_("Say"),
    };
    if (prompt->kind == PROMPT_SAY && prompt->typed[0] == '\0')
        return _("Say (Tab: a phrase)");
    return _(questions[prompt->kind]);
}
