// The floods: what each of them sends, from how many connections and how often.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import path from 'node:path';
import { Person } from '../../tests/server/client.mjs';
import { PROGRAM } from '../../tests/server/server.mjs';
import { sleep, within } from '../../tests/tap.mjs';
import { MINE, UPGRADE, clientHello, frame, frames, http11, letters, post } from './bytes.mjs';
import { isAlive, start, timed } from './process.mjs';

export const SOURCES = {
    one: { name: '1 address', from: '127.2.0.1', addresses: 1 },
    hundred: { name: '100 addresses', from: '127.3.0.1', addresses: 100 },
};

const from = (n) => ({ from: '127.5.0.1', addresses: n });
const many = ({ source }, one, hundred) => (source.addresses === 1 ? one : hundred);

let files = 0;
function file(world, bytes) {
    files += 1;
    const name = path.join(world.place.folder, `bytes-${files}`);
    fs.writeFileSync(name, bytes);
    return name;
}

// One process of build/bench/flood; resolves with its report.  It speaks TLS where the server does,
// unless it is `plain`.
function pour(world, { first = '', then = [], seconds = world.seconds, source = world.source, plain, ...numbers }) {
    const args = ['--port', world.server.port, '--from', source.from, '--addresses', source.addresses,
        '--seconds', seconds, '--first', file(world, first)];
    for (const bytes of [then].flat()) args.push('--then', file(world, bytes));
    if (world.server.secure && !plain) args.push('--tls');
    for (const [name, value] of Object.entries(numbers)) {
        if (value) args.push(`--${name}`, ...(value === true ? [] : [value]));
    }
    const flood = start('build/bench/flood', args);
    world.flooders.push(flood.child);
    return flood.line().catch(() => ({ cpu_s: 0, sent: 0, opened: 0, status: {} }));
}

// The same request again and again, each when the one before it has been answered.
function repeat(world, bytes, more) {
    return pour(world, { first: [bytes].flat()[0], then: bytes, wait: true, ...more });
}

// One request of the flooder's own, where it is no matter of speed; from its addresses by turns.
function ask(world, person, method, at, body) {
    const { from: first, addresses } = world.source;
    world.asked = (world.asked ?? 0) + 1;
    return within(new Promise((resolve, reject) => {
        const asked = (world.server.secure ? https : http).request({
            rejectUnauthorized: false,
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

// How much is kept in the end.
async function storeSize({ place, server }) {
    const size = place.storeSize(server);
    return size === undefined ? '' : `database ${size.toFixed(0)} MB`;
}

// A whole game, and remarks until it is as long as a record may be.
async function longRecord({ place: { folder } }) {
    const game = ['arena', '--board', 'transamerica', '--bots', 'random,random', '--games', '1', '--seed', '1'];
    const child = spawn(PROGRAM, [...game, '--records', folder], { stdio: 'ignore' });
    await new Promise((resolve) => { child.on('close', resolve); });
    const name = fs.readdirSync(folder).find((one) => one.endsWith('.rail'));
    const text = fs.readFileSync(path.join(folder, name), 'utf8');
    return text + `# ${'x'.repeat(97)}\n`.repeat(Math.floor((262144 - Buffer.byteLength(text)) / 100));
}

export const FLOODS = {
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
            seconds: Math.max(world.seconds, 45) })],
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
            const until = performance.now() + 1000 * world.seconds;
            for (let i = 0; i < many(world, 64, 640) && performance.now() < until && isAlive(world.server); i += 1) {
                const host = new Person();
                const { id } = await ask(world, host, 'POST', 'tables',
                    { board: 'transamerica', seats: ['me', ...Array(5).fill('expert')] });
                for (const what of ['start', 'leave']) await ask(world, host, 'POST', `tables/${id}`, { do: what });
            }
        })().catch((error) => { world.note = error.message.slice(0, 80); }).then(() => sleep(1000 * world.seconds / 2))
            .then(() => ({ cpu_s: 0, sent: many(world, 64, 640), status: {} }))],
    },
    uploads: {
        about: 'records of 256 KB, each by somebody new',
        prepare: async (world) => { world.record = await longRecord(world); },
        run: (world) => {
            const bytes = post('/api/v1/records', world.record, { type: 'text/plain' });
            return [repeat(world, bytes, { connections: many(world, 30, 100), rate: many(world, 100, 300) })];
        },
        check: storeSize,
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
        run: (world) => [pour(world, { first: world.hello, plain: true, connections: many(world, 60, 600), rate: 3000,
            life: 1, most: 1000000 })],
    },
    greetings: {
        about: 'TLS handshakes that are finished, each for one request, 3,000 a second',
        over: 'tls',
        run: (world) => [pour(world, { first: http11('GET', '/healthz'), connections: many(world, 60, 600), rate: 3000,
            life: 1, most: 1000000 })],
    },
    knock: {
        about: 'connections that are closed as soon as they are made, without TLS, 3,000 a second',
        run: (world) => [pour(world, { first: 'GET', plain: true, leave: true, connections: many(world, 60, 600),
            rate: 3000, most: 1000000 })],
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
        check: storeSize,
    },
};
