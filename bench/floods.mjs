#!/usr/bin/env node
// What a flood does to those who play: `railhead serve` with its default limits, 500 tables of
// people from many addresses who play through it, and somebody who means no good.
//
//     make all bench-programs
//     node bench/floods.mjs [--list] [--only NAME,...] [--seconds 20] [--from one,hundred] [--rounds 1]
//                           [--json] [--postgres | --database URL] [--tls rsa2048|rsa4096|p256]
//
// Each flood comes from one address (127.2.0.1) and then from a hundred (127.3.0.1 and on), against
// a server of its own, and stops by itself.  Prints a table for docs/security.md: the time that a
// move takes for the people at the tables before and meanwhile, what the server needed, and whether
// somebody new could play.  The goals are GOAL below.  All traffic stays on this machine.
//
// With --postgres each server has a new database of a PostgreSQL that is started for it.  With --tls
// the people play over TLS, with a key of that kind; of the floods only `handshakes` does then, which
// needs it.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { parseArgs } from 'node:util';
import { Person, request } from '../tests/server/client.mjs';
import { Engine, gather } from '../tests/server/game.mjs';
import { PROGRAM, Postgres, Server } from '../tests/server/server.mjs';
import { after, sleep, within } from '../tests/tap.mjs';

const { values: options } = parseArgs({
    options: {
        seconds: { type: 'string', default: '20' },
        only: { type: 'string', default: '' },
        from: { type: 'string', default: 'one,hundred' },
        rounds: { type: 'string', default: '1' },
        folder: { type: 'string', default: os.tmpdir() },
        database: { type: 'string' },
        postgres: { type: 'boolean', default: false },
        tls: { type: 'string' },
        list: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
    },
});
const SECONDS = Number(options.seconds);
const TABLES = 500;
const RATE = 250; // moves a second at all honest tables together
const HONEST = ['--from', '127.1.0.1', '--addresses', '700']; // three people each
const SOURCES = {
    one: { name: '1 address', from: '127.2.0.1', addresses: 1 },
    hundred: { name: '100 addresses', from: '127.3.0.1', addresses: 100 },
};
const GOAL = { p99: 100, memory: 256, newcomer: 1000, bot: 2000 }; // milliseconds; MB more than before
const STOP_AT_MB = 3000; // a flood that has got so much memory has made its point
const BEFORE_MS = 5000;
const folder = fs.mkdtempSync(path.join(options.folder, 'railhead-floods-'));
after(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
process.on('unhandledRejection', () => {}); // what was given up may fail later

// ---- Bytes ------------------------------------------------------------------------------------

// Holes that build/bench/flood fills: the secret of the connection, a new one each time, letters.
const hole = (kind, length) => `@{${kind}${'.'.repeat(length - 4)}}`;
const MINE = hole('s', 43);
const NEW = hole('n', 43);
const letters = (length) => hole('i', length);

function http11(method, at, { secret = NEW, type = 'application/json', body, length } = {}) {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    return [`${method} ${at} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${secret}`,
        ...(text === undefined ? [] : [`Content-Type: ${type}`,
            `Content-Length: ${length ?? Buffer.byteLength(text)}`]),
        '', text ?? ''].join('\r\n');
}

const UPGRADE = http11('GET', '/api/v1/socket', { secret: MINE }).replace('\r\n\r\n', ['',
    'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: bG9hZCBnZW5lcmF0b3IhIQ==', 'Sec-WebSocket-Protocol: railhead-1', '', ''].join('\r\n'));

// A frame with a mask of zeros, so that what is in it can have holes.
function frame(data, { opcode = 1, final = true, claims } = {}) {
    const payload = Buffer.from(typeof data === 'object' && !Buffer.isBuffer(data) ? JSON.stringify(data) : data);
    const length = claims ?? payload.length;
    const head = Buffer.alloc(length < 126 ? 6 : length < 65536 ? 8 : 14);
    head[0] = (final ? 0x80 : 0) | opcode;
    head[1] = 0x80 | (length < 126 ? length : length < 65536 ? 126 : 127);
    if (length >= 65536) head.writeBigUInt64BE(BigInt(length), 2);
    else if (length >= 126) head.writeUInt16BE(length, 2);
    return Buffer.concat([head, payload]);
}

const frames = (...messages) => Buffer.concat(messages.map((message) => frame(message)));

// ---- Processes --------------------------------------------------------------------------------

function start(program, args) {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    after(() => child.kill('SIGKILL'));
    const lines = [];
    const heard = { text: '', wake: () => {} };
    child.stdout.setEncoding('utf8').on('data', (text) => {
        const parts = (heard.text + text).split('\n');
        heard.text = parts.pop();
        lines.push(...parts.map((line) => JSON.parse(line)));
        heard.wake();
    });
    child.on('close', () => { heard.ended = true; heard.wake(); });
    const line = () => within(new Promise((resolve, reject) => {
        heard.wake = () => {
            if (lines.length > 0) resolve(lines.shift());
            else if (heard.ended) reject(new Error(`${program} ended`));
        };
        heard.wake();
    }), `a line of ${program}`);
    return { child, line };
}

let files = 0;
function file(bytes) {
    files += 1;
    const name = path.join(folder, `bytes-${files}`);
    fs.writeFileSync(name, bytes);
    return name;
}

// One process of build/bench/flood; resolves with its report.
function pour(world, { first = '', then = [], seconds = SECONDS, source = world.source, ...numbers }) {
    const args = ['--port', world.server.port, '--from', source.from, '--addresses', source.addresses,
        '--seconds', seconds, '--first', file(first)];
    for (const bytes of [then].flat()) args.push('--then', file(bytes));
    for (const [name, value] of Object.entries(numbers)) {
        if (value) args.push(`--${name}`, ...(value === true ? [] : [value]));
    }
    const flood = start('build/bench/flood', args.map(String));
    world.flooders.push(flood.child);
    return flood.line().catch(() => ({ cpu_s: 0, sent: 0, opened: 0, status: {} }));
}

// /proc/PID/status in MB, and seconds of processor time.
function memory({ pid }, what) {
    try {
        return Number(new RegExp(`${what}:\\s*(\\d+)`).exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
    } catch {
        return NaN;
    }
}

const isAlive = ({ child }) => child.exitCode === null && child.signalCode === null;

async function timed(promise, limit) {
    const begun = performance.now();
    const late = sleep(limit).then(() => { throw new Error('late'); });
    const value = await Promise.race([promise, late]);
    return { ms: Math.round(performance.now() - begun), value };
}

// ---- Honest people ----------------------------------------------------------------------------

async function health(server) {
    const { status } = await request(server, { path: '/healthz' });
    return status;
}

// Somebody new opens a table with a bot, follows it and moves: how long until the move is kept.
async function newcomer(server, engine, bots = ['easy']) {
    const [player] = await gather(server, engine, { board: 'transamerica', seats: ['me', ...bots] });
    await player.play(() => player.kept.length > 0);
    return player;
}

// Somebody who plays against one bot, a turn now and then and game after game, and sees how long it
// takes: the milliseconds of its turns, among them the one it has not made yet.
class BotWatch {
    constructor(server, bot) {
        Object.assign(this, { server, bot, engine: new Engine('random'), turns: [] });
        this.playing = this.play().catch(() => {});
    }

    async play() {
        for (;;) {
            const player = await newcomer(this.server, this.engine, [this.bot]);
            player.connection.socket.on('message', (data) => this.take(JSON.parse(data)));
            while (player.journal.phase !== 'finished') {
                const made = player.kept.length;
                await player.play(() => player.kept.length > made);
                await sleep(300);
            }
        }
    }

    take({ kind, seat, at }) {
        if (kind === 'turn' && seat === 2 && this.asked) this.turns.push(at - this.asked);
        if (kind === 'turn') this.asked = seat === 1 ? at : undefined;
    }

    // Since it was last asked.
    report() {
        const all = [...this.turns, ...(this.asked ? [Date.now() - this.asked] : [])].sort((a, b) => a - b);
        this.turns = [];
        return { bot: this.bot, turns: all.length, median: all[all.length >> 1], worst: all.at(-1) };
    }
}

async function play(world) {
    const { server } = world;
    const load = start('build/load', ['--port', server.port, '--pid', server.pid, '--tables', TABLES, '--rate', RATE,
        '--seconds', 3600, '--warm-up', 2, ...HONEST, '--patient', '--json', ...(server.secure ? ['--tls'] : [])]
        .map(String));
    const { table } = await load.line();
    const phase = (signal) => { load.child.kill(signal); return load.line(); };
    return { table, next: () => phase('SIGUSR1'), end: () => phase('SIGTERM'), child: load.child };
}

// ---- Floods -----------------------------------------------------------------------------------

const from = (n) => ({ from: '127.5.0.1', addresses: n });
const post = (at, body, more) => http11('POST', at, { body, ...more });
const many = ({ source }, one, hundred) => (source.addresses === 1 ? one : hundred);

// The same request again and again, each when the one before it has been answered.
function repeat(world, bytes, more) {
    return pour(world, { first: [bytes].flat()[0], then: bytes, wait: true, ...more });
}

// One request of the flooder's own, where it is no matter of speed; from its addresses by turns.
function ask(world, person, method, at, body) {
    const { from: first, addresses } = world.source;
    world.asked = (world.asked ?? 0) + 1;
    return within(new Promise((resolve, reject) => {
        const asked = http.request({
            host: '127.0.0.1', port: world.server.port, method, path: `/api/v1/${at}`, agent: false,
            localAddress: first.replace(/\d+$/, 1 + world.asked % addresses),
            headers: { ...person.headers, 'Content-Type': 'application/json' },
        }, (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (part) => { text += part; });
            answer.on('end', () => {
                if (answer.statusCode === 200) resolve(JSON.parse(text));
                else reject(new Error(text));
            });
        });
        asked.on('error', reject);
        asked.end(body && JSON.stringify(body));
    }), at, 20);
}

const LONG_LINE = '\u{1F682}'.repeat(290);
const chatLine = (table) => post(`/api/v1/tables/${table}`, { do: 'chat', text: `${letters(8)} ${LONG_LINE}` });

async function openTable(world, settings = {}) {
    const host = new Person();
    const table = await host.open(world.server, { board: 'transamerica', seats: ['me', 'open'], ...settings });
    return { host, id: table.id };
}

// A table with as much to tell as can be made within seconds.
async function longTable(world, seconds = 4) {
    world.long = (await openTable(world)).id;
    await repeat(world, chatLine(world.long), { connections: 100, rate: 1000, seconds, source: from(100) });
}

// Whether somebody new sees all of a table.
async function canFollow(world, table) {
    try {
        const connection = await timed(new Person().connect(world.server), 10000);
        const { ms, value } = await timed(connection.value.follow(table), 20000);
        connection.value.socket.terminate();
        return `${value.last} events in ${ms} ms`;
    } catch (error) {
        return `no (${String(error.message).slice(0, 60)})`;
    }
}

function databaseSize({ server }) {
    if (options.database || options.postgres) return NaN;
    const sizes = fs.readdirSync(server.data).map((name) => fs.statSync(path.join(server.data, name)).size);
    return sizes.reduce((sum, size) => sum + size, 0) / 1e6;
}

// A whole game, and remarks until it is as long as a record may be.
async function longRecord() {
    const game = ['arena', '--board', 'transamerica', '--bots', 'random,random', '--games', '1', '--seed', '1'];
    const child = spawn(PROGRAM, [...game, '--records', folder], { stdio: 'ignore' });
    await new Promise((resolve) => { child.on('close', resolve); });
    const name = fs.readdirSync(folder).find((one) => one.endsWith('.rail'));
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    return text + `# ${'x'.repeat(97)}\n`.repeat(Math.floor((262144 - Buffer.byteLength(text)) / 100));
}

// The first bytes of a client of TLS.
function clientHello() {
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

const FLOODS = {
    events: {
        about: '600 requests for all events of a long table, answers never read',
        prepare: longTable,
        run: (world) => {
            const asking = http11('GET', `/api/v1/tables/${world.long}/events?after=0`);
            const connections = many(world, 60, 600); // an address may have 64
            return [pour(world, { first: asking.repeat(600 / connections), connections, deaf: true })];
        },
    },
    files: {
        about: '3,000 connections that ask for a file of 400 KB and never read it',
        run: (world) => [pour(world, { first: http11('GET', '/big.txt').repeat(2), connections: 3000, deaf: true })],
    },
    bodies: {
        about: '3,000 requests of 256 KB of which the last byte never comes',
        run: (world) => {
            const { secret } = new Person();
            const first = post('/api/v1/records', 'x'.repeat(262143), { secret, type: 'text/plain', length: 262144 });
            return [pour(world, { first, connections: 3000 })];
        },
    },
    'half-open': {
        about: '6,000 connections that say nothing, or half of a request',
        run: (world) => [pour(world, { connections: 3000 }),
            pour(world, { first: UPGRADE.slice(0, 120), connections: 3000 })],
    },
    passwords: {
        about: 'new accounts and logins, 500 a second',
        bots: ['easy', 'hard'],
        run: (world) => [['account', letters(16)], ['login', 'somebody']].map(([what, login]) => {
            const bytes = post(`/api/v1/${what}`, { login, password: 'a password of somebody' });
            return repeat(world, bytes, { connections: many(world, 32, 200), rate: 250 });
        }),
    },
    lobby: {
        about: 'the list of 200 public tables, over HTTP and WebSockets, 1,000 times a second',
        prepare: async (world) => {
            const bytes = post('/api/v1/tables', { board: 'transamerica', seats: ['me', 'open'], public: true });
            await repeat(world, bytes, { connections: 50, rate: 100, most: 50, life: 4, seconds: 4, source: from(50) });
        },
        run: (world) => {
            const rate = many(world, 100, 500);
            return [repeat(world, http11('GET', '/api/v1/tables'), { connections: many(world, 20, 100), rate }),
                pour(world, { first: UPGRADE, then: frame({ do: 'lobby' }), connections: many(world, 40, 100), rate })];
        },
    },
    chat: {
        about: 'chat lines of 1,200 bytes at one table, each by somebody new',
        prepare: async (world) => { world.chat = (await openTable(world)).id; },
        // It takes a while to write more than can be read at once.
        run: (world) => [repeat(world, chatLine(world.chat), { connections: many(world, 60, 200), rate: 2000,
            seconds: Math.max(SECONDS, 45) })],
        check: async (world) => {
            const before = await canFollow(world, world.chat);
            await world.end();
            await world.server.restart();
            return `following it: ${before}; after a restart: ${await canFollow(world, world.chat)}`;
        },
    },
    bots: {
        about: 'tables with five expert bots each, whose host leaves: 64 of them, or 640',
        bots: ['easy', 'hard'],
        run: (world) => [(async () => {
            const until = performance.now() + 1000 * SECONDS;
            for (let i = 0; i < many(world, 64, 640) && performance.now() < until && isAlive(world.server); i += 1) {
                const host = new Person();
                const { id } = await ask(world, host, 'POST', 'tables',
                    { board: 'transamerica', seats: ['me', ...Array(5).fill('expert')] });
                for (const what of ['start', 'leave']) await ask(world, host, 'POST', `tables/${id}`, { do: what });
            }
        })().catch((error) => { world.note = error.message.slice(0, 80); }).then(() => sleep(1000 * SECONDS / 2))
            .then(() => ({ cpu_s: 0, sent: many(world, 64, 640), status: {} }))],
    },
    uploads: {
        about: 'records of 256 KB, each by somebody new',
        prepare: async (world) => { world.record = await longRecord(); },
        run: (world) => {
            const bytes = post('/api/v1/records', world.record, { type: 'text/plain' });
            return [repeat(world, bytes, { connections: many(world, 30, 100), rate: many(world, 100, 300) })];
        },
        check: async (world) => `database ${databaseSize(world).toFixed(0)} MB`,
    },
    delete: {
        about: 'people who rename themselves and others who delete themselves, 2,000 a second',
        run: (world) => {
            const rename = post('/api/v1/me', { name: 'Nobody' }, { secret: MINE });
            const forget = http11('DELETE', '/api/v1/me'); // who is deleted never comes back
            return [repeat(world, [rename, forget], { connections: many(world, 60, 200), rate: 2000 })];
        },
    },
    follow: {
        about: '1,000 spectators who come to one table and go, again and again',
        run: (world) => {
            const then = [frame({ do: 'follow', table: world.honest.table, after: 0 }), frame({ do: 'lobby' })];
            return [pour(world, { first: UPGRADE, then, connections: many(world, 64, 1000),
                rate: many(world, 200, 2000) })];
        },
    },
    missing: {
        about: 'tables that do not exist, followed and asked for, 2,000 a second',
        run: (world) => {
            const asking = http11('GET', `/api/v1/tables/${letters(16)}`);
            return [repeat(world, asking, { connections: many(world, 20, 100), rate: 1000 }),
                pour(world, { first: UPGRADE, then: frame({ do: 'follow', table: letters(16), after: 0 }),
                    connections: many(world, 40, 200), rate: 1000 })];
        },
    },
    pipelined: {
        about: 'requests with a body behind others that are not answered yet',
        run: (world) => {
            const rename = post('/api/v1/me', { name: 'Nobody' });
            return [pour(world, { first: http11('GET', '/api/v1/me') + rename + rename, then: rename + rename,
                connections: many(world, 20, 100), rate: 200 })];
        },
    },
    connect: {
        about: 'connections that are upgraded and closed, 2,000 a second',
        run: (world) => [pour(world, { first: UPGRADE, connections: 100, rate: 2000, life: 1, most: 100000 })],
    },
    secrets: {
        about: 'who am I, each time with a new secret, as fast as it is answered',
        run: (world) => {
            const bytes = http11('GET', '/api/v1/me');
            return [repeat(world, bytes, { connections: many(world, 60, 600), rate: 100000 })];
        },
    },
    handshakes: {
        about: 'TLS handshakes that are begun and never finished, 3,000 a second',
        over: 'tls',
        prepare: async (world) => { world.hello = await clientHello(); },
        run: (world) => [pour(world, { first: world.hello, connections: many(world, 60, 600), rate: 3000, life: 1,
            most: 1000000 })],
    },
    frames: {
        about: 'fragments of a byte, pings, what is no JSON, messages of 16 MB',
        run: (world) => {
            const more = Buffer.concat(Array(500).fill(frame('x', { opcode: 0, final: false })));
            const tiny = Buffer.concat([frame('x', { final: false }), more]);
            const pings = Buffer.concat(Array(100).fill(frame('ping', { opcode: 9 })));
            const huge = frame('x'.repeat(65536), { claims: 1 << 24 });
            const some = { first: UPGRADE, connections: many(world, 15, 100), rate: many(world, 200, 500) };
            return [[tiny, ...Array(7).fill(more)], pings, frames('no JSON', '{', '[[[['), huge]
                .map((then) => pour(world, { ...some, then }));
        },
    },
    slowread: {
        about: 'WebSockets that follow long and busy tables and never read',
        prepare: longTable,
        run: (world) => {
            const follow = (table) => frame({ do: 'follow', table, after: 0 });
            return [pour(world, { first: UPGRADE, then: [follow(world.long), follow(world.honest.table)], deaf: true,
                connections: many(world, 64, 1000), rate: many(world, 100, 1000) })];
        },
    },
    open: {
        about: 'new tables, 2,000 a second',
        run: (world) => {
            const bytes = post('/api/v1/tables', { board: 'transamerica', seats: ['me', 'open'], public: true });
            return [repeat(world, bytes, { connections: many(world, 60, 200), rate: 2000 })];
        },
        check: async (world) => `database ${databaseSize(world).toFixed(0)} MB`,
    },
};

// ---- Where it runs ----------------------------------------------------------------------------

const KEYS = { rsa2048: ['rsa:2048'], rsa4096: ['rsa:4096'], p256: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] };
let databases = 0;
const postgres = options.postgres && !options.list ? await Postgres.start() : undefined;

function certificate() {
    const [cert, key] = ['cert', 'key'].map((name) => path.join(folder, `${name}.pem`));
    if (!fs.existsSync(cert)) {
        execFileSync('openssl', ['req', '-x509', '-newkey', ...KEYS[options.tls], '-nodes', '-keyout', key, '-out', cert,
            '-days', '2', '-subj', '/CN=localhost'], { stdio: 'ignore' });
    }
    return ['--tls-cert', cert, '--tls-key', key];
}

// ---- Running one ------------------------------------------------------------------------------

async function begin(source) {
    const web = fs.mkdtempSync(path.join(folder, 'web-'));
    fs.writeFileSync(path.join(web, 'index.html'), '<!doctype html><title>Railhead</title>');
    fs.writeFileSync(path.join(web, 'big.txt'), randomBytes(200 * 1024).toString('hex'));
    const database = postgres ? postgres.database(`flood${(databases += 1)}`) : options.database;
    const server = new Server({ data: fs.mkdtempSync(path.join(folder, 'data-')), database,
        strict: true, args: ['--web', web, ...(options.tls ? certificate() : [])] });
    await server.start();
    return { server, source, flooders: [] };
}

// The most memory while `running` goes on; stops the flood when it is far too much.
async function watchMemory(world, running) {
    let most = 0;
    const timer = setInterval(() => {
        most = Math.max(most, memory(world.server, 'VmHWM') || 0);
        if (most > STOP_AT_MB && !world.stopped) {
            world.stopped = true;
            for (const child of world.flooders) child.kill('SIGKILL');
        }
    }, 100);
    const result = await running;
    clearInterval(timer);
    return { most: Math.max(most, memory(world.server, 'VmHWM') || 0), result };
}

function resetPeak({ pid }) {
    try {
        fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');
    } catch { /* then the peak is that of the whole run */ }
}

async function during(world, flood, engine) {
    for (const watch of world.bots) watch.report();
    const running = Promise.all(flood.run(world));
    await sleep(1000);
    const came = await timed(newcomer(world.server, engine), 15000).catch(() => ({ ms: Infinity }));
    came.value?.connection.socket.terminate();
    const reports = await running;
    return { newcomer: came.ms, bots: world.bots.map((watch) => watch.report()), reports };
}

function verdict(row) {
    const faults = [];
    if (!row.alive) faults.push('dead');
    else if (row.health !== 200) faults.push(`healthz ${row.health}`);
    if (row.during.p99_ms >= GOAL.p99) faults.push('slow');
    if (row.peak - row.base > GOAL.memory) faults.push(row.stopped ? 'memory (stopped)' : 'memory');
    if (row.newcomer > GOAL.newcomer) faults.push(Number.isFinite(row.newcomer) ? 'newcomer late' : 'newcomer out');
    if (row.bots.some(({ worst }) => worst > GOAL.bot)) faults.push('bots wait');
    if (row.during.refused + row.during.disconnects > 0) faults.push('moves refused or lost');
    if (row.before.p99_ms >= GOAL.p99 / 2) faults.push('(the machine was busy before)');
    return faults.length > 0 ? faults.join(', ') : 'met';
}

async function run(name, source) {
    const flood = FLOODS[name];
    const world = await begin(source);
    const engine = new Engine('random');
    const row = { flood: name, from: source.name, seconds: SECONDS };
    try {
        await flood.prepare?.(world);
        world.honest = await play(world);
        world.end = async () => { world.honest.child.kill('SIGKILL'); };
        world.bots = (flood.bots ?? []).map((bot) => new BotWatch(world.server, bot));
        await sleep(BEFORE_MS);
        row.botsBefore = world.bots.map((watch) => watch.report());
        row.before = await world.honest.next();
        resetPeak(world.server);
        row.base = memory(world.server, 'VmRSS');
        const { most, result } = await watchMemory(world, during(world, flood, engine));
        row.during = await world.honest.next();
        Object.assign(row, result, { peak: most, stopped: world.stopped, note: world.note });
        row.alive = isAlive(world.server);
        row.health = await timed(health(world.server), 10000).then(({ value }) => value, () => 0);
        row.note = [row.note, row.alive && await flood.check?.(world),
            !row.alive && world.server.log.trim().split('\n').at(-1)].filter(Boolean).join('; ');
        row.end = row.alive ? '' : await world.server.ended;
    } finally {
        const engines = [engine, ...(world.bots ?? []).map((watch) => watch.engine)];
        const mine = [...world.flooders, world.honest?.child, ...engines.map(({ child }) => child)];
        for (const child of mine) child?.kill('SIGKILL');
        if (isAlive(world.server)) await world.server.stop('SIGKILL');
        fs.rmSync(world.server.data, { recursive: true, force: true });
    }
    row.verdict = verdict(row);
    return row;
}

// ---- Report -----------------------------------------------------------------------------------

const ms = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));

function told(row) {
    const statuses = {};
    for (const [code, n] of row.reports.flatMap(({ status }) => Object.entries(status))) {
        statuses[code] = (statuses[code] ?? 0) + n;
    }
    const sent = row.reports.reduce((sum, one) => sum + one.sent, 0);
    const cpu = row.reports.reduce((sum, one) => sum + one.cpu_s, 0);
    return [`sent ${sent}`, ...Object.entries(statuses).map(([code, n]) => `${code}: ${n}`),
        `${cpu.toFixed(1)} s of its own`,
        ...row.bots.map(({ bot, turns, median, worst }, i) => `${bot} bot: ${turns} turns, median ${median ?? '-'} ms `
            + `(before ${row.botsBefore[i].median ?? '-'}), longest ${worst ?? '-'} ms`),
        row.note].filter(Boolean).join('; ');
}

function print(row) {
    if (options.json) {
        console.log(JSON.stringify(row));
        return;
    }
    const { before, during: meanwhile } = row;
    console.log(`| ${[row.flood, row.from, ms(before.p99_ms),
        ms(meanwhile.p50_ms), ms(meanwhile.p99_ms), ms(meanwhile.max_ms),
        `${meanwhile.refused} / ${meanwhile.disconnects}`, Number.isFinite(row.newcomer) ? row.newcomer : 'never',
        `${row.base.toFixed(0)} / ${row.peak.toFixed(0)}`, meanwhile.server_cpu_s.toFixed(1), row.verdict, told(row),
    ].join(' | ')} |`);
}

if (options.list) {
    for (const [name, { about }] of Object.entries(FLOODS)) console.log(`${name.padEnd(12)}${about}`);
    process.exit(0);
}
const fits = (name) => (FLOODS[name].over === 'tls') === Boolean(options.tls);
const wanted = options.only ? options.only.split(',') : Object.keys(FLOODS).filter(fits);
const sources = options.from.split(',');
const unknown = [...wanted.filter((name) => !FLOODS[name]), ...sources.filter((name) => !SOURCES[name])];
if (unknown.length > 0) {
    console.error(`there is no ${unknown[0]}: see --list`);
    process.exit(2);
}
if ((options.tls && !KEYS[options.tls]) || !wanted.every(fits)) {
    console.error(`--tls takes ${Object.keys(KEYS).join(', ')}, for the flood handshakes alone, which needs it`);
    process.exit(2);
}
if (!options.json) {
    const columns = ['flood', 'from', 'p99 before, ms', 'p50', 'p99', 'longest', 'refused / lost', 'newcomer, ms',
        'memory, MB: before / peak', 'CPU, s', 'verdict', ''];
    console.log(`| ${columns.join(' | ')} |\n${'|---'.repeat(columns.length)}|`);
}
for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const name of wanted) {
        for (const source of sources) print(await run(name, SOURCES[source]));
    }
}
process.exit(0);
