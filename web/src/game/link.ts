// The connection to a server: one WebSocket that comes back by itself, and requests over HTTP.
//
// A request that was not answered when the connection was lost is sent again: the protocol makes
// sure that a turn is not played twice.  It is not when the server greets somebody else than before,
// as after a session has ended: what one person asked for is not to be done for another.
//
// Whom the server greets is told to the page by an event of this name.
import type { Fault } from '../core/types';
import { ROOT } from '../root';
import { ServerError, type ServerMessage } from './server-types';

export const GREETED = 'railhead-greeted';
const RETRY_MS = [300, 1000, 2000, 5000];

interface Waiting {
    message: object;
    resolve(n: number): void;
    reject(error: Error): void;
}

export class Link {
    private socket: WebSocket | null = null;
    private readonly waiting = new Map<number, Waiting>();
    private last = 0;
    private failures = 0;
    private closed = false;
    private greeted = false; // since the connection was opened
    private person: string | null = null; // whom the server greeted last

    // `opened` says what to follow, each time the connection is there.
    constructor(
        private readonly opened: () => object,
        private readonly hear: (message: ServerMessage, text: string) => void,
        private readonly lost: () => void,
    ) {
        this.connect();
    }

    private connect(): void {
        const url = new URL('api/v1/socket', ROOT.replace(/^http/, 'ws'));
        const socket = new WebSocket(url, 'railhead-1');
        this.socket = socket;
        socket.onopen = () => {
            this.failures = 0;
            socket.send(JSON.stringify(this.opened()));
        };
        socket.onmessage = ({ data }) => this.receive(String(data));
        socket.onclose = () => this.retry();
    }

    private retry(): void {
        this.greeted = false;
        if (this.closed) return;
        this.lost();
        const pause = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)]!;
        this.failures += 1;
        setTimeout(() => {
            if (!this.closed) this.connect();
        }, pause);
    }

    private greet(person: string): void {
        if (this.person !== null && person !== this.person) {
            for (const { reject } of this.waiting.values()) reject(new ServerError('identity'));
            this.waiting.clear();
        }
        this.person = person;
        this.greeted = true;
        for (const { message } of this.waiting.values()) this.send(message);
        dispatchEvent(new CustomEvent(GREETED, { detail: person }));
    }

    private send(message: object): void {
        if (this.greeted && this.socket?.readyState === WebSocket.OPEN)
            this.socket.send(JSON.stringify(message));
    }

    private receive(text: string): void {
        const message = JSON.parse(text) as ServerMessage;
        if (message.is === 'hello') this.greet(message.you?.id ?? '');
        const one = message.re === undefined ? undefined : this.waiting.get(message.re);
        if (one && message.re !== undefined) this.waiting.delete(message.re);
        if (message.is === 'error' && one) {
            one.reject(new ServerError(message.error ?? '', message));
        } else if (message.is === 'done') {
            one?.resolve(message.n ?? 0);
        } else {
            this.hear(message, text);
        }
    }

    ask(message: object): Promise<number> {
        this.last += 1;
        const whole = { ...message, id: this.last };
        return new Promise((resolve, reject) => {
            this.waiting.set(this.last, { message: whole, resolve, reject });
            this.send(whole);
        });
    }

    // Another connection in place of this one.
    reopen(): void {
        this.socket?.close();
    }

    close(): void {
        this.closed = true;
        this.socket?.close();
    }
}

// What a server says is wrong.  What stands between us and it may answer in its place, and not in
// JSON: then the status is the code.
async function failure(response: Response): Promise<ServerError> {
    const said = (await response.json().catch(() => ({}))) as Partial<Fault> & { error?: string };
    return new ServerError(said.error ?? String(response.status), said);
}

// JSON over HTTP; throws what the server says is wrong.
export async function api<T>(
    path: string,
    body?: object,
    method = body ? 'POST' : 'GET',
): Promise<T> {
    const response = await fetch(new URL(`api/v1/${path}`, ROOT), {
        method,
        ...(body
            ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
            : {}),
    });
    if (!response.ok) throw await failure(response);
    return (await response.json()) as T;
}

// A record that the server has.
export async function apiText(path: string): Promise<string> {
    const response = await fetch(new URL(`api/v1/${path}`, ROOT));
    if (!response.ok) throw await failure(response);
    return response.text();
}

// Gives a record to the server; the id that it has there.
export async function putRecord(record: string): Promise<string> {
    const response = await fetch(new URL('api/v1/records', ROOT), {
        method: 'POST',
        body: record,
        headers: { 'content-type': 'text/plain' },
    });
    if (!response.ok) throw await failure(response);
    return ((await response.json()) as { id: string }).id;
}
