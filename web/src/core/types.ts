// The types of the core's JSON, as src/page/game_json.c writes it.  Seats are numbers from 1; 0
// means no seat.

import type { BOARDS, LEVELS, RULE_SETS, VARIANTS } from '../generated/lists';

export type Phase = 'dealing' | 'playing' | 'round-over' | 'game-over';
export type Variant = (typeof VARIANTS)[number];
export type BoardId = (typeof BOARDS)[number]['id'];
export type Level = (typeof LEVELS)[number];

// A line and the owners of its pieces in the order laid: 0 for black, otherwise the seat.
export type Track = [line: string, first: number, second?: number];

export interface Missing {
    seat: number;
    cost: number;
    lines: string[]; // one cheapest set of missing lines
    barred: string[]; // those of `lines` that cannot be laid at the moment
    reached: string[];
}

export interface Draft {
    seat: number; // the seat that will move
    turn: string;
    tracks: { line: string; own: boolean }[];
    marker: string | null;
    black: string[];
    coloured: string[];
    colouredLeft: number; // coloured tracks left to the seat, without those in the draft
    places: string[];
    mayPass: boolean;
    mayEnd: boolean;
}

// What keeps a seat from parts of its own network (V2): the seats whose markers block it, and the
// track behind them.
export interface Blocked {
    by: number[];
    lines: string[];
}

export interface State {
    board: string;
    rules: (typeof RULE_SETS)[number];
    variants: Variant[];
    seats: number;
    names: string[];
    startPoints: number;
    takenBack: number; // number of turns taken back in the whole game
    round: number;
    phase: Phase;
    first: number;
    toMove: number;
    points: number[];
    lost: number[];
    barrier: number | null;
    barrierBefore: number | null; // the barrier while the round was played
    connected: number[];
    winners: number[];
    markers: (string | null)[];
    supply: number;
    coloured: number[];
    shown: (string[] | null)[];
    tracks: Track[];
    review: Missing[];
    networks: string[][]; // by seat, once the round is over: the lines that its trains can run over
    viewer: number;
    hand: string[] | null;
    missing: Missing | null;
    open: Missing[]; // what each seat with face-up cards misses, while a round is played
    blocked: Blocked | null; // V2: for the viewer
    draft: Draft | null;
}

export interface RoundEvent {
    kind: 'round';
    round: number;
    first: number;
}
export interface TurnEvent {
    kind: 'turn';
    round: number;
    seat: number;
    turn: string;
    reached: string[];
    met: number[];
    pondered?: number; // as in Happened; not saved
}
export interface ClosedEvent extends Pick<
    State,
    'round' | 'points' | 'lost' | 'barrier' | 'barrierBefore' | 'connected' | 'winners'
> {
    kind: 'closed';
}
export type GameEvent = RoundEvent | TurnEvent | ClosedEvent;

// As src/json/fault_json.h describes: a code of src/text/faults.def, its arguments, and an English
// sentence.
export interface Refusal {
    rule: string;
    code: string;
    args: Record<string, string | number | { code: string }>;
    text: string;
}
export interface Fault extends Refusal {
    line: number;
}

// Who plays a seat.  The name of a bot is its level.
export interface Seating {
    name: string;
    bot: string | null;
}

export interface Setup {
    board: string;
    variants: Variant[];
    seats: Seating[];
}

export interface Loaded {
    events?: GameEvent[];
    seats?: Seating[];
    fault?: Fault;
}
export interface Happened {
    events: GameEvent[];
    stayed?: boolean;
    pondered?: number; // apparent thinking time of a bot, in thousandths of the display time of a track
    refusal?: Refusal;
}
export interface Entered {
    refusal?: Refusal;
    fault?: Fault;
}

export interface Idea {
    turn: string;
    lost: number; // expected further minus points in this round
    chance?: number; // percent to win the game; `doubt` is its margin of error
    doubt?: number;
}

export interface Advice {
    turn: string;
    ideas: Idea[]; // best first
    beliefs: [city: string, chance: number][][];
}

// The expert's review of a turn.  There is no verdict if cards are hidden.
export interface Review {
    verdict?: 'unknown' | 'forced' | 'best' | 'good' | 'slip' | 'mistake' | 'blunder';
    best: string;
    loss: number; // loss in the probability to win, in percentage points
    chance: number; // percent to win after the turn, from what its player could know
    points: number; // expected additional minus points
}

export interface KnownHand {
    hand: string[] | null;
    missing: Missing | null;
}
export interface BotInfo {
    name: string;
    about: string;
    work: number;
}

// ---- A table at a server -----------------------------------------------------------------------

// As src/protocol/told_table.c writes it; see TABLE in docs/protocol.md.
export interface TableSeat {
    kind: 'open' | 'invited' | 'person' | 'bot';
    who?: string; // id of the person, or of the one for whom an invited seat is reserved
    name?: string;
    bot?: string;
    program?: boolean; // a program plays for the person
}
export interface TableSettings {
    board: string;
    variants?: Variant[];
    seats: string[];
    clock?: { kind: 'none' | 'live' | 'slow'; bank?: number; increment?: number; days?: number };
    public?: boolean;
    chat?: boolean;
    seed?: string;
}
export interface TableInfo {
    id: string;
    state: 'open' | 'running' | 'finished' | 'closed';
    host: string;
    key?: string;
    settings: TableSettings;
    seats: TableSeat[];
    round: number;
    points: number[];
    winners: number[];
    mover?: number; // the seat to move, while a round is played
    opened: number;
    changed: number;
    party?: string[];
}

// A message of a server, and the time at which it arrived.
export interface Message {
    text: string;
    at: number;
}
// The last turns have been taken back.
export interface UndoEvent {
    kind: 'undo';
    seat: number; // the seat that took them back
    turns: number;
}
export interface Heard {
    events: (GameEvent | UndoEvent)[];
    table: Followed | null; // the table after the messages
    fault?: Fault;
}
export interface Done extends Entered {
    done: boolean; // true if something has changed
    table: Followed | null;
}

export type May =
    | 'sit'
    | 'stand'
    | 'seat'
    | 'fill'
    | 'start'
    | 'close'
    | 'turn'
    | 'ready'
    | 'leave'
    | 'back'
    | 'away'
    | 'chat'
    | 'mute'
    | 'plan'
    | 'rematch'
    | 'join'
    | 'takeback'
    | 'agree'
    | 'refuse'
    | 'advice'; // ask a bot for advice, on our own turn

// What TABLE does not say about a seat.
export interface FollowedSeat {
    maySit: boolean;
    here: boolean; // connected
    away: boolean; // a bot plays in place of the person
    ready: boolean; // ready for the next round
    awaited: boolean; // the next round waits for this person
    left: number | null; // time on its clock, in milliseconds
    runs: boolean; // whether the clock is running
}

// A line of the chat: a message, or a person who was muted or unmuted.  `fresh` if it came after we
// joined.
export interface TalkLine {
    n: number;
    who: string;
    text?: string;
    muted?: boolean;
    fresh: boolean;
}

// A table at the time `now`, as src/page/follow_json.c writes it.
export interface Followed {
    current: boolean; // no events are known to be missing
    last: number; // number of the last event
    now: number;
    table: TableInfo;
    seat: number;
    seats: FollowedSeat[];
    may: May[];
    opponents: boolean; // another seat is held by a person
    patience: number | null; // when a bot may be requested in place of the person to move
    people: { id: string; name: string }[];
    watching: number;
    muted: string[];
    talk: TalkLine[];
    rematch: { table: string; who: string } | null; // the table of the rematch
    lastTurn: number; // number of the event of my last turn, or 0
    takebackAgain: number; // when I may ask again to take it back after a refusal, or 0
    takebackRefused: boolean; // the last request to take back a turn was refused
    takeback: { event: number; seat: number } | null; // the pending request to take back a turn
    ahead: 'not' | 'open' | 'promised' | 'due' | 'dropped'; // see src/game/premove.h
    dropped: Refusal | null; // why a premove cannot be played
    game: State | null;
}
