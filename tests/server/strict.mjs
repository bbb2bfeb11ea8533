#!/usr/bin/env node
// Bytes that no well-behaved client sends: requests that two readers would read differently, frames
// that the RFC forbids, and everything that a stranger could do without end.
// run: early, release too
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Person, request } from './client.mjs';
import { KEY, Raw, frame } from './raw.mjs';
import { Server } from './server.mjs';
import { PATIENCE_S, finish, randomNumbers, scratch, sleep, test, times, until, within } from '../tap.mjs';

const LARGE = 8 << 20;
const folder = scratch();
const large = randomBytes(LARGE);
fs.writeFileSync(path.join(folder, 'index.html'), '<!DOCTYPE html><title>test</title>');
fs.writeFileSync(path.join(folder, 'large.bin'), large);
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

const server = await Server.start({ args: ['--web', folder] });
const HOST = `Host: ${server.host}\r\n`;
const GET = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;

async function isWell(which = server) {
    assert.equal((await request(which, { path: '/healthz' })).status, 200);
}

function memoryOf({ pid }) {
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)[1]) * 1024;
}

// ---- Who takes long ---------------------------------------------------------------------------

// Each waits for the patience of a server of its own to end, none for a fixed time: all of them at
// once, and beside everything else.
const patient = await Server.start({ args: ['--web', folder] });
const waits = {
    'who says nothing': async () => assert.equal(await (await Raw.open(patient)).end(), ''),
    'who never finishes a head': async () => assert.equal(
        await (await Raw.open(patient)).write('GET / HTTP/1.1\r\n').end(), ''),
    'who never finishes a body': async () => assert.equal(await (await Raw.open(patient))
        .write(`POST /api/v1/me HTTP/1.1\r\n${HOST}Content-Length: 100\r\n\r\n{`).end(), ''),
    'who never asks again': async () => {
        const raw = await Raw.open(patient);
        assert.equal((await raw.ask(GET)).status, 200);
        await raw.end();
    },
    'who never reads an answer': async () => {
        const raw = await Raw.open(patient);
        raw.write(`GET /large.bin HTTP/1.1\r\n${HOST}\r\n`);
        await raw.until(() => raw.heard.length > 0, 'the beginning');
        raw.socket.pause();
        // The system says it when bytes are sent to a connection that has been closed.
        await within(new Promise((resolve) => {
            raw.socket.on('error', resolve);
            const timer = setInterval(() => raw.socket.write('x'), 500);
            raw.closed.then(() => clearInterval(timer));
        }), 'the end of a connection that is not read');
        await raw.destroy();
    },
};
const ends = Object.entries(waits).map(([who, run]) => [who, run().then(() => undefined, (error) => error)]);

// ---- What is no request -----------------------------------------------------------------------

// One answer, with this status, and the end: whatever follows is never taken for a request.
async function isRefused(what, status, bytes) {
    const raw = await Raw.open(server);
    raw.write(Buffer.from(bytes, 'latin1'));
    const text = await raw.end();
    assert.deepEqual(raw.statuses, [status], `${what}: ${text.slice(0, 200)}`);
    assert.match(text, /^connection: close\r$/m, what);
    assert.equal(JSON.parse(text.slice(text.indexOf('\r\n\r\n'))).error.length > 3, true, what);
}

const SOCKET = `GET /api/v1/socket HTTP/1.1\r\n${HOST}Sec-WebSocket-Protocol: railhead-1\r\n`;
const KEYED = `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\n\r\n`;
const METRICS = `GET /metrics HTTP/1.1\r\n${HOST}\r\n`;

for (const [what, status, bytes] of [
    ['h2c', 400, `${SOCKET}Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n`
        + `Connection: Upgrade, HTTP2-Settings\r\n\r\nPRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
    ['h2c with the rest of a WebSocket', 400, `${SOCKET}Upgrade: h2c\r\nConnection: Upgrade\r\n${KEYED}`],
    ['two of them', 400, `${SOCKET}Upgrade: websocket, h2c\r\nConnection: Upgrade\r\n${KEYED}`],
    ['one after the other', 400,
        `${SOCKET}Upgrade: websocket\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n${KEYED}`],
    ['something else', 400, `${SOCKET}Upgrade: TLS/1.0\r\nConnection: Upgrade\r\n\r\n`],
    ['no Connection', 400, `${SOCKET}Upgrade: websocket\r\n${KEYED}${METRICS}`],
    ['another version', 426,
        `${SOCKET}Upgrade: websocket\r\nConnection: Upgrade\r\n${KEYED.replace('13', '8')}${METRICS}`],
    ['no version', 426, `${SOCKET}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`],
    ['a key that is none', 400,
        `${SOCKET}Upgrade: websocket\r\nConnection: Upgrade\r\n${KEYED.replace('==', '')}`],
    ['with POST', 400, `${SOCKET.replace('GET', 'POST')}Upgrade: websocket\r\nConnection: Upgrade\r\n${KEYED}`],
    ['none at all', 426, `${SOCKET}\r\n`],
    ['HTTP/2 at once', 505, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'],
]) {
    await test(`upgrades: ${what} is answered ${status} and closed`, () => isRefused(what, status, bytes));
}

const POST = `POST /api/v1/me HTTP/1.1\r\n${HOST}`;
for (const [what, status, bytes] of [
    ['chunks in an unknown coding', 400, `${POST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n${METRICS}`],
    ['chunks that are none', 400, `${POST}Transfer-Encoding: chunked\r\n\r\n0 \r\n\r\n${METRICS}`],
    ['chunks with GET', 400, `GET / HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${METRICS}`],
    ['chunks of HTTP/1.0', 400, `${POST.replace('/1.1', '/1.0')}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${METRICS}`],
    ['chunks that are too long together', 413, `${POST}Transfer-Encoding: chunked\r\n\r\n`
        + `800\r\n${'x'.repeat(2048)}\r\n800\r\n${'x'.repeat(2048)}\r\n1\r\nx`],
    ['chunks with endless extensions', 400, `${POST}Transfer-Encoding: chunked\r\n\r\n`
        + `${`1;${'x'.repeat(200)}\r\na\r\n`.repeat(9)}`],
    ['chunks for a file', 404, `POST /no.html HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${METRICS}`],
    ['chunks beside a length', 400,
        `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${METRICS}`],
    ['chunks under another name', 400, `${POST}Transfer-Encoding: x\r\nContent-Length: 0\r\n\r\n${METRICS}`],
    ['two lengths', 400, `${POST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello${METRICS}`],
    ['the same length twice', 400, `${POST}Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello`],
    ['a list of lengths', 400, `${POST}Content-Length: 5, 5\r\n\r\nhello`],
    ['a length with a sign', 400, `${POST}Content-Length: +5\r\n\r\nhello`],
    ['a length below zero', 400, `${POST}Content-Length: -5\r\n\r\nhello`],
    ['a length that is no number', 400, `${POST}Content-Length: 0x5\r\n\r\nhello`],
    ['a length of 2^64', 413, `${POST}Content-Length: 18446744073709551621\r\n\r\nhello`],
    ['a space before the colon', 400, `${POST}Content-Length : 5\r\n\r\nhello`],
    ['a folded line', 400, `${POST}X: y\r\n Content-Length: 5\r\n\r\nhello`],
    ['a bare CR', 400, `${POST}X: y\rContent-Length: 5\r\n\r\nhello`],
    ['a bare LF', 400, `${POST.replaceAll('\r', '')}\n`],
    ['a NUL', 400, `${POST}X: \0\r\n\r\n`],
    ['a line without a colon', 400, `${POST}hello\r\n\r\n`],
    ['no host', 400, 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two hosts', 400, `GET /healthz HTTP/1.1\r\n${HOST}${HOST}\r\n`],
    ['a host that is none', 400, 'GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n'],
    ['a control character in the path', 400, `GET /\x01 HTTP/1.1\r\n${HOST}\r\n`],
    ['one that is written as %00', 400, `GET /%00 HTTP/1.1\r\n${HOST}\r\n`],
    ['a control character in the method', 400, `G\x02T / HTTP/1.1\r\n${HOST}\r\n`],
    ['three spaces', 400, `GET / x HTTP/1.1\r\n${HOST}\r\n`],
    ['a whole URL without a host', 400, `GET http:///metrics HTTP/1.1\r\n${HOST}\r\n`],
    ['a whole URL with a login', 400, `GET http://a@b/metrics HTTP/1.1\r\n${HOST}\r\n`],
    ['OPTIONS with a body', 400, `OPTIONS /api/v1/me HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello`],
    ['a tunnel', 400, `CONNECT x:443 HTTP/1.1\r\n${HOST}\r\n`],
    ['no HTTP', 400, 'EHLO example.org\r\n\r\n'],
    ['TLS on a plain port', 400, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/1.2', 505, `GET / HTTP/1.2\r\n${HOST}\r\n`],
    ['a body with GET', 400, `GET /healthz HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello`],
    ['a body with HEAD', 400, `HEAD /healthz HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello`],
    ['a request in the body of GET', 400,
        `GET /api/v1/me HTTP/1.1\r\n${HOST}Content-Length: ${METRICS.length}\r\n\r\n${METRICS}`],
    ['headers of 9 KB', 431, `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(9000)}\r\n\r\n`],
    ['headers without an end', 431, `GET / HTTP/1.1\r\n${HOST}X: ${'x'.repeat(20000)}`],
    ['200 headers', 431, `GET / HTTP/1.1\r\n${HOST}${'X: y\r\n'.repeat(200)}\r\n`],
    ['a path of 1 KB', 414, `GET /${'x'.repeat(1000)} HTTP/1.1\r\n${HOST}\r\n`],
    ['a body that is too long for its path', 413, `${POST}Content-Length: 4097\r\n\r\n`],
    ['a body that is too long for any', 413,
        `POST /api/v1/records HTTP/1.1\r\n${HOST}Content-Length: 262145\r\n\r\n`],
    ['an expectation', 417, `${POST}Expect: the unexpected\r\nContent-Length: 5\r\n\r\n`],
    ['a body for a file', 404, `POST /no.html HTTP/1.1\r\n${HOST}Content-Length: ${METRICS.length}\r\n\r\n${METRICS}`],
]) {
    await test(`HTTP: ${what} is answered ${status} and closed`, () => isRefused(what, status, bytes));
}

await test('HTTP: requests one after the other share a connection, however they are cut', async () => {
    const raw = await Raw.open(server);
    for (let cut = 1; cut < GET.length; cut += 7) {
        raw.write(GET.slice(0, cut));
        assert.equal((await raw.ask(GET.slice(cut))).status, 200);
    }
    const body = JSON.stringify({ name: 'Ada' });
    const post = `POST /api/v1/me HTTP/1.1\r\n${HOST}Authorization: Bearer ${new Person().secret}\r\n`
        + `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    assert.equal((await raw.ask(`${post}${body}`)).status, 200);
    for (const letter of `${post}${body}`.slice(0, -1)) raw.write(letter);
    assert.equal((await raw.ask(body.at(-1))).status, 200);
    await raw.destroy();
});

await test('HTTP: a second request before the first is answered is not taken, and ends it', async () => {
    const raw = await Raw.open(server);
    const text = await raw.write(GET + METRICS).end();
    assert.deepEqual(raw.statuses, [200]);
    assert.match(text, /^connection: close\r$/m);
    assert.doesNotMatch(text, /railhead_/);
});

await test('HTTP: whoever waits to be told to send a body is told', async () => {
    const raw = await Raw.open(server);
    raw.write(`POST /api/v1/me HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`
        + `Authorization: Bearer ${new Person().secret}\r\nExpect: 100-continue\r\nContent-Length: 14\r\n\r\n`);
    await raw.until(() => raw.text.includes('HTTP/1.1 100 Continue\r\n\r\n'), 'a word to go on');
    assert.equal((await raw.ask('{"name":"Ada"}')).status, 200);
    await raw.destroy();
});

// What RFC 9110 and 9112 say that every server MUST do.
const headerOf = (headers, name) => new RegExp(`^${name}: (.*?)\\r?$`, 'mi').exec(headers)?.[1];

await test('HTTP: every answer has a date', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000 - 1000; // time() may be a tick behind Date.now()
    for (const bytes of [GET, `GET / HTTP/1.1\r\n${HOST}\r\n`, `GET /none HTTP/1.1\r\n${HOST}\r\n`,
        `OPTIONS / HTTP/1.1\r\n${HOST}\r\n`, `PUT / HTTP/1.1\r\n${HOST}\r\n`, 'nonsense\r\n\r\n',
        `GET / HTTP/1.1\r\n${HOST}If-None-Match: *\r\n\r\n`, `${SOCKET}Upgrade: websocket\r\nConnection: Upgrade\r\n${KEYED}`]) {
        const raw = await Raw.open(server);
        const { headers } = await raw.ask(bytes);
        const date = headerOf(headers, 'date');
        assert.match(date ?? '', /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/, headers);
        assert.equal(new Date(date).toUTCString(), date);
        assert.ok(Date.parse(date) >= before && Date.parse(date) <= Date.now(), date);
        await raw.destroy();
    }
});

await test('HTTP: 405 and OPTIONS list the methods that the path takes, all of which it takes', async () => {
    const raw = await Raw.open(server);
    const { id } = await new Person().open(server, { board: 'transamerica', seats: ['me', 'open'] });
    for (const [target, allowed] of [['/', 'GET, HEAD'], ['/large.bin', 'GET, HEAD'], ['/healthz', 'GET, HEAD'],
        ['/api/v1/me', 'GET, HEAD, POST, DELETE'], ['/api/v1/tables', 'GET, HEAD, POST'],
        [`/api/v1/tables/${id}`, 'GET, HEAD, POST'], [`/api/v1/tables/${id}/record`, 'GET, HEAD'],
        ['/api/v1/login', 'POST'], ['/api/v1/sessions', 'GET, HEAD, DELETE'], ['/api/v1/sessions/abc', 'DELETE'],
        ['/api/v1/records', 'POST'], ['/api/v1/records/abc', 'GET, HEAD'], ['/api/v1/socket', 'GET, HEAD']]) {
        const ask = async (method) => raw.ask(`${method} ${target} HTTP/1.1\r\n${HOST}\r\n`);
        const options = await ask('OPTIONS');
        assert.equal(options.status, 204, target);
        assert.equal(headerOf(options.headers, 'allow'), `${allowed}, OPTIONS`, target);
        assert.doesNotMatch(options.headers, /^(content-length|content-type|access-control-.*):/mi);
        if (target === '/api/v1/socket') continue; // which is another matter, and ends the connection
        for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'TRACE']) {
            const { status, headers } = await ask(method);
            assert.equal(status === 405, !allowed.split(', ').includes(method), `${method} ${target}: ${status}`);
            if (status === 405) assert.equal(headerOf(headers, 'allow'), `${allowed}, OPTIONS`, target);
        }
    }
    const star = await raw.ask(`OPTIONS * HTTP/1.1\r\n${HOST}\r\n`);
    assert.deepEqual([star.status, headerOf(star.headers, 'allow')], [204, 'GET, HEAD, POST, DELETE, OPTIONS']);
    for (const target of ['/none', '/api/v1/none']) {
        assert.equal((await raw.ask(`OPTIONS ${target} HTTP/1.1\r\n${HOST}\r\n`)).status, 404);
    }
    await raw.destroy();
});

await test('HTTP: a whole URL is a target, whose host counts', async () => {
    const raw = await Raw.open(server);
    const person = new Person();
    for (const target of ['http://railhead.example/healthz', `HTTPS://${server.host}/healthz`]) {
        assert.equal((await raw.ask(`GET ${target} HTTP/1.1\r\n${HOST}\r\n`)).status, 200);
    }
    const post = (origin) => raw.ask(`POST http://railhead.example/api/v1/me HTTP/1.1\r\n${HOST}Origin: ${origin}\r\n`
        + `Authorization: Bearer ${person.secret}\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{"name":"Ada"}`);
    assert.equal((await post('http://railhead.example')).status, 200);
    assert.equal((await post(`http://${server.host}`)).status, 403);
    await raw.destroy();
});

await test('HTTP: what the client knows is not sent again, however it says so', async () => {
    const raw = await Raw.open(server);
    const ask = (known) => raw.ask(`GET /large.bin HTTP/1.1\r\n${HOST}If-None-Match: ${known}\r\n\r\n`);
    const etag = headerOf((await ask('"x"')).headers, 'etag');
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, `"x"\r\nIf-None-Match: W/${etag}`, '*']) {
        assert.equal((await ask(known)).status, 304, known);
    }
    for (const known of ['', etag.slice(0, -1), etag.replaceAll('"', ''), `x${etag}`, '"*"']) {
        assert.equal((await ask(known)).status, 200, known);
    }
    await raw.destroy();
});

await test('HTTP: a body in chunks is the same as a whole one, however it is cut', async () => {
    const raw = await Raw.open(server);
    const person = new Person();
    const head = `POST /api/v1/me HTTP/1.1\r\n${HOST}Authorization: Bearer ${person.secret}\r\n`
        + 'Content-Type: application/json; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n';
    const body = '7\r\n{"name"\r\n05;ext="x"\r\n: "Gr\r\n4\r\nace"\r\n1\r\n}\r\n0\r\nX-Trailer: y\r\n\r\n';
    for (let cut = 1; cut < body.length; cut += 3) {
        raw.write(head + body.slice(0, cut));
        const answer = await raw.ask(body.slice(cut));
        assert.deepEqual([answer.status, JSON.parse(answer.body).name], [200, 'Grace'], `${cut}`);
    }
    raw.write(head);
    for (const letter of body.slice(0, -1)) raw.write(letter);
    assert.equal((await raw.ask(body.at(-1))).status, 200);
    // Told to go on, as with a length.
    raw.heard = Buffer.alloc(0);
    raw.write(head.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'));
    await raw.until(() => raw.text.includes('HTTP/1.1 100 Continue\r\n\r\n'), 'a word to go on');
    assert.equal((await raw.ask(body)).status, 200);
    await raw.destroy();
    // A request behind the body is not taken, as behind any other.
    const second = await Raw.open(server);
    const text = await second.write(head + body + METRICS).end();
    assert.deepEqual(second.statuses, [200]);
    assert.doesNotMatch(text, /railhead_connections/);
});

await test('HTTP: chunks that are held count against the budget, like any body', async () => {
    const small = await Server.start({ args: ['--held-address', '1'] });
    const all = await Promise.all(Array.from({ length: 10 }, async () => (await Raw.open(small))
        .write(`POST /api/v1/records HTTP/1.1\r\n${HOST}Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n`)
        .write(`30d40\r\n${'x'.repeat(200000)}\r\n`)));
    const refused = () => all.filter(({ statuses }) => statuses[0] === 503).length;
    // Four are held as long as they are not whole; more are refused while they grow at the same time.
    await until(() => refused() >= 6, 'six refusals');
    assert.ok(refused() < all.length, 'some are held');
    await Promise.all(all.map((raw) => raw.destroy()));
    await small.stop('SIGKILL');
});

await test('HTTP: a type that only begins like another is not it', async () => {
    const raw = await Raw.open(server);
    const post = (path_, type) => raw.ask(`POST ${path_} HTTP/1.1\r\n${HOST}Authorization: Bearer ${new Person().secret}\r\n`
        + `Content-Type: ${type}\r\nContent-Length: 14\r\n\r\n{"name":"Ada"}`);
    for (const [path_, type, wrong] of [['/api/v1/records', 'text/plain', 415], ['/api/v1/me', 'application/json', 415]]) {
        for (const good of [type, type.toUpperCase(), `${type};charset=utf-8`, `${type} ; x=y`]) {
            assert.notEqual((await post(path_, good)).status, wrong, good);
        }
        for (const bad of [`${type}foo`, `x${type}`, `${type}/x`]) assert.equal((await post(path_, bad)).status, wrong, bad);
    }
    await raw.destroy();
});

await test('cookies: only the whole name is one', async () => {
    const person = new Person();
    await person.ask(server, 'POST', 'me', { name: 'Grace' });
    const me = async (cookie) => request(server, { path: '/api/v1/me', headers: { Cookie: cookie } });
    for (const cookie of [`railhead=${person.secret}`, `a=b; railhead=${person.secret}`,
        `xrailhead=no; railhead="${person.secret}";c=d`]) {
        assert.match((await me(cookie)).text, /Grace/, cookie);
    }
    for (const cookie of [`xrailhead=${person.secret}`, `railheadx=${person.secret}`,
        `a=railhead=${person.secret}`, `x railhead=${person.secret}`]) {
        assert.doesNotMatch((await me(cookie)).text, /Grace/, cookie);
    }
});

// ---- Frames -----------------------------------------------------------------------------------

const PING = '{"do":"ping"}';
const isPong = ({ payload }) => payload?.includes('"pong"');

async function socket() {
    return (await Raw.open(server)).upgrade(server);
}

for (const [what, code, bytes] of [
    ['a frame that is not masked', 1002, frame(0x81, PING, { masked: false })],
    ['an empty one', 1002, frame(0x81, '', { masked: false })],
    ['a ping that is not masked', 1002, frame(0x89, '', { masked: false })],
    ['reserved bits', 1002, frame(0xc1, PING)],
    ['an unknown opcode', 1002, frame(0x83, PING)],
    ['a piece of nothing', 1002, frame(0x80, PING)],
    ['a message within a message', 1002, Buffer.concat([frame(0x01, 'a'), frame(0x81, PING)])],
    ['a ping in pieces', 1002, frame(0x09, 'x')],
    ['a ping of 126 bytes', 1002, frame(0x89, 'x'.repeat(126))],
    ['text that is no UTF-8', 1007, frame(0x81, Buffer.from([0xff]))],
    ['a message of 8 KB in pieces of 1 KB', 1009,
        Buffer.concat(Array.from({ length: 8 }, (_, i) => frame(i ? 0 : 1, 'x'.repeat(1024))))],
    ['a message of a megabyte', 1009, frame(0x81, 'x'.repeat(1 << 20))],
    ['a message in endless empty pieces', 1009,
        Buffer.concat(Array.from({ length: 200 }, (_, i) => frame(i ? 0 : 1)))],
    ['a hundred pings', 1008, Buffer.concat(Array.from({ length: 100 }, () => frame(0x89, 'x')))],
    ['a hundred pongs', 1008, Buffer.concat(Array.from({ length: 100 }, () => frame(0x8a)))],
]) {
    await test(`frames: ${what} is closed with ${code}`, async () => {
        const raw = await socket();
        raw.write(bytes);
        const closed = await raw.until(() => raw.closeCode, 'a close frame');
        assert.equal(closed, code);
        assert.ok(!raw.frames.some(isPong));
        const said = raw.frames.some(({ payload }) => payload?.includes('"size"'));
        assert.equal(said, what.startsWith('a message of'));
        await raw.end();
    });
}

await test('frames: pieces, pings and a message that is a little too long are no reason to close', async () => {
    const raw = await socket();
    raw.write(frame(0x01, '{"do":')).write(frame(0x89, 'there?')).write(frame(0x00)).write(frame(0x80, '"ping"}'));
    await raw.until(() => raw.frames.some(isPong), 'pong');
    assert.ok(raw.frames.some(({ opcode, payload }) => opcode === 10 && payload === 'there?'));
    raw.write(frame(0x81, 'x'.repeat(5000)));
    await raw.until(() => raw.frames.some(({ payload }) => payload?.includes('"size"')), 'size');
    const before = raw.frames.filter(isPong).length;
    raw.write(frame(0x81, PING));
    await raw.until(() => raw.frames.filter(isPong).length > before, 'another pong');
    raw.write(frame(0x88, Buffer.from([0x03, 0xe8])));
    assert.equal(await raw.until(() => raw.closeCode, 'a close frame'), 1000);
    await raw.end();
});

await test('frames: a second close frame, or one behind a fault, does not keep ours from coming', async () => {
    const close = frame(0x88, Buffer.from([0x03, 0xe8]));
    for (const [bytes, code] of [[[close, close], 1000], [[close, close, close], 1000], [[frame(0x83, PING), close], 1002],
        [[close, frame(0x81, PING), close], 1000]]) {
        const raw = await socket();
        raw.write(Buffer.concat(bytes));
        assert.equal(await raw.until(() => raw.closeCode, 'a close frame'), code);
        await raw.end();
    }
});

// ---- Anything ---------------------------------------------------------------------------------

await test('random changes to heads and frames, cut anywhere, harm nobody else', async () => {
    const random = randomNumbers();
    const corpus = (name) => fs.readdirSync(`tests/fuzz/corpus/${name}`).sort()
        .map((file) => fs.readFileSync(`tests/fuzz/corpus/${name}/${file}`));
    const heads = corpus('http_head');
    const frames = corpus('frames');
    const change = (bytes) => {
        const changed = Buffer.from(bytes);
        for (let i = random(4); i > 0; i -= 1) changed[random(changed.length)] = random(256);
        return changed.subarray(0, random(8) ? changed.length : random(changed.length + 1));
    };
    const pick = (list) => list[random(list.length)];
    for (let i = times(600); i > 0; i -= 1) {
        const upgraded = random(2);
        const raw = upgraded ? await socket() : await Raw.open(server);
        const bytes = Buffer.concat(Array.from({ length: 1 + random(4) }, () => change(pick(upgraded ? frames : heads))));
        for (let at = 0; at < bytes.length;) {
            const next = at + 1 + random(bytes.length);
            raw.write(bytes.subarray(at, next));
            at = next;
        }
        if (random(2)) raw.socket.end();
        else await raw.destroy();
    }
    await isWell();
});

// ---- How many ---------------------------------------------------------------------------------

await test('connections: of one address so many are accepted, whatever they say', async () => {
    const few = await Server.start({ args: ['--connections', '12'] });
    const silent = await Promise.all(Array.from({ length: 4 }, () => Raw.open(few)));
    const sockets = [];
    for (let i = 0; i < 8; i += 1) sockets.push(await (await Raw.open(few)).upgrade(few));
    const refused = await Raw.open(few);
    assert.equal(await refused.end(), '');
    assert.equal((await (await Raw.open(few, { from: '127.0.0.2' })).ask(GET)).status, 200);
    await sockets[0].write(frame(0x88, Buffer.from([0x03, 0xe8]))).end();
    assert.equal((await (await Raw.open(few)).ask(GET)).status, 200);
    assert.ok(silent.every(({ isClosed }) => !isClosed));
    await few.stop('SIGKILL');
});

await test('connections: one that only might ask again makes room for its address', async () => {
    const few = await Server.start({ args: ['--connections', '12'] });
    const idle = [];
    for (let i = 0; i < 12; i += 1) {
        idle.push(await Raw.open(few));
        await idle[i].ask(GET);
    }
    assert.equal((await (await Raw.open(few)).ask(GET)).status, 200);
    await idle[0].end();
    assert.ok(idle.slice(1).every(({ isClosed }) => !isClosed));
    await few.stop('SIGKILL');
});

await test('connections: half a request is half of what an address may have', async () => {
    const few = await Server.start({ args: ['--connections', '40'] });
    const halves = await Promise.all(Array.from({ length: 20 }, async () => (await Raw.open(few))
        .write('GET / HTTP/1.1\r\n')));
    const refused = await Raw.open(few);
    assert.equal(await refused.end(), '');
    assert.ok(halves.every(({ isClosed }) => !isClosed));
    const done = await halves[0].ask(`${HOST}\r\n`);
    assert.equal(done.status, 200);
    assert.equal((await (await Raw.open(few)).ask(GET)).status, 200);
    await few.stop('SIGKILL');
});

await test('connections: in all there are so many; the idle make room, and the next wait', async () => {
    const few = await Server.start({ args: ['--connections-total', '10'] });
    const sockets = await Promise.all(Array.from({ length: 9 }, async () => (await Raw.open(few)).upgrade(few)));
    const idle = await Raw.open(few);
    await idle.ask(GET);
    const next = await (await Raw.open(few)).upgrade(few);
    await idle.end();
    const waiting = (await Raw.open(few)).write(GET);
    assert.ok(next && sockets.every(({ isClosed }) => !isClosed));
    await sockets[0].write(frame(0x88, Buffer.from([0x03, 0xe8]))).end();
    await waiting.until(() => waiting.statuses[0] === 200, 'an answer after all');
    await few.stop('SIGKILL');
});

await test('connections: of thousands who never finish a request the oldest make room', async () => {
    const all = [];
    for (let i = 0; i < 1200; i += 1) {
        all.push(await Raw.open(server));
        if (i % 2) all[i].write('GET / HTTP/1.1\r\n');
    }
    await isWell();
    await within(Promise.all(all.slice(0, 680).map(({ closed }) => closed)), 'the end of the oldest');
    assert.ok(all.slice(700).every(({ isClosed }) => !isClosed));
    assert.equal((await all.at(-2).ask(GET)).status, 200);
    await Promise.all(all.map((raw) => raw.destroy()));
});

// ---- Descriptors ------------------------------------------------------------------------------

function ticksOf({ pid }) {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return Number(fields[11]) + Number(fields[12]); // hundredths of a second
}

await test('descriptors: a process without any waits, and goes on when there are some', async () => {
    const few = await Server.start();
    const open = fs.readdirSync(`/proc/${few.pid}/fd`).length;
    execFileSync('prlimit', ['--pid', String(few.pid), `--nofile=${open + 5}:${open + 5}`]);
    const taken = await Promise.all(Array.from({ length: 10 }, () => Raw.open(few)));
    const waiting = (await Raw.open(few)).write(GET);
    const before = ticksOf(few);
    await sleep(1000);
    assert.ok(ticksOf(few) - before < 15, 'the processor spins');
    await Promise.all(taken.map((raw) => raw.destroy()));
    await waiting.until(() => waiting.statuses[0] === 200, 'an answer after all');
    await few.stop('SIGKILL');
});

// ---- Memory -----------------------------------------------------------------------------------

await test('answers: a large file comes as it is, also when it is read in fits and starts', async () => {
    const asked = `GET /large.bin HTTP/1.1\r\n${HOST}\r\n`;
    const raw = await Raw.open(server);
    const { body } = await raw.ask(asked);
    assert.equal(hashOf(body), hashOf(large));
    const slow = await Raw.open(server);
    slow.socket.on('data', () => {
        slow.socket.pause();
        setImmediate(() => slow.socket.resume());
    });
    assert.equal(hashOf((await slow.ask(asked)).body), hashOf(large));
    await Promise.all([raw.destroy(), slow.destroy()]);
});

await test('answers: those that nobody reads are not copied', async () => {
    await isWell();
    const before = memoryOf(server);
    const all = await Promise.all(Array.from({ length: 40 }, async () => {
        const raw = await Raw.open(server);
        raw.write(`GET /large.bin HTTP/1.1\r\n${HOST}\r\n`);
        await raw.until(() => raw.heard.length > 0, 'the beginning');
        raw.socket.pause();
        return raw;
    }));
    await isWell();
    const grown = memoryOf(server) - before;
    assert.ok(grown < 64 << 20, `${grown} bytes more`);
    await Promise.all(all.map((raw) => raw.destroy()));
});

await test('bodies: what is not complete counts against a budget, and is given back', async () => {
    const small = await Server.start({ args: ['--held-address', '1'] });
    const begin = async (from) => (await Raw.open(small, { from }))
        .write(`POST /api/v1/records HTTP/1.1\r\n${HOST}Content-Type: text/plain\r\nContent-Length: 262144\r\n\r\n`)
        .write('x'.repeat(200000));
    const all = await Promise.all(Array.from({ length: 10 }, () => begin('127.0.0.1')));
    const refused = () => all.filter(({ statuses }) => statuses[0] === 503);
    await within(new Promise((resolve) => {
        const check = () => refused().length >= 6 && resolve();
        for (const raw of all) raw.waiting.add(check);
        check();
    }), 'six refusals');
    assert.equal(refused().length, 6);
    const other = await begin('127.0.0.2');
    assert.equal((await other.ask('x'.repeat(62144))).status !== 503, true);
    await Promise.all(all.map((raw) => raw.destroy()));
    await isWell(small);
    const again = await begin('127.0.0.1');
    assert.equal((await again.ask('x'.repeat(62144))).status !== 503, true);
    await small.stop('SIGKILL');
});

// ---- Time -------------------------------------------------------------------------------------

for (const [who, end] of ends) {
    await test(`time: ${who} is given up`, async () => {
        const error = await end;
        if (error) throw error;
    });
}

// ---- TLS --------------------------------------------------------------------------------------

const cert = path.join(folder, 'cert.pem');
const key = path.join(folder, 'key.pem');
execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert,
    '-days', '2', '-subj', '/CN=localhost'], { stdio: 'ignore' });
const secured = await Server.start({ args: ['--web', folder, '--tls-cert', cert, '--tls-key', key] });

// The protocol and cipher that were agreed on, or undefined.
function agreed(...args) {
    const { stdout } = spawnSync('openssl', ['s_client', '-connect', `127.0.0.1:${secured.port}`, ...args],
        { input: '', encoding: 'utf8', timeout: 1000 * PATIENCE_S });
    const found = /^New, (TLSv[\d.]+), Cipher is (\S+)/m.exec(stdout);
    return found ? `${found[1]} ${found[2]}` : undefined;
}

await test('TLS: 1.2 with forward secrecy and 1.3, and nothing older or weaker', () => {
    assert.match(agreed('-tls1_3'), /^TLSv1\.3 TLS_AES_/);
    assert.match(agreed('-tls1_2'), /^TLSv1\.2 ECDHE-RSA-(AES\d+-GCM|CHACHA20)/);
    const weak = 'ALL:@SECLEVEL=0';
    assert.equal(agreed('-tls1_1', '-cipher', weak), undefined);
    assert.equal(agreed('-tls1', '-cipher', weak), undefined);
    for (const cipher of ['AES128-SHA', 'AES256-GCM-SHA384', 'AES128-GCM-SHA256', 'ECDHE-RSA-AES256-SHA',
        'ECDHE-RSA-AES128-SHA256', 'DHE-RSA-AES128-SHA']) {
        assert.equal(agreed('-tls1_2', '-cipher', `${cipher}:@SECLEVEL=0`), undefined, cipher);
    }
    const ours = agreed('-tls1_2', '-cipher', 'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384');
    const same = agreed('-tls1_2', '-cipher', 'ECDHE-RSA-AES256-GCM-SHA384:ECDHE-RSA-AES128-GCM-SHA256');
    assert.equal(ours, same);
});

await test('TLS: nobody negotiates twice, and HTTP/2 is not spoken', () => {
    const { stdout, stderr } = spawnSync('openssl', ['s_client', '-tls1_2', '-connect', `127.0.0.1:${secured.port}`,
        '-alpn', 'h2,http/1.1'], { input: 'R\n', encoding: 'utf8', timeout: 1000 * PATIENCE_S });
    assert.match(stdout, /ALPN protocol: http\/1\.1/);
    assert.match(stdout + stderr, /no renegotiation|handshake failure|error:/i);
    const only = spawnSync('openssl', ['s_client', '-connect', `127.0.0.1:${secured.port}`, '-alpn', 'h2'],
        { input: '', encoding: 'utf8', timeout: 1000 * PATIENCE_S });
    assert.doesNotMatch(only.stdout, /ALPN protocol: h2/);
});

await test('TLS: pages say to come back with TLS, and plain ones do not', async () => {
    const page = await request(secured, { path: '/' });
    assert.match(page.headers['strict-transport-security'], /^max-age=31536000\b/);
    assert.equal((await request(server, { path: '/' })).headers['strict-transport-security'], undefined);
    const forged = await request(server, { path: '/', headers: { 'X-Forwarded-Proto': 'https' } });
    assert.equal(forged.headers['strict-transport-security'], undefined);
    const proxied = await Server.start({ args: ['--behind-proxy'] });
    const behind = await request(proxied, { path: '/', headers: { 'X-Forwarded-Proto': 'https' } });
    assert.match(behind.headers['strict-transport-security'], /^max-age=31536000\b/);
    await proxied.stop();
});

await test('TLS: a large file and frames come as they are', async () => {
    const raw = await Raw.open(secured, { secure: true });
    const { body } = await raw.ask(`GET /large.bin HTTP/1.1\r\n${HOST}\r\n`);
    assert.equal(hashOf(body), hashOf(large));
    await raw.destroy();
    const socketed = await (await Raw.open(secured, { secure: true })).upgrade(secured);
    socketed.write(frame(0x81, PING));
    await socketed.until(() => socketed.frames.some(isPong), 'pong');
    socketed.write(frame(0x81, PING, { masked: false }));
    assert.equal(await socketed.until(() => socketed.closeCode, 'a close frame'), 1002);
    await socketed.end();
});

// ---- The end ----------------------------------------------------------------------------------

await test('stopping: the port is closed and idle connections end before anything else does', async () => {
    const idle = await Raw.open(patient);
    await idle.ask(GET);
    const deaf = await (await Raw.open(patient)).upgrade(patient); // never says that it closes
    const half = await Raw.open(patient);
    half.write('GET');
    deaf.socket.pause();
    patient.child.kill('SIGTERM');
    await idle.end();
    await half.end();
    const failed = await new Promise((resolve) => {
        net.connect(patient.port, '127.0.0.1').on('error', resolve).on('connect', () => resolve(undefined));
    });
    assert.equal(failed?.code, 'ECONNREFUSED');
    assert.ok(fs.readdirSync(`/proc/${patient.pid}/fd`).length > 0, 'and still it is there');
    const { code } = await within(patient.ended, 'the end of the server');
    assert.equal(code, 0);
});

await test('after all of this the server is well', async () => {
    await isWell();
    await isWell(secured);
    await server.stopInOrder();
    await secured.stopInOrder();
});

finish();
