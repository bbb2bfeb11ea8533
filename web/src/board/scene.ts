// The interface between the app and the board: the scene to draw, and the callbacks.  All rules are
// decided by the core; the board knows none.

import type { BoardArt } from './art';

export type LineKind = 'single' | 'double' | 'ferry';
export type GroupName = 'green' | 'blue' | 'yellow' | 'orange' | 'red';

/** A file of boards/, parsed. */
export interface BoardData {
    format: string;
    id: string;
    name: string;
    tracks: number;
    coloured_tracks?: number;
    start_points: number;
    end_points: number;
    barrier_rule: boolean;
    cities: CityData[];
    junctions: { name: string; col: number; row: number }[];
    lines: { a: string; b: string; kind: LineKind; over?: string }[];
}

export interface CityData {
    id: string;
    name: string;
    group: GroupName;
    junction: string;
    dashed: boolean;
    lonlat: [number, number];
    english?: string;
}

export interface TrackPiece {
    line: string;
    seat: number | null; // null for black, or the seat that owns the coloured track
    last?: boolean | undefined; // laid in the most recent turn
    by?: number | undefined; // the seat that laid it, if it is to be marked
}

export interface FerryPiece {
    line: string;
    halves: (number | null)[]; // seats that own the halves, in the order laid; null for black
    last?: boolean | undefined;
    by?: number | undefined; // the seat that laid the newest half, if it is to be marked
}

/** A city whose card lies face up, and the seat that holds the card. */
export interface NeededCity {
    city: string; // city id
    seat: number;
    reached: boolean; // connected to that seat's network
}

/** A cheapest set of lines that a seat still needs. */
export interface MissingRoute {
    seat: number;
    lines: string[];
    barred: string[]; // those of `lines` that cannot be laid at the moment
}

/** A suggested turn. */
export interface Hint {
    lines: string[];
    junction: string | null; // where the marker would be placed
}

/** A train in a seat's colour that runs over these lines from city to city. */
export interface TrainRun {
    seat: number;
    lines: string[];
    cities: string[]; // city ids
}

export interface BoardScene {
    board: BoardData;
    art: BoardArt;
    tracks: TrackPiece[];
    ferries: FerryPiece[];
    markers: { seat: number; junction: string; last?: boolean; blocks?: boolean }[];
    draft: { line: string; own: boolean }[]; // tracks laid in the unconfirmed turn
    placed: boolean; // the start marker was placed in the unconfirmed turn and can still be moved
    seat?: number; // the seat whose draft it is, for the colour of its coloured tracks
    legal: Set<string>; // lines that may be laid now
    legalJunctions: Set<string>; // junctions where the marker may be placed now
    moving: boolean; // the marker is being moved (V2), after at least one track
    beyond: string[]; // track that the seat cannot reach because of markers (V2)
    hand: string[]; // ids of the cities marked as the player's own
    reached: string[]; // those of `hand` that are already connected
    needed: NeededCity[];
    lit: string[]; // lines highlighted by the log, a hint or the review
    hints: Hint[]; // best first; drawn with their ranks
    missing: MissingRoute[];
    focus: string | null; // id of a junction or a line
    train?: TrainRun | null; // runs once, unless the reader prefers reduced motion
}

/** Texts in the reader's language.  The app supplies them. */
export interface BoardLabels {
    map: string; // name of the map, for screen readers
    keys: string; // instructions for the keyboard
    zoomIn: string;
    zoomOut: string;
    zoomReset: string;
    junction(name: string): string;
    line(name: string): string;
}

export interface BoardViewProps {
    scene: BoardScene;
    labels: BoardLabels;
    /** Called when a line is chosen.  `own` is true for a coloured track (Shift or a long press). */
    onLine?(line: string, own: boolean): void;
    onJunction?(junction: string): void;
    /** Called when the focus or the pointer moves to a junction, a line, or nothing (null). */
    onFocus?(id: string | null): void;
    onHover?(id: string | null): void;
}
