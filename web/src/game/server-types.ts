// The messages of a server that the pages use.  See docs/protocol.md.
import type { Fault, TableInfo } from '../core/types';

export type { TableInfo, TableSeat, TableSettings } from '../core/types';

export interface Person {
    id: string;
    name: string;
    login: string;
}

// A device where an account is signed in.
export interface Session {
    id: string;
    label: string; // the device's User-Agent, shortened
    since: number;
    seen: number; // last use, or 0 if unknown
    current: boolean;
}

// The parts of a message that the page itself reads.  Everything about a table is read by the core
// (src/follow/).
export interface ServerMessage extends Partial<Fault> {
    is: string;
    n?: number;
    re?: number;
    tables?: TableInfo[];
    error?: string;
    you?: { id: string; name: string };
}

// An error of the server: its kind, and the fault, which has a code if the server names one.
export class ServerError extends Error {
    constructor(
        readonly kind: string,
        readonly fault: Partial<Fault> = {},
    ) {
        super(fault.text ?? kind);
    }
}
