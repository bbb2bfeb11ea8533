/*
 * A program of the build: manual pages, the same in Markdown for the site, and completions for
 * shells, from the descriptors that the help and the parser of the command line go by.
 *
 *     pages FOLDER DATE writes railhead.1 and .md, railhead-COMMAND.1 and .md, railhead.bash,
 *                       _railhead, railhead.fish
 */
#include <ctype.h>
#include <railhead/base.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/manual.h"

_Noreturn void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "pages: %s:%d: %s\n", file, line, condition);
    abort();
}

static const char *date; /* of the manual pages: 2026-11-18 */

static FILE *open_page(const char *folder, const char *before, const char *name, const char *after)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s%s%s", folder, before, name, after);
    FILE *page = fopen(path, "w");
    CHECK(page != NULL);
    return page;
}

static void close_page(FILE *page)
{
    CHECK(fclose(page) == 0);
}

/* What is said of an option; words that are others on other machines are left out. */
static void sentence_of(const struct option *option, char sentence[HELP_SENTENCE_SIZE])
{
    char help[HELP_SENTENCE_SIZE];
    struct option plain = *option;
    if (option->list != NULL && option->list->of_machine) {
        const char *list = strstr(option->help, ": %s");
        CHECK(list != NULL);
        snprintf(help, sizeof help, "%.*s", (int)(list - option->help), option->help);
        plain.help = help;
    }
    help_sentence(&plain, sentence);
}

/* ---- Manual pages ---------------------------------------------------------------------------- */

/* Signs that mean something to the formatter, and dashes that are to be copied from the page. */
static void man_text(FILE *page, const char *words, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const bool begins_line = i == 0 || words[i - 1] == '\n';
        if (begins_line && (words[i] == '.' || words[i] == '\''))
            fputs("\\&", page);
        if (words[i] == '\\')
            fputs("\\e", page);
        else if (words[i] == '-')
            fputs("\\-", page);
        else
            fputc(words[i], page);
    }
}

static void man_words(FILE *page, const char *words)
{
    man_text(page, words, strlen(words));
}

/* Paragraphs; lines that begin with a space stay as they are. */
static void man_paragraphs(FILE *page, const char *words)
{
    bool literal = false;
    while (*words != '\0') {
        const size_t length = strcspn(words, "\n");
        const bool is_literal = words[0] == ' ';
        if (is_literal != literal)
            fputs(is_literal ? ".RS\n.nf\n" : ".fi\n.RE\n", page);
        literal = is_literal;
        if (length == 0)
            fputs(".PP", page);
        else
            man_text(page, words, length);
        fputc('\n', page);
        words += length + (words[length] != '\0');
    }
    if (literal)
        fputs(".fi\n.RE\n", page);
}

static void man_option(FILE *page, const struct option *option)
{
    char sentence[HELP_SENTENCE_SIZE];
    sentence_of(option, sentence);
    fputs(".TP\n\\fB\\-\\-", page);
    man_words(page, option->name);
    fputs("\\fR", page);
    if (option->value != NULL) {
        fputs(" \\fI", page);
        man_words(page, option->value);
        fputs("\\fR", page);
    }
    fputc('\n', page);
    man_words(page, sentence);
    fputc('\n', page);
}

static void man_term(FILE *page, const char *name, const char *about)
{
    fputs(".TP\n\\fB", page);
    man_words(page, name);
    fputs("\\fR\n", page);
    man_words(page, about);
    fputc('\n', page);
}

static void man_entry(FILE *page, const struct option *entry)
{
    if (help_is_option(entry)) {
        man_option(page, entry);
    } else if (entry->kind == OPTION_GROUP) {
        fputs(".SS ", page);
        man_words(page, entry->name);
        fputc('\n', page);
    } else if (entry->kind == OPTION_NOTE) {
        fputs(".PP\n", page);
        man_paragraphs(page, entry->help);
    } else if (entry->kind == OPTION_TERM) {
        man_term(page, entry->name, entry->help);
    } else {
        for (unsigned i = 0; entry->list->at(i) != NULL; i++)
            man_term(page, entry->list->at(i), entry->list->about(i));
    }
}

/* A section of names and what they mean; nothing where there is none. */
static void man_entries(FILE *page, const char *title, const struct manual_entry *entry)
{
    if (entry == NULL)
        return;
    fprintf(page, ".SH %s\n", title);
    for (; entry->name != NULL; entry++)
        man_term(page, entry->name, entry->about);
}

static void man_examples(FILE *page, const struct manual_entry *entry)
{
    if (entry == NULL)
        return;
    fputs(".SH EXAMPLES\n", page);
    for (; entry->name != NULL; entry++) {
        man_words(page, entry->about);
        fputs(":\n.PP\n.RS\n.nf\n", page);
        man_words(page, entry->name);
        fputs("\n.fi\n.RE\n.PP\n", page);
    }
}

static void man_keys(FILE *page, const struct key_page *const *pages)
{
    if (pages == NULL)
        return;
    fputs(".SH KEYS\nOn the whole screen; ? lists them there.\n", page);
    for (; *pages != NULL; pages++) {
        fputs(".SS ", page);
        man_words(page, (*pages)->place);
        fputc('\n', page);
        for (unsigned id = (*pages)->first; id <= (*pages)->last; id++) {
            if (key_list[id].keys != NULL)
                man_term(page, key_list[id].keys, key_list[id].about);
        }
    }
}

static void man_head(FILE *page, const char *name, const char *about)
{
    char title[80];
    snprintf(title, sizeof title, "railhead%s%s", name[0] != '\0' ? "\\-" : "", name);
    fputs(".\\\" Made from the help of the program.\n.TH ", page);
    for (const char *at = title; *at != '\0'; at++)
        fputc(toupper((unsigned char)*at), page);
    fprintf(page, " 1 \"%s\" \"Railhead %s\"\n.SH NAME\n%s \\- ", date, railhead_version(), title);
    man_words(page, about);
    fputs("\n.SH SYNOPSIS\n", page);
}

/* A line for each way to call it. */
static void man_usage(FILE *page, const struct command *command)
{
    for (const char *line = command->usage;;) {
        const size_t length = strcspn(line, "\n");
        fprintf(page, "\\fBrailhead %s\\fR ", command->name);
        man_text(page, line, length);
        fputc('\n', page);
        if (line[length] == '\0')
            return;
        fputs(".br\n", page);
        line += length + 1;
    }
}

static const char exit_status[] =
    "0 for success, 1 where a check failed, 2 where something was wrong with what the program was "
    "given: then one line on standard error says what.";

static void write_man(const char *folder, const struct command *command)
{
    FILE *page = open_page(folder, "railhead-", command->name, ".1");
    man_head(page, command->name, command->about);
    man_usage(page, command);
    fputs(".SH DESCRIPTION\n", page);
    man_paragraphs(page, command->tells);
    if (command->also != NULL) {
        fprintf(page, ".PP\n\\fBrailhead %s\\fR is the same.\n", command->also);
    }
    fputs(".SH OPTIONS\n", page);
    for (const struct option *entry = command->options; entry->kind != OPTION_END; entry++)
        man_entry(page, entry);
    man_term(page, "-h, --help", "tells this and ends");
    const struct manual *manual = manual_of(command->name);
    CHECK(manual != NULL);
    man_keys(page, manual->keys);
    man_entries(page, "ENVIRONMENT", manual->environment);
    man_entries(page, "FILES", manual->files);
    fputs(".SH EXIT STATUS\n", page);
    man_words(page, exit_status);
    fputc('\n', page);
    man_examples(page, manual->examples);
    fputs(".SH SEE ALSO\n.BR railhead (1),\n.BR railhead\\-record (5),\n.BR railhead\\-board (5)\n",
          page);
    close_page(page);
}

static const char about_all[] =
    "TransAmerica, Trans Europa with its ferries, and their variants: two to six players lay track "
    "on a triangular grid, and everyone secretly wants five cities joined. Railhead plays them in "
    "a terminal, serves them to browsers, and has bots, reviews of games and tools for people who "
    "write bots.";

static void write_man_of_all(const char *folder)
{
    FILE *page = open_page(folder, "railhead", "", ".1");
    man_head(page, "", "track-laying games on a shared map");
    fputs("\\fBrailhead\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]...\n.SH DESCRIPTION\n", page);
    man_paragraphs(page, about_all);
    fputs(".SH COMMANDS\n", page);
    for (unsigned i = 0; commands[i] != NULL; i++) {
        fprintf(page, ".TP\n.BR railhead\\-%s (1)\n", commands[i]->name);
        man_words(page, commands[i]->about);
        fputc('\n', page);
    }
    fputs(".SH OPTIONS\n", page);
    for (const struct manual_entry *entry = manual_options; entry->name != NULL; entry++)
        man_term(page, entry->name, entry->about);
    fputs(".SH EXIT STATUS\n", page);
    man_words(page, exit_status);
    fputs("\n.SH SEE ALSO\n.BR railhead\\-record (5),\n.BR railhead\\-board (5)\n", page);
    close_page(page);
}

/* ---- Markdown ---------------------------------------------------------------------------------
 */

/* Signs that mean something in Markdown. */
static void markdown_text(FILE *page, const char *words, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (strchr("\\`*_[]<>|#&", words[i]) != NULL)
            fputc('\\', page);
        fputc(words[i], page);
    }
}

/* As in a manual page: lines that begin with a space stay as they are. */
static void markdown_paragraphs(FILE *page, const char *words)
{
    bool literal = false;
    while (*words != '\0') {
        const size_t length = strcspn(words, "\n");
        const bool is_literal = words[0] == ' ';
        if (is_literal != literal)
            fputs(is_literal ? "\n```text\n" : "```\n\n", page);
        literal = is_literal;
        if (is_literal)
            fprintf(page, "%.*s", (int)length, words);
        else
            markdown_text(page, words, length);
        fputs(is_literal ? "\n" : "\n\n", page);
        words += length + (words[length] != '\0');
    }
    if (literal)
        fputs("```\n\n", page);
}

static void markdown_term(FILE *page, const char *name, const char *value, const char *about)
{
    fprintf(page, "- `%s%s%s`: ", name, value != NULL ? " " : "", value != NULL ? value : "");
    markdown_text(page, about, strlen(about));
    fputc('\n', page);
}

static void markdown_option(FILE *page, const struct option *option)
{
    char name[80];
    char sentence[HELP_SENTENCE_SIZE];
    sentence_of(option, sentence);
    snprintf(name, sizeof name, "--%s", option->name);
    markdown_term(page, name, option->value, sentence);
}

static void markdown_entry(FILE *page, const struct option *entry)
{
    if (help_is_option(entry)) {
        markdown_option(page, entry);
    } else if (entry->kind == OPTION_GROUP) {
        fprintf(page, "\n### %c%s\n\n", toupper((unsigned char)entry->name[0]), entry->name + 1);
    } else if (entry->kind == OPTION_NOTE) {
        fputc('\n', page);
        markdown_paragraphs(page, entry->help);
    } else if (entry->kind == OPTION_TERM) {
        markdown_term(page, entry->name, NULL, entry->help);
    } else {
        for (unsigned i = 0; entry->list->at(i) != NULL; i++)
            markdown_term(page, entry->list->at(i), NULL, entry->list->about(i));
    }
}

static void markdown_usage(FILE *page, const struct command *command)
{
    fputs("```text\n", page);
    for (const char *line = command->usage;;) {
        const size_t length = strcspn(line, "\n");
        fprintf(page, "railhead %s %.*s\n", command->name, (int)length, line);
        if (line[length] == '\0')
            break;
        line += length + 1;
    }
    fputs("```\n\n", page);
}

static void markdown_entries(FILE *page, const char *title, const struct manual_entry *entry)
{
    if (entry == NULL)
        return;
    fprintf(page, "\n## %s\n\n", title);
    for (; entry->name != NULL; entry++)
        markdown_term(page, entry->name, NULL, entry->about);
}

static void markdown_examples(FILE *page, const struct manual_entry *entry)
{
    if (entry != NULL)
        fputs("\n## Examples\n", page);
    for (; entry != NULL && entry->name != NULL; entry++) {
        fputc('\n', page);
        markdown_text(page, entry->about, strlen(entry->about));
        fprintf(page, ":\n\n```sh\n%s\n```\n", entry->name);
    }
}

static void markdown_keys(FILE *page, const struct key_page *const *pages)
{
    if (pages != NULL)
        fputs("\n## Keys\n", page);
    for (; pages != NULL && *pages != NULL; pages++) {
        fprintf(page, "\n### %s\n\n", (*pages)->place);
        for (unsigned id = (*pages)->first; id <= (*pages)->last; id++) {
            if (key_list[id].keys != NULL)
                markdown_term(page, key_list[id].keys, NULL, key_list[id].about);
        }
    }
}

static void write_markdown(const char *folder, const struct command *command)
{
    FILE *page = open_page(folder, "railhead-", command->name, ".md");
    fprintf(page, "# railhead %s\n\n", command->name);
    markdown_usage(page, command);
    markdown_paragraphs(page, command->tells);
    if (command->also != NULL)
        fprintf(page, "`railhead %s` is the same.\n\n", command->also);
    fputs("## Options\n\n", page);
    markdown_term(page, "-h, --help", NULL, "tells this and ends");
    for (const struct option *entry = command->options; entry->kind != OPTION_END; entry++)
        markdown_entry(page, entry);
    const struct manual *manual = manual_of(command->name);
    markdown_keys(page, manual->keys);
    markdown_entries(page, "Environment", manual->environment);
    markdown_entries(page, "Files", manual->files);
    fprintf(page, "\n## Exit status\n\n%s\n", exit_status);
    markdown_examples(page, manual->examples);
    close_page(page);
}

static void write_markdown_of_all(const char *folder)
{
    FILE *page = open_page(folder, "railhead", "", ".md");
    fputs("# railhead\n\n```text\nrailhead COMMAND [OPTION]...\n```\n\n", page);
    markdown_paragraphs(page, about_all);
    fputs("## Commands\n\n", page);
    for (unsigned i = 0; commands[i] != NULL; i++) {
        fprintf(page, "- [railhead %s](railhead-%s.md): ", commands[i]->name, commands[i]->name);
        markdown_text(page, commands[i]->about, strlen(commands[i]->about));
        fputc('\n', page);
    }
    fputs("\n## Options\n\n", page);
    for (const struct manual_entry *entry = manual_options; entry->name != NULL; entry++)
        markdown_term(page, entry->name, NULL, entry->about);
    fprintf(page, "\n## Exit status\n\n%s\n", exit_status);
    close_page(page);
}

/* ---- What may follow an option ----------------------------------------------------------------
 */

/* One of the words of its list; not several, and not in place of a file. */
static bool has_words(const struct option *option)
{
    return option->list != NULL && option->kind != OPTION_TEXT && !option->list->of_machine &&
           strcmp(option->value, "FILE") != 0;
}

static bool takes_files(const struct option *option)
{
    return strcmp(option->value, "FILE") == 0 || strcmp(option->value, "BOARD") == 0;
}

static void write_words(FILE *page, const struct word_list *list)
{
    for (unsigned i = 0; list->at(i) != NULL; i++)
        fprintf(page, "%s%s", i > 0 ? " " : "", list->at(i));
}

static const struct word_list *operand_words(const struct command *command)
{
    return command->operand != NULL && strcmp(command->operand, "board") == 0 ? &board_words : NULL;
}

/* ---- bash -------------------------------------------------------------------------------------
 */

static void bash_option(FILE *page, const struct command *command, const struct option *option)
{
    if (option->kind == OPTION_FLAG)
        return;
    fprintf(page, "    %s:--%s", command->name, option->name);
    if (option->also != NULL)
        fprintf(page, " | %s:--%s", command->name, option->also);
    fputs(") ", page);
    if (has_words(option)) {
        fputs("words=\"", page);
        write_words(page, option->list);
        fputs("\"", page);
    } else {
        fputs("words=''", page);
    }
    if (strcmp(option->value, "DIR") == 0)
        fputs(" paths=-d", page);
    else if (takes_files(option))
        fputs(" paths=-f", page);
    fputs(" ;;\n", page);
}

static void bash_command(FILE *page, const struct command *command)
{
    for (const struct option *option = command->options; option->kind != OPTION_END; option++) {
        if (help_is_option(option))
            bash_option(page, command, option);
    }
    fprintf(page, "    %s:*) words=\"", command->name);
    for (const struct option *option = command->options; option->kind != OPTION_END; option++) {
        if (help_is_option(option))
            fprintf(page, "--%s ", option->name);
    }
    fputs("--help", page);
    if (operand_words(command) != NULL) {
        fputc(' ', page);
        write_words(page, operand_words(command));
    }
    fprintf(page, "\"%s ;;\n", command->operand != NULL ? " paths=-f" : "");
}

static void write_bash(const char *folder)
{
    FILE *page = open_page(folder, "railhead.", "bash", "");
    fputs("# Completion of railhead for bash; made from the options of its commands.\n"
          "_railhead() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local command=${COMP_WORDS[1]} words='' paths=''\n"
          "    COMPREPLY=()\n"
          "    case $command in\n",
          page);
    for (unsigned i = 0; commands[i] != NULL; i++) {
        if (commands[i]->also != NULL)
            fprintf(page, "    %s) command=%s ;;\n", commands[i]->also, commands[i]->name);
    }
    fputs("    esac\n    ((COMP_CWORD > 1)) || command=help before=''\n    case $command:$before "
          "in\n",
          page);
    for (unsigned i = 0; commands[i] != NULL; i++)
        bash_command(page, commands[i]);
    fputs("    help:*) words=\"", page);
    for (unsigned i = 0; commands[i] != NULL; i++)
        fprintf(page, "%s ", commands[i]->name);
    fputs("help version --help --version\" ;;\n"
          "    esac\n"
          "    [[ $word == -* || -z $paths ]] || compopt -o filenames 2>/dev/null\n"
          "    mapfile -t COMPREPLY < <(compgen ${paths:+\"$paths\"} -W \"$words\" -- \"$word\")\n"
          "}\n"
          "complete -F _railhead railhead\n",
          page);
    close_page(page);
}

/* ---- zsh --------------------------------------------------------------------------------------
 */

/* Within single quotes and the brackets of a specification. */
static void zsh_text(FILE *page, const char *words)
{
    for (; *words != '\0'; words++) {
        if (*words == '\'')
            fputs("'\\''", page);
        else if (strchr("[]:\\", *words) != NULL)
            fprintf(page, "\\%c", *words);
        else
            fputc(*words, page);
    }
}

static void zsh_option(FILE *page, const struct option *option)
{
    char sentence[HELP_SENTENCE_SIZE];
    sentence_of(option, sentence);
    fprintf(page, "        '%s--%s[", option->kind == OPTION_WORDS ? "*" : "", option->name);
    zsh_text(page, sentence);
    fputc(']', page);
    if (option->kind != OPTION_FLAG) {
        fprintf(page, ":%s:", option->value);
        if (strcmp(option->value, "DIR") == 0) {
            fputs("_files -/", page);
        } else if (has_words(option)) {
            fputc('(', page);
            write_words(page, option->list);
            fputc(')', page);
        } else if (takes_files(option)) {
            fputs("_files", page);
        }
    }
    fputs("' \\\n", page);
}

static void zsh_command(FILE *page, const struct command *command)
{
    fprintf(page, "    %s%s%s)\n        _arguments \\\n", command->name,
            command->also != NULL ? " | " : "", command->also != NULL ? command->also : "");
    for (const struct option *option = command->options; option->kind != OPTION_END; option++) {
        if (help_is_option(option))
            zsh_option(page, option);
    }
    if (command->operand != NULL)
        fprintf(page, "        '*:%s:_files' \\\n", command->operand);
    fputs("        '(- *)'{-h,--help}'[tells its options]'\n        ;;\n", page);
}

static void write_zsh(const char *folder)
{
    FILE *page = open_page(folder, "_", "railhead", "");
    fputs("#compdef railhead\n"
          "# Completion of railhead for zsh; made from the options of its commands.\n"
          "local -a commands\n"
          "commands=(\n",
          page);
    for (unsigned i = 0; commands[i] != NULL; i++) {
        fprintf(page, "    '%s:", commands[i]->name);
        zsh_text(page, commands[i]->about);
        fputs("'\n", page);
    }
    fputs("    'help:tells more of a command'\n"
          ")\n"
          "if ((CURRENT == 2)); then\n"
          "    _describe command commands\n"
          "    return\n"
          "fi\n"
          "local command=${words[2]}\n"
          "shift words\n"
          "((CURRENT--))\n"
          "case $command in\n"
          "    help) _describe command commands ;;\n",
          page);
    for (unsigned i = 0; commands[i] != NULL; i++)
        zsh_command(page, commands[i]);
    fputs("esac\n", page);
    close_page(page);
}

/* ---- fish -------------------------------------------------------------------------------------
 */

static void fish_text(FILE *page, const char *words)
{
    for (; *words != '\0'; words++) {
        if (*words == '\'' || *words == '\\')
            fputc('\\', page);
        fputc(*words, page);
    }
}

/*
 * The words of an option have an entry of their own without a description: fish would repeat that
 * behind each of them.
 */
static void fish_option(FILE *page, const char *condition, const struct option *option)
{
    const bool takes_value = option->kind != OPTION_FLAG;
    const bool files = takes_value && (takes_files(option) || strcmp(option->value, "DIR") == 0);
    const char *value = files ? " -r -F" : takes_value ? " -x" : "";
    char sentence[HELP_SENTENCE_SIZE];
    sentence_of(option, sentence);
    fprintf(page, "%s -l %s%s -d '", condition, option->name, value);
    fish_text(page, sentence);
    fputs("'\n", page);
    if (!takes_value || !has_words(option))
        return;
    fprintf(page, "%s -l %s%s -a '", condition, option->name, value);
    write_words(page, option->list);
    fputs("'\n", page);
}

static void fish_command(FILE *page, const struct command *command)
{
    char condition[160];
    fprintf(page, "complete -c railhead -n __fish_use_subcommand -a %s -d '", command->name);
    fish_text(page, command->about);
    fputs("'\n", page);
    snprintf(condition, sizeof condition,
             "complete -c railhead -n '__fish_seen_subcommand_from %s%s%s'", command->name,
             command->also != NULL ? " " : "", command->also != NULL ? command->also : "");
    for (const struct option *option = command->options; option->kind != OPTION_END; option++) {
        if (help_is_option(option))
            fish_option(page, condition, option);
    }
    if (command->operand != NULL)
        fprintf(page, "%s -F\n", condition);
    if (operand_words(command) != NULL) {
        fprintf(page, "%s -a '", condition);
        write_words(page, operand_words(command));
        fputs("'\n", page);
    }
}

static void write_fish(const char *folder)
{
    FILE *page = open_page(folder, "railhead.", "fish", "");
    fputs("# Completion of railhead for fish; made from the options of its commands.\n"
          "complete -c railhead -f\n"
          "complete -c railhead -s h -l help -d 'tells what there is'\n"
          "complete -c railhead -n __fish_use_subcommand -l version -d 'tells which railhead this "
          "is'\n"
          "complete -c railhead -n __fish_use_subcommand -a help -d 'tells more of a command'\n",
          page);
    for (unsigned i = 0; commands[i] != NULL; i++)
        fish_command(page, commands[i]);
    close_page(page);
}

int main(int argc, char **argv)
{
    CHECK(argc == 3);
    date = argv[2];
    write_man_of_all(argv[1]);
    write_markdown_of_all(argv[1]);
    for (unsigned i = 0; commands[i] != NULL; i++) {
        write_man(argv[1], commands[i]);
        write_markdown(argv[1], commands[i]);
    }
    write_bash(argv[1]);
    write_zsh(argv[1]);
    write_fish(argv[1]);
    return 0;
}
