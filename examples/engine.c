/*
 * A small engine for Railhead in plain C: it builds towards the nearest city it has not reached.
 *
 *     cc -O2 -o my-bot examples/engine.c && railhead arena --bots cmd:./my-bot,hard ...
 *
 * The protocol is in docs/engine-protocol.md: lines come in, a few lines go out.  The referee knows
 * the rules and lists the legal turns on request, so this program only has to choose among them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 100, JUNCTIONS = 28 * ROWS, STEPS = ROWS + 2, CITIES = 80, HAND = 5, FAR = 99 };

static char city[CITIES][32]; /* their ids */
static int cities, city_junction[CITIES], seat, marker, hand[HAND];
static char price[JUNCTIONS][STEPS]; /* of the line from a junction to one so many further on */
static char cost[JUNCTIONS][STEPS];  /* what is left of that in this round */
static int way[HAND][JUNCTIONS];     /* what is to be paid from a junction to a city of ours */

/* K7 lies in column K, row 7. */
static int junction(const char *name)
{
    return (name[0] - 'A') * ROWS + atoi(name + 1) % ROWS;
}

/* The junctions that a turn names, two for a track, and what their line costs after it: nothing,
 * but a ferry takes two tracks, and one that others have completed in their colour is theirs alone.
 */
static int read_turn(const char *turn, int mine, int end[5], int left[5])
{
    int count = 0;
    for (; *turn != '\0' && count < 5; turn++) {
        if (*turn < 'A' || *turn > 'Z')
            continue;
        end[count] = junction(turn), left[count] = 0;
        if (turn[-1] == '~') {
            const int still = cost[end[count - 1]][end[count] - end[count - 1]] - 1;
            left[count] = left[count - 1] = still || mine || !strchr(turn, '*') ? still : FAR;
        }
        count++;
    }
    return count;
}

/* From all junctions to a city, by one line more and one more, until nothing becomes shorter. */
static void measure(int target, int *away)
{
    for (int i = 0; i < JUNCTIONS; i++)
        away[i] = i == target ? 0 : FAR;
    for (int shorter = 1; shorter-- > 0;)
        for (int i = 0; i < 6 * (JUNCTIONS - STEPS); i++) {
            const int from = i / 6, step = (int[]){1, ROWS, ROWS + 1}[i % 3];
            const int here = from + step * (i % 2), there = from + step - step * (i % 2);
            if (away[there] + cost[from][step] < away[here])
                away[here] = away[there] + cost[from][step], shorter = 1;
        }
}

/* How good a turn is, the lower the better: our ways to all the cities, the shortest count most. */
static long long value(const char *turn)
{
    int near[HAND], end[5], left[5], count = read_turn(turn, 1, end, left), nearest;
    long long sum = 0;
    for (int i = 0; i < HAND; i++) {
        near[i] = turn[0] == '@' ? FAR : way[i][marker];
        for (int k = 0; k < count; k++)
            near[i] = way[i][end[k]] + left[k] < near[i] ? way[i][end[k]] + left[k] : near[i];
    }
    for (int k = 0; k < HAND; k++, sum = sum * FAR + near[nearest], near[nearest] = FAR)
        for (int i = nearest = 0; i < HAND; i++)
            nearest = near[i] < near[nearest] ? i : nearest;
    return sum;
}

int main(void)
{
    char line[1024], id[HAND][32], a[8], b[8], kind, go[32] = "", best[1024] = "";
    setvbuf(stdout, NULL, _IOLBF, 0); /* a line that is not flushed never arrives */
    while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "quit\n") != 0) {
        sscanf(line, "seat %d", &seat); /* no other line begins like that */
        if (strncmp(line, "railhead-engine ", 16) == 0) {
            puts("id name Nearest city, in C\nwant board\nready 1");
        } else if (strcmp(line, "board-file\n") == 0) {
            memset(price, FAR, sizeof price);
            cities = 0;
        } else if (sscanf(line, " {\"id\": \"%31[^\"]", city[cities % CITIES]) == 1) {
            city_junction[cities++ % CITIES] = junction(strstr(line, "\"junction\": \"") + 13);
        } else if (sscanf(line, " {\"a\": \"%7[^\"]\", \"b\": \"%7[^\"]\", \"kind\": \"%c", a, b,
                          &kind) == 3) {
            price[junction(a)][junction(b) - junction(a)] = kind == 's' ? 1 : 2;
        } else if (strcmp(line, "ping\n") == 0) {
            puts("pong");
        } else if (strncmp(line, "round ", 6) == 0) {
            memcpy(cost, price, sizeof cost);
        } else if (strncmp(line, "deal ", 5) == 0 && line[5] == '0' + seat) {
            sscanf(line + 7, "%31s%31s%31s%31s%31s", id[0], id[1], id[2], id[3], id[4]);
            for (int i = 0; i < HAND * cities; i++)
                if (strcmp(city[i / HAND], id[i % HAND]) == 0)
                    hand[i % HAND] = city_junction[i / HAND];
        } else if (line[0] >= '1' && line[0] <= '6') { /* a turn that was played, or our own */
            int end[5], left[5], count = read_turn(line + 2, line[0] == '0' + seat, end, left);
            marker = line[0] == '0' + seat && line[2] == '@' ? end[0] : marker;
            for (int i = 1; i < count; i += 2)
                cost[end[i - 1]][end[i] - end[i - 1]] = (char)left[i];
        } else if (sscanf(line, "go %31s", go) == 1) {
            for (int i = 0; i < HAND; i++)
                measure(hand[i], way[i]);
            puts("legal");
        } else if (strncmp(line, "legal ", 6) == 0 &&
                   (!*best || value(line + 6) < value(best + 6))) {
            memcpy(best, line, sizeof best);
        } else if (strcmp(line, "end-legal\n") == 0) {
            printf("turn %s %s", go, best + 6); /* the line feed of `legal` is still there */
            best[0] = '\0';
        }
    }
}
