#!/usr/bin/env node
// Strangers who mean harm: messages in an order, number and moment that no client of ours would
// choose, stores that hang or are locked, and what a flood leaves behind.  After each of them the
// server is alive, and somebody who means well can play.
// run: early, release too
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Person, refusal, request } from './client.mjs';
import { Engine, gather } from './game.mjs';
import { Postgres, Server } from './server.mjs';
import { after, finish, randomNumbers, sleep, test, times, until, within } from '../tap.mjs';

const TWO = { board: 'transamerica', seats: ['me', 'open'] };
const engine = new Engine('random');
const random = randomNumbers();

// ---- Bytes by hand ----------------------------------------------------------------------------

function frame(message, { opcode = 1, final = true } = {}) {
    const payload = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
    const mask = randomBytes(4);
    const head = Buffer.alloc(payload.length < 126 ? 2 : 4);
    head[0] = (final ? 0x80 : 0) | opcode;
    head[1] = 0x80 | Math.min(payload.length, 126);
    if (payload.length >= 126) head.writeUInt16BE(payload.length, 2);
    return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i % 4])]);
}

const frames = (...messages) => Buffer.concat(messages.map((message) => frame(message)));

// A WebSocket of which every byte is ours; what the server says is kept as it came.
class RawSocket {
    static async open(server, person = new Person()) {
        const raw = new RawSocket();
        raw.heard = '';
        raw.socket = net.connect(server.port, '127.0.0.1');
        raw.socket.setNoDelay(true);
        raw.socket.on('error', () => {});
        raw.closed = new Promise((resolve) => { raw.socket.on('close', resolve); });
        raw.socket.on('data', (data) => { raw.heard += data.toString('latin1'); raw.look?.(); });
        raw.socket.write(['GET /api/v1/socket HTTP/1.1', `Host: ${server.host}`, 'Upgrade: websocket',
            'Connection: Upgrade', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: bG9hZCBnZW5lcmF0b3IhIQ==',
            'Sec-WebSocket-Protocol: railhead-1', `Authorization: Bearer ${person.secret}`, '', ''].join('\r\n'));
        await raw.hears('"is":"hello"');
        return raw;
    }

    hears(text) {
        return within(Promise.race([new Promise((resolve) => {
            this.look = () => { if (this.heard.includes(text)) resolve(); };
            this.look();
        }), this.closed.then(() => { throw new Error(`closed before ${text}: ${this.heard.slice(-300)}`); })]), text);
    }

    send(...messages) {
        this.socket.write(frames(...messages));
    }

    // At once and without a word, as when a machine is switched off.
    reset() {
        this.socket.resetAndDestroy();
        return this.closed;
    }

    end() {
        this.socket.end();
    }
}

// ---- Whether all is well ----------------------------------------------------------------------

const isAlive = ({ child }) => child.exitCode === null && child.signalCode === null;

// How it ended, and what it said: a sanitizer's report, a check, or the end of its log.
function epitaph({ child, log }) {
    const words = /ERROR: \w+Sanitizer[\s\S]{0,1200}|.*check failed.*/.exec(log)?.[0] ?? log.slice(-300);
    return `the server is dead (${child.signalCode ?? child.exitCode}): ${words}`;
}

// Until that many turns of the first round are made.
function playTurns(players, count) {
    const enough = ({ rounds }) => rounds[0]?.turns.length >= count;
    return within(Promise.all(players.map((player) => player.playThrough(enough))), 'a turn');
}

// Somebody opens a table, another sits down, and both move.
async function serves(server) {
    const players = await within(gather(server, engine, TWO), 'a table');
    await playTurns(players, 2);
    for (const player of players) player.connection.socket.terminate();
}

// A test with a server of its own, which must go on and end in order.
async function survives(sentence, run, options) {
    await test(sentence, async () => {
        const server = await Server.start(options);
        try {
            await run(server);
            await serves(server);
            await server.stopInOrder();
        } catch (error) {
            await Promise.race([server.ended, sleep(1000)]); // a sanitizer takes its time to report
            if (!isAlive(server)) throw new Error(`${epitaph(server)}\n${error.message}`);
            server.child.kill('SIGKILL');
            throw error;
        }
    });
}

async function connections(server) {
    const { text } = await request(server, { path: '/metrics' });
    return Number(/^railhead_connections (\d+)/m.exec(text)?.[1]);
}

// ---- A store that does not go on --------------------------------------------------------------

// Another process that writes into the database and does not come to an end.
class Lock {
    static async take(server) {
        const lock = new Lock();
        const name = fs.readdirSync(server.data).find((one) => one.endsWith('.db'));
        lock.child = spawn('sqlite3', [path.join(server.data, name)], { stdio: ['pipe', 'pipe', 'inherit'] });
        after(() => lock.child.kill('SIGKILL'));
        await lock.ask('PRAGMA busy_timeout = 20000; BEGIN EXCLUSIVE;');
        return lock;
    }

    ask(sql) {
        const said = new Promise((resolve) => {
            this.child.stdout.on('data', (text) => { if (String(text).includes('done')) resolve(); });
        });
        this.child.stdin.write(`${sql}\n.print done\n`);
        return within(said, sql);
    }

    async release() {
        await this.ask('COMMIT;');
        this.child.stdin.end('.quit\n');
    }
}

// ---- What is still being written when its author has gone --------------------------------------

const chat = (text) => ({ do: 'chat', text, id: 1 });
const follow = (table) => ({ do: 'follow', table, after: 0 });

async function tables(server, count) {
    const settings = { board: 'transamerica', seats: ['me', 'open', 'open'] };
    const opened = await Promise.all(Array.from({ length: count }, () => new Person().open(server, settings)));
    return opened.map(({ id }) => id);
}

// What somebody says in one piece before they go, at the tables a, b and c.
const LEAVINGS = {
    'chats at one table, follows another and chats there': (a, b) => [follow(a), chat('one'), follow(b), chat('two')],
    'does so at three tables': (a, b, c) => [follow(a), chat('one'), follow(b), chat('two'), follow(c), chat('three')],
    'sits down at one table and chats at another': (a, b) =>
        [follow(a), { do: 'sit', seat: 2 }, follow(b), chat('two')],
    'chats, goes to the lobby, and chats elsewhere': (a, b) =>
        [follow(a), chat('one'), { do: 'lobby' }, follow(b), chat('two')],
    'chats at a table, at another, and at the first again': (a, b) =>
        [follow(a), chat('one'), follow(b), chat('two'), follow(a), chat('three')],
    'chats twice at one table': (a) => [follow(a), chat('one'), chat('two')],
};

for (const [what, messages] of Object.entries(LEAVINGS)) {
    await survives(`somebody ${what}, and is gone before any of it is written`, async (server) => {
        for (const goes of ['reset', 'end', 'reset', 'end']) {
            const ids = await tables(server, 3);
            const watching = await new Person().connect(server);
            await watching.follow(ids[0]);
            const before = await connections(server);
            const raw = await RawSocket.open(server);
            const lock = await Lock.take(server);
            raw.send(...messages(...ids));
            await raw.hears(ids[0]);
            raw[goes]();
            await until(async () => await connections(server) === before, 'the end of a connection');
            await lock.release();
            await watching.event(({ kind, seat }) => kind === 'chat' || seat === 2);
            await watching.close();
        }
    });
}

await survives('many do such things at random and are gone at any moment', async (server) => {
    const ids = await tables(server, 3);
    const some = () => [follow(ids[random(3)]), chat('hello'), { do: 'lobby' }, { do: 'sit', seat: 2 + random(2) },
        { do: 'stand' }, { do: 'ping' }, follow('a'.repeat(16)), chat('again')][random(8)];
    for (let i = 0; i < times(60); i += 1) {
        const raws = await Promise.all(Array.from({ length: 4 }, () => RawSocket.open(server)));
        for (const raw of raws) raw.send(follow(ids[random(3)]), ...Array.from({ length: 1 + random(8) }, some));
        await Promise.all(raws.map((raw) => (random(2) ? raw.reset() : raw.end())));
    }
});

// ---- Tables that are not there ----------------------------------------------------------------

const NOWHERE = 'abcdefgh01234567';

for (const [what, messages] of [
    ['twice', [follow(NOWHERE), follow(NOWHERE)]],
    ['fourteen times', Array(14).fill(follow(NOWHERE))],
    ['with a ping in between', [follow(NOWHERE), { do: 'ping' }, follow(NOWHERE)]],
    ['with chat and the lobby in between',
        [follow(NOWHERE), chat('hello'), follow(NOWHERE), { do: 'lobby' }, follow(NOWHERE)]],
    ['by turns with another', [follow(NOWHERE), follow('b'.repeat(16)), follow(NOWHERE), follow('b'.repeat(16))]],
]) {
    await survives(`a table that does not exist is followed ${what}, in one piece`, async (server) => {
        const raw = await RawSocket.open(server);
        raw.send(...messages, { do: 'ping', id: 77 });
        await raw.hears('"re":77');
        const asked = messages.filter((one) => one.do === 'follow').length;
        assert.equal(raw.heard.split('"error":"missing"').length - 1, asked);
    });
}

await survives('many ask for the same tables that do not exist, over WebSockets and HTTP', async (server) => {
    for (let i = 0; i < times(30); i += 1) {
        const raws = await Promise.all(Array.from({ length: 4 }, () => RawSocket.open(server)));
        for (const raw of raws) raw.send(follow(NOWHERE), follow(NOWHERE), { do: 'ping', id: 77 });
        const asked = Promise.all(Array.from({ length: 4 },
            () => new Person().request(server, 'GET', `/api/v1/tables/${NOWHERE}`)));
        await raws[0].reset();
        for (const { status } of await asked) assert.equal(status, 404);
        for (const raw of raws.slice(1)) await raw.hears('"re":77');
        for (const raw of raws) raw.socket.destroy();
    }
});

// ---- A table that cannot be kept --------------------------------------------------------------

await survives('a public table that cannot be kept is followed by others before that is known', async (server) => {
    const guests = await Promise.all(Array.from({ length: 3 }, () => new Person().connect(server)));
    const lock = await Lock.take(server);
    let answer;
    const opening = new Person().open(server, { ...TWO, public: true }).then((table) => { answer = { table }; },
        (error) => { answer = { error }; });
    let listed;
    await until(async () => {
        const { text } = await request(server, { path: '/api/v1/tables' });
        listed = JSON.parse(text).tables[0]?.id;
        return listed || answer;
    }, 'the list of tables');
    const followed = listed ? guests.map((guest) => refusal(guest.follow(listed))) : [];
    for (const one of followed) one.catch(() => {}); // which is looked at below
    await within(opening, 'an answer to whoever opened the table');
    assert.equal(answer.error?.error, 'store');
    for (const { error } of await Promise.all(followed)) assert.ok(['missing', 'store'].includes(error), error);
    await lock.release();
    const { text } = await request(server, { path: '/api/v1/tables' });
    assert.deepEqual(JSON.parse(text).tables, []);
    await until(async () => (await request(server, { path: '/healthz' })).status === 200, 'health');
    for (const guest of guests) await guest.ask({ do: 'ping' });
});

// ---- Seeds ------------------------------------------------------------------------------------

await test('a table with the seed of another does not show the cards of that one', async () => {
    const server = await Server.start();
    const seen = [];
    for (let i = 0; i < 2; i += 1) {
        const players = await gather(server, engine, { ...TWO, seed: 'club evening 12' });
        for (const player of players) {
            await player.play(({ rounds }) => rounds.length > 0);
            await player.cards();
        }
        seen.push(players.map(({ journal, seat }) => journal.hands.get(`1 ${seat}`).join(' ')));
        for (const player of players) player.connection.socket.terminate();
    }
    await server.stop();
    assert.notDeepEqual(seen[0], seen[1]);
    assert.notEqual(seen[0][0], seen[1][0]);
});

await test('the seed of a table is told to nobody before its game is over', async () => {
    const server = await Server.start();
    const seed = 'nobody must see this';
    const host = new Person();
    const texts = [];
    const table = await host.request(server, 'POST', '/api/v1/tables', { ...TWO, public: true, seed });
    texts.push(['the answer to the host', table.text]);
    const { id } = JSON.parse(table.text);
    for (const at of [`tables/${id}`, 'tables', `tables/${id}/events`, 'games']) {
        texts.push([`GET ${at}`, (await new Person().request(server, 'GET', `/api/v1/${at}`)).text]);
        texts.push([`GET ${at} by the host`, (await host.request(server, 'GET', `/api/v1/${at}`)).text]);
    }
    const guest = await new Person().connect(server);
    await guest.follow(id);
    guest.send({ do: 'lobby' });
    await guest.wait(({ is }) => is === 'lobby', 'the lobby');
    texts.push(['a WebSocket', guest.raw.join('\n')]);
    await server.stop();
    assert.deepEqual(texts.filter(([, text]) => text.includes(seed)).map(([what]) => what), []);
});

// ---- A table full of words --------------------------------------------------------------------

await survives('a table that strangers have filled with chat can be followed, also after a restart', async (server) => {
    const [one, two] = await gather(server, engine, TWO);
    const line = { do: 'chat', text: '\u{1F682}'.repeat(300) };
    const say = () => new Person().request(server, 'POST', `/api/v1/tables/${one.table}`, line); // or it is refused
    for (let i = 0; i < 500; i += 1) await Promise.all(Array.from({ length: 8 }, say));
    for (const when of ['before', 'after']) {
        const newcomer = await new Person().connect(server);
        const { last } = await newcomer.follow(one.table);
        assert.equal(newcomer.events().at(-1).n, last, `${when} the restart`);
        await newcomer.close();
        if (when === 'before') {
            for (const player of [one, two]) player.connection.socket.terminate();
            await server.restart();
        }
    }
    for (const player of [one, two]) await player.follow(one.table);
    await playTurns([one, two], one.journal.rounds[0].turns.length + 1);
});

// ---- Sessions and passwords -------------------------------------------------------------------

await survives('a WebSocket is closed when its session logs out, and no other', async (server) => {
    const ada = new Person();
    await ada.ask(server, 'POST', 'account', { login: 'ada', password: 'correct horse' });
    const { secret } = await new Person().ask(server, 'POST', 'login', { login: 'ada', password: 'correct horse' });
    const phone = new Person(secret);
    const [here, there] = [await ada.connect(server), await phone.connect(server)];
    await phone.ask(server, 'POST', 'logout');
    await within(there.closed, 'the end of the connection of a session that has logged out');
    await here.ask({ do: 'ping' });
});

await survives('whoever finds an open browser cannot change its account without the password', async (server) => {
    const ada = new Person();
    await ada.ask(server, 'POST', 'account', { login: 'ada', password: 'correct horse' });
    await refusal(ada.ask(server, 'POST', 'account', { login: 'ada', password: 'battery staple' }));
    await ada.ask(server, 'POST', 'login', { login: 'ada', password: 'correct horse' });
});

// ---- Requests that come too soon --------------------------------------------------------------

// One connection that sends all at once; resolves with what was answered when `count` have come.
function pipelined(server, text, count) {
    return within(new Promise((resolve, reject) => {
        const socket = net.connect(server.port, '127.0.0.1');
        let heard = '';
        const look = () => { if (heard.split('HTTP/1.1 ').length - 1 >= count) { resolve(heard); socket.destroy(); } };
        socket.on('data', (data) => { heard += data; look(); });
        socket.on('close', () => resolve(heard));
        socket.on('error', reject);
        socket.write(text);
    }), 'answers to requests in one piece');
}

function asBytes(method, at, body) {
    const text = body === undefined ? '' : JSON.stringify(body);
    const head = [`${method} ${at} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${new Person().secret}`];
    if (text) head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`);
    return [...head, '', text].join('\r\n');
}

const RENAME = asBytes('POST', '/api/v1/me', { name: 'Ada' });
for (const [what, text, count] of [
    ['two requests with bodies', RENAME + RENAME, 2],
    ['a request with a body behind one without', asBytes('GET', '/api/v1/me') + RENAME, 2],
    ['a request with a body behind one for a page', asBytes('GET', '/') + RENAME, 2],
    ['twenty requests without bodies', asBytes('GET', '/api/v1/me').repeat(20), 20],
    ['a request with a body and half of one', RENAME + RENAME.slice(0, -5), 1],
]) {
    await survives(`others are answered when a connection sends in one piece ${what}`, async (server) => {
        const ada = await new Person().connect(server);
        await pipelined(server, text, count).catch(() => {});
        const healthy = within(request(server, { path: '/healthz' }), 'an answer to somebody else');
        assert.equal((await healthy).status, 200);
        await ada.ask({ do: 'ping' });
    });
}

// ---- A database that hangs --------------------------------------------------------------------

function family(pid) {
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(/\s+/).filter(Boolean);
    return [pid, ...children.map(Number).flatMap(family)];
}

const postgres = await Postgres.start();
await survives('while a database hangs that is told, moves are refused, and all goes on after it', async (server) => {
    const [one, two] = await gather(server, engine, TWO);
    await playTurns([one, two], 2);
    const stopped = family(postgres.child.pid);
    const signal = (name) => { for (const pid of stopped) process.kill(pid, name); };
    after(() => { try { signal('SIGCONT'); } catch { /* it has ended */ } });
    signal('SIGSTOP');
    let refused;
    try {
        const mover = [one, two].find(({ journal, seat }) => journal.toMove === seat);
        const turn = await engine.turn(mover.journal.record(), mover.seat);
        const asked = refusal(mover.connection.ask({ do: 'turn', after: mover.journal.last, turn }));
        asked.catch(() => {});
        await until(async () => (await request(server, { path: '/healthz' })).status === 503, '503 from /healthz');
        const page = await request(server, { path: '/status' });
        assert.equal(page.status, 503);
        assert.match(page.text, /Not well<\/h1>\n<p>The database does not answer/);
        refused = await within(asked, 'an answer to a move');
    } finally {
        signal('SIGCONT');
    }
    assert.equal(refused.error, 'store');
    await until(async () => (await request(server, { path: '/healthz' })).status === 200, 'health');
    await playTurns([one, two], one.journal.rounds[0].turns.length + 1);
}, { database: postgres.database('hostile') });

finish();
