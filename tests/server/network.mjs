#!/usr/bin/env node
// TLS, stopping in order, starting on what cannot be, health, measurements and the headers of
// answers.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Person, request } from './client.mjs';
import { Engine, Player, gather } from './game.mjs';
import { Raw } from './raw.mjs';
import { PROGRAM, Server } from './server.mjs';
import { PATIENCE_S, finish, scratch, test, within } from '../tap.mjs';

const engine = new Engine();
const folder = scratch();
const TWO = { board: 'transamerica', seats: ['me', 'open'] };

// ---- TLS --------------------------------------------------------------------------------------

const cert = path.join(folder, 'cert.pem');
const key = path.join(folder, 'key.pem');
execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert,
    '-days', '2', '-subj', '/CN=localhost'], { stdio: 'ignore' });

await test('TLS: a whole game, and cookies that never travel without it', async () => {
    const server = await Server.start({ args: ['--tls-cert', cert, '--tls-key', key] });
    assert.ok(server.secure);
    const players = await gather(server, engine, TWO);
    await Promise.all(players.map((player) => player.play()));
    const page = await request(server, { path: '/' });
    assert.match(page.headers['set-cookie'][0], /; *Secure/i);
    const plain = await request({ port: server.port, secure: false }, { path: '/healthz' })
        .then(({ status }) => status, () => 0);
    assert.notEqual(plain, 200);
    await server.stopInOrder();
});

// ---- Stopping ---------------------------------------------------------------------------------

for (const signal of ['SIGTERM', 'SIGINT']) {
    await test(`${signal}: everybody is told, nothing is lost, status 0`, async () => {
        const server = await Server.start();
        const tables = await Promise.all([1, 2, 3].map(() => gather(server, engine, TWO)));
        const players = tables.flat();
        const games = players.map((player) => player.playThrough(() => false, () => server.child.exitCode !== null));
        await Promise.all(players.map(({ connection }) => connection.event(({ n }) => n >= 12)));
        const open = players.map(({ connection }) => connection);
        await server.stopInOrder(signal);
        for (const connection of open) {
            await within(connection.closed, 'the end of a connection');
            assert.equal(connection.messages.at(-1).is, 'bye');
            assert.ok(connection.messages.at(-1).text.length > 10);
        }
        await Promise.all(games);
        await server.start();
        for (const player of players) {
            const watcher = new Player(server, engine);
            await watcher.follow(player.table);
            for (const { n, turn } of player.kept) {
                assert.equal(JSON.parse(watcher.seen.get(n)).turn.split(' >')[0], turn.split(' >')[0]);
            }
            for (const [n, bytes] of player.seen) assert.equal(watcher.seen.get(n), bytes);
        }
    });
}

// ---- Starting ---------------------------------------------------------------------------------

function failsToStart(...args) {
    const { status, stdout, stderr } = spawnSync(PROGRAM, ['serve', ...args],
        { encoding: 'utf8', timeout: 1000 * PATIENCE_S });
    assert.equal(status, 2, `${args}: ${stdout}${stderr}`);
    assert.match(stderr, /^railhead serve: .{10,}\n$/);
    return stderr;
}

await test('what cannot be started says why in one sentence', async () => {
    failsToStart('--port', '70000');
    failsToStart('--port', 'http');
    fs.writeFileSync(path.join(folder, 'file'), '');
    failsToStart('--port', '0', '--data', path.join(folder, 'file'));
    failsToStart('--port', '0', '--database', 'postgresql://nobody@127.0.0.1:1/none');
    failsToStart('--port', '0', '--database', 'mysql://localhost/x');
    failsToStart('--surprise');
});

// ---- What else it answers ---------------------------------------------------------------------

await test('health, measurements, and headers that keep a browser safe', async () => {
    const server = await Server.start();
    const players = await gather(server, engine, TWO);
    await Promise.all(players.map((player) => player.play(({ last }) => last > 8)));
    const health = await request(server, { path: '/healthz' });
    assert.equal(health.status, 200);
    assert.equal(JSON.parse(health.text).status, 'ok');
    const metrics = await request(server, { path: '/metrics' });
    assert.match(metrics.headers['content-type'], /^text\/plain/);
    for (const line of metrics.text.trimEnd().split('\n')) {
        assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? -?[0-9.e+Inf-]+)$/);
    }
    assert.match(metrics.text, /^railhead_\w+/m);
    const page = await request(server, { path: '/' });
    const policy = page.headers['content-security-policy'];
    assert.match(policy, /default-src '(self|none)'/);
    assert.doesNotMatch(policy, /unsafe-inline.*script|script-src[^;]*unsafe-inline/);
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    const table = await request(server, { path: `/t/${players[0].table}` });
    assert.equal(table.status, 200);
    assert.match(table.headers['content-type'], /^text\/html/);
    const answer = await new Person().request(server, 'GET', '/api/v1/me');
    assert.match(answer.headers['content-type'], /^application\/json/);
    assert.match(answer.headers['cache-control'] ?? '', /no-store|no-cache|private/);
});

await test('requests share a connection, and HEAD has no body', async () => {
    const server = await Server.start();
    const answers = await new Promise((resolve) => {
        let heard = '';
        const socket = net.connect(server.port, '127.0.0.1', () => {
            socket.write(`HEAD / HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`);
        });
        let asked = 1;
        socket.setEncoding('latin1').on('data', (text) => {
            heard += text;
            if (!heard.includes('\r\n\r\n')) return;
            asked += 1;
            if (asked === 2) socket.write(`GET /healthz HTTP/1.1\r\nHost: ${server.host}\r\n\r\n`);
            else if (heard.includes('"version"')) socket.end();
        });
        socket.setTimeout(1000 * PATIENCE_S, () => socket.destroy());
        socket.on('close', () => resolve(heard));
    });
    assert.deepEqual(answers.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 200'], answers);
    assert.doesNotMatch(answers, /<html/);
});

await test('a header of a proxy counts behind a proxy alone', async () => {
    const direct = await Server.start({ strict: true });
    const proxied = await Server.start({ strict: true, args: ['--behind-proxy'] });
    const connect = (server, i) => {
        const person = new Person();
        return person.connect(server, { headers: { ...person.headers, 'X-Forwarded-For': `10.1.2.${i}` } });
    };
    const count = async (server) => {
        const opened = [];
        for (let i = 0; i < 100; i += 1) {
            const connection = await connect(server, i).catch(() => undefined);
            if (!connection) break;
            opened.push(connection);
        }
        await Promise.all(opened.map((connection) => connection.close()));
        return opened.length;
    };
    assert.ok(await count(direct) < 100);
    assert.equal(await count(proxied), 100);
    const headers = { 'X-Forwarded-Proto': 'https' };
    const secure = await request(proxied, { path: '/', headers });
    assert.match(secure.headers['set-cookie'][0], /; *Secure/i);
    const plain = await request(direct, { path: '/', headers });
    assert.doesNotMatch(plain.headers['set-cookie'][0], /; *Secure/i);
});

await test('only a proxy that is named is believed, wherever the server listens', async () => {
    const server = await Server.start({ args: ['--behind-proxy', '--proxies', '127.0.0.2,127.0.3.0/24', '--log', 'json'] });
    const GET = `GET / HTTP/1.1\r\nHost: ${server.host}\r\nX-Forwarded-For: 10.1.2.3\r\nX-Forwarded-Proto: https\r\n`
        + 'X-Request-ID: of-the-proxy\r\n\r\n';
    for (const [from, isBelieved] of [['127.0.0.1', false], ['127.0.0.2', true], ['127.0.0.3', false], ['127.0.3.9', true]]) {
        const raw = await Raw.open(server, { from });
        const { headers } = await raw.ask(GET);
        assert.equal(/^x-request-id: of-the-proxy\r?$/m.test(headers), isBelieved, from);
        assert.equal(/^set-cookie: .*; Secure\r?$/m.test(headers), isBelieved, from);
        await raw.destroy();
    }
    // Who claims to be many counts as one.
    const strict = await Server.start({ strict: true, args: ['--behind-proxy', '--proxies', '127.0.0.2'] });
    const refused = [];
    for (let i = 0; i < 70; i += 1) {
        const person = new Person();
        await person.connect(strict, { headers: { ...person.headers, 'X-Forwarded-For': `10.1.2.${i}` } })
            .catch((error) => refused.push(error));
    }
    assert.ok(refused.length >= 6, `${refused.length} were refused`);
    await Promise.all([server.stop(), strict.stop('SIGKILL')]);
});

// The lines of a log in JSON, of a server that has ended.
function linesOf(server) {
    const lines = server.log.trimEnd().split('\n').map((line) => JSON.parse(line));
    for (const { time, level, message } of lines) {
        assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        assert.match(level, /^(info|warning|error)$/);
        assert.ok(message);
    }
    return lines;
}

await test('a log in JSON tells of each request by the id that its answer has', async () => {
    const server = await Server.start({ args: ['--log', 'json', '--name', 'alpha-1'] });
    const person = new Person();
    const ids = [];
    for (const target of ['/api/v1/me', '/api/v1/tables/abcdefgh/record', '/api/v1/%22%0a', '/healthz', '/none']) {
        const headers = { ...person.headers, 'X-Request-ID': 'mine' };
        const answer = await request(server, { path: target, headers });
        ids.push(answer.headers['x-request-id']);
    }
    assert.equal(new Set(ids).size, ids.length, 'each has its own');
    for (const id of ids) assert.match(id, /^[0-9a-f]{32}$/);
    await server.stopInOrder();
    const lines = linesOf(server);
    assert.ok(lines.every((line) => line.server === 'alpha-1'));
    assert.deepEqual(lines.filter((line) => !line.request).map((line) => line.message), ['started', 'stopping', 'stopped']);
    const requests = lines.filter((line) => line.message === 'request');
    assert.deepEqual(requests.map(({ request: id, method, path: route, status }) => [id, method, route, status]), [
        [ids[0], 'GET', '/api/v1/me', 200],
        [ids[1], 'GET', '/api/v1/tables/ID/record', 404],
    ]);
    assert.ok(requests.every(({ ms }) => Number.isInteger(ms) && ms >= 0));
});

await test('behind a proxy the id is the one that the proxy gave, also of a WebSocket', async () => {
    const server = await Server.start({ args: ['--log', 'json', '--behind-proxy'] });
    const person = new Person();
    const asked = await request(server, {
        path: '/api/v1/me', headers: { ...person.headers, 'X-Request-ID': 'from.the-proxy_1' },
    });
    assert.equal(asked.headers['x-request-id'], 'from.the-proxy_1');
    const odd = await request(server, { path: '/api/v1/me', headers: { ...person.headers, 'X-Request-ID': '"}{' } });
    assert.match(odd.headers['x-request-id'], /^[0-9a-f]{32}$/);
    const connection = await person.connect(server, { headers: { ...person.headers, 'X-Request-ID': 'socket-1' } });
    await connection.close();
    await server.stopInOrder();
    const lines = linesOf(server);
    assert.ok(lines.every((line) => line.server.endsWith(`:${server.port}`)));
    assert.deepEqual(lines.filter((line) => line.request).map((line) => [line.message, line.request]), [
        ['request', 'from.the-proxy_1'],
        ['request', odd.headers['x-request-id']],
        ['connection opened', 'socket-1'],
        ['connection closed', 'socket-1'],
    ]);
});

await test('a page tells people how the server is, and its measurements which one it is', async () => {
    const server = await Server.start({ args: ['--name', 'alpha-1'] });
    const player = new Person();
    await player.open(server, { ...TWO, public: true });
    const page = await request(server, { path: '/status' });
    assert.equal(page.status, 200);
    assert.match(page.headers['content-type'], /^text\/html/);
    assert.equal(page.headers['set-cookie'], undefined);
    assert.doesNotMatch(page.text, /<script|style=/);
    const words = page.text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    assert.match(words, /All is well Games can be played/);
    assert.match(words, /Server alpha-1 Version [0-9.]+ Running for \d+ seconds? /);
    assert.match(words, /Tables 0 with a game, 1 waiting for players Connections 0 Turns 0 in the last minute /);
    assert.match(words, /Database keeps a change in \d+\.\d ms/);
    const style = await request(server, { path: '/status.css' });
    assert.match(style.headers['content-type'], /^text\/css/);
    assert.match(style.text, /prefers-color-scheme: dark/);
    const metrics = await request(server, { path: '/metrics' });
    assert.match(metrics.text, /^railhead_server_info\{server="alpha-1",version="[0-9.]+"\} 1$/m);
    assert.match(metrics.text, /^railhead_healthy 1$/m);
    assert.match(metrics.text, /^railhead_http_answers_total\{status="2xx"\} 3$/m);
    assert.match(metrics.text, /^railhead_request_seconds_count 3$/m);
    failsToStart('--name', 'a b');
    failsToStart('--log', 'loud');
});

await test('not one secret is in the log', async () => {
    const server = await Server.start({ args: ['--log', 'json'] });
    const players = await gather(server, engine, { ...TWO, seats: ['me', 'invited'] });
    await Promise.all(players.map((player) => player.play(({ last }) => last > 6)));
    await server.restart();
    const { key: invitation } = await players[0].person.ask(server, 'GET', `tables/${players[0].table}`);
    await server.stop();
    for (const { person } of players) assert.ok(!server.log.includes(person.secret));
    assert.ok(!invitation || !server.log.includes(invitation));
});

finish();
