// The bytes of floods: requests, frames and the beginnings of handshakes.
import net from 'node:net';
import tls from 'node:tls';
import { within } from '../../tests/tap.mjs';

// Holes that build/bench/flood fills: the secret of the connection, a new one each time, letters.
const hole = (kind, length) => `@{${kind}${'.'.repeat(length - 4)}}`;
export const MINE = hole('s', 43);
export const NEW = hole('n', 43);
export const letters = (length) => hole('i', length);

export function http11(method, at, { secret = NEW, type = 'application/json', body, length } = {}) {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    return [`${method} ${at} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${secret}`,
        ...(text === undefined ? [] : [`Content-Type: ${type}`,
            `Content-Length: ${length ?? Buffer.byteLength(text)}`]),
        '', text ?? ''].join('\r\n');
}

export const post = (at, body, more) => http11('POST', at, { body, ...more });

export const UPGRADE = http11('GET', '/api/v1/socket', { secret: MINE }).replace('\r\n\r\n', ['',
    'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: bG9hZCBnZW5lcmF0b3IhIQ==', 'Sec-WebSocket-Protocol: railhead-1', '', ''].join('\r\n'));

// A frame with a mask of zeros, so that what is in it can have holes.
export function frame(data, { opcode = 1, final = true, claims } = {}) {
    const payload = Buffer.from(typeof data === 'object' && !Buffer.isBuffer(data) ? JSON.stringify(data) : data);
    const length = claims ?? payload.length;
    const head = Buffer.alloc(length < 126 ? 6 : length < 65536 ? 8 : 14);
    head[0] = (final ? 0x80 : 0) | opcode;
    head[1] = 0x80 | (length < 126 ? length : length < 65536 ? 126 : 127);
    if (length >= 65536) head.writeBigUInt64BE(BigInt(length), 2);
    else if (length >= 126) head.writeUInt16BE(length, 2);
    return Buffer.concat([head, payload]);
}

export const frames = (...messages) => Buffer.concat(messages.map((message) => frame(message)));

// The first bytes of a client of TLS.
export function clientHello() {
    return within(new Promise((resolve) => {
        const listener = net.createServer((socket) => {
            socket.on('error', () => {}).once('data', (bytes) => {
                socket.destroy();
                listener.close();
                resolve(bytes);
            });
        }).listen(0, '127.0.0.1', () => {
            tls.connect({ host: '127.0.0.1', port: listener.address().port }).on('error', () => {});
        });
    }), 'the first bytes of a client');
}
