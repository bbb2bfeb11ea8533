/*
 * What events tell: games played at real matches, every event written, read and replayed as the
 * store does, read as clients do, and looked at with another reader (jansson).
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "board_file/boards.h"
#include "bots/bot.h"
#include "match/seed.h"
#include "protocol/told_message.h"
#include "rules/record.h"
#include "server/tables/event_details.h"
#include "support.h"

static const char ada[] = "ada-ada-ada-ada-";
static const int64_t opened = INT64_C(1794700000000);

enum { ROUNDS_MAX = 64 };

/* A match that is played, and a second one that follows it through the texts alone. */
struct game {
    struct match match, copy;
    unsigned count[EVENT_KINDS];
    json_t *last[EVENT_KINDS];         /* the last body of each kind */
    struct position ended[ROUNDS_MAX]; /* as they ended */
    uint64_t random;
};

/* `ended`: the end of the round that a reveal is about. */
static void write_body(char buffer[EVENT_BODY_SIZE], const struct match *after,
                       const struct event *event, const struct position *ended)
{
    struct told_event told;
    struct text text;
    event_details_of(&told, after, event, ended);
    text_init(&text, buffer, EVENT_BODY_SIZE);
    event_body_write(&told, &after->state.settings, &text);
}

static void read_body(struct event *event, const struct match *match, int64_t at, const char *body)
{
    struct complaint complaint;
    if (!event_body_read(event, &match->state.settings, at, body, strlen(body), &complaint))
        fail_msg("%s: %s", body, SENTENCE(&complaint.fault));
}

/* A client reads from the message all that was told, and would write the same bytes. */
static void check_message(const struct match *after, const struct event *event, const char *body)
{
    static char message[EVENT_MESSAGE_SIZE], again[EVENT_BODY_SIZE];
    static struct told told;
    struct complaint complaint;
    struct text text;
    text_init(&text, message, sizeof message);
    event_message_write(after->state.events, event->at, body, strlen(body), &text);
    if (!told_read(&told, &after->state.settings, message, text.used, &complaint))
        fail_msg("%s: %s", message, SENTENCE(&complaint.fault));
    assert_int_equal(told.kind, TOLD_EVENT);
    assert_int_equal(told.as.event.number, after->state.events);
    assert_int_equal(told.as.event.event.at, event->at);
    text_init(&text, again, sizeof again);
    event_body_write(&told.as.event, &after->state.settings, &text);
    assert_string_equal(again, body);
}

static void happened(void *context, const struct match *after, const struct event *event)
{
    struct game *game = context;
    static char body[EVENT_BODY_SIZE], again[EVENT_BODY_SIZE];
    const struct position *ended = after->state.revealed > 0 && after->position.table.round > 0
                                       ? &game->ended[after->state.revealed - 1]
                                       : NULL;
    write_body(body, after, event, ended);
    if (event->kind == EVENT_END) {
        assert_in_range(after->position.table.round, 1, ROUNDS_MAX);
        game->ended[after->position.table.round - 1] = after->position;
    }

    struct event read;
    struct fault fault = {.id = FAULT_NONE};
    read_body(&read, after, event->at, body);
    if (!match_replay(&game->copy, &read, &fault))
        fail_msg("%s: %s", body, SENTENCE(&fault));
    check_message(after, event, body);
    write_body(again, &game->copy, &read, ended);
    assert_string_equal(again, body);
    assert_int_equal(game->copy.state.events, after->state.events);
    assert_memory_equal(&game->copy.position, &after->position, sizeof after->position);

    json_t *json = json_loads(body, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    json_decref(game->last[event->kind]);
    game->last[event->kind] = json;
    game->count[event->kind]++;
}

static struct match_listener listener(struct game *game)
{
    return (struct match_listener){.happened = happened, .context = game};
}

static struct asking asking(struct game *game)
{
    return (struct asking){.person = ada, .now = opened + 5, .listener = listener(game)};
}

static void begin(struct game *game, const char *text)
{
    struct match_settings settings;
    struct complaint complaint;
    uint8_t seed[SEED_SIZE];
    if (!settings_read(&settings, text, strlen(text), &complaint))
        fail_msg("%s", SENTENCE(&complaint.fault));
    for (unsigned i = 0; i < SEED_SIZE; i++)
        seed[i] = (uint8_t)test_random(&game->random);
    match_init(&game->match, &settings, ada, seed, opened);
    match_init(&game->copy, &settings, ada, seed, opened);
    match_open(&game->match, opened, listener(game));
}

static void end(struct game *game)
{
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        json_decref(game->last[kind]);
}

static void some_turn(struct game *game, struct turn *turn)
{
    const struct bot *bot = bot_find("greedy", 6);
    struct player player;
    struct rng rng;
    struct view view;
    assert_non_null(bot);
    assert_int_equal(bot->memory, 0);
    bot_rng(&rng, game->match.position.seed, (unsigned)test_random(&game->random));
    view_of(&view, &game->match.position, game->match.position.table.to_move);
    player_init(&player, bot, game->match.state.settings.board, NULL, rng);
    player_turn(&player, &view, NULL, turn, NULL);
}

static void ask_turn(struct game *game, const struct turn *turn)
{
    char text[TURN_TEXT_SIZE];
    struct answer answer;
    const struct asking ask = asking(game);
    notation_turn(text, game->match.state.settings.board, turn);
    match_turn(&game->match, &ask, game->match.state.events, text, strlen(text), &answer);
    if (answer.objection != OBJECTION_NONE)
        fail_msg("%s: %s", text, SENTENCE(&answer.fault));
}

static void play(struct game *game)
{
    struct answer answer;
    const struct asking ask = asking(game);
    match_start(&game->match, &ask, &answer);
    assert_int_equal(answer.objection, OBJECTION_NONE);
    while (game->match.state.phase != MATCH_FINISHED) {
        if (game->match.state.phase == MATCH_PAUSE) {
            match_ready(&game->match, &ask, game->match.state.events, &answer);
            assert_int_equal(answer.objection, OBJECTION_NONE);
            continue;
        }
        struct turn turn;
        some_turn(game, &turn);
        if (match_bot_to_move(&game->match) != NULL)
            match_bot_turn(&game->match, &turn, opened + 7, listener(game));
        else
            ask_turn(game, &turn);
    }
}

static long number_at(const json_t *list, unsigned place)
{
    const json_t *value = json_array_get(list, place);
    assert_true(json_is_integer(value));
    return (long)json_integer_value(value);
}

/* The `end` event says what the table says. */
static void check_end(const struct match *match, const json_t *end_event)
{
    const struct table *table = &match->position.table;
    const struct board *board = match->state.settings.board;
    assert_int_equal(json_integer_value(json_object_get(end_event, "round")), table->round);
    for (unsigned seat = 0; seat < table->seats; seat++) {
        assert_int_equal(number_at(json_object_get(end_event, "score"), seat), table->lost[seat]);
        assert_int_equal(number_at(json_object_get(end_event, "points"), seat),
                         table->points[seat]);
        const json_t *missing = json_array_get(json_object_get(end_event, "missing"), seat);
        assert_int_equal(json_integer_value(json_object_get(missing, "cost")), table->lost[seat]);
        const json_t *lines = json_object_get(missing, "lines");
        long cost = 0;
        for (size_t i = 0; i < json_array_size(lines); i++) {
            const char *name = json_string_value(json_array_get(lines, i));
            unsigned line;
            struct fault fault;
            assert_true(
                notation_read_line(board, (struct word){name, strlen(name)}, &line, &fault));
            cost += (long)table_missing(table, board, seat, line);
        }
        assert_int_equal(cost, table->lost[seat]);
        const json_t *hand = json_array_get(json_object_get(end_event, "hands"), seat);
        assert_int_equal(json_array_size(hand), GROUPS);
        for (unsigned group = 0; group < GROUPS; group++)
            assert_string_equal(json_string_value(json_array_get(hand, group)),
                                board->city[match->position.hand[seat].city[group]].id);
    }
    assert_int_equal(json_object_get(end_event, "barrier") != NULL,
                     record_has_barrier(board, table));
}

TEST_CASE(whole_games)
{
    static const char *const settings[] = {
        "{\"board\":\"transamerica\",\"seats\":[\"me\",\"easy\",\"hard\"]}",
        "{\"board\":\"transeuropa\",\"seats\":[\"easy\",\"me\"],\"clock\":{\"kind\":\"live\","
        "\"bank\":600,\"increment\":5}}",
        "{\"board\":\"transamerica\",\"seats\":[\"me\",\"easy\",\"easy\",\"easy\",\"easy\","
        "\"easy\"],\"variants\":[\"open-cards\",\"blocking\",\"private-tracks\"]}",
        "{\"board\":\"transeuropa-classic\",\"seats\":[\"me\",\"easy\"],\"variants\":["
        "\"blocking\"],\"seed\":\"club evening\"}",
    };
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(40); i++) {
        struct game game = {.random = random};
        begin(&game, settings[i % 4]);
        play(&game);
        random = game.random;
        assert_true(game.count[EVENT_TURN] > 10);
        assert_int_equal(game.count[EVENT_END], game.match.position.table.round);
        assert_int_equal(game.count[EVENT_RESULT], 1);
        check_end(&game.match, game.last[EVENT_END]);
        end(&game);
    }
}

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

TEST_CASE(what_the_seed_is)
{
    char seed[SEED_TEXT_SIZE], commitment[SEED_TEXT_SIZE];
    struct game game = {.random = test_seed()};
    begin(&game, "{\"board\":\"transamerica\",\"seats\":[\"me\",\"easy\"]}");
    play(&game);
    seed_text(game.match.position.seed, seed);
    seed_commitment(game.match.position.seed, commitment);
    assert_string_equal(text_of(game.last[EVENT_START], "commitment"), commitment);
    assert_string_equal(text_of(game.last[EVENT_RESULT], "seed"), seed);
    end(&game);

    struct game hosted = {.random = game.random};
    begin(&hosted, "{\"board\":\"transamerica\",\"seats\":[\"me\",\"easy\"],\"seed\":\"12\"}");
    play(&hosted);
    seed_text(hosted.match.position.seed, seed);
    assert_string_equal(text_of(hosted.last[EVENT_RESULT], "seed"), seed);
    end(&hosted);
}

static void assert_hidden(const struct game *game)
{
    assert_null(json_object_get(game->last[EVENT_END], "hands"));
    assert_null(json_object_get(game->last[EVENT_END], "missing"));
    assert_null(json_object_get(game->last[EVENT_RESULT], "seed"));
    assert_non_null(json_object_get(game->last[EVENT_END], "score"));
    assert_non_null(json_object_get(game->last[EVENT_END], "points"));
}

TEST_CASE(what_a_party_reveals)
{
    const uint64_t random = test_seed();
    char seed[SEED_TEXT_SIZE];
    struct game *party = calloc(1, sizeof *party), *single = calloc(1, sizeof *single);
    party->random = random;
    begin(party, "{\"board\":\"transeuropa\",\"seats\":[\"me\",\"easy\",\"easy\"]}");
    party->match.state.settings.party = party->copy.state.settings.party = true;
    play(party);
    assert_hidden(party);
    single->random = random; /* the same game at a table by itself */
    begin(single, "{\"board\":\"transeuropa\",\"seats\":[\"me\",\"easy\",\"easy\"]}");
    play(single);
    const unsigned rounds = party->match.position.table.round;
    assert_int_equal(single->match.position.table.round, rounds);

    while (!match_is_revealed(&party->match))
        match_reveal(&party->match, opened + 9, listener(party));
    assert_int_equal(party->count[EVENT_REVEAL], rounds);
    json_t *last = party->last[EVENT_REVEAL];
    assert_int_equal(json_integer_value(json_object_get(last, "round")), rounds);
    assert_true(json_equal(json_object_get(last, "hands"),
                           json_object_get(single->last[EVENT_END], "hands")));
    assert_true(json_equal(json_object_get(last, "missing"),
                           json_object_get(single->last[EVENT_END], "missing")));
    seed_text(party->match.position.seed, seed);
    assert_string_equal(text_of(last, "seed"), seed);
    end(party);
    end(single);
    free(party);
    free(single);
}

TEST_CASE(a_party_without_a_game)
{
    struct game *game = calloc(1, sizeof *game);
    struct answer answer;
    game->random = test_seed();
    begin(game, "{\"board\":\"transamerica\",\"seats\":[\"me\",\"easy\"]}");
    game->match.state.settings.party = game->copy.state.settings.party = true;
    const struct asking ask = asking(game);
    match_close(&game->match, &ask, &answer);
    assert_false(match_is_revealed(&game->match));
    match_reveal(&game->match, opened + 9, listener(game));
    assert_true(match_is_revealed(&game->match));
    assert_int_equal(game->count[EVENT_REVEAL], 1);
    assert_non_null(text_of(game->last[EVENT_REVEAL], "seed"));
    assert_int_equal(json_object_size(game->last[EVENT_REVEAL]), 2);
    end(game);
    free(game);
}

TEST_CASE(when_cards_are_shown)
{
    struct game hidden = {.random = test_seed()};
    begin(&hidden, "{\"board\":\"transamerica\",\"seats\":[\"me\",\"easy\"]}");
    play(&hidden);
    assert_null(json_object_get(hidden.last[EVENT_ROUND], "hands"));
    assert_non_null(json_object_get(hidden.last[EVENT_END], "hands"));
    end(&hidden);

    struct game open = {.random = hidden.random};
    begin(&open, "{\"board\":\"transamerica\",\"seats\":[\"me\",\"easy\"],"
                 "\"variants\":[\"open-cards\"]}");
    play(&open);
    assert_int_equal(json_array_size(json_object_get(open.last[EVENT_ROUND], "hands")), 2);
    end(&open);
}

/* ---- Single events --------------------------------------------------------------------------- */

static void begin_small(struct match *match)
{
    static const char text[] = "{\"board\":\"transamerica\",\"seats\":[\"me\",\"open\",\"easy\"]}";
    struct match_settings settings;
    struct complaint complaint;
    const uint8_t seed[SEED_SIZE] = {0};
    assert_true(settings_read(&settings, text, sizeof text - 1, &complaint));
    match_init(match, &settings, ada, seed, opened);
}

static void assert_written(const struct event *event, const char *expected)
{
    static char body[EVENT_BODY_SIZE];
    struct match match;
    begin_small(&match);
    match.state.seat[0].kind = SEAT_PERSON;
    match.state.events = 17;
    write_body(body, &match, event, NULL);
    assert_string_equal(body, expected);
    struct event read;
    read_body(&read, &match, event->at, body);
    check_message(&match, event, body);
    assert_memory_equal(&read.turn, &event->turn, sizeof read.turn);
    assert_int_equal(read.kind, event->kind);
    assert_int_equal(read.at, event->at);
    assert_int_equal(read.seat, event->seat);
    assert_string_equal(read.person, event->person);
    assert_int_equal(read.as, event->as);
    assert_string_equal(read.bot, event->bot);
    assert_int_equal(read.after, event->after);
    assert_int_equal(read.program, event->program);
    assert_int_equal(read.stand_in, event->stand_in);
    assert_int_equal(read.left, event->left);
    assert_int_equal(read.away, event->away);
    assert_int_equal(read.close, event->close);
    assert_int_equal(read.on, event->on);
    assert_string_equal(read.text, event->text);
}

TEST_CASE(the_spelling)
{
    assert_written(&(struct event){.kind = EVENT_SIT, .seat = 1, .person = "k3v8", .at = 5},
                   "{\"kind\":\"sit\",\"seat\":2,\"who\":\"k3v8\"}");
    assert_written(&(struct event){.kind = EVENT_SIT, .person = "k3v8", .program = true},
                   "{\"kind\":\"sit\",\"seat\":1,\"who\":\"k3v8\",\"program\":true}");
    assert_written(&(struct event){.kind = EVENT_STAND, .seat = 2},
                   "{\"kind\":\"stand\",\"seat\":3}");
    assert_written(&(struct event){.kind = EVENT_SEAT, .seat = 1, .as = SEAT_INVITED},
                   "{\"kind\":\"seat\",\"seat\":2,\"as\":\"invited\"}");
    assert_written(&(struct event){.kind = EVENT_SEAT, .as = SEAT_BOT, .bot = "expert"},
                   "{\"kind\":\"seat\",\"seat\":1,\"as\":\"expert\"}");
    assert_written(&(struct event){.kind = EVENT_READY}, "{\"kind\":\"ready\",\"seat\":1}");
    assert_written(&(struct event){.kind = EVENT_AWAY, .seat = 1, .away = AWAY_GONE},
                   "{\"kind\":\"away\",\"seat\":2,\"why\":\"gone\"}");
    assert_written(&(struct event){.kind = EVENT_BACK}, "{\"kind\":\"back\",\"seat\":1}");
    assert_written(&(struct event){.kind = EVENT_CLOSE, .close = CLOSE_OLD},
                   "{\"kind\":\"close\",\"why\":\"old\"}");
    assert_written(&(struct event){.kind = EVENT_CHAT, .person = "a", .text = "\"\\ \xc3\xa4 </a>"},
                   "{\"kind\":\"chat\",\"who\":\"a\",\"text\":\"\\\"\\\\ \xc3\xa4 </a>\"}");
    assert_written(&(struct event){.kind = EVENT_MUTE, .person = "a", .on = true},
                   "{\"kind\":\"mute\",\"who\":\"a\",\"on\":true}");
    assert_written(&(struct event){.kind = EVENT_TAKEBACK, .seat = 1, .of = 17},
                   "{\"kind\":\"takeback\",\"seat\":2,\"event\":17}");
    assert_written(&(struct event){.kind = EVENT_ANSWER, .on = true},
                   "{\"kind\":\"answer\",\"seat\":1,\"yes\":true}");
    assert_written(&(struct event){.kind = EVENT_UNDO, .seat = 1, .turns = 3},
                   "{\"kind\":\"undo\",\"seat\":2,\"turns\":3}");
    assert_written(&(struct event){.kind = EVENT_KEEP, .seat = 1, .person = "a"},
                   "{\"kind\":\"keep\",\"seat\":2,\"who\":\"a\"}");
    assert_written(&(struct event){.kind = EVENT_REMATCH, .person = "a", .table = "q7m2"},
                   "{\"kind\":\"rematch\",\"who\":\"a\",\"table\":\"q7m2\"}");
    const struct turn pass = {.kind = TURN_PASS, .marker = JUNCTION_NONE};
    assert_written(&(struct event){.kind = EVENT_TURN, .turn = pass, .after = 4000000000},
                   "{\"kind\":\"turn\",\"seat\":1,\"turn\":\"pass\",\"after\":4000000000}");
    assert_written(&(struct event){.kind = EVENT_TURN, .turn = pass, .stand_in = true, .left = 9},
                   "{\"kind\":\"turn\",\"seat\":1,\"turn\":\"pass\",\"after\":0,\"by\":\"bot\","
                   "\"left\":9}");
}

TEST_CASE(a_message)
{
    char buffer[EVENT_MESSAGE_SIZE];
    struct text text;
    text_init(&text, buffer, sizeof buffer);
    event_message_write(17, opened, event_body_deleted, strlen(event_body_deleted), &text);
    assert_string_equal(buffer, "{\"is\":\"event\",\"n\":17,\"at\":1794700000000,\"kind\":\"chat\","
                                "\"who\":\"\"}");
}

TEST_CASE(a_deleted_chat)
{
    struct match match;
    struct event event;
    struct fault fault;
    begin_small(&match);
    read_body(&event, &match, 3, event_body_deleted);
    assert_int_equal(event.kind, EVENT_CHAT);
    assert_string_equal(event.text, "");
    assert_string_equal(event.person, "");
    assert_true(match_replay(&match, &event, &fault));
}

TEST_CASE(the_longest_chat)
{
    struct event event = {.kind = EVENT_CHAT, .person = "0123456789abcdef"};
    memset(event.text, '"', CHAT_CHARACTERS);
    struct match match;
    static char body[EVENT_BODY_SIZE];
    struct event read;
    begin_small(&match);
    write_body(body, &match, &event, NULL);
    read_body(&read, &match, 0, body);
    assert_string_equal(read.text, event.text);
}

TEST_CASE(damage)
{
    static const struct {
        const char *body, *reason;
    } cases[] = {
        {"", "this JSON ends too early (after 0 bytes)"},
        {"[]", "this JSON is no object: it must stand in { and }"},
        {"{}", "the field 'kind' is missing; it must be one of the words that the protocol has "
               "for it"},
        {"{\"kind\":\"jump\"}",
         "the field 'kind' must be one of the words that the protocol has for it"},
        {"{\"kind\":\"sit\",\"seat\":4,\"who\":\"a\"}",
         "the field 'seat' must be a whole number from 1 to 3"},
        {"{\"kind\":\"sit\",\"seat\":1}",
         "the field 'who' is missing; it must be a text of 1 to 16 letters, digits, '-' or '_'"},
        {"{\"kind\":\"seat\",\"seat\":1,\"as\":\"me\"}",
         "the field 'as' must be 'open', 'invited' or the name of a bot"},
        {"{\"kind\":\"turn\",\"seat\":1,\"turn\":\"K99\",\"after\":1}", NULL},
        {"{\"kind\":\"turn\",\"seat\":1,\"turn\":\"\",\"after\":1}", NULL},
        {"{\"kind\":\"turn\",\"seat\":1,\"turn\":\"pass pass\",\"after\":1}", NULL},
        {"{\"kind\":\"turn\",\"seat\":1,\"turn\":\"pass\"}",
         "the field 'after' is missing; it must be a whole number from 0 to 4294967295"},
        {"{\"kind\":\"turn\",\"seat\":1,\"turn\":\"pass\",\"after\":1,\"by\":\"me\"}",
         "the field 'by' must be one of the words that the protocol has for it"},
        {"{\"kind\":\"away\",\"seat\":1,\"why\":\"tired\"}",
         "the field 'why' must be one of the words that the protocol has for it"},
        {"{\"kind\":\"chat\",\"who\":\"a\",\"text\":\"a\\u0007\"}",
         "the field 'text' must be a text of 1 to 300 characters, none a control character"},
        {"{\"kind\":\"mute\",\"who\":\"a\"}",
         "the field 'on' is missing; it must be true or false"},
    };
    struct match match;
    begin_small(&match);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct event event;
        struct complaint complaint = {.code = CODE_NONE};
        if (event_body_read(&event, &match.state.settings, 0, cases[i].body, strlen(cases[i].body),
                            &complaint))
            fail_msg("%s is read", cases[i].body);
        if (cases[i].reason != NULL)
            assert_string_equal(SENTENCE(&complaint.fault), cases[i].reason);
        assert_true(complaint.fault.id != FAULT_NONE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("whole games can be read again from the texts of their events", whole_games),
        TEST("the seed is promised at the start and shown at the end, also with a host's words",
             what_the_seed_is),
        TEST("a party's table hides hands, missing lines and seed, and reveals them by round",
             what_a_party_reveals),
        TEST("a party's table without a game reveals the seed alone", a_party_without_a_game),
        TEST("R6, V1: cards are shown at the end of a round, or always when they are open",
             when_cards_are_shown),
        TEST("each kind of event has one spelling", the_spelling),
        TEST("a message is a body with its number and its time", a_message),
        TEST("a deleted chat has no text and no author", a_deleted_chat),
        TEST("the longest chat fits", the_longest_chat),
        TEST("a damaged body is refused with a sentence", damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
