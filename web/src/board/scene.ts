// The contract between the app and the board: what is to be shown, and what comes back.
// Everything here is data that the core has judged; the board decides nothing about the rules.

import type { BoardArt } from './art';

export type LineKind = 'single' | 'double' | 'ferry';
export type GroupName = 'green' | 'blue' | 'yellow' | 'orange' | 'red';

/** A file of boards/, as read. */
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
    seat: number | null; // null is black, a number the owner of a private track
    last?: boolean | undefined; // laid in the last turn
    by?: number | undefined; // who laid it, where that is to be seen
}

export interface FerryPiece {
    line: string;
    halves: (number | null)[]; // in the order laid
    last?: boolean | undefined;
    by?: number | undefined; // who laid the last of them, where that is to be seen
}

/** A city whose card lies face up, and the seat that holds it. */
export interface NeededCity {
    city: string; // its id
    seat: number;
    reached: boolean; // it is in that seat's network
}

/** Lines that a seat still needs. */
export interface MissingRoute {
    seat: number;
    lines: string[];
    barred: string[]; // those of them that cannot be laid as things stand
}

/** A turn that somebody would play. */
export interface Hint {
    lines: string[];
    junction: string | null; // where the marker would stand
}

/** A train of a seat that runs over these lines from one of the cities to the next. */
export interface TrainRun {
    seat: number;
    lines: string[];
    cities: string[]; // ids
}

export interface BoardScene {
    board: BoardData;
    art: BoardArt;
    tracks: TrackPiece[];
    ferries: FerryPiece[];
    markers: { seat: number; junction: string; last?: boolean; blocks?: boolean }[];
    draft: { line: string; own: boolean }[]; // laid in the unfinished turn
    placed: boolean; // the start marker was placed in the unfinished turn: another place may be meant
    seat?: number; // whose draft it is, for the colour of own tracks
    legal: Set<string>; // lines that may be laid now
    legalJunctions: Set<string>; // where the marker may be placed now
    moving: boolean; // and it is to be moved there, once something has been laid
    beyond: string[]; // track that markers in the way keep the seat from
    hand: string[]; // ids of the cities that are lit as one's own
    reached: string[]; // and those of them that are connected already
    needed: NeededCity[];
    lit: string[]; // lines lit by the log, a hint or the review
    hints: Hint[]; // the best first: they are numbered
    missing: MissingRoute[];
    focus: string | null; // a junction or a line
    train?: TrainRun | null; // that runs once, for whoever likes motion
}

/** The words; the app has them in the reader's language. */
export interface BoardLabels {
    map: string; // what the map is, for a screen reader
    keys: string; // how it is used by keyboard
    zoomIn: string;
    zoomOut: string;
    zoomReset: string;
    junction(name: string): string;
    line(name: string): string;
}

export interface BoardViewProps {
    scene: BoardScene;
    labels: BoardLabels;
    /** A line was chosen; `own` when a coloured track is meant (shift, or a long press). */
    onLine?(line: string, own: boolean): void;
    onJunction?(junction: string): void;
    /** The keyboard's or the pointer's attention moved: a junction, a line, or null. */
    onFocus?(id: string | null): void;
    onHover?(id: string | null): void;
}
