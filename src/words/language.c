/* Where the catalogues are. */
#include "words/language.h"

#include <limits.h>
#include <locale.h>
#include <stdio.h>
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
