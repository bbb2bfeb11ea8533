// People at tables of boardgame.io: a process that bench/boardgameio.mjs starts with a port and a number
// of tables, and asks for what it has counted.
//
// They join by the lobby, with credentials, and speak what socket.io-client speaks over a WebSocket
// (Engine.IO 4), made by hand: boardgame.io's own client runs the game and would take more time than the
// server.  Of an update only the number of the state is read.  A move counts when its player has
// received the update.
const { WebSocket } = require('ws');

const SEATS = 4;
const TABLES_AT_ONCE = 8;
const CONNECT = '40/list,';
const UPDATE = '42/list,["update"';
const PATCH = '42/list,["patch"';
const NUMBER = '"_redo":[],"_stateID":';
const SYNC = '42/list,["sync"';
const [port, tables] = process.argv.slice(2).map(Number);
let moves = 0;
let heard = 0; // updates, by anybody
let playing = false;
const all = [];

async function post(path, body) {
    const answer = await fetch(`http://localhost:${port}/games/list/${path}`, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
}

function say(seat, ...words) {
    seat.socket.send(`42/list,${JSON.stringify(words)}`);
}

function move(table) {
    const seat = table.seats[table.state % SEATS];
    seat.sent = table.state + 1;
    say(seat, 'update', {
        type: 'MAKE_MOVE',
        payload: { type: 'append', args: ['R10-S11 O12-O13'], playerID: seat.id, credentials: seat.credentials },
    }, table.state, table.id, seat.id);
}

// The number stands behind what could be done again, and in a patch behind that of the state before.
function stateOf(text) {
    const found = text.startsWith(PATCH)
        ? /^(?:[^,]*,){3}\d+,(\d+)/.exec(text)
        : /^(\d+)/.exec(text.slice(text.indexOf(NUMBER) + NUMBER.length, text.indexOf(NUMBER) + NUMBER.length + 12));
    return Number(found[1]);
}

// Others hear of a move too, and do nothing but read it.
function takeState(seat, text) {
    const { table } = seat;
    heard += 1;
    if (seat.sent === 0 || stateOf(text) !== seat.sent) return;
    seat.sent = 0;
    moves += 1;
    table.state += 1;
    if (playing) move(table);
}

function take(seat, text) {
    const { table } = seat;
    if (text === '2') seat.socket.send('3');
    else if (text.startsWith('0')) seat.socket.send(CONNECT);
    else if (text.startsWith(CONNECT)) say(seat, 'sync', table.id, seat.id, seat.credentials, SEATS);
    else if (text.startsWith(SYNC)) seat.synced();
    else if (text.startsWith(UPDATE) || text.startsWith(PATCH)) takeState(seat, text);
}

async function sit(table, id) {
    const { playerCredentials } = await post(`${table.id}/join`, { playerID: id, playerName: `player ${id}` });
    const seat = { id, table, credentials: playerCredentials, sent: 0 };
    seat.socket = new WebSocket(`ws://localhost:${port}/socket.io/?EIO=4&transport=websocket`, { perMessageDeflate: false });
    const synced = new Promise((resolve) => { seat.synced = resolve; });
    seat.socket.on('message', (bytes) => take(seat, bytes.toString('latin1')));
    seat.socket.on('close', () => { console.error('a connection was closed'); process.exit(1); });
    await synced;
    return seat;
}

async function open() {
    const { matchID } = await post('create', { numPlayers: SEATS });
    const table = { id: matchID, state: 0, seats: [] };
    for (let id = 0; id < SEATS; id += 1) table.seats.push(await sit(table, String(id)));
    all.push(table);
}

async function openSome() {
    for (let i = 0; i < tables / TABLES_AT_ONCE && all.length < tables; i += 1) await open();
}

process.on('message', (what) => {
    if (what === 'play') {
        playing = true;
        all.forEach(move);
    }
    process.send({ moves, heard });
});
Promise.all(Array.from({ length: TABLES_AT_ONCE }, openSome)).then(() => process.send({ seated: all.length }));
