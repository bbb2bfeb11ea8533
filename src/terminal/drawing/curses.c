/* Curses, colours, keys and signals. */
#define NCURSES_WIDECHAR 1
#include "terminal/drawing/curses.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "text/harmless.h"
#include "words/language.h"

enum {
    ESCAPE_DELAY_MS = 25,
    ANSWER_MS = 200,    /* how long to wait for the terminal's reply */
    ANSWER_SIZE = 1024, /* for the reply, and keys typed before it */
};

/* ---- The theme --------------------------------------------------------------------------- */

/* The program has a single terminal, so this is a global. */
static struct {
    bool is_chosen;
    struct theme_choice choice;
    char typed[ANSWER_SIZE]; /* keys typed before the terminal's reply; read first */
    size_t typed_length;
} theme;

void curses_use_theme(enum theme chosen)
{
    theme.is_chosen = true;
    theme.choice = (struct theme_choice){chosen, true};
}

/* Reads until the reply is complete or ANSWER_MS have passed. */
static void read_answer(struct theme_answer *answer, char bytes[ANSWER_SIZE])
{
    const int64_t until = clock_ms() + ANSWER_MS;
    char copy[ANSWER_SIZE];
    size_t length = 0;
    for (;;) {
        const int64_t left = until - clock_ms();
        struct pollfd waited = {STDIN_FILENO, POLLIN, 0};
        if (left <= 0 || length == ANSWER_SIZE || poll(&waited, 1, (int)left) <= 0)
            break;
        const ssize_t more = read(STDIN_FILENO, bytes + length, ANSWER_SIZE - length);
        if (more <= 0)
            break;
        length += (size_t)more;
        memcpy(copy, bytes, length);
        theme_read_answer(answer, copy, length);
        if (answer->is_whole)
            break;
    }
    theme_read_answer(answer, bytes, length);
}

/* Returns false for terminals that would display the query, or are too old to know it. */
static bool may_be_asked(const char *term)
{
    static const char *const others[] = {"linux", "vt", "ansi", "cons", "dumb"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strncmp(term, others[i], strlen(others[i])) == 0)
            return false;
    }
    return true;
}

/*
 * Asks the terminal for its background colour and then for its device attributes.  Every terminal
 * answers the second query, so the wait has an end.  The replies are not echoed.
 */
static bool ask_terminal(struct theme_choice *choice)
{
    static const char question[] = "\033]11;?\033\\\033[c";
    struct termios before, raw;
    struct theme_answer answer = {0};
    const char *term = getenv("TERM");
    if (term == NULL || !may_be_asked(term) || tcgetattr(STDIN_FILENO, &before) != 0)
        return false;
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ECHO | ICANON);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0)
        return false;
    if (write(STDOUT_FILENO, question, sizeof question - 1) == (ssize_t)sizeof question - 1) {
        read_answer(&answer, theme.typed);
        theme.typed_length = answer.others;
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    if (answer.has_background)
        *choice = theme_for_background(answer.background);
    return answer.has_background;
}

static void choose_theme(void)
{
    if (theme.is_chosen)
        return;
    theme.is_chosen = true;
    theme.choice = (struct theme_choice){THEME_DARK, true};
    if (!ask_terminal(&theme.choice))
        theme_from_variable(getenv("COLORFGBG"), &theme.choice);
}

/* ---- Colours ----------------------------------------------------------------------------- */

/*
 * Pair 0 is the terminal's default, then one for each style, then one for each style on each
 * ground.
 */
static int pair_of(unsigned style, enum ground ground)
{
    return (int)(ground * STYLES + style) + 1;
}

static struct shade shade_of(const struct curses *curses, unsigned style, enum ground ground)
{
    return theme_shade(curses->theme, curses->theme != THEME_MONO ? (unsigned)COLORS : 0,
                       theme.choice.paints, style, ground);
}

static bool has_colours(void)
{
    const char *chosen = getenv("NO_COLOR");
    return (chosen == NULL || chosen[0] == '\0') && theme.choice.theme != THEME_MONO &&
           has_colors() && start_color() != ERR && COLORS >= COLOURS_FEW && COLOR_PAIRS > STYLES;
}

static void start_colours(struct curses *curses)
{
    if (!has_colours()) {
        curses->theme = THEME_MONO;
        return;
    }
    curses->theme = theme.choice.theme;
    curses->grounds =
        theme_has_grounds(curses->theme, (unsigned)COLORS) && COLOR_PAIRS > STYLES * GROUNDS;
    theme.choice.paints |= use_default_colors() != OK;
    for (unsigned style = 0; style < STYLES; style++) {
        for (unsigned ground = 0; ground < (curses->grounds ? GROUNDS : 1); ground++) {
            const struct shade shade = shade_of(curses, style, (enum ground)ground);
            init_extended_pair(pair_of(style, (enum ground)ground), shade.front, shade.back);
        }
    }
}

/* ---- Signals ----------------------------------------------------------------------------- */

void curses_restore(void)
{
    if (stdscr != NULL && !isendwin())
        endwin();
}

/* For signals that a bug raises: restore the terminal, then let the signal end the process. */
static void restore_and_die(int number)
{
    curses_restore();
    raise(number);
}

static void catch_bugs(void)
{
    static const int bugs[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    struct sigaction action = {.sa_handler = restore_and_die, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof bugs / sizeof bugs[0]; i++)
        sigaction(bugs[i], &action, NULL);
}

static void ending_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGHUP);
    sigaddset(set, SIGQUIT);
}

/* ---- Opening and closing ----------------------------------------------------------------- */

bool curses_is_possible(void)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && term != NULL &&
           term[0] != '\0' && strcmp(term, "dumb") != 0;
}

/*
 * Returns true if the terminal's type is known.  Call before newterm(), which leaks memory on
 * failure.
 */
static bool is_known(void)
{
    int found;
    if (setupterm(NULL, STDOUT_FILENO, &found) == ERR)
        return false;
    del_curterm(cur_term);
    return true;
}

/* Console fonts lack slanted strokes and quarter blocks. */
static bool has_font(void)
{
    const char *term = getenv("TERM");
    return term == NULL || strncmp(term, "linux", strlen("linux")) != 0;
}

static void measure_window(struct curses *curses)
{
    curses->width = COLS > 0 ? (unsigned)COLS : 1;
    curses->height = LINES > 0 ? (unsigned)LINES : 1;
}

bool curses_open(struct curses *curses, char error[], size_t error_size)
{
    sigset_t ending;
    memset(curses, 0, sizeof *curses);
    curses->utf8 = language_signs(true);
    if (curses->utf8) /* other languages need more than ASCII */
        language_start();
    if (is_known())
        choose_theme();
    curses->screen = is_known() ? newterm(NULL, stdout, stdin) : NULL;
    if (curses->screen == NULL) {
        const char *term = getenv("TERM");
        snprintf(error, error_size, "the terminal '%.60s' is not known here; try --plain",
                 term != NULL ? term : "");
        return false;
    }
    ending_signals(&ending);
    sigprocmask(SIG_BLOCK, &ending, NULL);
    curses->signals = signalfd(-1, &ending, SFD_CLOEXEC | SFD_NONBLOCK);
    CHECK(curses->signals >= 0);
    catch_bugs();
    set_escdelay(ESCAPE_DELAY_MS);
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    start_colours(curses);
    curses->strokes = curses->utf8 && curses->theme != THEME_MONO && has_font();
    while (theme.typed_length > 0)
        ungetch((unsigned char)theme.typed[--theme.typed_length]);
    measure_window(curses);
    return true;
}

void curses_close(struct curses *curses)
{
    sigset_t ending;
    if (curses->screen == NULL)
        return;
    mousemask(0, NULL);
    curses_restore();
    delscreen(curses->screen);
    close(curses->signals);
    ending_signals(&ending);
    sigprocmask(SIG_UNBLOCK, &ending, NULL);
    curses->screen = NULL;
}

/* ---- Showing ----------------------------------------------------------------------------- */

/* Never send a control character to the terminal, even if the text was not sanitized before. */
static uint32_t shown_sign(const struct curses *curses, uint32_t sign)
{
    const uint32_t shown = sign == 0 ? ' ' : harmless_sign(sign);
    return !curses->utf8 && shown >= 0x7f ? '?' : shown;
}

static attr_t attributes_of(unsigned emphasis)
{
    attr_t attributes = 0;
    attributes |= (emphasis & EMPHASIS_BOLD) != 0 ? A_BOLD : 0;
    attributes |= (emphasis & EMPHASIS_UNDERLINE) != 0 ? A_UNDERLINE : 0;
    attributes |= (emphasis & EMPHASIS_REVERSE) != 0 ? A_REVERSE : 0;
    attributes |= (emphasis & EMPHASIS_DIM) != 0 ? A_DIM : 0;
    return attributes;
}

static void show_cell(const struct curses *curses, const struct cell *cell)
{
    const wchar_t text[2] = {(wchar_t)shown_sign(curses, cell->sign), L'\0'};
    const enum ground ground = (enum ground)cell->ground;
    const struct shade shade = shade_of(curses, cell->style, ground);
    const int pair = curses->theme != THEME_MONO ? pair_of(cell->style, ground) : 0;
    cchar_t sign;
    setcchar(&sign, text, attributes_of(shade.emphasis), (short)pair, NULL);
    add_wch(&sign);
}

void curses_show(struct curses *curses, const struct canvas *canvas, int x, int y)
{
    for (unsigned row = 0; row < canvas->height && row < curses->height; row++) {
        for (unsigned column = 0; column < canvas->width && column < curses->width; column++) {
            const struct cell *cell = &canvas->cell[(size_t)row * canvas->width + column];
            if (cell->sign == SIGN_COVERED)
                continue;
            move((int)row, (int)column);
            show_cell(curses, cell);
        }
    }
    curs_set(x >= 0);
    move(y >= 0 ? y : 0, x >= 0 ? x : 0);
    refresh();
}

void curses_refresh(struct curses *curses)
{
    (void)curses;
    clearok(curscr, TRUE);
}

/* ---- Keys -------------------------------------------------------------------------------- */

static void read_mouse(struct input *input)
{
    MEVENT mouse;
    if (getmouse(&mouse) != OK)
        return;
    input->kind = INPUT_MOUSE;
    input->x = mouse.x;
    input->y = mouse.y;
    if ((mouse.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) != 0) {
        input->wheel = true;
        input->y = (mouse.bstate & BUTTON4_PRESSED) != 0 ? -1 : 1;
    }
}

static enum press press_name(wint_t key)
{
    static const struct {
        int key;
        enum press name;
    } names[] = {
        {KEY_LEFT, PRESS_LEFT},           {KEY_RIGHT, PRESS_RIGHT},     {KEY_UP, PRESS_UP},
        {KEY_DOWN, PRESS_DOWN},           {KEY_ENTER, PRESS_ENTER},     {KEY_BTAB, PRESS_BACK_TAB},
        {KEY_BACKSPACE, PRESS_BACKSPACE}, {KEY_HOME, PRESS_HOME},       {KEY_END, PRESS_END},
        {KEY_PPAGE, PRESS_PAGE_UP},       {KEY_NPAGE, PRESS_PAGE_DOWN},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if ((wint_t)names[i].key == key)
            return names[i].name;
    }
    return PRESS_OTHER;
}

static void read_letter(wint_t letter, struct input *input)
{
    input->kind = INPUT_KEY;
    switch (letter) {
    case '\r':
    case '\n':
        input->key = PRESS_ENTER;
        return;
    case '\t':
        input->key = PRESS_TAB;
        return;
    case 0x1b:
        input->key = PRESS_ESCAPE;
        return;
    case 0x08:
    case 0x7f:
        input->key = PRESS_BACKSPACE;
        return;
    default:
        input->kind = INPUT_LETTER;
        input->letter = (uint32_t)letter;
    }
}

/* Skips a late reply of the terminal, or the sequence of an unknown key, up to its end. */
static void skip_sequence(wint_t kind)
{
    wint_t next = 0, before = 0;
    for (unsigned i = 0; i < ANSWER_SIZE && get_wch(&next) == OK; i++) {
        if (kind == '[' ? next >= '@' && next <= '~'
                        : next == '\a' || (before == 0x1b && next == '\\'))
            return;
        before = next;
    }
}

/* Returns true if Escape is followed by a sequence; a pressed Escape is followed by nothing. */
static bool begins_sequence(wint_t key)
{
    wint_t next = 0;
    if (key != 0x1b)
        return false;
    const int got = get_wch(&next);
    if (got == OK && (next == '[' || next == ']')) {
        skip_sequence(next);
        return true;
    }
    if (got == OK)
        unget_wch((wchar_t)next);
    else if (got == KEY_CODE_YES)
        ungetch((int)next);
    return false;
}

/* Returns true if a key was read. */
static bool read_key(struct curses *curses, struct input *input)
{
    wint_t key = 0;
    const int got = get_wch(&key);
    if (got == ERR)
        return false;
    if (got != KEY_CODE_YES && begins_sequence(key)) {
        input->kind = INPUT_NONE;
    } else if (got != KEY_CODE_YES) {
        read_letter(key, input);
    } else if (key == KEY_RESIZE) {
        measure_window(curses);
        input->kind = INPUT_RESIZE;
    } else if (key == KEY_MOUSE) {
        read_mouse(input);
    } else {
        input->kind = INPUT_KEY;
        input->key = press_name(key);
    }
    return true;
}

/*
 * Consumes the pending signal, so that it is not delivered when signals are unblocked at the end.
 */
static void take_signal(const struct curses *curses, struct input *input)
{
    struct signalfd_siginfo signal;
    const ssize_t got = read(curses->signals, &signal, sizeof signal);
    const bool interrupts = got == (ssize_t)sizeof signal && signal.ssi_signo == SIGINT;
    input->kind = interrupts ? INPUT_INTERRUPT : INPUT_LEAVE;
}

void curses_wait(struct curses *curses, int descriptor, int milliseconds, struct input *input)
{
    struct pollfd waited[] = {
        {STDIN_FILENO, POLLIN, 0}, {curses->signals, POLLIN, 0}, {descriptor, POLLIN, 0}};
    memset(input, 0, sizeof *input);
    if (read_key(curses, input))
        return;
    const int ready = poll(waited, 3, milliseconds);
    if (ready < 0 && errno != EINTR)
        input->kind = INPUT_LEAVE;
    else if (ready > 0 && waited[1].revents != 0)
        take_signal(curses, input);
    else if (read_key(curses, input)) /* KEY_RESIZE follows the signal of a new size */
        return;
    else if (ready > 0 && (waited[0].revents & (POLLHUP | POLLERR)) != 0)
        input->kind = INPUT_LEAVE;
    else if (ready > 0 && waited[2].revents != 0)
        input->kind = INPUT_READY;
}
