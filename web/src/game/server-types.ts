// What a server says: docs/protocol.md, as far as the pages use it.
import type { Fault, Refusal, Variant } from '../core/types';

export interface Person {
    id: string;
    name: string;
    login: string;
}

// Where the person of an account is signed in.
export interface Session {
    id: string;
    label: string; // what the device calls itself
    since: number;
    seen: number; // 0 where nobody knows
    current: boolean;
}

export interface TableSeat {
    kind: 'open' | 'invited' | 'person' | 'bot';
    who?: string;
    name?: string;
    bot?: string;
}

export interface TableSettings {
    board: string;
    variants?: Variant[];
    seats: string[];
    clock?: { kind: 'none' | 'live' | 'slow'; bank?: number; increment?: number; days?: number };
    public?: boolean;
    chat?: boolean;
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
    opened: number;
    changed: number;
}

export interface ServerEvent {
    n: number;
    at: number;
    kind: string;
    seat?: number;
    who?: string;
    text?: string;
    why?: string;
    on?: boolean;
    round?: number;
    first?: number;
    turn?: string;
    left?: number;
    hands?: string[][];
    connected?: number[];
    score?: number[];
    points?: number[];
    barrier?: number;
    winners?: number[];
}

export interface ServerMessage extends Partial<Omit<ServerEvent, 'n'>> {
    is: string;
    n?: number;
    re?: number;
    now?: number;
    table?: TableInfo;
    tables?: TableInfo[];
    last?: number;
    since?: number;
    seat?: number;
    cities?: string[];
    people?: { id: string; name: string; here: boolean; seated: boolean }[];
    watching?: number;
    error?: string;
    rule?: string;
    code?: string;
    args?: Refusal['args'];
    line?: number;
    you?: { id: string; name: string };
}

// What a server says is wrong: the kind of error, and the fault, which has a code where the server
// names one.
export class ServerError extends Error {
    constructor(
        readonly kind: string,
        readonly fault: Partial<Fault> = {},
    ) {
        super(fault.text ?? kind);
    }
}
