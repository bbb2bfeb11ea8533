/* Finds the catalogues and selects the character set. */
#include "words/language.h"

#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char domain[] = "railhead";

static const char *translate(const char *english)
{
    return gettext(english);
}

const char *language_fault(const struct fault *fault, char buffer[FAULT_SENTENCE_SIZE])
{
    struct text text;
    text_init(&text, buffer, FAULT_SENTENCE_SIZE);
    fault_write(fault, translate, &text);
    return buffer;
}

static bool is_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Returns true if the environment requests a character set other than UTF-8, or plain ASCII. */
static bool wants_others(const char *locale)
{
    const char *all = getenv("LC_ALL");
    const bool plain = all != NULL && (strcmp(all, "C") == 0 || strcmp(all, "POSIX") == 0);
    return plain || (locale != NULL && strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") != 0);
}

bool language_signs(bool is_terminal)
{
    const char *locale = setlocale(LC_CTYPE, "");
    if (is_utf8())
        return true;
    if (!is_terminal || wants_others(locale))
        return false;
    return setlocale(LC_CTYPE, "C.UTF-8") != NULL && is_utf8();
}

void language_start(void)
{
    char program[PATH_MAX], folder[PATH_MAX + 32];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    setlocale(LC_MESSAGES, "");
    if (length <= 0)
        return;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    snprintf(folder, sizeof folder, "%s/locale", program);
    if (access(folder, R_OK) != 0)
        snprintf(folder, sizeof folder, "%s/../share/locale", program);
    bindtextdomain(domain, folder);
    bind_textdomain_codeset(domain, "UTF-8");
    textdomain(domain);
}

void language_use_ascii(void)
{
    bind_textdomain_codeset(domain, "ASCII//TRANSLIT");
}
