// What a server says: docs/protocol.md, as far as the pages use it.
import type { Fault, TableInfo } from '../core/types';

export type { TableInfo, TableSeat, TableSettings } from '../core/types';

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

// As far as the page itself reads it: what is said of a table the core reads (src/follow/).
export interface ServerMessage extends Partial<Fault> {
    is: string;
    n?: number;
    re?: number;
    tables?: TableInfo[];
    error?: string;
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
