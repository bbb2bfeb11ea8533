// The playback of a game.  The game itself advances immediately; the turns of others are shown one
// after another, track by track, at the reader's pace, and again on request.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { linesOf, markerOf } from '../board-data';
import type { GameEvent, State, Track, TurnEvent } from '../core/types';
import { keep, kept } from '../store';
import type { SeatInfo, Snapshot } from './source';

const PACE_MS = 450; // default display time of a track
export const PACE_MAX_MS = 1800;
export const PACE_STEP_MS = 150;

export const pace = (): number => kept<number>('pace') ?? PACE_MS;
export const setPace = (ms: number): boolean => keep('pace', ms);

// The number of events shown completely, and the number of tracks shown of the next one.
interface Place {
    events: number;
    tracks: number;
}

export interface Shown {
    snapshot: Snapshot; // the snapshot at the place that is shown
    turn: TurnEvent | null; // the turn being shown
    running: boolean; // some events are still to be shown
    possible: boolean; // there is something to show again
    again(): void;
    skip(): void;
}

// Returns the index of the first event after the viewer's last turn in this round.
export function sinceOwnTurn(events: readonly GameEvent[], viewer: number): number {
    for (let i = events.length - 1; i >= 0; i -= 1) {
        const event = events[i]!;
        if (event.kind === 'round' || (event.kind === 'turn' && event.seat === viewer))
            return i + 1;
    }
    return 0;
}

// Returns the lines that are not shown yet: those after the first `tracks` of the next event, and
// all later ones.
function hiddenLines(events: readonly GameEvent[], { events: from, tracks }: Place): string[] {
    return events.slice(from).flatMap((event, i) => {
        if (event.kind !== 'turn') return [];
        return linesOf(event.turn).slice(i === 0 ? tracks : 0);
    });
}

// Removes the hidden pieces, starting with those laid last.
function withoutLines(tracks: readonly Track[], hidden: readonly string[]): Track[] {
    const count = new Map<string, number>();
    for (const line of hidden) count.set(line, (count.get(line) ?? 0) + 1);
    return tracks.flatMap((track) => {
        const [line, ...pieces] = track;
        const left = pieces.slice(0, pieces.length - (count.get(line) ?? 0));
        if (left.length === pieces.length) return [track];
        return left.length > 0 ? [[line, ...left] as unknown as Track] : [];
    });
}

function markersAt(state: State, events: readonly GameEvent[], until: number): State['markers'] {
    const hidden = new Set(
        events
            .slice(until)
            .flatMap((event) =>
                event.kind === 'turn' && markerOf(event.turn) ? [event.seat] : [],
            ),
    );
    return state.markers.map((now, i) => {
        if (!hidden.has(i + 1)) return now;
        const shown = events.slice(sinceOwnTurn(events.slice(0, until), 0), until).reverse();
        const last = shown.find(
            (event) => event.kind === 'turn' && event.seat === i + 1 && markerOf(event.turn),
        );
        return last?.kind === 'turn' ? markerOf(last.turn) : null;
    });
}

// Returns the state at a place of the playback: later events are hidden, no turn can be entered,
// and the round is not over.
export function stateAt(state: State, events: readonly GameEvent[], place: Place): State {
    const closed = events.slice(place.events).find(({ kind }) => kind === 'closed');
    const next = events[place.events];
    return {
        ...state,
        ...(closed
            ? {
                  phase: 'playing',
                  points: state.points.map((points, i) => points + (state.lost[i] ?? 0)),
                  barrier: state.barrierBefore,
                  review: [],
                  open: state.variants.includes('open-cards') ? state.review : [],
                  networks: [],
              }
            : {}),
        toMove: next?.kind === 'turn' ? next.seat : state.toMove,
        tracks: withoutLines(state.tracks, hiddenLines(events, place)),
        markers: markersAt(state, events, place.events),
        draft: null,
    };
}

// True for events that are not played back: ends of rounds, and turns of people at this screen.
function isPlain(event: GameEvent, viewer: number, seats: readonly SeatInfo[]): boolean {
    if (event.kind !== 'turn' || event.seat === viewer) return true;
    const { bot, here } = seats[event.seat - 1] ?? {};
    return bot === null && here === undefined; // without `here`, everyone is at this screen
}

function nextPlace(events: readonly GameEvent[], { events: at, tracks }: Place): Place {
    const event = events[at]!;
    const all = event.kind === 'turn' ? linesOf(event.turn).length : 0;
    return tracks + 1 < all ? { events: at, tracks: tracks + 1 } : { events: at + 1, tracks: 0 };
}

// Returns the delay before the next track, in units of the pace: a bot thinks before its first
// track.
function stepsBefore(event: GameEvent | undefined, { tracks }: Place): number {
    const pondered = event?.kind === 'turn' && tracks === 0 ? event.pondered : undefined;
    return (pondered ?? 1000) / 1000;
}

function passOver({ events, state, seats }: Snapshot, place: Place): Place {
    let { events: at } = place;
    if (place.tracks > 0) return place;
    while (at < events.length && isPlain(events[at]!, state.viewer, seats)) at += 1;
    return { events: at, tracks: 0 };
}

export function useShown(snapshot: Snapshot): Shown {
    const { state, events } = snapshot;
    const [kept, setPlace] = useState<Place>({ events: events.length, tracks: 0 });
    const [slow, setSlow] = useState(false); // replaying: slowly even if the pace is fast
    const last = useRef(0); // when the last step was shown
    const ran = useRef(false); // value of `running` at the last run of the effect
    const ms = slow ? Math.max(pace(), PACE_MS) : pace();
    const begun = events.length - [...events].reverse().findIndex(({ kind }) => kind === 'round');
    const end: Place = { events: events.length, tracks: 0 };
    // Nothing is shown for a turn that was taken back, and a new round begins at its deal.
    const isBehind = kept.events < begun && begun <= events.length;
    const from =
        kept.events > events.length ? end : isBehind ? { events: begun, tracks: 0 } : kept;
    const place = ms === 0 ? end : passOver(snapshot, from);
    const running = place.events < events.length;

    useEffect(() => {
        const begins = running && !ran.current;
        ran.current = running;
        if (!running) {
            setSlow(false);
            setPlace(end);
            return undefined;
        }
        if (begins) last.current = Math.max(last.current, Date.now() - ms); // idle time is one step at most
        const steps = slow ? 1 : stepsBefore(events[place.events], place);
        const wait = Math.max(0, last.current + ms * steps - Date.now());
        const timer = setTimeout(() => {
            last.current = Date.now();
            setPlace(nextPlace(events, place));
        }, wait);
        return () => clearTimeout(timer);
    }, [running, place.events, place.tracks, events.length, ms]);

    const seen = useMemo(
        () =>
            running
                ? {
                      ...snapshot,
                      state: stateAt(state, events, place),
                      events: events.slice(0, place.events + (place.tracks > 0 ? 1 : 0)),
                      mine: false,
                      thinking: 0,
                      ready: 'no' as const,
                      curtain: 0,
                  }
                : snapshot,
        [snapshot, running, place.events, place.tracks],
    );
    const since = sinceOwnTurn(events, state.viewer);
    const at = running ? events[place.events] : undefined;
    return {
        snapshot: seen,
        turn: at?.kind === 'turn' ? at : null,
        running,
        possible: !running && events[since]?.kind === 'turn',
        again: () => {
            last.current = Date.now();
            setSlow(true);
            setPlace({ events: since, tracks: 0 });
        },
        skip: () => {
            setSlow(false);
            setPlace(end);
        },
    };
}

// Returns the lines that are new to the viewer and who laid them: since the viewer's last turn, or
// for a spectator in the last turn of each player.
export function newTracks(events: readonly GameEvent[], viewer: number): Map<string, number> {
    const news = new Map<string, number>();
    const seen = new Set<number>();
    const since = sinceOwnTurn(events, viewer);
    for (const event of events.slice(since).reverse()) {
        if (event.kind !== 'turn') continue;
        if (viewer === 0 && seen.has(event.seat)) break;
        seen.add(event.seat);
        for (const line of linesOf(event.turn)) if (!news.has(line)) news.set(line, event.seat);
    }
    return news;
}
