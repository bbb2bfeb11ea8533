#!/usr/bin/env node
// The server behind a real nginx with the configuration of packaging/nginx.conf: what that denies
// stays denied, nobody chooses an address, and everything else works as without it.
// run: not quick
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Person, Refused, request } from './client.mjs';
import { Engine, gather } from './game.mjs';
import { KEY, Raw } from './raw.mjs';
import { Server, freePort } from './server.mjs';
import { after, finish, scratch, test, until } from '../tap.mjs';

const folder = scratch();
const web = path.join(folder, 'web');
const large = randomBytes(3 << 20);
fs.chmodSync(folder, 0o755);
fs.mkdirSync(web);
fs.writeFileSync(path.join(web, 'index.html'), '<!DOCTYPE html><title>test</title>');
fs.writeFileSync(path.join(web, 'large.bin'), large);
const cert = path.join(folder, 'cert.pem');
const key = path.join(folder, 'key.pem');
execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert,
    '-days', '2', '-subj', '/CN=localhost'], { stdio: 'ignore' });

async function nginx(server, change = (text) => text) {
    const port = await freePort();
    const place = path.join(folder, `nginx-${port}`);
    const site = path.join(folder, `site-${port}`);
    fs.writeFileSync(site, change(fs.readFileSync('packaging/nginx.conf', 'utf8')));
    const httpPort = await freePort();
    const child = spawn('tools/cluster', ['proxy', '--folder', place, '--port', port, '--http-port', httpPort, '--tls-cert', cert,
        '--tls-key', key, '--site', site, server.host], { stdio: 'inherit' });
    after(() => child.kill('SIGTERM'));
    const proxy = { port, httpPort, secure: true, host: `127.0.0.1:${port}`, origin: `https://127.0.0.1:${port}` };
    await until(() => request(proxy, { path: '/healthz' }).catch((error) => {
        if (child.exitCode !== null) throw error;
    }), 'nginx');
    return proxy;
}

const server = await Server.start({ args: ['--behind-proxy', '--web', web] });
const proxy = await nginx(server);
const HOST = `Host: ${proxy.host}\r\n`;

// ---- What it denies ---------------------------------------------------------------------------

await test('what nginx denies is denied however it is written', async () => {
    assert.equal((await request(proxy, { path: '/metrics' })).status, 403);
    for (const target of ['/metrics/', '/metrics?x', '//metrics', '/./metrics', '/x/../metrics', '/metric%73',
        '/%6detrics', '/%2e/metrics', '/x%2f..%2fmetrics', '/..//metrics', '/x/%2e%2e/metrics', '/metrics%23',
        '/metrics#x', '/metrics;x', '/metrics%20', '/metrics%00', '/;/../metrics', '/METRICS', '/.metrics',
        '/...metrics', '/..metrics', '/.../metrics', '/%5cmetrics', '/x?/../metrics', '/x%3f/../metrics',
        `https://${proxy.host}/metrics`, '/api/v1/../../metrics', '/+metrics', '/&/metrics']) {
        const raw = await Raw.open(proxy, { secure: true });
        const text = await raw.write(`GET ${target} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`).end();
        assert.match(text, /^HTTP\/1\.1 4\d\d/, target);
        assert.doesNotMatch(text, /railhead_/, target);
    }
});

const FRAMES = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])]);

await test('no upgrade leads around it', async () => {
    for (const fields of ['Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'
            + 'Sec-WebSocket-Protocol: railhead-1\r\n',
        'Upgrade: h2c\r\nConnection: Upgrade\r\n', 'Upgrade: websocket, h2c\r\nConnection: Upgrade\r\n',
        'Upgrade: raw\r\nConnection: Upgrade\r\n',
        `Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 7\r\nSec-WebSocket-Key: ${KEY}\r\n`,
        `Upgrade: h2c\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY}\r\n`
            + 'Sec-WebSocket-Protocol: railhead-1\r\n']) {
        const raw = await Raw.open(proxy, { secure: true });
        raw.write(`GET /api/v1/socket HTTP/1.1\r\n${HOST}${fields}\r\n`);
        await raw.until(() => raw.text.includes('\r\n\r\n'), 'an answer');
        assert.match(raw.text, /^HTTP\/1\.1 4\d\d/, fields);
        raw.write(FRAMES).write(`GET /metrics HTTP/1.1\r\n${HOST}X-Forwarded-For: 6.6.6.6\r\n\r\n`);
        const text = await raw.end();
        assert.doesNotMatch(text, /railhead_/, fields);
    }
});

await test('no body of one request is another request', async () => {
    const inner = `GET /metrics HTTP/1.1\r\n${HOST}\r\n`;
    for (const fields of [`Content-Length: ${inner.length}\r\n`, `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n`,
        `Content-Length : ${inner.length}\r\n`, `Transfer-Encoding: xchunked\r\n`, `Content-Length: +0\r\n`,
        `Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n`]) {
        for (const method of ['GET', 'HEAD', 'DELETE', 'POST', 'PUT']) {
            const raw = await Raw.open(proxy, { secure: true });
            const text = await raw.write(`${method} /api/v1/me HTTP/1.1\r\n${HOST}${fields}Connection: close\r\n\r\n`
                + `0\r\n\r\n${inner}`).end();
            assert.doesNotMatch(text, /railhead_/, `${method} ${fields}`);
        }
    }
});

// ---- Who asks ---------------------------------------------------------------------------------

const forgeries = (i) => [
    { 'X-Forwarded-For': `10.1.${i >> 8}.${i & 255}` },
    { 'X-Forwarded-For': [`10.2.0.${i & 255}`, `10.3.0.${i & 255}`] },
    { 'X-Forwarded-For': `${'6.6.6.6, '.repeat(600)}10.4.0.${i & 255}` },
    { 'x-forwarded-for': `10.5.0.${i & 255},` },
    { 'X-Forwarded-For': `::ffff:10.6.0.${i & 255}, unknown` },
    { 'X-Forwarded-For': '', Forwarded: `for=10.7.0.${i & 255}` },
][i % 6];

for (const [what, change] of [
    ['as documented', (text) => text],
    ['with the list of all proxies', (text) => text.replace('X-Forwarded-For $remote_addr',
        'X-Forwarded-For $proxy_add_x_forwarded_for')],
]) {
    const strict = await Server.start({ strict: true, args: ['--behind-proxy'] });
    const guard = await nginx(strict, change);

    await test(`${what}: nobody has more connections for claiming other addresses`, async () => {
        const open = [];
        let refused;
        for (let i = 0; i < 100 && !refused; i += 1) {
            const person = new Person();
            await person.connect(guard, { headers: { ...person.headers, ...forgeries(i) } })
                .then((connection) => open.push(connection), (error) => { refused = error; });
        }
        assert.ok(refused && open.length <= 64 && open.length >= 32, `${open.length} connections`);
        await Promise.all(open.map((connection) => connection.close()));
    });

    await test(`${what}: nor more guesses at a password`, async () => {
        // All at once: a slow machine takes longer to judge one than it takes to be allowed another.
        const errors = await Promise.all(Array.from({ length: 20 }, (_, i) =>
            new Person().ask(guard, 'POST', 'login', { login: 'nobody', password: `password ${i}` }, forgeries(i))
                .then(() => undefined, (reason) => reason)));
        for (const error of errors) assert.ok(error instanceof Refused, String(error));
        const slow = errors.filter(({ error }) => error === 'slow').length;
        assert.ok(slow >= 10, `${slow} of 20 were told to wait`);
    });
    await strict.stop();
}

// ---- Everything else --------------------------------------------------------------------------

await test('a game is played through it, by WebSocket', async () => {
    const engine = new Engine();
    const players = await gather(proxy, engine, { board: 'transamerica', seats: ['me', 'open'] });
    await Promise.all(players.map((player) => player.play()));
    for (const { connection } of players) await connection.close();
});

await test('pages are for TLS alone, and large ones come as they are', async () => {
    const page = await request(proxy, { path: '/' });
    assert.match(page.headers['strict-transport-security'], /^max-age=31536000\b/);
    assert.match(page.headers['set-cookie'][0], /; *Secure/i);
    const raw = await Raw.open(proxy, { secure: true });
    const { body } = await raw.ask(`GET /large.bin HTTP/1.1\r\n${HOST}\r\n`);
    assert.equal(createHash('sha256').update(body).digest('hex'), createHash('sha256').update(large).digest('hex'));
    await raw.destroy();
});

await test('whoever comes without TLS is sent there', async () => {
    const plain = await request({ port: proxy.httpPort, host: `127.0.0.1:${proxy.httpPort}` },
        { path: '/t/abc?x=y', headers: { Host: 'railhead.example.org' } });
    assert.deepEqual([plain.status, plain.headers.location], [301, 'https://railhead.example.org/t/abc?x=y']);
});

await test('a body in chunks is put together by nginx', async () => {
    const raw = await Raw.open(proxy, { secure: true });
    const answer = await raw.ask(`POST /api/v1/me HTTP/1.1\r\n${HOST}Authorization: Bearer ${new Person().secret}\r\n`
        + 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{"name"\r\n7\r\n:"Ada"}\r\n0\r\n\r\n');
    assert.equal(answer.status, 200, answer.headers);
    await raw.destroy();
});

await test('after all of this the server is well', async () => {
    assert.equal((await request(proxy, { path: '/healthz' })).status, 200);
    await server.stopInOrder();
});

finish();
