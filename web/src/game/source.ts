// What the game screen plays with: a source of snapshots that takes intentions.
//
// The screen does not know whether the game runs in this browser or at a server.  Every snapshot is
// made from what the core says for one seat, so nothing in it is more than that seat may know.
import type { Advice, GameEvent, Refusal, State } from '../core/types';

export interface SeatInfo {
    seat: number;
    name: string; // '' where somebody has not said: seatName() finds words
    bot: string | null; // its level, or null for a person
    you?: boolean; // the only person at this screen
    guest?: boolean; // at a server, where people need no name
    away?: boolean; // a bot plays for the person
    here?: boolean; // connected, where that is known
}

// Who has how long: milliseconds by seat (null where no clock is shown), at a moment of this
// machine's clock.
export interface Clock {
    left: (number | null)[];
    runs: number; // the seat that uses up its own, or 0
    short: number; // less than so many milliseconds is little
    at: number;
}

// Something the player should read; the screen finds the words.
export type Notice =
    { kind: 'refused' } | { kind: 'takenBack'; seat: number } | { kind: 'storage' } | { kind: 'stayed' } | { kind: 'dropped'; why: Refusal } | { kind: 'lost' } | { kind: 'failed'; text: string };

export interface Snapshot {
    state: State;
    events: readonly GameEvent[];
    seats: readonly SeatInfo[];
    own: number; // the seat of the only person at this screen, or 0
    mine: boolean; // the seat of the state may enter a turn now
    watching?: boolean; // no seat is ours
    ahead?: 'open' | 'promised'; // the draft is of the next turn, which others may spoil
    sending?: boolean; // what was confirmed is on its way to the server
    thinking: number; // the seat of a bot that is thinking, or 0
    hints: boolean; // whether a bot may be asked
    curtain: number; // the seat that the screen is to be handed to, or 0
    takesBack?: boolean; // the own last turn can be taken back
    asksBack?: boolean; // and others are asked about it; there where they may have to be
    takeback?: { seat: number; mine: boolean }; // who asks that now; whether it is for us to answer
    ready: 'no' | 'yes' | 'waiting'; // whether the next round can be asked for
    waitsFor?: readonly number[]; // the seats that have not asked for it yet
    clock: Clock | null;
    notice: Notice | null;
}

export interface GameSource {
    readonly id?: string; // of a game or a table that goes on after a reload

    snapshot(): Snapshot;
    subscribe(listener: () => void): () => void;

    // One thing more of the turn, as a record writes it; the refusal, or null when it was taken.
    enter(word: string): Promise<Refusal | null>;
    undo(): Promise<void>;
    reset(): Promise<void>;
    confirm(): Promise<Refusal | null>;

    liftCurtain(): Promise<void>;
    nextRound(): Promise<void>;
    advice(): Promise<Advice>;
    record(): Promise<string>;

    // Takes back the own last turn and what followed, or asks the others whether it may; false where
    // it cannot be.
    takeBack?(): Promise<boolean>;

    // Whether somebody else may take back theirs; of the own, no longer wanted.
    answer?(yes: boolean): Promise<void>;
    close(): void;
}

// The part that every source has: listeners, and a snapshot that is replaced as a whole.
export class Listeners {
    private readonly all = new Set<() => void>();

    add(listener: () => void): () => void {
        this.all.add(listener);
        return () => {
            this.all.delete(listener);
        };
    }

    tell(): void {
        for (const listener of [...this.all]) listener();
    }
}
