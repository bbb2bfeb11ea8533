// Computes the scene of the board from a snapshot.
import type { Board } from '../board-data';
import { linesOf, markerOf } from '../board-data';
import type { GameEvent, State, TurnEvent } from '../core/types';
import type { BoardScene, MissingRoute, NeededCity, TrainRun } from '../map';

// What the screen adds to the scene.
export interface Overlay {
    lit?: string[];
    hints?: string[]; // turns, best first
    missing?: MissingRoute[];
    hand?: string[]; // cities to mark, if not the viewer's own
    reached?: string[]; // those of `hand` that are connected
    needed?: NeededCity[]; // cities whose cards lie face up
    own?: boolean; // the next track is a coloured one
    quiet?: boolean; // nothing can be laid: clicks on lines have another purpose
    moving?: boolean; // the marker is being moved: clicks mean junctions, not lines
    train?: TrainRun | null;
}

type Ground = Pick<
    BoardScene,
    'board' | 'art' | 'tracks' | 'ferries' | 'markers' | 'draft' | 'placed' | 'seat' | 'beyond'
>;

const NONE: never[] = [];

const owner = (piece: number): number | null => (piece === 0 ? null : piece);

function lastTurn(events: readonly GameEvent[]): TurnEvent | undefined {
    for (let i = events.length - 1; i >= 0; i -= 1) {
        const event = events[i]!;
        if (event.kind === 'turn') return event;
        if (event.kind === 'round') return undefined;
    }
    return undefined;
}

// Returns the pieces on the board.  A new object only when the state changes, so that layers can be
// memoised.  `laid` maps lines that are new to the reader to the seats that laid them.
export function groundOf(
    board: Board,
    state: State,
    events: readonly GameEvent[],
    laid: ReadonlyMap<string, number> = new Map(),
): Ground {
    const turn = lastTurn(events);
    const last = new Set(turn ? linesOf(turn.turn) : []);
    const lastMarker = turn ? markerOf(turn.turn) : null;
    const { draft } = state;
    const isFerry = (line: string): boolean => board.kind.get(line) === 'ferry';
    const blockers = state.blocked?.by ?? NONE;
    // A draft may be a premove, so its seat comes from the draft.
    const markers = state.markers.flatMap((junction, i) => {
        const seat = i + 1;
        const drafted = draft?.seat === seat ? draft.marker : null;
        const at = drafted ?? junction;
        if (at === null) return [];
        const last = drafted === null && at === lastMarker;
        return [{ seat, junction: at, last, blocks: blockers.includes(seat) }];
    });
    return {
        board: board.data,
        art: board.art,
        tracks: state.tracks
            .filter(([line]) => !isFerry(line))
            .map(([line, piece]) => ({
                line,
                seat: owner(piece),
                last: last.has(line),
                by: laid.get(line),
            })),
        ferries: state.tracks
            .filter(([line]) => isFerry(line))
            .map(([line, ...pieces]) => ({
                line,
                halves: pieces.map((piece) => owner(piece!)),
                last: last.has(line),
                by: laid.get(line),
            })),
        markers,
        draft: draft?.tracks ?? NONE,
        placed: !!draft?.marker && state.markers[draft.seat - 1] === null,
        seat: draft?.seat ?? state.viewer,
        beyond: state.blocked?.lines ?? NONE,
    };
}

export function sceneOf(ground: Ground, state: State, overlay: Overlay): BoardScene {
    const draft = overlay.quiet ? null : state.draft;
    const placing = draft !== null && (overlay.moving || draft.black.length === 0);
    return {
        ...ground,
        legal: new Set(overlay.moving ? NONE : overlay.own ? draft?.coloured : draft?.black),
        legalJunctions: new Set(placing ? draft.places : NONE),
        moving: placing && overlay.moving === true,
        hand: overlay.hand ?? state.hand ?? NONE,
        reached: overlay.reached ?? state.missing?.reached ?? NONE,
        needed: overlay.needed ?? NONE,
        lit: overlay.lit ?? NONE,
        hints: (overlay.hints ?? NONE).map((turn) => ({
            lines: linesOf(turn),
            junction: markerOf(turn),
        })),
        missing: overlay.missing ?? NONE,
        focus: null,
        train: overlay.train ?? null,
    };
}

// Returns the train to show: the winner's at the end of a game, or the viewer's own after a round
// in which all of their cities are connected.
export function trainOf(
    { phase, winners, connected, networks, review }: State,
    own: number,
): TrainRun | null {
    const seat = phase === 'game-over' ? winners[0]! : connected.includes(own) ? own : 0;
    const cities = review.find((one) => one.seat === seat)?.reached ?? [];
    return cities.length > 1 ? { seat, lines: networks[seat - 1] ?? [], cities } : null;
}
