// The connection to a server: one WebSocket that reconnects automatically, and HTTP requests.
//
// A request that was unanswered when the connection was lost is sent again.  The protocol is
// idempotent: a turn is never played twice.  The request fails instead if the server now greets
// another person, as after the end of a session: one person's request must not be carried out for
// another.
//
// A dead connection is noticed within five seconds: the browser reports that it is offline, or the
// server does not answer a ping.
//
// Behind a proxy another server takes over at once.  Therefore the first retry comes soon, and the
// loss is reported only if that fails.  After that the pauses grow.  They are randomised, so that
// the pages of a stopped server do not all reconnect at the same time. src/remote/patience.h does
// the same for the terminal.
//
// Every greeting dispatches a window event of this name; its detail is the id of the person.
import type { Fault } from '../core/types';
import { ROOT } from '../root';
import { ServerError, type ServerMessage } from './server-types';

export const GREETED = 'railhead-greeted';
const EVENT = '{"is":"event",'; // how our server formats events; other formats are recognised by parsing
const RETRY_MS = [200, 500, 1000, 2000, 5000]; // pauses before retries, randomised by ±50%
const STEADY_MS = 5000; // after a connection of this length the first retry is quick
const BEAT_MS = 500; // interval of the check whether the connection is alive
const QUIET_MS = 1500; // a silence of this length triggers a ping
const ANSWER_MS = 2500; // without an answer or a connection for this long, the loss is reported
const GIVE_UP_MS = 10000; // without an answer for this long, the connection is replaced

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
    private since = Infinity; // when the connection was opened
    private closed = false;
    private greeted = false; // the server has greeted this connection
    private person: string | null = null; // id of the person greeted last
    private heard = 0; // when the last message arrived
    private asked = 0; // when the pending ping or connection attempt began, or 0
    private silent = false; // the loss has been reported
    private readonly beat: ReturnType<typeof setInterval>;
    private pause: ReturnType<typeof setTimeout> | undefined;
    private readonly goOffline = (): void => {
        this.fall();
        this.drop();
    };
    private readonly goOnline = (): void => {
        if (!this.socket) this.connect();
    };

    // `opened` returns the first message to send, each time the connection is opened.
    constructor(
        private readonly opened: () => object,
        private readonly hear: (message: ServerMessage, text: string) => void,
        private readonly lost: () => void,
        private readonly found: () => void = () => {},
    ) {
        this.connect();
        this.beat = setInterval(() => this.feel(), BEAT_MS);
        addEventListener('offline', this.goOffline);
        addEventListener('online', this.goOnline);
    }

    private connect(): void {
        clearTimeout(this.pause);
        const url = new URL('api/v1/socket', ROOT.replace(/^http/, 'ws'));
        const socket = new WebSocket(url, 'railhead-1');
        this.socket = socket;
        this.asked = Date.now();
        socket.onopen = () => {
            this.asked = this.since = Date.now();
            socket.send(JSON.stringify(this.opened()));
        };
        socket.onmessage = ({ data }) => {
            this.listen();
            this.receive(String(data));
        };
        socket.onclose = () => this.drop();
    }

    private listen(): void {
        this.heard = Date.now();
        this.asked = 0;
        if (this.silent) this.found();
        this.silent = false;
    }

    private fall(): void {
        if (!this.silent) this.lost();
        this.silent = true;
    }

    // Checks whether the connection is alive.  Hidden pages leave that to the server.
    private feel(): void {
        if (!this.socket || document.hidden) return;
        const now = Date.now();
        if (this.asked > 0) {
            if (now - this.asked > ANSWER_MS) this.fall();
            if (now - this.asked > GIVE_UP_MS) this.drop();
        } else if (now - this.heard > QUIET_MS) {
            this.asked = now;
            this.socket.send(JSON.stringify({ do: 'ping' }));
        }
    }

    // Drops a lost or dead connection and schedules a retry.  Messages that still arrive are
    // ignored.
    private drop(): void {
        if (!this.socket) return;
        this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
        this.socket.close();
        this.socket = null;
        this.retry();
    }

    private retry(): void {
        this.greeted = false;
        if (this.closed) return;
        if (Date.now() - this.since > STEADY_MS) this.failures = 0;
        this.since = Infinity;
        if (this.failures > 0) this.fall();
        const pause = RETRY_MS[Math.min(this.failures, RETRY_MS.length - 1)]!;
        this.failures += 1;
        clearTimeout(this.pause);
        this.pause = setTimeout(() => {
            if (!this.closed && !this.socket) this.connect();
        }, pause * (0.5 + Math.random()));
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

    // Events of a table, which are most of the traffic, are not parsed here: the core reads them.
    private receive(text: string): void {
        const message: ServerMessage = text.startsWith(EVENT) ? { is: 'event' } : JSON.parse(text);
        if (message.is === 'pong') return;
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

    // Replaces the connection by a new one.
    reopen(): void {
        this.drop();
    }

    close(): void {
        this.closed = true;
        clearInterval(this.beat);
        clearTimeout(this.pause);
        removeEventListener('offline', this.goOffline);
        removeEventListener('online', this.goOnline);
        this.socket?.close();
    }
}

// Returns the error of a response.  A proxy may have answered without JSON; then the HTTP status is
// the error code.
async function failure(response: Response): Promise<ServerError> {
    const said = (await response.json().catch(() => ({}))) as Partial<Fault> & { error?: string };
    return new ServerError(said.error ?? String(response.status), said);
}

// Sends a JSON request.  Throws ServerError if the server refuses it.
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

// Fetches a text, such as a record.  Throws ServerError if the server refuses it.
export async function apiText(path: string): Promise<string> {
    const response = await fetch(new URL(`api/v1/${path}`, ROOT));
    if (!response.ok) throw await failure(response);
    return response.text();
}

// Uploads a record.  Returns its id at the server.
export async function putRecord(record: string): Promise<string> {
    const response = await fetch(new URL('api/v1/records', ROOT), {
        method: 'POST',
        body: record,
        headers: { 'content-type': 'text/plain' },
    });
    if (!response.ok) throw await failure(response);
    return ((await response.json()) as { id: string }).id;
}
