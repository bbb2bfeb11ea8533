#!/usr/bin/env node
// Everything that is refused, in the order of the error table of docs/protocol.md, and what is no
// message at all: a clear error to that client, and nothing else happens.
import assert from 'node:assert/strict';
import net from 'node:net';
import { Person, refusal, request } from './client.mjs';
import { Engine, gather } from './game.mjs';
import { Raw } from './raw.mjs';
import { Server } from './server.mjs';
import { finish, test, until, within } from '../tap.mjs';

const server = await Server.start();
const engine = new Engine();
const TWO = { board: 'transamerica', seats: ['me', 'open'] };

const [one, two] = await gather(server, engine, TWO);
await one.play(({ rounds }) => rounds[0]?.turns.length >= 4 || one.journal.toMove !== one.seat);
const table = `tables/${one.table}`;

// A connection for something bad: it must still answer afterwards.
async function newConnection() {
    const connection = await new Person().connect(server);
    await connection.follow(one.table);
    return connection;
}

async function stillThere(connection) {
    const from = connection.messages.length;
    connection.send({ do: 'ping' });
    await connection.wait(({ is }) => is === 'pong', 'pong', from);
}

// The code of the error that a frame without an id gets.
async function errorOf(connection, frame) {
    const from = connection.messages.length;
    connection.send(frame);
    const { error, text, code, args } =
        await connection.wait(({ is }) => is === 'error', `an error for ${frame}`, from);
    assert.match(text, /^\S.*[^\s.]\.?$/);
    assert.match(code, /^[a-z0-9-]+$/);
    assert.equal(typeof args, 'object');
    return error;
}

const asked = (person, body, type) => refusal(person.ask(server, 'POST', table, body,
    type ? { 'Content-Type': type } : {}));

// ---- syntax -----------------------------------------------------------------------------------

for (const [what, frame] of [
    ['nothing', ''], ['no JSON', 'follow me'], ['half of it', '{"do":"ping"'], ['an array', '[1]'],
    ['a number', '7'], ['null', 'null'], ['more behind it', '{"do":"ping"} {}'],
    ['a key twice', '{"do":"ping","do":"start"}'],
    ['too deep', '['.repeat(4000)],
    ['half a surrogate', '{"do":"chat","text":"\\ud800"}'],
    ['NUL in a key', '{"d\\u0000o":"ping"}'], ['NUL in a text', '{"do":"chat","text":"a\\u0000b"}'],
]) {
    await test(`syntax: ${what}`, async () => {
        const connection = await newConnection();
        assert.equal(await errorOf(connection, frame), 'syntax');
        await stillThere(connection);
        const { error, status } = await asked(new Person(), frame, 'application/json');
        assert.deepEqual([error, status], ['syntax', 400]);
    });
}

await test('syntax: three times, and the connection is closed with a reason', async () => {
    const connection = await newConnection();
    for (let i = 0; i < 3; i += 1) connection.send('nonsense');
    const bye = await connection.wait(({ is }) => is === 'bye', 'bye');
    assert.ok(bye.text.length > 10);
    await within(connection.closed, 'the end');
});

// ---- field and unknown ------------------------------------------------------------------------

const FIELDS = [
    ['table', { do: 'follow', after: 0 }], ['table', { do: 'follow', table: 7, after: 0 }],
    ['after', { do: 'follow', table: one.table, after: -1 }],
    ['after', { do: 'follow', table: one.table, after: 1.5 }],
    ['after', { do: 'follow', table: one.table, after: 1e300 }],
    ['after', { do: 'follow', table: one.table, after: '0' }],
    ['seat', { do: 'sit' }], ['seat', { do: 'sit', seat: 0 }], ['seat', { do: 'sit', seat: 7 }],
    ['seat', { do: 'sit', seat: '1' }], ['seat', { do: 'sit', seat: 2 ** 53 }],
    ['key', { do: 'sit', seat: 1, key: 5 }],
    ['as', { do: 'seat', seat: 1 }], ['as', { do: 'seat', seat: 1, as: 'oracle' }],
    ['as', { do: 'fill', as: 'random' }],
    ['after', { do: 'turn', turn: 'pass' }], ['turn', { do: 'turn', after: 1 }],
    ['turn', { do: 'turn', after: 1, turn: ['pass'] }],
    ['text', { do: 'chat' }], ['text', { do: 'chat', text: '' }],
    ['text', { do: 'chat', text: 'x'.repeat(301) }], ['text', { do: 'chat', text: 'a\u0007b' }],
    ['who', { do: 'mute', on: true }], ['on', { do: 'mute', who: one.person.id, on: 1 }],
    ['seat', { do: 'away' }], ['id', { do: 'ping', id: 'x' }], ['do', {}], ['do', { do: 7 }],
];

await test('field: what is missing, of the wrong type or out of range is named', async () => {
    const connection = await newConnection();
    for (const [field, message] of FIELDS) {
        const from = connection.messages.length;
        connection.send(message);
        const { error, text } = await connection.wait(({ is }) => is === 'error',
            `an error for ${JSON.stringify(message)}`, from);
        assert.equal(error, 'field', `${JSON.stringify(message)}: ${text}`);
        assert.match(text, new RegExp(`\\b${field}\\b`), JSON.stringify(message));
    }
    await stillThere(connection);
});

await test('field: numbers that no number type holds', async () => {
    for (const number of ['1e999', '-1e999', '99999999999999999999', '1e-999', '-0.5', '4294967296',
        '18446744073709551616']) {
        const connection = await newConnection();
        const error = await errorOf(connection, `{"do":"turn","turn":"pass","after":${number}}`);
        assert.ok(['field', 'syntax'].includes(error), `${number}: ${error}`);
        await stillThere(connection);
        await connection.close();
    }
});

await test('field: settings that cannot be', async () => {
    const person = new Person();
    for (const [field, settings] of [
        ['board', { seats: ['me', 'open'] }], ['board', { board: 'mars', seats: ['me', 'open'] }],
        ['board', { board: '../boards/transamerica', seats: ['me', 'open'] }],
        ['seats', { board: 'transamerica' }], ['seats', { board: 'transamerica', seats: ['me'] }],
        ['seats', { board: 'transamerica', seats: Array(7).fill('open') }],
        ['seats', { board: 'transamerica', seats: ['me', 'me'] }],
        ['seats', { board: 'transamerica', seats: ['me', 'oracle'] }],
        ['variants', { ...TWO, variants: ['chess'] }], ['variants', { ...TWO, variants: 'blocking' }],
        ['variants', { ...TWO, variants: ['blocking', 'blocking'] }],
        ['clock', { ...TWO, clock: 'live' }], ['bank', { ...TWO, clock: { kind: 'live', bank: 9, increment: 0 } }],
        ['increment', { ...TWO, clock: { kind: 'live', bank: 10, increment: 301 } }],
        ['days', { ...TWO, clock: { kind: 'slow', days: 15 } }],
        ['kind', { ...TWO, clock: { kind: 'sand' } }], ['public', { ...TWO, public: 1 }],
        ['chat', { ...TWO, chat: 'no' }], ['seed', { ...TWO, seed: 'x'.repeat(65) }],
        ['seed', { ...TWO, seed: 5 }],
    ]) {
        const { error, text, status } = await refusal(person.open(server, settings));
        assert.deepEqual([error, status], ['field', 400], JSON.stringify(settings));
        assert.match(text, new RegExp(`\\b${field}`), JSON.stringify(settings));
    }
});

await test('unknown: there is no such thing to do; unknown fields are ignored', async () => {
    const connection = await newConnection();
    for (const what of ['dance', '', 'FOLLOW', '__proto__', 'x'.repeat(300)]) {
        const { error } = await refusal(connection.ask({ do: what }));
        assert.equal(error, 'unknown', what);
    }
    await connection.ask({ do: 'chat', text: 'hello', colour: { of: ['hat'] } });
    assert.equal((await asked(new Person(), { do: 'dance' })).status, 400);
});

// ---- size and type ----------------------------------------------------------------------------

await test('size: a message of more than 4,096 bytes', async () => {
    const connection = await newConnection();
    const most = `{"do":"ping","x":"${'x'.repeat(4096 - 20)}"}`;
    assert.equal(most.length, 4096);
    connection.send(most);
    await connection.wait(({ is }) => is === 'pong', 'pong');
    assert.equal(await errorOf(connection, `${most} `), 'size');
    await stillThere(connection);
    const { error, status } = await asked(new Person(), `${most}${' '.repeat(1 << 20)}`, 'application/json');
    assert.deepEqual([error, status], ['size', 413]);
});

await test('size: a message of 50 MB', async () => {
    const connection = await newConnection();
    connection.socket.on('error', () => {});
    connection.send('x'.repeat(50 << 20));
    await Promise.race([connection.closed, connection.wait(({ error }) => error === 'size', 'size')
        .catch(() => {})]);
    assert.equal((await request(server, { path: '/healthz' })).status, 200);
});

await test('type: only application/json', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        const { error, status } = await asked(new Person(), '{"do":"back"}', type);
        assert.deepEqual([error, status], ['type', 415]);
    }
});

// ---- identity and origin ----------------------------------------------------------------------

await test('identity: neither a cookie nor a secret', async () => {
    const headers = { 'Content-Type': 'application/json' };
    for (const path of [`/api/v1/${table}`, '/api/v1/me']) {
        const answer = await request(server, { method: 'POST', path, headers, body: '{"do":"back","name":"x"}' });
        assert.deepEqual([answer.status, JSON.parse(answer.text).error], [401, 'identity'], path);
    }
});

await test('identity: a secret that is none', async () => {
    for (const value of ['Bearer short', 'Bearer ' + '='.repeat(43), 'Basic eDp5']) {
        const headers = { Authorization: value };
        const answer = await request(server, { method: 'GET', path: '/api/v1/me', headers });
        assert.deepEqual([answer.status, JSON.parse(answer.text).error], [401, 'identity'], value);
        const failed = await new Person().connect(server, { headers }).then(() => undefined, (error) => error);
        assert.equal(failed?.status, 401, value);
    }
});

await test('the answer to every message repeats its id', async () => {
    const connection = await new Person().connect(server);
    const wanted = [[{ do: 'lobby', id: 71 }, 'lobby'], [{ do: 'ping', id: 72 }, 'pong'],
        [{ do: 'follow', table: table.split('/')[1], after: 0, id: 73 }, 'table'],
        [{ do: 'chat', text: 'hello', id: 74 }, 'done'], [{ do: 'ready', after: 0, id: 75 }, 'error']];
    for (const [message, is] of wanted) {
        connection.send(message);
        const answer = await connection.wait(({ re }) => re === message.id, `an answer to ${message.do}`);
        assert.equal(answer.is, is);
    }
    await connection.close();
});

await test('identity: somebody without a secret may look on and do nothing', async () => {
    const connection = await new Person().connect(server, { headers: {} });
    assert.equal(connection.messages[0].you.id, '');
    assert.equal((await connection.follow(one.table)).seat, 0);
    for (const message of [{ do: 'sit', seat: 1 }, { do: 'chat', text: 'hello' }, { do: 'leave' },
        { do: 'turn', after: one.journal.last, turn: 'pass' }]) {
        assert.equal((await refusal(connection.ask(message))).error, 'identity', message.do);
    }
    assert.ok(!connection.messages.some(({ is }) => is === 'hand'));
});

await test('origin: no page of another site may ask for anything', async () => {
    for (const origin of ['https://evil.example', 'null', `${server.origin}.evil.example`,
        `http://127.0.0.1:${server.port + 1}`]) {
        const headers = { ...one.person.headers, Origin: origin };
        const failed = await one.person.connect(server, { headers }).then(() => undefined, (error) => error);
        assert.equal(failed?.status, 403, origin);
        const { error, status } = await refusal(one.person.ask(server, 'POST', table, { do: 'leave' },
            { Origin: origin }));
        assert.deepEqual([error, status], ['origin', 403], origin);
    }
    const own = { ...one.person.headers, Origin: server.origin };
    await (await one.person.connect(server, { headers: own })).close();
});

await test('a WebSocket elsewhere, or of another protocol, is none', async () => {
    for (const options of [{ path: '/' }, { path: '/api/v2/socket' }, { protocol: 'railhead-2' },
        { protocol: 'chat' }]) {
        const failed = await new Person().connect(server, options).then(() => undefined, (error) => error);
        assert.ok(failed, JSON.stringify(options));
    }
});

// ---- forbidden, missing, method ---------------------------------------------------------------

await test('missing: no such table, record or page', async () => {
    const person = new Person();
    const connection = await newConnection();
    assert.equal((await refusal(connection.ask({ do: 'follow', table: 'aaaaaaaaaaaa', after: 0 }))).error,
        'missing');
    for (const path of ['tables/aaaaaaaaaaaa', 'tables/aaaaaaaaaaaa/record', 'tables/aaaaaaaaaaaa/events',
        'records/aaaaaaaaaaaa', 'nothing', 'tables/%00', 'tables/..', `tables/${'a'.repeat(2000)}`,
        "tables/'%20OR%201=1--", `${table}/secret`]) {
        const answer = await person.request(server, 'GET', `/api/v1/${path}`);
        assert.ok([400, 404, 414].includes(answer.status), `${path}: ${answer.status}`);
    }
});

await test('missing: no path leads out of the web folder', async () => {
    for (const path of ['/../../../../etc/passwd', '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
        '/..%2f..%2f..%2fetc%2fpasswd', '//etc/passwd', '/t/../../etc/passwd', '/./../src/cli/main.c',
        '/%252e%252e/etc/passwd', '/..\\..\\etc\\passwd', '/index.html/../../Makefile', '/%00', '/.git/config']) {
        const answer = await request(server, { path });
        assert.doesNotMatch(answer.text, /root:|#include|\[core\]|CONFIG/, path);
        assert.ok(answer.status >= 400 || answer.headers['content-type'].startsWith('text/html'),
            `${path}: ${answer.status}`);
    }
});

await test('missing: a browser is told on a page, a program in JSON', async () => {
    const path = '/no/such/page';
    const page = await request(server, { path, headers: { accept: 'text/html,*/*;q=0.8' } });
    assert.deepEqual([page.status, page.headers['content-type']], [404, 'text/html; charset=utf-8']);
    assert.match(page.text, /There is no such page[^]*href="\/"/);
    const told = await request(server, { path });
    assert.deepEqual([told.status, JSON.parse(told.text).code], [404, 'no-page']);
});

await test('method: not with this one', async () => {
    for (const [method, path] of [['DELETE', '/api/v1/tables'], ['PUT', '/api/v1/me'], ['POST', '/healthz'],
        ['PATCH', `/api/v1/${table}`], ['POST', `/api/v1/${table}/record`]]) {
        const { error, status } = await refusal(one.person.ask(server, method, path.replace('/api/v1/', ''),
            method === 'DELETE' ? undefined : {})
            .catch((reason) => {
                if (reason instanceof SyntaxError) throw new Error(`${method} ${path}: no JSON`);
                throw reason;
            }));
        assert.ok(['method', 'missing'].includes(error), `${method} ${path}: ${error}`);
        assert.ok([404, 405].includes(status));
    }
});

// ---- state and illegal ------------------------------------------------------------------------

await test('state: a record of a game that is not over', async () => {
    const { error, status } = await refusal(one.person.ask(server, 'GET', `${table}/record`));
    assert.deepEqual([error, status], ['state', 409]);
});

await test('illegal: the rules refuse, and say which', async () => {
    const players = await gather(server, engine, TWO);
    const first = () => players.find(({ seat, journal }) => journal.toMove === seat);
    await Promise.all(players.map(({ connection }) => connection.event('round')));
    const turn = (player, text) => player.connection.ask({ do: 'turn', after: player.journal.last, turn: text });
    const broken = async (player, text, rule) => {
        const { error, rule: cited, text: sentence } = await refusal(turn(player, text));
        assert.deepEqual([error, cited], ['illegal', rule], `${text}: ${sentence}`);
        assert.ok(sentence.length > 10);
    };
    await broken(first(), 'K7-L7', 'T2');
    await broken(first(), 'pass', 'T2');
    const { n } = await turn(first(), '@K7');
    await Promise.all(players.map((player) => player.reach(n)));
    await broken(first(), '@K7', 'T2');
    const next = await turn(first(), '@C3');
    await Promise.all(players.map((player) => player.reach(next.n)));
    await broken(first(), 'pass', 'T4');
    await broken(first(), 'A1-B1', 'T5');
    await broken(first(), '@M5', 'T2');
    const { last } = players[0].journal;
    for (const text of ['', ' ', 'K7', 'L7-K7', 'k7-l7', 'K7-L7  L7-M7', 'K7-Z99', '@K7 K7-L7', '2 @K7',
        'K7-L7*', 'x'.repeat(3000), 'K7-L7 L7-M7 M7-N7', 'é', '\n', '# pass']) {
        const { error } = await refusal(turn(first(), text));
        assert.ok(['illegal', 'field'].includes(error), `${text}: ${error}`);
    }
    assert.equal(players[0].journal.last, last);
});

await test('illegal: over HTTP with status 422 and the rule', async () => {
    const players = await gather(server, engine, TWO);
    await Promise.all(players.map(({ connection }) => connection.event('round')));
    const mover = players.find(({ seat, journal }) => journal.toMove === seat);
    const refused = await refusal(mover.person.ask(server, 'POST', `tables/${mover.table}`,
        { do: 'turn', after: mover.journal.last, turn: 'pass' }));
    assert.deepEqual([refused.error, refused.status, refused.rule], ['illegal', 422, 'T2']);
    assert.deepEqual([refused.code, refused.args], ['turn-marker-first', {}]);
});

// ---- slow -------------------------------------------------------------------------------------

const strict = await Server.start({ strict: true });

await test('slow: too many messages at once', async () => {
    const connection = await new Person().connect(strict);
    for (let i = 0; i < 1000; i += 1) connection.send({ do: 'ping' });
    const { text } = await connection.wait(({ error }) => error === 'slow', 'slow');
    assert.match(text, /wait|slow/);
});

await test('slow: whoever never waits is not listened to for a while, and others are', async () => {
    const hurried = await new Person().connect(strict);
    for (let i = 0; i < 5000; i += 1) hurried.send({ do: 'ping' });
    await hurried.wait(({ error }) => error === 'slow', 'slow');
    await stillThere(one.connection);
    assert.equal((await request(strict, { path: '/healthz' })).status, 200);
    const heard = hurried.messages.length;
    assert.ok(heard < 1000, `${heard} answers at once`);
    await hurried.drop();
});

// The list of tables costs ten messages, which an address never has here.
await test('slow: whoever asks again and again is not listened to for a while, and then is', async () => {
    const poor = await Server.start({ strict: true, args: ['--messages', '4'] });
    const hurried = await Raw.open(poor, { from: '127.0.9.1' });
    for (let i = 0; i < 30; i += 1) {
        const { status } = await hurried.ask('GET /api/v1/tables HTTP/1.1\r\nHost: localhost\r\n\r\n');
        assert.equal(status, 429);
    }
    const { text } = await request(poor, { path: '/metrics' });
    assert.match(text, /^railhead_connections_paused_total 1$/m);
    await poor.stopInOrder();
});

await test('slow: too many connections of one address', async () => {
    const fresh = await Server.start({ strict: true });
    const connections = [];
    let refused;
    while (!refused && connections.length < 1000) {
        await new Person().connect(fresh).then((connection) => connections.push(connection),
            (error) => { refused = error; });
    }
    assert.ok(refused && connections.length >= 10);
    await Promise.all(connections.map((connection) => connection.close()));
    const again = await until(() => new Person().connect(fresh).catch(() => {}), 'room for one more');
    await again.close();
    await fresh.stop();
});

await test('slow: too many connections of one person, wherever they come from', async () => {
    const proxied = await Server.start({ strict: true, args: ['--behind-proxy'] });
    const person = new Person();
    const connections = [];
    let refused;
    while (!refused && connections.length < 1000) {
        const headers = { ...person.headers, 'X-Forwarded-For': `10.0.0.${connections.length}` };
        await person.connect(proxied, { headers }).then((connection) => connections.push(connection),
            (error) => { refused = error; });
    }
    assert.ok(refused && connections.length >= 10);
    await connections.pop().close();
    await until(() => person.connect(proxied, { headers: person.headers }).catch(() => {}), 'room for one more');
    await proxied.stop();
});

await test('slow: too many tables of one address, and a password tried too often', async () => {
    const open = async () => new Person().open(strict, TWO);
    const login = async () => new Person().ask(strict, 'POST', 'login', { login: 'nobody', password: 'x'.repeat(8) });
    for (const run of [open, login]) {
        let refused;
        // Many at once: a slow machine takes longer to judge one password than to allow another.
        for (let i = 0; i < 30 && !refused; i += 1) {
            const errors = await Promise.all(Array.from({ length: 10 }, () => run().catch((error) => error)));
            refused = errors.find(({ error }) => error === 'slow');
        }
        assert.equal(refused?.status, 429);
    }
});

// ---- Names and chat that deceive ----------------------------------------------------------------

await test('names: what cannot be seen, or turns the text around, is refused', async () => {
    for (const sign of [' ', '\u00a0', '\u200b', '\ufeff', '\u202e', '\u2066', '\u2069', '\u00ad', '\u3164', '\uffa0',
        '\u115f', '\u2800', '\u3000', '\u200d', '\u2028', '\u034f', '\ufe0f', '\u{e0041}',
        '\ufff3', '\ufffc', '\ufffe', '\u{1bca1}', '\u{1d173}', '\u{1d159}']) {
        const blank = await refusal(new Person().ask(server, 'POST', 'me', { name: sign.repeat(3) }));
        assert.deepEqual([blank.error, blank.status], ['field', 400], escape(sign));
    }
    for (const sign of ['\u200b', '\u202e', '\u2067', '\u00ad', '\u3164', '\ufeff']) {
        const inside = await refusal(new Person().ask(server, 'POST', 'me', { name: `Ad${sign}a` }));
        assert.equal(inside.error, 'field', escape(sign));
        const connection = await newConnection();
        assert.equal(await errorOf(connection, JSON.stringify({ do: 'chat', table: one.table, text: `a${sign}b` })), 'field');
    }
    for (const name of ['Ada', 'Zoë', '李雷', 'עדה', 'عادلة', 'می\u200cخواهم', '👩\u200d🚀', 'two words', '❤\ufe0f']) {
        assert.equal((await new Person().ask(server, 'POST', 'me', { name })).name, name);
    }
});

// ---- What is no message at all ----------------------------------------------------------------

const UPGRADE = (secret) => `GET /api/v1/socket HTTP/1.1\r\nHost: ${server.host}\r\n`
    + 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n'
    + 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: railhead-1\r\n'
    + `Authorization: Bearer ${secret}\r\n\r\n`;

// Writes bytes on a socket of its own; resolves with all that came back when it is closed, or when
// nothing has come for a while.
function raw(bytes, { upgrade = true, patience = 300 } = {}) {
    return within(new Promise((resolve) => {
        const socket = net.connect(server.port, '127.0.0.1');
        let heard = Buffer.alloc(0);
        const end = () => {
            socket.destroy();
            resolve(heard.toString('latin1'));
        };
        const say = (all) => socket.write(all, () => socket.setTimeout(patience, end));
        socket.on('error', end);
        socket.on('close', end);
        let greeted = !upgrade;
        socket.on('data', (part) => {
            heard = Buffer.concat([heard, part]);
            if (!greeted && heard.includes('"hello"')) {
                greeted = true;
                say(bytes);
            }
        });
        socket.on('connect', () => (upgrade ? socket.write(UPGRADE(new Person().secret)) : say(bytes)));
    }), 'the end of a raw connection');
}

const frame = (first, second, ...rest) => Buffer.from([first, second, ...rest]);
const masked = (first, text) => Buffer.concat([frame(first, 0x80 | text.length, 0, 0, 0, 0), Buffer.from(text)]);

for (const [what, bytes] of [
    ['a frame that is not masked', Buffer.concat([frame(0x81, 13), Buffer.from('{"do":"ping"}')])],
    ['a binary frame', masked(0x82, '{"do":"ping"}')],
    ['reserved bits', masked(0xf1, '{"do":"ping"}')],
    ['an unknown opcode', masked(0x83, 'x')],
    ['a continuation of nothing', masked(0x80, 'x')],
    ['a control frame in pieces', masked(0x09, 'x')],
    ['a control frame that is too long', Buffer.concat([frame(0x89, 0xfe, 1, 0, 0, 0, 0, 0), Buffer.alloc(256)])],
    ['a frame of 2^63 bytes', frame(0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)],
    ['a frame of 4 GB', frame(0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
    ['text that is not UTF-8', Buffer.concat([frame(0x81, 0x83, 0, 0, 0, 0), Buffer.from([0xff, 0xfe, 0x80])])],
    ['a close frame of one byte', masked(0x88, 'x')],
    ['a close frame with a forbidden code', Buffer.concat([frame(0x88, 0x82, 0, 0, 0, 0, 0x03, 0xed)])],
    ['half a header', frame(0x81)],
    ['a message in many pieces', Buffer.concat(Array.from({ length: 5000 }, (_, i) => masked(i ? 0 : 1, 'x')))],
]) {
    await test(`frames: ${what}`, async () => {
        await raw(bytes);
        await stillThere(one.connection);
    });
}

for (const [what, text] of [
    ['no HTTP', 'EHLO example.org\r\n\r\n'],
    ['a version that is not there', 'GET / HTTP/9.9\r\n\r\n'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['a header of 200 KB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(200000)}\r\n\r\n`],
    ['10,000 headers', `GET / HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(10000)}\r\n`],
    ['a path of 100 KB', `GET /${'x'.repeat(100000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['a negative length', `POST /api/v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\nhello`],
    ['a length of 2^64', `POST /api/v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551616\r\n\r\nhello`],
    ['less than it said', 'POST /api/v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nhello'],
    ['two lengths', 'POST /api/v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    ['chunks that are none', 'POST /api/v1/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'],
    ['NULs', '\0'.repeat(5000)],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
]) {
    await test(`HTTP: ${what}`, async () => {
        await raw(Buffer.from(text, 'latin1'), { upgrade: false });
        await stillThere(one.connection);
    });
}

await test('HTTP: hundreds who never finish what they say keep nobody else waiting', async () => {
    const halves = await Promise.all(Array.from({ length: 300 }, (_, i) => new Promise((resolve, reject) => {
        const socket = net.connect(server.port, '127.0.0.1', () => resolve(socket));
        socket.on('error', reject);
        if (i % 2) socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    })));
    assert.equal((await request(server, { path: '/healthz' })).status, 200);
    await (await new Person().connect(server)).close();
    assert.ok(halves.every(({ destroyed, readableEnded }) => !destroyed && !readableEnded));
    for (const socket of halves) socket.destroy();
});

await test('after all of this the game goes on', async () => {
    await Promise.all([one.play(), two.play()]);
    assert.equal(one.journal.phase, 'finished');
    await server.stopInOrder();
});

finish();
