/* Fair queues: nothing is lost, nobody waits for another's thousands, nobody gets ahead. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/fair_queue.h"
#include "support.h"

enum { KEYS = 6, SUBKEYS = 4, COST_MAX = 100 };

static const uint8_t secret[FAIR_SECRET_SIZE] = "fair queue test";

struct thing {
    struct fair_item item; /* first, so that one is the other */
    char key[FAIR_KEY_SIZE], subkey[FAIR_KEY_SIZE];
    unsigned key_number, subkey_number, number;
    bool is_waiting;
};

static struct fair_queue *make_queue(const uint8_t with[FAIR_SECRET_SIZE])
{
    struct fair_queue *queue = malloc(sizeof *queue);
    assert_non_null(queue);
    fair_queue_init(queue, with);
    return queue;
}

static struct thing *add(struct fair_queue *queue, struct thing *thing, unsigned key,
                         unsigned subkey, uint32_t cost)
{
    thing->key_number = key;
    thing->subkey_number = subkey;
    thing->is_waiting = true;
    snprintf(thing->key, sizeof thing->key, "key %u", key);
    snprintf(thing->subkey, sizeof thing->subkey, "%u", subkey);
    thing->item = (struct fair_item){.key = thing->key, .subkey = thing->subkey, .cost = cost};
    fair_queue_add(queue, &thing->item);
    return thing;
}

static struct thing *take(struct fair_queue *queue)
{
    struct thing *thing = (struct thing *)fair_queue_take(queue);
    if (thing) {
        assert_true(thing->is_waiting);
        thing->is_waiting = false;
    }
    return thing;
}

static struct thing *make_things(unsigned count)
{
    struct thing *things = calloc(count, sizeof *things);
    assert_non_null(things);
    for (unsigned i = 0; i < count; i++)
        things[i].number = i;
    return things;
}

/* ---- Order ----------------------------------------------------------------------------------- */

TEST_CASE(alone)
{
    struct fair_queue *queue = make_queue(secret);
    struct thing thing[20] = {0};
    assert_null(take(queue));
    for (unsigned i = 0; i < 20; i++)
        add(queue, &thing[i], 0, 0, i % 3);
    assert_int_equal(queue->count, 20);
    for (unsigned i = 0; i < 20; i++)
        assert_ptr_equal(take(queue), &thing[i]);
    assert_null(take(queue));
    assert_int_equal(queue->count, 0);
    free(queue);
}

TEST_CASE(ten_thousand_of_one)
{
    enum { MANY = 10000 };
    struct fair_queue *queue = make_queue(secret);
    struct thing *things = make_things(MANY), other = {0};
    uint64_t random = test_seed();
    for (unsigned i = 0; i < MANY; i++)
        add(queue, &things[i], 0, 0, 1 + test_random_below(&random, COST_MAX));
    for (unsigned left = MANY; left > 2;) {
        for (unsigned i = test_random_below(&random, 30); i > 0 && left > 2; i--, left--)
            assert_int_equal(take(queue)->key_number, 0);
        /* At most one comes before it, of whichever key; costs are of the same kind. */
        add(queue, &other, 1, 0, 1);
        if (take(queue)->key_number == 0) {
            left--;
            assert_int_equal(take(queue)->key_number, 1);
        }
    }
    free(things);
    free(queue);
}

/* As above, but among the tables of one address. */
TEST_CASE(ten_thousand_of_one_subkey)
{
    enum { MANY = 10000 };
    struct fair_queue *queue = make_queue(secret);
    struct thing *things = make_things(MANY), other = {0};
    for (unsigned i = 0; i < MANY; i++)
        add(queue, &things[i], 0, 0, 5);
    for (unsigned left = MANY; left > 50;) {
        for (unsigned i = 0; i < 10; i++, left--)
            assert_int_equal(take(queue)->subkey_number, 0);
        add(queue, &other, 0, 1, 5);
        if (take(queue)->subkey_number == 0) {
            left--;
            assert_int_equal(take(queue)->subkey_number, 1);
        }
    }
    free(things);
    free(queue);
}

TEST_CASE(ten_thousand_keys)
{
    enum { MANY = 10000, ROUNDS = 3 };
    struct fair_queue *queue = make_queue(secret);
    struct thing *things = make_things(ROUNDS * MANY);
    unsigned *taken = calloc(MANY, sizeof *taken);
    for (unsigned i = 0; i < ROUNDS * MANY; i++)
        add(queue, &things[i], i / ROUNDS, 0, 7);
    for (unsigned round = 1; round <= ROUNDS; round++)
        for (unsigned i = 0; i < MANY; i++)
            assert_int_equal(++taken[take(queue)->key_number], round);
    assert_null(take(queue));
    free(taken);
    free(things);
    free(queue);
}

/* ---- Random loads ---------------------------------------------------------------------------- */

/* Things that wait or do not, and how many wait of each key and subkey. */
struct load {
    struct fair_queue *queue;
    struct thing *things;
    unsigned count, next_number, last[KEYS][SUBKEYS];
    unsigned waiting[KEYS], inner_waiting[KEYS][SUBKEYS];
};

enum { THINGS = 200 };

static void load_init(struct load *load, const uint8_t with[FAIR_SECRET_SIZE])
{
    memset(load, 0, sizeof *load);
    load->queue = make_queue(with);
    load->things = make_things(THINGS);
}

static void load_release(struct load *load)
{
    free(load->things);
    free(load->queue);
}

static struct thing *unused(const struct load *load)
{
    for (unsigned i = 0; i < THINGS; i++)
        if (!load->things[i].is_waiting)
            return &load->things[i];
    return NULL;
}

static void load_count(struct load *load, const struct thing *thing, unsigned by)
{
    load->count += by;
    load->waiting[thing->key_number] += by;
    load->inner_waiting[thing->key_number][thing->subkey_number] += by;
}

static void load_add(struct load *load, unsigned key, unsigned subkey, uint32_t cost)
{
    struct thing *thing = unused(load);
    if (!thing)
        return;
    thing->number = ++load->next_number;
    add(load->queue, thing, key, subkey, cost);
    load_count(load, thing, 1);
}

static struct thing *load_take(struct load *load)
{
    struct thing *thing = take(load->queue);
    if (!thing) {
        assert_int_equal(load->count, 0);
        return NULL;
    }
    unsigned *last = &load->last[thing->key_number][thing->subkey_number];
    assert_true(thing->number > *last);
    *last = thing->number;
    load_count(load, thing, -1u);
    return thing;
}

static void load_remove(struct load *load, unsigned which)
{
    struct thing *thing = &load->things[which];
    if (!thing->is_waiting)
        return;
    fair_queue_remove(load->queue, &thing->item);
    thing->is_waiting = false;
    load_count(load, thing, -1u);
}

static void load_add_any(struct load *load, uint64_t *random)
{
    unsigned key = test_random_below(random, KEYS);
    unsigned subkey = test_random_below(random, SUBKEYS);
    load_add(load, key, subkey, test_random_below(random, COST_MAX + 1));
}

TEST_CASE(nothing_is_lost)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(300); i++) {
        struct load load;
        load_init(&load, secret);
        unsigned adds = 1 + test_random_below(&random, 5); /* of each 6: queues long and short */
        for (unsigned step = 0; step < 1000; step++) {
            if (test_random_below(&random, 6) < adds)
                load_add_any(&load, &random);
            else if (test_random_below(&random, 4) == 0)
                load_remove(&load, test_random_below(&random, THINGS));
            else
                load_take(&load);
            assert_int_equal(load.queue->count, load.count);
        }
        while (load_take(&load))
            ;
        for (unsigned thing = 0; thing < THINGS; thing++)
            assert_false(load.things[thing].is_waiting);
        load_release(&load);
    }
}

/* Everything that was done to it, and nothing else, decides the order. */
TEST_CASE(the_secret_does_not_matter)
{
    static const uint8_t another[FAIR_SECRET_SIZE] = "another secret";
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(100); i++) {
        struct load a, b;
        uint64_t random_a = test_random(&random), random_b = random_a;
        load_init(&a, secret);
        load_init(&b, another);
        for (unsigned step = 0; step < 500; step++) {
            load_add_any(&a, &random_a);
            load_add_any(&b, &random_b);
            unsigned which = test_random_below(&random, 3 * THINGS);
            if (which < THINGS) {
                load_remove(&a, which);
                load_remove(&b, which);
            }
            struct thing *thing = load_take(&a), *same = load_take(&b);
            assert_int_equal(thing != NULL, same != NULL);
            if (!thing)
                continue;
            assert_int_equal(thing->number, same->number);
            uint64_t used = test_random_below(&random, 2 * COST_MAX);
            fair_queue_correct(a.queue, &thing->item, used);
            fair_queue_correct(b.queue, &same->item, used);
        }
        load_release(&a);
        load_release(&b);
    }
}

/* ---- Fairness -------------------------------------------------------------------------------- */

/*
 * What each has used since both of a pair have had something waiting without a break: neither may
 * be ahead by more than one thing of each.
 */
struct ledger {
    int64_t ahead[KEYS][KEYS]; /* [a][b]: what a used more than b */
    int64_t inner[KEYS][SUBKEYS][SUBKEYS];
};

static void balance_pair(int64_t *ahead, bool both_wait)
{
    if (!both_wait)
        *ahead = 0;
    assert_true(*ahead <= 2 * COST_MAX);
}

static void ledger_charge(struct ledger *ledger, const struct load *load, const struct thing *thing,
                          int64_t cost)
{
    unsigned key = thing->key_number, subkey = thing->subkey_number;
    for (unsigned other = 0; other < KEYS; other++) {
        ledger->ahead[key][other] += cost;
        ledger->ahead[other][key] -= cost;
    }
    for (unsigned other = 0; other < SUBKEYS; other++) {
        ledger->inner[key][subkey][other] += cost;
        ledger->inner[key][other][subkey] -= cost;
    }
    for (unsigned a = 0; a < KEYS; a++) {
        for (unsigned b = 0; b < KEYS; b++)
            balance_pair(&ledger->ahead[a][b], load->waiting[a] && load->waiting[b]);
        for (unsigned b = 0; b < SUBKEYS; b++)
            for (unsigned c = 0; c < SUBKEYS; c++)
                balance_pair(&ledger->inner[a][b][c],
                             load->inner_waiting[a][b] && load->inner_waiting[a][c]);
    }
}

/* A break between two takes counts too: what waits now is looked at before each. */
static void ledger_look(struct ledger *ledger, const struct load *load)
{
    struct thing nobody = {0};
    ledger_charge(ledger, load, &nobody, 0);
}

/* `adds` of four steps add; fewer than three let keys come and go, more let all of them wait. */
static void play_fair(uint64_t *random, unsigned adds, bool corrects)
{
    struct load load;
    struct ledger *ledger = calloc(1, sizeof *ledger);
    unsigned greedy = test_random_below(random, KEYS);
    load_init(&load, secret);
    for (unsigned step = 0; step < 2000; step++) {
        if (test_random_below(random, 4) < adds && load.count < THINGS) {
            load_add_any(&load, random);
            load_add(&load, greedy, test_random_below(random, 2), COST_MAX);
            continue;
        }
        ledger_look(ledger, &load);
        struct thing *thing = load_take(&load);
        if (!thing)
            continue;
        int64_t used = thing->item.cost > 0 ? thing->item.cost : 1;
        if (corrects) {
            used = 1 + test_random_below(random, COST_MAX);
            fair_queue_correct(load.queue, &thing->item, (uint64_t)used);
        }
        ledger_charge(ledger, &load, thing, used);
    }
    free(ledger);
    load_release(&load);
}

TEST_CASE(nobody_gets_ahead)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(200); i++)
        play_fair(&random, 1 + i % 3, false);
}

TEST_CASE(what_was_used_counts)
{
    uint64_t random = test_seed();
    for (unsigned i = 0; i < test_count(200); i++)
        play_fair(&random, 1 + i % 3, true);
}

/* Comes with one dear thing at a time, the next when that is done: it gains nothing by it. */
static void one_at_a_time(bool as_subkey)
{
    struct fair_queue *queue = make_queue(secret);
    struct thing dear = {0}, *cheap = make_things(2);
    uint64_t used[2] = {0};
    for (unsigned i = 0; i < 2; i++)
        add(queue, &cheap[i], 0, 0, 1);
    add(queue, &dear, !as_subkey, as_subkey, 1000);
    for (unsigned step = 0; step < 20000; step++) {
        struct thing *thing = take(queue);
        used[thing == &dear] += thing->item.cost;
        add(queue, thing, thing->key_number, thing->subkey_number, thing->item.cost);
        assert_true(used[1] <= used[0] + 1001 && used[0] <= used[1] + 1001);
    }
    free(cheap);
    free(queue);
}

TEST_CASE(coming_and_going_gains_nothing)
{
    one_at_a_time(false);
    one_at_a_time(true);
}

TEST_CASE(more_keys_than_it_remembers)
{
    enum { MANY = 8 * FAIR_SETS * FAIR_WAYS };
    struct fair_queue *queue = make_queue(secret);
    struct thing thing = {0}, a = {0}, b = {0};
    for (unsigned i = 0; i < MANY; i++) {
        add(queue, &thing, i, i % 3, COST_MAX);
        assert_ptr_equal(take(queue), &thing);
    }
    /* A key that was forgotten with what its subkeys used starts anew, all of them equal. */
    add(queue, &a, 0, 0, 1);
    add(queue, &b, 0, 1, 1);
    assert_ptr_equal(take(queue), &a);
    assert_ptr_equal(take(queue), &b);
    fair_queue_correct(queue, &thing.item, 5);
    assert_null(take(queue));
    free(queue);
}

/*
 * A key may be forgotten while one of its subkeys is remembered: what that used in the time before
 * must not stand against it now.
 */
TEST_CASE(a_forgotten_key_forgets_its_subkeys)
{
    enum { MANY = 2 * FAIR_SETS * FAIR_WAYS, TIMES = 10 };
    struct fair_queue *queue = make_queue(secret);
    struct thing thing = {0}, other[TIMES] = {0};
    for (unsigned i = 0; i < MANY * TIMES; i++) {
        add(queue, &thing, i / TIMES, 0, COST_MAX);
        assert_ptr_equal(take(queue), &thing);
    }
    for (unsigned key = 0; key < MANY; key++) {
        add(queue, &thing, key, 0, COST_MAX);
        for (unsigned i = 0; i < TIMES; i++)
            add(queue, &other[i], key, 1, COST_MAX);
        unsigned before = 0;
        while (take(queue) != &thing)
            before++;
        assert_true(before <= 2);
        while (take(queue))
            ;
    }
    free(queue);
}

/* Many at work at once, each of which turns out to cost next to nothing. */
TEST_CASE(corrections_put_nobody_ahead)
{
    enum { MANY = 100, AT_WORK = 40 };
    struct fair_queue *queue = make_queue(secret);
    struct thing *things = make_things(MANY), other = {0};
    for (unsigned i = 0; i < MANY; i++)
        add(queue, &things[i], 0, 0, i < AT_WORK ? 1000 : 1);
    for (unsigned i = 0; i < AT_WORK; i++)
        assert_ptr_equal(take(queue), &things[i]);
    for (unsigned i = 0; i < AT_WORK; i++)
        fair_queue_correct(queue, &things[i].item, 1);
    add(queue, &other, 1, 0, 1000);
    assert_ptr_equal(take(queue), &things[AT_WORK]);
    assert_ptr_equal(take(queue), &other);
    free(things);
    free(queue);
}

/* A guess that was too high is given back, one that was too low is paid. */
TEST_CASE(corrections)
{
    struct fair_queue *queue = make_queue(secret);
    struct thing a[3] = {0}, b[30] = {0};
    for (unsigned i = 0; i < 3; i++)
        add(queue, &a[i], 0, 0, 1000);
    for (unsigned i = 0; i < 30; i++)
        add(queue, &b[i], 1, 0, 10);
    assert_ptr_equal(take(queue), &a[0]);
    fair_queue_correct(queue, &a[0].item, 15);
    assert_ptr_equal(take(queue), &b[0]);
    assert_ptr_equal(take(queue), &b[1]);
    assert_ptr_equal(take(queue), &a[1]);
    assert_ptr_equal(take(queue), &b[2]);
    fair_queue_correct(queue, &b[2].item, 1000);
    assert_ptr_equal(take(queue), &a[2]);
    assert_ptr_equal(take(queue), &b[3]);
    free(queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST("whoever is alone is served in order", alone),
        TEST("ten thousand of one key let another pass after one", ten_thousand_of_one),
        TEST("ten thousand of one subkey let another pass after one", ten_thousand_of_one_subkey),
        TEST("ten thousand keys take turns", ten_thousand_keys),
        TEST("nothing is lost, nothing comes twice, a subkey's come in order", nothing_is_lost),
        TEST("the same calls give the same order, whatever the secret", the_secret_does_not_matter),
        TEST("of keys and subkeys that wait none gets ahead of another", nobody_gets_ahead),
        TEST("what was used counts, not what was guessed", what_was_used_counts),
        TEST("a guess is given back or paid", corrections),
        TEST("what is given back puts nobody ahead of who comes now", corrections_put_nobody_ahead),
        TEST("coming with one thing at a time gains nothing", coming_and_going_gains_nothing),
        TEST("more keys than are remembered are forgotten, and no more",
             more_keys_than_it_remembers),
        TEST("a key that is forgotten has nothing against its subkeys",
             a_forgotten_key_forgets_its_subkeys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
