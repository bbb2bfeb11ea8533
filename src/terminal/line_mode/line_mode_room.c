/* A table at a server in line mode: its people, its talk, and requests. */
#include <stdlib.h>
#include <string.h>

#include "bots/bot.h"
#include "terminal/line_mode/line_mode.h"
#include "terminal/line_mode/typed_turn.h"
#include "words/language.h"
#include "words/phrases.h"

/* ---- People -------------------------------------------------------------------------------- */

static void print_state(struct line_terminal *terminal, const struct source_seat *seat)
{
    if (seat->is_kept) {
        line_terminal_print(terminal, "%s", _(", still to come"));
        return;
    }
    if (seat->kind == SOURCE_OPEN || seat->kind == SOURCE_INVITED)
        return; /* the name says it */
    if (source_has_nickname(seat))
        line_terminal_print(terminal, _(", a bot: %s"), seat->bot);
    else if (seat->kind == SOURCE_BOT)
        line_terminal_print(terminal, "%s", _(", a bot"));
    else if (seat->is_away)
        line_terminal_print(terminal, "%s", _(", away: a bot is playing"));
    else if (seat->is_gone)
        line_terminal_print(terminal, "%s", _(", not connected"));
}

static void print_seat(const struct line_mode *ui, const struct table *table, unsigned number)
{
    const struct source_seat *seat = &ui->source->seat[number];
    char name[SAY_NAME_SIZE];
    const bool is_mine = line_mode_is_remote(ui) && seat->is_person_here;
    line_terminal_print(ui->terminal, "  %s", say_name(&ui->speaker, number, name));
    print_state(ui->terminal, seat);
    line_terminal_print(ui->terminal, "%s",
                        is_mine && strcmp(seat->name, _("you")) != 0 ? _(", your seat") : "");
    if (table->phase == PHASE_ROUND_OVER && seat->is_ready)
        line_terminal_print(ui->terminal, "%s", _(", ready"));
    if (table->phase == PHASE_PLAYING && table->to_move == number && ui->moments_printed > 0)
        line_terminal_print(ui->terminal, "%s", _(", whose turn it is"));
    if (seat->clock_ms >= 0)
        line_terminal_print(ui->terminal, _(", %d:%02d on the clock"),
                            (int)(seat->clock_ms / 60000), (int)(seat->clock_ms / 1000 % 60));
    line_terminal_print(ui->terminal, "\n");
}

void line_mode_print_seats(const struct line_mode *ui)
{
    const struct source *source = ui->source;
    const struct table *table = source_table(source);
    for (unsigned seat = 0; seat < table->seats; seat++)
        print_seat(ui, table, seat);
    if (source->room.watching > 0) {
        line_terminal_print(ui->terminal, "  ");
        line_terminal_print(ui->terminal, _("Watching: %u"), source->room.watching);
        line_terminal_print(ui->terminal, "\n");
    }
}

void line_mode_print_talk(const struct line_mode *ui, unsigned from)
{
    const struct source_talk *talk = &ui->source->talk;
    if (from < source_talk_first(talk))
        from = source_talk_first(talk);
    for (; from < talk->lines; from++) {
        const struct source_line *line = source_talk_line(talk, from);
        char words[SOURCE_NAME_SIZE + SOURCE_WORDS_SIZE + 8];
        snprintf(words, sizeof words, "%s: \"%s\"", line->name, line->words);
        line_terminal_print_folded(ui->terminal, line->kind == TALK_CHAT ? words : line->words);
    }
}

/* ---- Commands ------------------------------------------------------------------------------ */

enum { ANSWER_MS = 2000 };

enum {
    LOCAL_SEATS = ASKS, /* handled here, without a request */
    LOCAL_CHAT,
    LOCAL_PHRASE,
};

enum operand { NO_OPERAND, MAY_SEAT, A_SEAT_AND_TEXT, MAY_TEXT, A_TEXT };

static const struct {
    const char *name;
    const char *shown; /* how the help shows it */
    const char *about;
    int request;
    enum operand operand;
} commands[] = {
    {N_("say"), N_("say TEXT"), N_("says something to everybody at the table"), ASK_SAY, A_TEXT},
    {N_("phrase"), N_("phrase 2"), N_("says one of the phrases, or lists them"), LOCAL_PHRASE,
     MAY_SEAT},
    {N_("chat"), N_("chat"), N_("what has been said"), LOCAL_CHAT, NO_OPERAND},
    {N_("seats"), N_("seats"), N_("who sits where, and who is here"), LOCAL_SEATS, NO_OPERAND},
    {N_("sit"), N_("sit 2"), N_("takes a free seat"), ASK_SIT, MAY_SEAT},
    {N_("stand"), N_("stand"), N_("gets up before the game"), ASK_STAND, NO_OPERAND},
    {N_("start"), N_("start"), N_("the host starts the game"), ASK_START, NO_OPERAND},
    {N_("fill"), N_("fill hard"), N_("the host gives the free seats to bots"), ASK_FILL, MAY_TEXT},
    {N_("seat"), N_("seat 2 easy"), N_("the host makes a seat open, invited or a bot"), ASK_SEAT,
     A_SEAT_AND_TEXT},
    {N_("close"), N_("close"), N_("the host closes a table that has not started"), ASK_CLOSE,
     NO_OPERAND},
    {N_("leave"), N_("leave"), N_("leaves a running game: a bot takes over"), ASK_LEAVE,
     NO_OPERAND},
    {N_("back"), N_("back"), N_("takes over from the bot again"), ASK_BACK, NO_OPERAND},
    {N_("away"), N_("away"), N_("lets a bot play for whoever keeps everybody waiting"), ASK_AWAY,
     NO_OPERAND},
    {N_("agree"), N_("agree"), N_("agrees that somebody takes back their last turn"), ASK_AGREE,
     NO_OPERAND},
    {N_("refuse"), N_("refuse"), N_("does not agree, or lets your own turn stand"), ASK_REFUSE,
     NO_OPERAND},
    {N_("mute"), N_("mute NAME"), N_("the host mutes somebody"), ASK_MUTE, A_TEXT},
    {N_("hear"), N_("hear NAME"), N_("the host unmutes them again"), ASK_HEAR, A_TEXT},
};

void line_mode_room_help(const struct line_mode *ui)
{
    line_terminal_print(ui->terminal, _("\nAt the table:\n"));
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        line_terminal_print_entry(ui->terminal, _(commands[i].shown), COMMAND_COLUMNS,
                                  _(commands[i].about));
    }
}

/* Parses a seat number and advances `rest`.  Returns SEAT_NONE if there is none. */
static unsigned read_seat(const char **rest)
{
    const struct word word = typed_word_next(rest);
    *rest += strspn(*rest, " \t");
    const bool is_number = word.length == 1 && word.start[0] >= '1' && word.start[0] <= '6';
    return is_number ? (unsigned)(word.start[0] - '1') : (unsigned)SEAT_NONE;
}

/* Parses the arguments of a command.  Returns false if one is missing. */
static bool read_request(struct source_request *request, enum operand operand, const char *rest)
{
    switch (operand) {
    case NO_OPERAND:
        return rest[0] == '\0';
    case MAY_SEAT:
        if (rest[0] == '\0')
            return true;
        request->seat = read_seat(&rest);
        return request->seat != SEAT_NONE && rest[0] == '\0';
    case A_SEAT_AND_TEXT:
        request->seat = read_seat(&rest);
        request->text = rest;
        return request->seat != SEAT_NONE && rest[0] != '\0';
    case MAY_TEXT:
        request->text = rest[0] != '\0' ? rest : level_at(LEVEL_USUAL)->name;
        return true;
    case A_TEXT:
        request->text = rest;
        return rest[0] != '\0';
    }
    return false;
}

static void send_request(struct line_mode *ui, const struct source_request *request)
{
    char why[SOURCE_SENTENCE_SIZE];
    if (!source_ask(ui->source, request, why))
        line_terminal_print(ui->terminal, "%s\n", why);
    else if (!ui->terminal->asks) /* the next line of a script may depend on the answer */
        line_terminal_wait(ui->terminal, NULL, ui->source->descriptor, ANSWER_MS);
}

/* Seat numbers and phrase numbers have the same digits. */
static void say_phrase(struct line_mode *ui, unsigned number)
{
    if (number < phrase_count) {
        send_request(ui, &(struct source_request){.kind = ASK_SAY, .text = phrases[number]});
        return;
    }
    for (unsigned i = 0; i < phrase_count; i++)
        line_terminal_print(ui->terminal, "  %u  %s\n", i + 1, _(phrases[i]));
}

bool line_mode_room_command(struct line_mode *ui, const char *line)
{
    const char *rest = line;
    const struct word word = typed_word_next(&rest);
    size_t i = 0;
    rest += strspn(rest, " \t");
    while (i < sizeof commands / sizeof commands[0] && !typed_word_means(word, commands[i].name))
        i++;
    if (i == sizeof commands / sizeof commands[0])
        return false;
    struct source_request request = {.seat = SEAT_NONE};
    if (!read_request(&request, commands[i].operand, rest))
        line_terminal_print(ui->terminal, _("Type it like this: %s\n"), _(commands[i].shown));
    else if (commands[i].request == LOCAL_SEATS)
        line_mode_print_seats(ui);
    else if (commands[i].request == LOCAL_CHAT)
        line_mode_print_talk(ui, 0);
    else if (commands[i].request == LOCAL_PHRASE)
        say_phrase(ui, request.seat);
    else {
        request.kind = (enum source_request_kind)commands[i].request;
        send_request(ui, &request);
    }
    return true;
}
