/* The notice of a table at a server: how things are, as it follows from what is known. */
#include <stdarg.h>
#include <stdio.h>

#include "core/harmless.h"
#include "terminal/remote_state.h"
#include "words/language.h"

__attribute__((format(printf, 2, 3))) static void notice(struct remote_state *state,
                                                         const char *format, ...)
{
    char words[SOURCE_SENTENCE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    harmless_copy(state->source->notice, sizeof state->source->notice, words); /* if it was cut */
}

static void tell_waiting(struct remote_state *state)
{
    const struct source_room *room = &state->source->room;
    if (room->is_host && remote_is_full(state))
        notice(state, _("Everybody is here: the game can start."));
    else if (room->is_host)
        notice(state, _("Pass on %s for the free seats."), room->address);
    else if (state->mine == SEAT_NONE)
        notice(state, _("You are watching.  The game begins when the host starts it."));
    else
        notice(state, _("The game begins when the host starts it."));
}

/* "Ada, Ben" */
static void tell_not_ready(struct remote_state *state)
{
    char names[SEATS_MAX * (SOURCE_NAME_SIZE + 2)] = "";
    for (unsigned i = 0; i < state->seats; i++) {
        const struct source_seat *seat = &state->source->seat[i];
        if (seat->kind == SOURCE_PERSON && !seat->is_ready && !seat->is_away)
            source_list_add(names, sizeof names, seat->name);
    }
    if (names[0] != '\0')
        notice(state, _("The next round waits for %s."), names);
}

static void tell_playing(struct remote_state *state)
{
    const struct source *source = state->source;
    const struct table *table = source_table(source);
    const unsigned mine = state->mine;
    if (mine == SEAT_NONE && !state->over && (table->variants & VARIANT_OPEN_CARDS))
        notice(state, _("You are watching."));
    else if (mine == SEAT_NONE && !state->over)
        notice(state, _("You are watching: all hands stay hidden until the round is over."));
    else if (mine != SEAT_NONE && source->seat[mine].is_away && !state->over)
        notice(state, _("A bot plays for you until you are back."));
    else if (source_may(source, WISH_AWAY))
        notice(state, _("Everybody has waited for %s for more than two minutes."),
               source->seat[table->to_move].name);
    else if (table->phase == PHASE_ROUND_OVER && mine != SEAT_NONE && source->seat[mine].is_ready)
        tell_not_ready(state);
}

void remote_tell(struct remote_state *state)
{
    state->source->notice[0] = '\0';
    if (state->failure[0] != '\0')
        notice(state, "%s", state->failure);
    else if (state->lost[0] != '\0')
        notice(state, _("No connection to the server (%s): trying again."), state->lost);
    else if (!state->known)
        return;
    else if (state->source->room.stage == STAGE_CLOSED)
        notice(state, _("The table is closed."));
    else if (state->source->room.stage == STAGE_WAITING)
        tell_waiting(state);
    else
        tell_playing(state);
}
