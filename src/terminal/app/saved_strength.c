/* A number in the state folder. */
#include "terminal/app/saved_strength.h"

#include <limits.h>
#include <stdio.h>

#include "files/file.h"
#include "game/company.h"
#include "terminal/app/kept_games.h"

static bool find_place(char folder[PATH_MAX], char path[PATH_MAX + 16])
{
    if (!kept_games_state_folder("", folder))
        return false;
    snprintf(path, PATH_MAX + 16, "%s/strength", folder);
    return true;
}

unsigned saved_strength_read(void)
{
    char folder[PATH_MAX], path[PATH_MAX + 16], text[16] = "";
    unsigned strength;
    FILE *file = find_place(folder, path) ? fopen(path, "re") : NULL;
    if (file == NULL)
        return company_strength(-1);
    const bool known =
        fgets(text, sizeof text, file) != NULL && sscanf(text, "%6u", &strength) == 1;
    fclose(file);
    return company_strength(known ? (int64_t)strength : -1);
}

void saved_strength_write(unsigned strength)
{
    char folder[PATH_MAX], path[PATH_MAX + 16];
    FILE *file = find_place(folder, path) && file_make_folders(folder) ? fopen(path, "we") : NULL;
    if (file == NULL)
        return;
    fprintf(file, "%u\n", strength);
    fclose(file);
}
