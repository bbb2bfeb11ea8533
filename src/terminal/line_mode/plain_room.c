/* A table at a server in plain text: who sits there, what is said, and what can be asked. */
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "terminal/line_mode/plain.h"
#include "terminal/line_mode/plain_input.h"
#include "words/language.h"
#include "words/phrases.h"

/* ---- Who is there -------------------------------------------------------------------------- */

static void tell_state(struct screen *screen, const struct source_seat *seat)
{
    if (seat->is_kept) {
        screen_print(screen, "%s", _(", still to come"));
        return;
    }
    if (seat->kind == SOURCE_OPEN || seat->kind == SOURCE_INVITED)
        return; /* the name says it */
    if (source_has_nickname(seat))
        screen_print(screen, _(", a bot: %s"), seat->bot);
    else if (seat->kind == SOURCE_BOT)
        screen_print(screen, "%s", _(", a bot"));
    else if (seat->is_away)
        screen_print(screen, "%s", _(", away: a bot is playing"));
    else if (seat->is_gone)
        screen_print(screen, "%s", _(", not connected"));
}

static void tell_seat(const struct plain *plain, const struct table *table, unsigned number)
{
    const struct source_seat *seat = &plain->source->seat[number];
    char name[SAY_NAME_SIZE];
    const bool is_mine = plain_is_remote(plain) && seat->is_person_here;
    screen_print(plain->screen, "  %s", say_name(&plain->speaker, number, name));
    tell_state(plain->screen, seat);
    screen_print(plain->screen, "%s",
                 is_mine && strcmp(seat->name, _("you")) != 0 ? _(", your seat") : "");
    if (table->phase == PHASE_ROUND_OVER && seat->is_ready)
        screen_print(plain->screen, "%s", _(", ready"));
    if (table->phase == PHASE_PLAYING && table->to_move == number && plain->told > 0)
        screen_print(plain->screen, "%s", _(", whose turn it is"));
    if (seat->clock_ms >= 0)
        screen_print(plain->screen, _(", %d:%02d on the clock"), (int)(seat->clock_ms / 60000),
                     (int)(seat->clock_ms / 1000 % 60));
    screen_print(plain->screen, "\n");
}

void plain_tell_seats(const struct plain *plain)
{
    const struct source *source = plain->source;
    const struct table *table = source_table(source);
    for (unsigned seat = 0; seat < table->seats; seat++)
        tell_seat(plain, table, seat);
    if (source->room.watching > 0) {
        screen_print(plain->screen, "  ");
        screen_print(plain->screen, _("Watching: %u"), source->room.watching);
        screen_print(plain->screen, "\n");
    }
}

void plain_tell_talk(const struct plain *plain, unsigned from)
{
    const struct source_talk *talk = &plain->source->talk;
    if (from < source_talk_first(talk))
        from = source_talk_first(talk);
    for (; from < talk->lines; from++) {
        const struct source_line *line = source_talk_line(talk, from);
        char words[SOURCE_NAME_SIZE + SOURCE_WORDS_SIZE + 8];
        snprintf(words, sizeof words, "%s: \"%s\"", line->name, line->words);
        screen_print_folded(plain->screen, line->kind == TALK_CHAT ? words : line->words);
    }
}

/* ---- Commands ------------------------------------------------------------------------------ */

enum { ANSWER_MS = 2000 };

enum {
    LOCAL_SEATS = WISHES, /* answered here */
    LOCAL_CHAT,
    LOCAL_PHRASE,
};

enum operand { NO_OPERAND, MAY_SEAT, A_SEAT_AND_TEXT, MAY_TEXT, A_TEXT };

static const struct {
    const char *name;
    const char *shown; /* in the help */
    const char *about;
    int wish;
    enum operand operand;
} commands[] = {
    {N_("say"), N_("say TEXT"), N_("says something to everybody at the table"), WISH_SAY, A_TEXT},
    {N_("phrase"), N_("phrase 2"), N_("says one of the phrases, or lists them"), LOCAL_PHRASE,
     MAY_SEAT},
    {N_("chat"), N_("chat"), N_("what has been said"), LOCAL_CHAT, NO_OPERAND},
    {N_("seats"), N_("seats"), N_("who sits where, and who is here"), LOCAL_SEATS, NO_OPERAND},
    {N_("sit"), N_("sit 2"), N_("takes a free seat"), WISH_SIT, MAY_SEAT},
    {N_("stand"), N_("stand"), N_("gets up before the game"), WISH_STAND, NO_OPERAND},
    {N_("start"), N_("start"), N_("the host starts the game"), WISH_START, NO_OPERAND},
    {N_("fill"), N_("fill hard"), N_("the host gives the free seats to bots"), WISH_FILL, MAY_TEXT},
    {N_("seat"), N_("seat 2 easy"), N_("the host makes a seat open, invited or a bot"), WISH_SEAT,
     A_SEAT_AND_TEXT},
    {N_("close"), N_("close"), N_("the host closes a table that has not started"), WISH_CLOSE,
     NO_OPERAND},
    {N_("leave"), N_("leave"), N_("leaves a running game: a bot takes over"), WISH_LEAVE,
     NO_OPERAND},
    {N_("back"), N_("back"), N_("takes over from the bot again"), WISH_BACK, NO_OPERAND},
    {N_("away"), N_("away"), N_("lets a bot play for whoever keeps everybody waiting"), WISH_AWAY,
     NO_OPERAND},
    {N_("agree"), N_("agree"), N_("agrees that somebody takes back their last turn"), WISH_AGREE,
     NO_OPERAND},
    {N_("refuse"), N_("refuse"), N_("does not agree, or lets your own turn stand"), WISH_REFUSE,
     NO_OPERAND},
    {N_("mute"), N_("mute NAME"), N_("the host mutes somebody"), WISH_MUTE, A_TEXT},
    {N_("hear"), N_("hear NAME"), N_("the host unmutes them again"), WISH_HEAR, A_TEXT},
};

void plain_room_help(const struct plain *plain)
{
    screen_print(plain->screen, _("\nAt the table:\n"));
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        screen_print_entry(plain->screen, _(commands[i].shown), COMMAND_COLUMNS,
                           _(commands[i].about));
    }
}

/* The seat's number at the start of the rest, which then moves on; SEAT_NONE for none. */
static unsigned read_seat(const char **rest)
{
    const struct word word = input_next_word(rest);
    *rest += strspn(*rest, " \t");
    const bool is_number = word.length == 1 && word.start[0] >= '1' && word.start[0] <= '6';
    return is_number ? (unsigned)(word.start[0] - '1') : (unsigned)SEAT_NONE;
}

/* The wish with what follows the command's name.  False when something is missing. */
static bool read_wish(struct source_wish *wish, enum operand operand, const char *rest)
{
    switch (operand) {
    case NO_OPERAND:
        return rest[0] == '\0';
    case MAY_SEAT:
        if (rest[0] == '\0')
            return true;
        wish->seat = read_seat(&rest);
        return wish->seat != SEAT_NONE && rest[0] == '\0';
    case A_SEAT_AND_TEXT:
        wish->seat = read_seat(&rest);
        wish->text = rest;
        return wish->seat != SEAT_NONE && rest[0] != '\0';
    case MAY_TEXT:
        wish->text = rest[0] != '\0' ? rest : level_at(LEVEL_USUAL)->name;
        return true;
    case A_TEXT:
        wish->text = rest;
        return rest[0] != '\0';
    }
    return false;
}

static void ask(struct plain *plain, const struct source_wish *wish)
{
    char why[SOURCE_SENTENCE_SIZE];
    if (!source_ask(plain->source, wish, why))
        screen_print(plain->screen, "%s\n", why);
    else if (!plain->screen->asks) /* the next line of a script may depend on the answer */
        screen_wait(plain->screen, NULL, plain->source->descriptor, ANSWER_MS);
}

/* There are as many digits for them as for seats. */
static void say_phrase(struct plain *plain, unsigned number)
{
    if (number < phrase_count) {
        ask(plain, &(struct source_wish){.kind = WISH_SAY, .text = phrases[number]});
        return;
    }
    for (unsigned i = 0; i < phrase_count; i++)
        screen_print(plain->screen, "  %u  %s\n", i + 1, _(phrases[i]));
}

bool plain_room_command(struct plain *plain, const char *line)
{
    const char *rest = line;
    const struct word word = input_next_word(&rest);
    size_t i = 0;
    rest += strspn(rest, " \t");
    while (i < sizeof commands / sizeof commands[0] && !input_means(word, commands[i].name))
        i++;
    if (i == sizeof commands / sizeof commands[0])
        return false;
    struct source_wish wish = {.seat = SEAT_NONE};
    if (!read_wish(&wish, commands[i].operand, rest))
        screen_print(plain->screen, _("Type it like this: %s\n"), _(commands[i].shown));
    else if (commands[i].wish == LOCAL_SEATS)
        plain_tell_seats(plain);
    else if (commands[i].wish == LOCAL_CHAT)
        plain_tell_talk(plain, 0);
    else if (commands[i].wish == LOCAL_PHRASE)
        say_phrase(plain, wish.seat);
    else {
        wish.kind = (enum source_wish_kind)commands[i].wish;
        ask(plain, &wish);
    }
    return true;
}
