// The connection to a server: one WebSocket that comes back by itself, and requests over HTTP.
//
// A request that was not answered when the connection was lost is sent again: the protocol makes
// sure that a turn is not played twice.  It is not when the server greets somebody else than before,
// as after a session has ended: what one person asked for is not to be done for another.
//
// A connection that is gone without a word is noticed within five seconds: the browser says that it
// is offline, or the server does not answer a ping.
//
// Behind a proxy another server takes over at once, so the first attempt comes soon, and the loss is
// not told unless it fails.  After that the pauses grow; chance keeps the pages of a server that has
// stopped from coming back all at once.  src/remote/patience.h is the same for the terminal.
//
// Whom the server greets is told to the page by an event of this name.
import type { Fault } from '../core/types';
import { ROOT } from '../root';
import { ServerError, type ServerMessage } from './server-types';

export const GREETED = 'railhead-greeted';
const EVENT = '{"is":"event",'; // how our server begins it; elsewhere it is found by reading
const RETRY_MS = [200, 500, 1000, 2000, 5000]; // give or take a half
const STEADY_MS = 5000; // a connection that held for so long is worth a quick attempt
const BEAT_MS = 500; // how often the connection is looked at
const QUIET_MS = 1500; // nothing was heard for so long: is anybody there?
const ANSWER_MS = 2500; // no answer to that, or no connection, for so long is said
const GIVE_UP_MS = 10000; // and for so long calls for another connection

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
    private greeted = false; // since the connection was opened
    private person: string | null = null; // whom the server greeted last
    private heard = 0; // when something came last
    private asked = 0; // when an answer began to be waited for, or 0
    private silent = false; // and that it does not come has been said
    private readonly beat: ReturnType<typeof setInterval>;
    private pause: ReturnType<typeof setTimeout> | undefined;
    private readonly goOffline = (): void => {
        this.fall();
        this.drop();
    };
    private readonly goOnline = (): void => {
        if (!this.socket) this.connect();
    };

    // `opened` says what to follow, each time the connection is there.
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

    // A page that nobody looks at waits for the server to notice.
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

    // The connection is gone, or as good as that: what may still come over it is not heard.
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

    // What happens at a table is for the core alone, which reads it: it is most of what a server sends.
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

    // Another connection in place of this one.
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
