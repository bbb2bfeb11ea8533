// Bytes on a socket of one's own, for tests of what no well-behaved client sends.
import net from 'node:net';
import tls from 'node:tls';
import { within } from '../tap.mjs';

export const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';

export class Raw {
    // Resolves when it is connected; `from` is one of our own addresses, 127.0.0.2 for example.
    static async open(server, { from = '127.0.0.1', secure = false } = {}) {
        const raw = new Raw();
        raw.heard = Buffer.alloc(0);
        raw.waiting = new Set();
        raw.isClosed = false;
        const options = { port: server.port, host: '127.0.0.1', localAddress: from, rejectUnauthorized: false };
        raw.socket = secure ? tls.connect(options) : net.connect(options);
        raw.closed = new Promise((resolve) => {
            raw.socket.on('close', () => {
                raw.isClosed = true;
                raw.look();
                resolve();
            });
        });
        raw.socket.on('error', () => {});
        raw.socket.on('data', (part) => {
            raw.heard = Buffer.concat([raw.heard, part]);
            raw.look();
        });
        await within(Promise.race([raw.closed,
            new Promise((resolve) => { raw.socket.once(secure ? 'secureConnect' : 'connect', resolve); })]),
        'a connection');
        return raw;
    }

    get text() {
        return this.heard.toString('latin1');
    }

    look() {
        for (const check of this.waiting) check();
    }

    write(bytes) {
        this.socket.write(bytes);
        return this;
    }

    // Resolves when it pleases, with what `pleases` says; fails when the connection is closed first.
    until(pleases, what) {
        return within(new Promise((resolve, reject) => {
            const check = () => {
                const found = pleases(this);
                if (!found && !this.isClosed) return;
                this.waiting.delete(check);
                if (found) resolve(found);
                else reject(new Error(`closed before ${what}: ${this.text.slice(-300)}`));
            };
            this.waiting.add(check);
            check();
        }), () => `${what}; heard ${this.text.slice(-300)}`);
    }

    // The end, and all that was heard before it.
    async end() {
        await within(this.closed, () => `the end of a connection; heard ${this.text.slice(0, 300)}`);
        return this.text;
    }

    destroy() {
        this.socket.destroy();
        return this.closed;
    }

    // ---- HTTP

    // The statuses of all answers that have come.
    get statuses() {
        return [...this.text.matchAll(/(?:^|\r\n\r\n.*?)HTTP\/1\.1 (\d+)/gs)].map(([, status]) => Number(status));
    }

    // One whole answer to a request; { status, headers, body }.
    async ask(bytes) {
        this.heard = Buffer.alloc(0);
        this.write(bytes);
        return this.until(() => {
            const end = this.heard.indexOf('\r\n\r\n');
            if (end < 0) return undefined;
            const headers = this.heard.subarray(0, end).toString('latin1');
            const length = Number(/^content-length: (\d+)/mi.exec(headers)?.[1] ?? 0);
            const body = this.heard.subarray(end + 4);
            if (body.length < length) return undefined;
            return { status: Number(headers.split(' ')[1]), headers, body };
        }, 'an answer');
    }

    // ---- WebSocket

    // Resolves when the server has said hello.
    async upgrade(server, headers = '') {
        this.write(`GET /api/v1/socket HTTP/1.1\r\nHost: ${server.host}\r\nUpgrade: websocket\r\n`
            + `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\n`
            + `Sec-WebSocket-Protocol: railhead-1\r\n${headers}\r\n`);
        await this.until(() => this.text.includes('"hello"'), 'hello');
        return this;
    }

    // What the server has sent since the upgrade: { opcode, payload }, and close codes as { code }.
    get frames() {
        const frames = [];
        let at = this.heard.indexOf('\r\n\r\n') + 4;
        while (at + 2 <= this.heard.length) {
            let length = this.heard[at + 1] & 0x7f;
            let start = at + 2;
            if (length === 126) {
                length = this.heard.readUInt16BE(at + 2);
                start += 2;
            }
            if (start + length > this.heard.length) break;
            const payload = this.heard.subarray(start, start + length);
            const opcode = this.heard[at] & 0x0f;
            frames.push(opcode === 8
                ? { opcode, code: payload.readUInt16BE(0), reason: payload.subarray(2).toString() }
                : { opcode, payload: payload.toString('utf8') });
            at = start + length;
        }
        return frames;
    }

    get closeCode() {
        return this.frames.find(({ opcode }) => opcode === 8)?.code;
    }
}

// A frame as a client sends it; the first byte is 0x81 for a whole text, 0x01 for the first piece.
export function frame(first, payload = '', { masked = true } = {}) {
    const bytes = Buffer.from(payload);
    const mask = masked ? [1, 2, 3, 4] : [];
    const flag = masked ? 0x80 : 0;
    const length = bytes.length > 0xffff ? [flag | 127, 0, 0, 0, 0, bytes.length >>> 24,
        (bytes.length >>> 16) & 0xff, (bytes.length >>> 8) & 0xff, bytes.length & 0xff]
        : bytes.length > 125 ? [flag | 126, bytes.length >>> 8, bytes.length & 0xff]
            : [flag | bytes.length];
    return Buffer.concat([Buffer.from([first, ...length, ...mask]),
        masked ? bytes.map((byte, i) => byte ^ mask[i & 3]) : bytes]);
}
