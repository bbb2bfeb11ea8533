// TLS, stopping in order, starting on what cannot be, health, measurements and the headers of
// answers.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Person, request } from './client.mjs';
import { Engine, Player, gather } from './game.mjs';
import { PROGRAM, Server } from './server.mjs';
import { finish, scratch, test, within } from '../tap.mjs';

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
        { encoding: 'utf8', timeout: 20000 });
    assert.equal(status, 2, `${args}: ${stdout}${stderr}`);
    assert.match(stderr, /^railhead serve: .{10,}\n$/);
    return stderr;
}

await test('what cannot be started says why in one sentence', async () => {
    const server = await Server.start();
    const elsewhere = path.join(folder, 'data');
    assert.match(failsToStart('--port', String(server.port), '--data', elsewhere), new RegExp(`${server.port}`));
    failsToStart('--port', '70000');
    failsToStart('--port', 'http');
    fs.writeFileSync(path.join(folder, 'file'), '');
    failsToStart('--port', '0', '--data', path.join(folder, 'file'));
    failsToStart('--port', '0', '--database', 'postgresql://nobody@127.0.0.1:1/none');
    failsToStart('--port', '0', '--database', 'mysql://localhost/x');
    failsToStart('--port', '0', '--data', elsewhere, '--tls-cert', cert);
    failsToStart('--port', '0', '--data', elsewhere, '--tls-cert', '/nowhere', '--tls-key', key);
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
        socket.setTimeout(3000, () => socket.destroy());
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

await test('not one secret is in the log', async () => {
    const server = await Server.start();
    const players = await gather(server, engine, { ...TWO, seats: ['me', 'invited'] });
    await Promise.all(players.map((player) => player.play(({ last }) => last > 6)));
    await server.restart();
    const { key: invitation } = await players[0].person.ask(server, 'GET', `tables/${players[0].table}`);
    await server.stop();
    for (const { person } of players) assert.ok(!server.log.includes(person.secret));
    assert.ok(!invitation || !server.log.includes(invitation));
});

finish();
