// A server that violates the protocol: node tests/terminal/hostile.mjs prints the port where it
// listens.  The id of the followed table selects how; over HTTP, the board of a new table or the
// requested name does.
import http from 'node:http';
import { createRequire } from 'node:module';

// Debian's node-ws; a Node.js from elsewhere does not search there.
const { WebSocketServer } = createRequire(import.meta.url)('/usr/share/nodejs/ws');

const STEERING = '\u009b31m\u202eevil\u2028\u0085';
const TURNING = '\u202eevil'; // no control character, so that the protocol allows it
const ME = 'k3v8';
const HAND = ['sacramento', 'minneapolis', 'omaha', 'jacksonville', 'phoenix'];

// ---- Messages ---------------------------------------------------------------------------------

const hello = { is: 'hello', version: 1, server: '0', now: 1794700000000, you: { id: ME, name: '' } };

function table(id, { settings, seats, ...rest } = {}) {
    return {
        is: 'table', seat: 1, last: 0, since: 0, ...rest,
        table: {
            id, state: 'open', host: 'ben', opened: 0, changed: 0, round: 0, points: [], winners: [],
            settings: {
                board: 'transamerica', variants: [], seats: ['open', 'open', 'easy'],
                clock: { kind: 'none' }, public: true, chat: true, ...settings,
            },
            seats: seats ?? [{ kind: 'person', who: ME, name: 'Ada' },
                { kind: 'person', who: 'ben', name: 'Ben' }, { kind: 'bot', bot: 'easy' }],
        },
    };
}

// Numbered events.
function events(...list) {
    return list.map((event, i) => ({ is: 'event', n: i + 1, at: 1794700000000, ...event }));
}

const seated = [{ kind: 'sit', seat: 1, who: ME }, { kind: 'sit', seat: 2, who: 'ben' }];
const started = [...seated, { kind: 'start', commitment: '00' }, { kind: 'round', round: 1, first: 2 }];
const hand = (cities) => ({ is: 'hand', round: 1, seat: 1, cities });

// The messages that each table sends when followed: objects, or raw text.
const conversations = {
    tworounds: (id) => [table(id), ...events(...started, { kind: 'round', round: 2, first: 3 })],
    onegroup: (id) => [table(id), ...events(...started), hand(Array(5).fill('omaha'))],
    otherhand: (id) => [table(id), ...events(...started), hand(HAND),
        hand(['seattle', 'chicago', 'denver', 'washington', 'dallas'])],
    seatseven: (id) => [table(id), ...events(...started, { kind: 'away', seat: 7, why: 'left' })],
    seathuge: (id) => [table(id),
        ...events(...started, { kind: 'turn', seat: 4294967298, turn: '@K7', after: 4 })],
    badturn: (id) => [table(id), ...events(...started, { kind: 'turn', seat: 2, turn: 'K7-L7', after: 4 })],
    earlyend: (id) => [table(id), ...events(...started,
        { kind: 'end', round: 1, connected: [1], hands: [HAND, HAND, HAND],
            score: [0, 0, 0], points: [13, 13, 13] })],
    gap: (id) => [table(id), ...events(...started).slice(1)],
    nonsense: (id) => [table(id), '\u0000}{'],
    list: (id) => [table(id), '[]'],
    nineseats: (id) => [table(id, { seats: Array(9).fill({ kind: 'open' }) })],
    clock: (id) => [table(id, {
        settings: { clock: { kind: 'live', bank: 9e15, increment: 9e15 } },
    })],
    board: (id) => [table(id, { settings: { board: `transamerica${STEERING}` } })],
    refusal: () => [{ is: 'error', re: 1, error: 'missing', text: `There is no ${TURNING} table.` }],
    controls: (id) => [table(id), ...events({ kind: 'chat', who: 'ben', text: `Hello${STEERING}` })],
    toolong: (id) => [table(id, { host: 'x'.repeat(2 << 20) })],
    flood: (id) => [table(id), ...events(...Array(20000).fill(
        { kind: 'chat', who: 'ben', text: `${'x'.repeat(200)}${TURNING}` },
    )), '[]'],
    words: (id) => [
        table(id, { seats: [{ kind: 'person', who: ME, name: `Ada${TURNING}` },
            { kind: 'person', who: 'ben', name: `Ben${TURNING}` }, { kind: 'bot', bot: 'easy' }] }),
        { is: 'people', watching: 7,
            people: [{ id: 'ben', name: TURNING, here: true, seated: true }] },
        ...events(...seated, { kind: 'chat', who: 'ben', text: `Hello${TURNING}` },
            { kind: 'mute', who: 'ben', on: true }, { kind: 'eclipse', text: STEERING },
            { kind: 'seat', seat: 2, as: 'hard' }),
        { is: 'error', re: 3, error: 'state', text: TURNING, code: 'no-line', args: { word: TURNING } },
        { is: 'unknown', text: STEERING },
        ...events(...Array(6).fill({ kind: 'eclipse' }), { kind: 'close', why: 'host' }),
    ],
    slam: () => [],
};

// ---- The server -------------------------------------------------------------------------------

const answers = {
    transamerica: { error: 'field', text: `no ${TURNING}` },
    transeuropa: { id: STEERING, key: STEERING },
};

const server = http.createServer((asked, answer) => {
    let body = '';
    asked.setEncoding('utf8').on('data', (text) => { body += text; });
    asked.on('end', () => {
        const { board, name } = JSON.parse(body || '{}');
        answer.writeHead(400, { 'Content-Type': 'application/json' });
        if (name === 'long') answer.end('x'.repeat(2 << 20));
        else if (name !== undefined) answer.end(`${STEERING}`);
        else answer.end(JSON.stringify(answers[board] ?? {}));
    });
});

new WebSocketServer({ server, path: '/api/v1/socket' }).on('connection', (socket) => {
    socket.on('error', () => {});
    socket.send(JSON.stringify(hello));
    socket.on('message', (text) => {
        const { do: verb, table: id } = JSON.parse(text);
        if (verb !== 'follow') return;
        for (const message of conversations[id](id))
            socket.send(typeof message === 'string' ? message : JSON.stringify(message));
        if (id === 'slam') socket.close(1008, STEERING);
    });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
