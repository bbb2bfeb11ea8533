/* A line of text in the state folder. */
#include "terminal/app/saved_look.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "files/file.h"
#include "terminal/app/kept_games.h"

const struct seat_choice saved_look_unsaid = {SEAT_COLOURS, SEAT_SIGNS};

static struct seat_choice read_choice(const char *path)
{
    char text[SEAT_CHOICE_TEXT_SIZE] = "";
    FILE *file = fopen(path, "re");
    if (file != NULL) {
        if (fgets(text, sizeof text, file) == NULL)
            text[0] = '\0';
        fclose(file);
    }
    return seat_choice_read(text);
}

/* If writing fails, the choice applies only to this run. */
static void write_choice(const char *folder, const char *path, const struct seat_choice *choice)
{
    char text[SEAT_CHOICE_TEXT_SIZE];
    FILE *file = file_make_folders(folder) ? fopen(path, "we") : NULL;
    if (file == NULL)
        return;
    seat_choice_write(choice, text);
    fprintf(file, "%s\n", text);
    fclose(file);
}

void saved_look_complete(struct seat_choice *choice)
{
    char folder[PATH_MAX], path[PATH_MAX + 8];
    struct seat_choice before = {0, 0};
    const struct seat_choice said = *choice;
    const bool has_place = kept_games_state_folder("", folder);
    if (has_place) {
        snprintf(path, sizeof path, "%s/look", folder);
        before = read_choice(path);
    }
    if (said.colour == saved_look_unsaid.colour)
        choice->colour = before.colour;
    if (said.sign == saved_look_unsaid.sign)
        choice->sign = before.sign;
    if (has_place && memcmp(choice, &before, sizeof before) != 0)
        write_choice(folder, path, choice);
}
