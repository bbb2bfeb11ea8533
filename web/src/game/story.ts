// The analysis of a game: what each player missed after every event, and the expert's review of
// each turn.  All numbers come from a core in its own worker; this module only sums and sorts them.
// Reviewing takes time, so the turn on screen comes first.
import { useEffect, useReducer, useRef } from 'preact/hooks';
import { openCore, type CoreClient } from '../core/client';
import type { GameEvent, Review } from '../core/types';

const LOOK_AGAIN_MS = 150;
const STORIES_KEPT = 3;

export interface Story {
    events: GameEvent[];
    missing: (number | null)[][]; // tracks missing by seat, after each number of events
    reviews: Map<number, Review>; // by event number, from 1
    complete: boolean; // everything that can be judged has been
}

// Cache of analyses, kept until the page is closed.  Holds only the last few games.
const stories = new Map<string, Story>();

function storyOf(record: string): Story {
    const known = stories.get(record);
    if (known) return known;
    const story: Story = { events: [], missing: [], reviews: new Map(), complete: false };
    stories.set(record, story);
    const [oldest] = stories.keys();
    if (stories.size > STORIES_KEPT) stories.delete(oldest!);
    return story;
}

async function readMissing(core: CoreClient, story: Story): Promise<void> {
    for (let at = story.missing.length; at <= story.events.length; at += 1) {
        await core.seek(Math.max(1, at));
        const hands = await core.hands();
        story.missing.push(at === 0 ? [] : hands.map(({ missing }) => missing?.cost ?? null));
    }
}

const isTurn = (story: Story, at: number): boolean => story.events[at - 1]?.kind === 'turn';

// Returns the turn to judge next: the one on screen, or the first not judged yet.
function nextTurn(story: Story, wanted: number): number {
    if (isTurn(story, wanted) && !story.reviews.has(wanted)) return wanted;
    for (let at = 1; at <= story.events.length; at += 1)
        if (isTurn(story, at) && !story.reviews.has(at)) return at;
    return 0;
}

// `at` is the event on screen, from 1.  `wanted`: an analysis is wanted at all.  `whole`: also
// judge turns that are not on screen.
export function useStory(
    record: string,
    at: number,
    { wanted, whole }: { wanted: boolean; whole: boolean },
): Story {
    const story = storyOf(record);
    const looked = useRef({ at, whole });
    looked.current = { at, whole };
    const [, changed] = useReducer((n: number) => n + 1, 0);
    useEffect(() => {
        if (!wanted || record === '' || story.complete) return undefined;
        let core: CoreClient | undefined;
        let alive = true;
        const tell = (): void => {
            if (alive) changed(undefined as never);
        };
        const judge = async (): Promise<void> => {
            const next = nextTurn(story, looked.current.at);
            if (next === 0) {
                story.complete = true;
                return tell();
            }
            if (!looked.current.whole && next !== looked.current.at) {
                await new Promise((resolve) => {
                    setTimeout(resolve, LOOK_AGAIN_MS);
                });
            } else {
                await core!.seek(next);
                story.reviews.set(next, await core!.review());
                tell();
            }
            if (alive) await judge();
        };
        const tellAll = async (): Promise<void> => {
            core = await openCore();
            if (!alive) return core.close();
            const { events = [] } = await core.load(record);
            story.events = events;
            await readMissing(core, story);
            tell();
            await judge();
        };
        tellAll().catch(() => {}); // ignored: it was closed, or there will be no reviews
        return () => {
            alive = false;
            core?.close();
        };
    }, [record, wanted]);
    return story;
}

// ---- Statistics ---------------------------------------------------------------------------------

export const BAD = ['slip', 'mistake', 'blunder'];
const FINE = ['best', 'good'];

export interface SeatStory {
    seat: number;
    luck: number | null; // tracks by which its hands missed less than the average, over all rounds
    best: { at: number; saved: number } | null; // of the turns judged best, the one that saved most tracks
    worst: { at: number; loss: number } | null; // the turn that lowered the probability of winning most
    judged: number; // number of judged turns
    accuracy: number | null; // percentage of them that were good
}

function luckOf(story: Story, seat: number): number | null {
    let luck: number | null = null; // until the hands of a round are known
    for (const [i, event] of story.events.entries()) {
        if (event.kind !== 'round') continue;
        const costs = story.missing[i + 1] ?? [];
        const known = costs.filter((cost) => cost !== null);
        if (known.length < costs.length || known.length === 0) return null;
        const mean = known.reduce((sum, cost) => sum + cost, 0) / known.length;
        luck = (luck ?? 0) + mean - costs[seat - 1]!;
    }
    return luck;
}

// Returns by how many tracks the turn lowered what its own player misses; 0 if that is unknown.
function savedBy(story: Story, at: number, seat: number): number {
    const [before, after] = [story.missing[at - 1]?.[seat - 1], story.missing[at]?.[seat - 1]];
    return typeof before === 'number' && typeof after === 'number' ? before - after : 0;
}

export function seatStory(story: Story, seat: number): SeatStory {
    const reviews = [...story.reviews].filter(([at]) => {
        const event = story.events[at - 1];
        return event?.kind === 'turn' && event.seat === seat;
    });
    const bad = reviews
        .filter(([, { verdict }]) => BAD.includes(verdict ?? ''))
        .sort(([, one], [, other]) => other.loss - one.loss);
    const fine = reviews.filter(([, { verdict }]) => FINE.includes(verdict ?? ''));
    // Only turns that the review calls best: a turn that gains a lot can still be a mistake.
    const best = fine
        .filter(([, { verdict }]) => verdict === 'best')
        .map(([at]) => ({ at, saved: savedBy(story, at, seat) }))
        .filter(({ saved }) => saved > 0)
        .sort((one, other) => other.saved - one.saved || one.at - other.at);
    const judged = bad.length + fine.length;
    return {
        seat,
        luck: luckOf(story, seat),
        best: best[0] ?? null,
        worst: bad[0] ? { at: bad[0][0], loss: bad[0][1].loss } : null,
        judged,
        accuracy: judged > 0 ? (100 * fine.length) / judged : null,
    };
}
