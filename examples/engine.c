/*
 * A small engine for Railhead in plain C: it builds towards the nearest city it has not reached.
 *
 *     cc -o my-bot examples/engine.c && railhead arena --bots cmd:./my-bot,hard ...
 *
 * The protocol is in docs/engine-protocol.md: lines come in, a few lines go out.  The referee knows
 * the rules and lists the legal turns on request, so this program only has to choose among them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 100, JUNCTIONS = 26 * ROWS, CITIES = 80, HAND = 5, ENDS = 5, FAR = 1000 };

static char city[CITIES][32]; /* their ids */
static int cities, city_junction[CITIES];
static int seat, marker, hand[HAND]; /* our own; of the hand the junctions */
static int network[JUNCTIONS]; /* the same number for all junctions that are joined by track */

/* K7 lies in column K, row 7. */
static int junction(const char *name)
{
    return (name[0] - 'A') * ROWS + atoi(name + 1) % ROWS;
}

/* Steps between two junctions of the triangular lattice, were all its lines there. */
static int distance(int one, int other)
{
    const int across = one / ROWS - other / ROWS, down = one % ROWS - other % ROWS;
    return (abs(across) + abs(down) + abs(across - down)) / 2;
}

/* The junctions that a turn names, four in "K7-L7 L7-M7", and how many there are. */
static int ends_of(const char *turn, int end[ENDS])
{
    int count = 0;
    for (; *turn != '\0' && count < ENDS; turn++)
        if (*turn >= 'A' && *turn <= 'Z')
            end[count++] = junction(turn);
    return count;
}

/* Somebody's turn: its tracks join networks. */
static void see(const char *turn)
{
    int end[ENDS], count = ends_of(turn, end);
    for (int track = 0; track + 1 < count; track += 2)
        for (int i = 0, old = network[end[track]]; i < JUNCTIONS; i++)
            network[i] = network[i] == old ? network[end[track + 1]] : network[i];
}

/* How good a turn is, the lower the better: near all cities for the marker, or near the next. */
static int value(const char *turn)
{
    int end[ENDS], count = ends_of(turn, end), sum = 0, nearest = FAR;
    for (int i = 0; i < count * HAND; i++) {
        const int target = hand[i % HAND], steps = distance(end[i / HAND], target);
        sum += steps;
        nearest = network[target] != network[marker] && steps < nearest ? steps : nearest;
    }
    return turn[0] == '@' ? sum : 2 * nearest - count;
}

int main(void)
{
    char line[1024], id[HAND][32], go[32] = "", best[64] = "";
    setvbuf(stdout, NULL, _IOLBF, 0); /* a line that is not flushed never arrives */
    while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "quit\n") != 0) {
        sscanf(line, "seat %d", &seat); /* no other line begins like that */
        if (strncmp(line, "railhead-engine ", 16) == 0) {
            puts("id name Nearest city, in C\nwant board\nready 1");
        } else if (sscanf(line, " {\"id\": \"%31[^\"]", city[cities % CITIES]) == 1) {
            city_junction[cities++ % CITIES] = junction(strstr(line, "\"junction\": \"") + 13);
        } else if (strcmp(line, "ping\n") == 0) {
            puts("pong");
        } else if (strncmp(line, "round ", 6) == 0) {
            for (int i = 0; i < JUNCTIONS; i++)
                network[i] = i;
        } else if (strncmp(line, "deal ", 5) == 0 && line[5] == '0' + seat) {
            sscanf(line + 7, "%31s%31s%31s%31s%31s", id[0], id[1], id[2], id[3], id[4]);
            for (int i = 0; i < HAND * cities; i++)
                if (strcmp(city[i / HAND], id[i % HAND]) == 0)
                    hand[i % HAND] = city_junction[i / HAND];
        } else if (line[0] >= '1' && line[0] <= '6') { /* a turn that was played, or our own */
            see(line + 2);
            marker = line[0] == '0' + seat && line[2] == '@' ? junction(line + 3) : marker;
        } else if (sscanf(line, "go %31s", go) == 1) {
            puts("legal");
        } else if (strncmp(line, "legal ", 6) == 0 && (!*best || value(line + 6) < value(best))) {
            snprintf(best, sizeof best, "%.60s", line + 6);
        } else if (strcmp(line, "end-legal\n") == 0) {
            printf("turn %s %s", go, best); /* the line feed of `legal` is still there */
            best[0] = '\0';
        } else if (strcmp(line, "board-file\n") == 0) {
            cities = 0;
        }
    }
}
