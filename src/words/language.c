/* Where the catalogues are. */
#include "words/language.h"

#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char domain[] = "railhead";

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
