// A client of docs/protocol.md for tests: a person with a secret, who asks over HTTP and over
// WebSockets.  It knows nothing of the rules of the game; game.mjs does that.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import { within } from '../tap.mjs';

// Debian's node-ws; Node.js from elsewhere does not look there by itself.
const { WebSocket } = createRequire(import.meta.url)('/usr/share/nodejs/ws');

const WS_OPTIONS = { rejectUnauthorized: false, perMessageDeflate: false };

// What the server refused: the fields of its answer, and the status over HTTP.
export class Refused extends Error {
    constructor({ error, text, rule, code, args, status }) {
        super(`${error}: ${text}`);
        Object.assign(this, { error, text, rule, code, args, status });
    }
}

// The refusal of a promise, which must be one.
export async function refusal(promise) {
    try {
        await promise;
    } catch (error) {
        if (error instanceof Refused) return error;
        throw error;
    }
    throw new Error('it was not refused');
}

// One request; { status, headers, text }.  `path` is sent as it is.  A server may have a `patience`:
// after so many milliseconds without a byte it is given up, as people do.
export function request(server, { method = 'GET', path, headers = {}, body }) {
    return within(new Promise((resolve, reject) => {
        const options = { host: '127.0.0.1', port: server.port, method, path, headers, ...WS_OPTIONS };
        if (server.patience) options.timeout = 2 * server.patience;
        const asked = (server.secure ? https : http).request({ ...options, agent: false }, (answer) => {
            const parts = [];
            answer.on('data', (part) => parts.push(part));
            answer.on('end', () => resolve({
                status: answer.statusCode,
                headers: answer.headers,
                text: Buffer.concat(parts).toString('utf8'),
            }));
            answer.on('error', reject);
        });
        asked.on('error', reject);
        asked.on('timeout', () => asked.destroy(Object.assign(new Error('no answer'), { code: 'ECONNRESET' })));
        asked.end(body);
    }), `an answer to ${method} ${path}`);
}

export class Person {
    constructor(secret = randomBytes(32).toString('base64url')) {
        this.secret = secret;
        this.id = '';
    }

    get headers() {
        return { Authorization: `Bearer ${this.secret}` };
    }

    // The whole answer, whatever its status.
    request(server, method, path, body, headers = {}) {
        const all = { ...this.headers, ...headers };
        let bytes = body;
        if (body !== undefined && typeof body !== 'string') bytes = JSON.stringify(body);
        if (bytes !== undefined) {
            all['Content-Type'] ??= 'application/json';
            all['Content-Length'] = Buffer.byteLength(bytes);
        }
        return request(server, { method, path, headers: all, body: bytes });
    }

    // The JSON of an answer; throws Refused for one that is an error.
    async ask(server, method, path, body, headers) {
        const answer = await this.request(server, method, `/api/v1/${path}`, body, headers);
        const json = JSON.parse(answer.text);
        if (answer.status !== 200) throw new Refused({ ...json, status: answer.status });
        return json;
    }

    async open(server, settings) {
        return this.ask(server, 'POST', 'tables', settings);
    }

    connect(server, options) {
        return Connection.open(server, this, options);
    }
}

export class Connection {
    constructor(person) {
        this.person = person;
        this.messages = []; // all that came, in order
        this.raw = []; // the same, as the bytes they were
        this.number = 0;
        this.waiting = new Set();
        this.isClosed = false;
    }

    // Resolves with the connection once it has been greeted.
    static async open(server, person, { headers, path = '/api/v1/socket', protocol = 'railhead-1' } = {}) {
        const connection = new Connection(person);
        const scheme = server.secure ? 'wss' : 'ws';
        const socket = new WebSocket(`${scheme}://${server.host}${path}`, protocol,
            { ...WS_OPTIONS, headers: headers ?? person.headers });
        connection.socket = socket;
        connection.closed = new Promise((resolve) => {
            socket.on('close', (code, reason) => {
                connection.isClosed = true;
                connection.look();
                resolve({ code, reason: String(reason) });
            });
        });
        socket.on('message', (data, binary) => connection.take(data, binary));
        if (server.patience) connection.watch(server.patience);
        await within(new Promise((resolve, reject) => {
            socket.on('open', resolve);
            socket.on('error', reject);
            socket.on('unexpected-response', (_, answer) => {
                reject(Object.assign(new Error(`status ${answer.statusCode}`),
                    { status: answer.statusCode }));
                socket.terminate();
            });
        }), 'a connection');
        const hello = await connection.wait((message) => message.is === 'hello', 'hello');
        person.id = hello.you.id;
        return connection;
    }

    // As pages do: asks whether the server is there when it has been silent for so long, and drops
    // the connection when it does not answer.
    watch(patience) {
        this.heard = Date.now();
        const timer = setInterval(() => {
            const silent = Date.now() - this.heard;
            if (silent > 2 * patience) this.socket.terminate();
            else if (silent > patience && this.socket.readyState === WebSocket.OPEN) this.send({ do: 'ping' });
        }, patience / 2);
        this.closed.then(() => clearInterval(timer));
    }

    take(data, binary) {
        this.heard = Date.now();
        if (binary) throw new Error('a binary frame from the server');
        const text = data.toString('utf8');
        this.raw.push(text);
        this.messages.push(JSON.parse(text));
        this.onmessage?.(this.messages.at(-1));
        this.look();
    }

    look() {
        for (const check of this.waiting) check();
    }

    // The first message from `from` on that pleases; those that came already count.
    wait(pleases, what, from = 0) {
        let next = from;
        const found = new Promise((resolve, reject) => {
            const check = () => {
                for (; next < this.messages.length; next += 1) {
                    if (pleases(this.messages[next])) {
                        this.waiting.delete(check);
                        resolve(this.messages[next]);
                        return;
                    }
                }
                if (this.isClosed) {
                    this.waiting.delete(check);
                    reject(new Error(`the connection was closed before ${what}: ${this.tail()}`));
                }
            };
            this.waiting.add(check);
            check();
        });
        return within(found, () => `${what}; the last messages: ${this.tail()}`);
    }

    tail() {
        return this.raw.slice(-6).join('\n');
    }

    send(message) {
        this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
    }

    // Sends a message with an id of its own and resolves with the answer; throws Refused.
    async ask(message) {
        this.number += 1;
        const id = this.number;
        const from = this.messages.length;
        this.send({ ...message, id });
        const answer = await this.wait(({ re }) => re === id, `the answer to ${JSON.stringify(message)}`,
            from);
        if (answer.is === 'error') throw new Refused(answer);
        return answer;
    }

    // Follows a table; resolves with the `table` message when all events up to its last are here.
    async follow(table, after = 0) {
        const from = this.messages.length;
        this.number += 1;
        const id = this.number;
        this.send({ do: 'follow', table, after, ...(this.knowsUndo ? { undo: true } : {}), id });
        const answer = await this.wait((one) => (one.is === 'table' && one.table.id === table)
            || (one.is === 'error' && one.re === id), 'the table', from);
        if (answer.is === 'error') throw new Refused(answer);
        if (answer.last > after) await this.event(({ n }) => n === answer.last, from);
        return answer;
    }

    event(pleases, from = 0) {
        const wanted = typeof pleases === 'string' ? ({ kind }) => kind === pleases : pleases;
        return this.wait((message) => message.is === 'event' && wanted(message),
            `an event ${pleases}`, from);
    }

    events() {
        return this.messages.filter(({ is }) => is === 'event');
    }

    async close() {
        this.socket.close();
        return within(this.closed, 'the end of a connection');
    }

    // As when the network goes away.
    async drop() {
        this.socket.terminate();
        return this.closed;
    }
}
