// What the core says, as src/page/game_json.c writes it.  Seats are numbers from 1; 0 is nobody.

import type { BOARDS, LEVELS, RULE_SETS, VARIANTS } from '../generated/lists';

export type Phase = 'dealing' | 'playing' | 'round-over' | 'game-over';
export type Variant = (typeof VARIANTS)[number];
export type BoardId = (typeof BOARDS)[number]['id'];
export type Level = (typeof LEVELS)[number];

// A line and who laid its pieces, in order: 0 for black, else the seat.
export type Track = [line: string, first: number, second?: number];

export interface Missing {
    seat: number;
    cost: number;
    lines: string[]; // one cheapest set of them
    barred: string[]; // those of them that cannot be laid as things stand
    reached: string[];
}

export interface Draft {
    seat: number; // whose turn it will be
    turn: string;
    tracks: { line: string; own: boolean }[];
    marker: string | null;
    black: string[];
    coloured: string[];
    colouredLeft: number; // coloured tracks of the seat, less those of the draft
    places: string[];
    mayPass: boolean;
    mayEnd: boolean;
}

// What keeps a seat from parts of its own network: whose markers, and the track behind them.
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
    takenBack: number; // turns that people took back in the whole game
    round: number;
    phase: Phase;
    first: number;
    toMove: number;
    points: number[];
    lost: number[];
    barrier: number | null;
    barrierBefore: number | null; // while the round was played
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
    open: Missing[]; // of each seat whose cards lie face up while a round is played
    blocked: Blocked | null; // with blocking, for the viewer
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
    pondered?: number; // as below; it is not kept
}
export interface ClosedEvent extends Pick<
    State,
    'round' | 'points' | 'lost' | 'barrier' | 'barrierBefore' | 'connected' | 'winners'
> {
    kind: 'closed';
}
export type GameEvent = RoundEvent | TurnEvent | ClosedEvent;

// As src/json/fault_json.h has it: a code of src/text/faults.def, what belongs to it, in English.
export interface Refusal {
    rule: string;
    code: string;
    args: Record<string, string | number | { code: string }>;
    text: string;
}
export interface Fault extends Refusal {
    line: number;
}

// Who plays a seat; a bot's name is its level.
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
    pondered?: number; // how long a bot seems to think, in thousandths of the time of a track
    refusal?: Refusal;
}
export interface Entered {
    refusal?: Refusal;
    fault?: Fault;
}

export interface Idea {
    turn: string;
    lost: number; // minus points of this round that are expected after it
    chance?: number; // to win the game, in percent, and by how much that may be off
    doubt?: number;
}

export interface Advice {
    turn: string;
    ideas: Idea[]; // the best first
    beliefs: [city: string, chance: number][][];
}

// What the expert says of a turn; without a verdict where cards are hidden.
export interface Review {
    verdict?: 'unknown' | 'forced' | 'best' | 'good' | 'slip' | 'mistake' | 'blunder';
    best: string;
    loss: number; // of the chance to win, in percentage points
    chance: number; // to win after it, in percent, as its player could know it
    points: number; // more minus points that are to be expected
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

// As src/protocol/told_table.c writes it: docs/protocol.md, TABLE.
export interface TableSeat {
    kind: 'open' | 'invited' | 'person' | 'bot';
    who?: string; // the person, or for whom an invited seat is kept
    name?: string;
    bot?: string;
    program?: boolean; // of the person, plays
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
    mover?: number; // the seat whose turn it is, while a round is played
    opened: number;
    changed: number;
    party?: string[];
}

// Something that a server said, and when it came.
export interface Message {
    text: string;
    at: number;
}
// The last turns have been taken back.
export interface UndoEvent {
    kind: 'undo';
    seat: number; // by whom
    turns: number;
}
export interface Heard {
    events: (GameEvent | UndoEvent)[];
    table: Followed | null; // after them
    fault?: Fault;
}
export interface Done extends Entered {
    done: boolean; // something has changed
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
    | 'advice'; // asked of a bot, on our own turns

// What TABLE does not say of a seat.
export interface FollowedSeat {
    maySit: boolean;
    here: boolean; // connected
    away: boolean; // a bot plays for the person
    ready: boolean; // for the next round
    awaited: boolean; // the next round waits for this person
    left: number | null; // what its clock shows, in milliseconds
    runs: boolean; // and whether it runs
}

// Something that was said, or who was muted or given the word back; fresh since we came.
export interface TalkLine {
    n: number;
    who: string;
    text?: string;
    muted?: boolean;
    fresh: boolean;
}

// A table as src/page/follow_json.c writes it, at the moment `now`.
export interface Followed {
    current: boolean; // nothing is known to be missing
    last: number; // the number of the last event
    now: number;
    table: TableInfo;
    seat: number;
    seats: FollowedSeat[];
    may: May[];
    opponents: boolean; // a person sits on another seat
    patience: number | null; // when a bot may be asked for in place of the person to move
    people: { id: string; name: string }[];
    watching: number;
    muted: string[];
    talk: TalkLine[];
    rematch: { table: string; who: string } | null; // where the same people play again
    lastTurn: number; // the event of my last turn, or 0
    takebackAgain: number; // when I may ask to take it back after a refusal, or 0
    takebackRefused: boolean; // somebody has refused it to whoever asked last
    takeback: { event: number; seat: number } | null; // somebody asks that now
    ahead: 'not' | 'open' | 'promised' | 'due' | 'dropped'; // src/game/premove.h
    dropped: Refusal | null; // why what was promised cannot be played
    game: State | null;
}
