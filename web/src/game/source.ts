// The interface between the game screen and a game: it publishes snapshots and accepts actions.
//
// The screen does not know whether the game runs in this browser or at a server.  Every snapshot is
// made from the core's state for one seat and contains only what that seat may know.
import type { Advice, GameEvent, Refusal, State } from '../core/types';

export interface SeatInfo {
    seat: number;
    name: string; // '' for a person without a name; seatName() substitutes one
    bot: string | null; // its level, or null for a person
    you?: boolean; // the only person at this screen
    guest?: boolean; // at a server, where people need no name
    away?: boolean; // a bot plays in place of the person
    here?: boolean; // connected; undefined in a local game
}

// Remaining times in milliseconds by seat, at a time of this machine's clock; null where no clock
// is shown.
export interface Clock {
    left: (number | null)[];
    runs: number; // the seat whose clock is running, or 0
    short: number; // milliseconds below which time is short
    at: number;
}

// A message for the player.  The screen supplies the words.
export type Notice =
    { kind: 'refused' } | { kind: 'takenBack'; seat: number } | { kind: 'storage' } | { kind: 'stayed' } | { kind: 'dropped'; why: Refusal } | { kind: 'lost' } | { kind: 'failed'; text: string };

export interface Snapshot {
    state: State;
    events: readonly GameEvent[];
    seats: readonly SeatInfo[];
    own: number; // the seat of the only person at this screen, or 0
    mine: boolean; // a turn can be entered now for the seat of the state
    watching?: boolean; // the reader has no seat
    ahead?: 'open' | 'promised'; // the draft is a premove, which the others' turns may invalidate
    sending?: boolean; // the confirmed turn is on its way to the server
    thinking: number; // the seat of a bot that is thinking, or 0
    hints: boolean; // a bot may be asked for hints
    curtain: number; // the seat to which the screen is to be handed, or 0
    takesBack?: boolean; // the player's last turn can be taken back
    asksBack?: boolean; // the others' consent is needed; undefined in a local game and for spectators
    takeback?: { seat: number; mine: boolean }; // who asks to take back, and if we must answer
    ready: 'no' | 'yes' | 'waiting'; // whether the next round can be requested
    waitsFor?: readonly number[]; // the seats that have not requested it yet
    clock: Clock | null;
    notice: Notice | null;
}

export interface GameSource {
    readonly id?: string; // id of a game or a table that a reload resumes

    snapshot(): Snapshot;
    subscribe(listener: () => void): () => void;

    // Adds a word in record notation to the turn.  Resolves to the refusal, or to null if it was
    // accepted.
    enter(word: string): Promise<Refusal | null>;
    undo(): Promise<void>;
    reset(): Promise<void>;
    confirm(): Promise<Refusal | null>;

    liftCurtain(): Promise<void>;
    nextRound(): Promise<void>;
    advice(): Promise<Advice>;
    record(): Promise<string>;

    // Takes back the player's last turn and everything after it, or asks the others for consent.
    // Resolves to false if that is not possible.
    takeBack?(): Promise<boolean>;

    // Agrees to or refuses another player's request to take back a turn.  For the player's own
    // request, `false` withdraws it.
    answer?(yes: boolean): Promise<void>;
    close(): void;
}

// The common part of all sources: listeners, and a snapshot that is replaced as a whole.
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
