/* The fields of the form and their values. */
#include "terminal/lobby/game_form.h"

#include <stdio.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/bot.h"
#include "game/company.h"
#include "text/text.h"
#include "words/language.h"

static const char *const seat_kinds[] = {N_("everybody"), N_("people with the link")};
static const char *const yes_or_no[] = {N_("no"), N_("yes")};

static const struct {
    struct remote_clock clock;
    const char *words;
} clocks[] = {
    {{0, 0, 0}, N_("none")},
    {{300, 10, 0}, N_("5 minutes, plus 10 seconds a turn")},
    {{900, 15, 0}, N_("15 minutes, plus 15 seconds a turn")},
    {{0, 0, 3}, N_("3 days a turn")},
};

enum { CLOCKS = sizeof clocks / sizeof clocks[0], LABEL_COLUMNS = 24 };

void game_form_init(struct game_form *form)
{
    memset(form, 0, sizeof *form);
    form->value[FIELD_PLAYERS] = 3;
    form->value[FIELD_BOTS] = 1;
    form->value[FIELD_LEVEL] = LEVEL_USUAL;
}

void game_form_init_here(struct game_form *form)
{
    game_form_init(form);
    form->is_here = true;
    form->value[FIELD_PLAYERS] = 4;
    form->value[FIELD_BOTS] = 3;
}

/* Returns true if the form has a field. */
static bool has_field(const struct game_form *form, unsigned field)
{
    return !form->is_here || (field != FIELD_SEATS && field != FIELD_CLOCK);
}

/* Computes the minimum and maximum of a field. */
static void field_bounds(const struct game_form *form, unsigned *least, unsigned *most)
{
    *least = 0;
    *most = 1;
    switch (form->field) {
    case FIELD_BOARD:
        *most = board_builtin_count() - 1;
        break;
    case FIELD_PLAYERS:
        *least = SEATS_MIN;
        *most = SEATS_MAX;
        break;
    case FIELD_BOTS:
        *most = form->value[FIELD_PLAYERS] - 1;
        break;
    case FIELD_LEVEL:
        *most = form->is_here ? level_count() : level_count() - 1;
        break;
    case FIELD_CLOCK:
        *most = CLOCKS - 1;
        break;
    default:
        break;
    }
}

bool game_form_move(struct game_form *form, int step)
{
    const unsigned before = form->field;
    do
        form->field = (form->field + FIELDS + (unsigned)step) % FIELDS;
    while (!has_field(form, form->field));
    return step > 0 ? form->field > before : form->field < before;
}

void game_form_change(struct game_form *form, int step)
{
    unsigned least, most;
    unsigned *value = &form->value[form->field];
    field_bounds(form, &least, &most);
    *value = step > 0 ? (*value < most ? *value + 1 : least) : (*value > least ? *value - 1 : most);
    if (form->value[FIELD_BOTS] >= form->value[FIELD_PLAYERS])
        form->value[FIELD_BOTS] = form->value[FIELD_PLAYERS] - 1;
}

/* In games on this machine, one more level follows the others: adaptive. */
static const char *level_word(const struct game_form *form)
{
    const unsigned level = form->value[FIELD_LEVEL];
    return level < level_count() ? level_at(level)->name : company_word;
}

/* ---- Texts ------------------------------------------------------------------------------- */

static void describe_field(const struct game_form *form, unsigned field, char text[], size_t size)
{
    const unsigned value = form->value[field];
    switch (field) {
    case FIELD_BOARD:
        snprintf(text, size, "%s", board_builtin_at(value)->name);
        break;
    case FIELD_PLAYERS:
    case FIELD_BOTS:
        snprintf(text, size, "%u", value);
        break;
    case FIELD_LEVEL:
        snprintf(text, size, "%s", level_word(form));
        break;
    case FIELD_SEATS:
        snprintf(text, size, "%s", _(seat_kinds[value]));
        break;
    case FIELD_CLOCK:
        snprintf(text, size, "%s", _(clocks[value].words));
        break;
    default:
        snprintf(text, size, "%s", _(yes_or_no[value]));
        break;
    }
}

int game_form_draw(const struct game_form *form, struct canvas *canvas, int y, bool utf8)
{
    static const char *const labels[FIELDS] = {
        [FIELD_BOARD] = N_("Board"),
        [FIELD_PLAYERS] = N_("Players"),
        [FIELD_BOTS] = N_("Bots among them"),
        [FIELD_LEVEL] = N_("Level of the bots"),
        [FIELD_SEATS] = N_("Free seats for"),
        [FIELD_CLOCK] = N_("Clock"),
        [FIELD_OPEN_CARDS] = N_("Open cards"),
        [FIELD_BLOCKING] = N_("Blocking"),
        [FIELD_PRIVATE_TRACKS] = N_("Private tracks"),
    };
    const int width = (int)canvas->width;
    canvas_text(canvas, 1, y, width - 1, STYLE_TITLE,
                form->is_here ? _("A new game") : _("A new table"));
    y += 2;
    for (unsigned field = 0; field < FIELDS; field++) {
        const bool chosen = field == form->field;
        char value[80], line[100];
        if (!has_field(form, field))
            continue;
        describe_field(form, field, value, sizeof value);
        snprintf(line, sizeof line, chosen ? "< %s >" : "  %s", value);
        if (chosen)
            canvas_put(canvas, 1, y, utf8 ? 0x25b8 : '>', STYLE_BOLD);
        canvas_text(canvas, 3, y, LABEL_COLUMNS, STYLE_PLAIN, _(labels[field]));
        canvas_text(canvas, 3 + LABEL_COLUMNS, y, width - 3 - LABEL_COLUMNS,
                    chosen ? STYLE_BOLD : STYLE_FAINT, line);
        y++;
    }
    return y;
}

/* ---- The table ---------------------------------------------------------------------------- */

const char *game_form_seats(struct game_form *form)
{
    const unsigned people = form->value[FIELD_PLAYERS] - form->value[FIELD_BOTS];
    struct text text;
    text_init(&text, form->seats, sizeof form->seats);
    for (unsigned seat = 0; seat < form->value[FIELD_PLAYERS]; seat++) {
        char player[24];
        snprintf(player, sizeof player, _("player %u"), seat + 1);
        text_add(&text, seat > 0 ? "," : "");
        if (seat >= people)
            text_add(&text, level_word(form));
        else if (form->is_here && people > 1)
            text_add(&text, player);
        else if (seat == 0)
            text_add(&text, "you");
        else
            text_add(&text, form->value[FIELD_SEATS] > 0 ? "invited" : "open");
    }
    return form->seats;
}

unsigned game_form_variants(const struct game_form *form)
{
    unsigned variants = 0;
    for (unsigned v = 0; v < VARIANTS; v++)
        variants |= form->value[FIELD_OPEN_CARDS + v] << v;
    return variants;
}

const struct board *game_form_board(const struct game_form *form)
{
    return board_builtin_at(form->value[FIELD_BOARD]);
}

void game_form_target(struct game_form *form, struct remote_target *target)
{
    target->board = game_form_board(form)->id;
    target->seats = game_form_seats(form);
    target->clock = clocks[form->value[FIELD_CLOCK]].clock;
    target->hidden = form->value[FIELD_SEATS] > 0;
    target->variants = game_form_variants(form);
}
