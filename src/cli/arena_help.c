/* What railhead arena --help prints. */
#include <stdio.h>

#include "cli/arena_options.h"

static const char what_is_played[] =
    "Usage: railhead arena --board BOARD --bots LIST --games N --seed S [OPTION]...\n"
    "       railhead arena --board BOARD --one A --against B --games N --seed S [OPTION]...\n"
    "       railhead arena --ladder --games N --seed S [OPTION]...\n"
    "\n"
    "Lets bots play each other: shares of the wins, points and Elo ratings, each with its 95 %\n"
    "interval, and the time they took for a turn.\n"
    "\n"
    "What is played:\n"
    "  --board BOARD      the id of a board, or the path of a board file\n"
    "  --rules RULES      the board's own rule set, where it is to be said\n"
    "  --variant VARIANT  open-cards, blocking or private-tracks; may be given several times\n"
    "  --games N          how many games\n"
    "  --rounds N         or how many single rounds, won by who loses least\n"
    "  --seed S           a number; the same seed gives the same games everywhere\n";

static const char who_plays[] =
    "\n"
    "Who plays:\n"
    "  --bots LIST        2 to 6 bots, split by commas, one for each seat\n"
    "  --duplicate        plays every deal several times, the bots rotated through all seats\n"
    "  --one A            with --against B: A alone in a field of B, and B alone in a field of\n"
    "                     A, every deal from all seats; N is rounded up to whole deals\n"
    "  --against B        see --one\n"
    "  --ladder           every two levels against each other as with --one, N games for each\n"
    "                     pair, as tables for Markdown; on transamerica where no board is named\n"
    "  --levels LIST      of the ladder, weakest first; easy,medium,hard,expert by default\n"
    "  --players LIST     how many seats: 4 by default with --one, 2,4,6 with --ladder\n"
    "\n"
    "A bot is one of these, BOT:WORK for another budget than its usual one (expert:5000), or\n"
    "cmd:COMMAND for a program that speaks the engine protocol:\n";

static const char how[] =
    "\n"
    "How:\n"
    "  --work N           steps for a turn, for all who have no number of their own\n"
    "  --time MS          milliseconds for a turn of a program; then runs may differ\n"
    "  --threads T        how many games at once; the cores of the machine by default\n"
    "  --sprt LOW,HIGH    with --one: stops as soon as it is clear whether A is ahead of B by\n"
    "                     LOW or by HIGH Elo; points:LOW,HIGH for points a round\n"
    "  --errors A,B       of that test, the chances to say high where low is true and low where\n"
    "                     high is true; 0.05,0.05 by default\n"
    "  --belief           measures how well hands can be read: the logarithm of the chance that\n"
    "                     the others' true hands are given when a round ends\n"
    "  --records DIR      keeps one record for each game in the folder DIR\n"
    "  --json             the result as JSON\n"
    "\n"
    "A deal is one observation, however often it is played.  Points ahead are what the others\n"
    "lost more in a round.  Elo is that of the orders in which the bots finished (the model of\n"
    "Plackett and Luce); bots that tie have finished in all orders in equal parts.\n";

void arena_options_help(void)
{
    fputs(what_is_played, stdout);
    fputs(who_plays, stdout);
    for (unsigned i = 0; i < bot_count(); i++)
        printf("  %-18s %s\n", bot_at(i)->name, bot_at(i)->about);
    printf("  %-18s %s\n", contender_oracle,
           "the expert with all hands seen: the most it could reach");
    fputs(how, stdout);
}
