/*
 * The dynamic program over subsets of the terminals, as textbooks have it.
 *
 * best[S][v] is the cost of the cheapest tree that joins the terminals of S and the junction v.
 * A tree for S either splits at v into trees for two parts of S, or reaches v over a line: first
 * all splits are tried, then a shortest-path search with a bucket for each cost spreads them.
 * The last terminal stays out of the subsets; the answer is what it costs to reach it.
 */
#include "bench/core/textbook.h"

#include <string.h>

#include "base/check.h"

enum {
    TERMINALS = 6,
    SUBSETS = 1 << (TERMINALS - 1),
    FAR = 1000,    /* more than any tree costs */
    BUCKETS = 512, /* costs from here on are not worth a visit */
    ENTRIES = JUNCTIONS_MAX + 2 * LINES_MAX,
    NOTHING = 0xffff,
};

struct graph {
    unsigned junctions;
    uint16_t first[JUNCTIONS_MAX + 1]; /* into the next two */
    uint8_t neighbour[2 * LINES_MAX];
    uint8_t cost[2 * LINES_MAX];
};

/* Junctions by cost.  A junction that got cheaper stays in its old bucket too, where it is stale.
 */
struct queue {
    uint16_t head[BUCKETS];
    uint16_t next[ENTRIES];
    uint8_t junction[ENTRIES];
    unsigned entries;
};

static void graph_make(struct graph *graph, const struct board *board, const uint8_t cost[])
{
    uint16_t degree[JUNCTIONS_MAX] = {0};
    for (unsigned i = 0; i < board->lines; i++) {
        degree[board->line[i].a]++;
        degree[board->line[i].b]++;
    }
    graph->junctions = board->junctions;
    graph->first[0] = 0;
    for (unsigned v = 0; v < graph->junctions; v++)
        graph->first[v + 1] = (uint16_t)(graph->first[v] + degree[v]);
    for (unsigned i = 0; i < board->lines; i++) {
        const unsigned a = board->line[i].a, b = board->line[i].b;
        const unsigned at_a = graph->first[a] + --degree[a];
        const unsigned at_b = graph->first[b] + --degree[b];
        graph->neighbour[at_a] = (uint8_t)b;
        graph->neighbour[at_b] = (uint8_t)a;
        graph->cost[at_a] = graph->cost[at_b] = cost[i];
    }
}

static void queue_put(struct queue *queue, unsigned junction, unsigned cost)
{
    if (cost >= BUCKETS)
        return;
    const unsigned entry = queue->entries++;
    queue->junction[entry] = (uint8_t)junction;
    queue->next[entry] = queue->head[cost];
    queue->head[cost] = (uint16_t)entry;
}

/* Spreads the costs over the lines; may stop when `target` is known for good. */
static void spread(const struct graph *graph, uint16_t best[], unsigned target)
{
    struct queue queue;
    queue.entries = 0;
    memset(queue.head, 0xff, sizeof queue.head);
    for (unsigned v = 0; v < graph->junctions; v++)
        queue_put(&queue, v, best[v]);
    for (unsigned cost = 0; cost < BUCKETS; cost++) {
        while (queue.head[cost] != NOTHING) {
            const unsigned entry = queue.head[cost];
            const unsigned v = queue.junction[entry];
            queue.head[cost] = queue.next[entry];
            if (best[v] != cost)
                continue;
            if (v == target)
                return;
            for (unsigned i = graph->first[v]; i < graph->first[v + 1]; i++) {
                const unsigned w = graph->neighbour[i];
                if (best[w] > cost + graph->cost[i]) {
                    best[w] = (uint16_t)(cost + graph->cost[i]);
                    queue_put(&queue, w, best[w]);
                }
            }
        }
    }
}

static void split(unsigned junctions, uint16_t best[][JUNCTIONS_MAX], unsigned subset)
{
    for (unsigned v = 0; v < junctions; v++)
        best[subset][v] = FAR;
    for (unsigned part = (subset - 1) & subset; part > (subset ^ part);
         part = (part - 1) & subset) {
        const uint16_t *one = best[part], *other = best[subset ^ part];
        for (unsigned v = 0; v < junctions; v++) {
            const uint16_t sum = (uint16_t)(one[v] + other[v]);
            best[subset][v] = sum < best[subset][v] ? sum : best[subset][v];
        }
    }
}

unsigned textbook_cost(const struct board *board, const uint8_t cost[LINES_MAX],
                       const uint8_t terminal[], unsigned count)
{
    CHECK(count >= 1 && count <= TERMINALS);
    if (count == 1)
        return 0;
    struct graph graph;
    graph_make(&graph, board, cost);
    uint16_t best[SUBSETS][JUNCTIONS_MAX];
    const unsigned last = count - 1, all = (1u << last) - 1;
    for (unsigned subset = 1; subset <= all; subset++) {
        split(graph.junctions, best, subset);
        if ((subset & (subset - 1)) == 0)
            best[subset][terminal[__builtin_ctz(subset)]] = 0;
        spread(&graph, best[subset], subset == all ? terminal[last] : JUNCTION_NONE);
    }
    return best[all][terminal[last]];
}
