// A client for Railhead that plays at a server's table, for Node.js 18 or later, without any package.  It
// sends over HTTP and listens on a WebSocket; where Node.js has none (before 22), it asks every second.
//
//     node examples/client.mjs http://localhost:1869 LINK
//
// LINK is the link of a table, or its id.
// docs/protocol.md has the protocol.  The server knows the rules: it refuses a turn that breaks one.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [server, link, seconds = 1] = process.argv.slice(2);
const [, id, key] = /([\w-]+)(?:#([\w-]+))?$/.exec(link);
const secret = randomBytes(32).toString('base64url');

// The answer, or the refusal, which has an `error`.  After too many requests it waits and asks again.
async function ask(path, body) {
    const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await (await fetch(`${server}/api/v1/${path}`, request)).json();
    return answer.error === 'slow' ? pause(1).then(() => ask(path, body)) : answer;
}

const pause = (length) => new Promise((resolve) => { setTimeout(resolve, 1000 * length); });
const say = (message) => ask(`tables/${id}`, message);

await ask('me', { name: 'JavaScript' });
const { seats, settings } = await ask(`tables/${id}`);
const seat = seats.findIndex(({ kind }) => kind === 'open' || (key && kind === 'invited')) + 1;
console.log('seat', seat, await say({ do: 'sit', seat, key, program: true }));
const board = JSON.parse(readFileSync(new URL(`../boards/${settings.board}.json`, import.meta.url), 'utf8'));

// How much is to be laid from each junction to one: by a line more, until nothing is shorter.
function waysTo(target, lines) {
    const away = Object.fromEntries(board.junctions.map(({ name }) => [name, name === target ? 0 : 99]));
    for (let shorter = true; shorter;) {
        shorter = false;
        for (const { a, b, cost } of lines) {
            if (Math.abs(away[a] - away[b]) <= cost) continue;
            if (away[a] < away[b]) away[b] = away[a] + cost;
            else away[a] = away[b] + cost;
            shorter = true;
        }
    }
    return away;
}

// Turns, the best first: both tracks towards the nearest city that is not reached.
function choices(cities, marker, turns) {
    const lines = board.lines.map((line) => ({ ...line, cost: line.kind === 'single' ? 1 : 2,
        word: `${line.a}${line.kind === 'ferry' ? '~' : '-'}${line.b}` }));
    const lay = (line) => { line.cost -= line.kind === 'ferry' ? 1 : line.cost; };
    for (const word of turns.join(' ').match(/[A-Z]\d+[-~][A-Z]\d+/g) ?? []) lay(lines.find((line) => line.word === word));
    const [best, others] = [[], []];
    for (const allowed of [['single', 'double', 'ferry'], ['single']]) { // as the first track, the second
        const ways = cities.map((city) => waysTo(city, lines));
        const near = (...ends) => ways.map((way) => Math.min(...ends.map((end) => way[end]))).sort((x, y) => x - y);
        const value = (...ends) => near(...ends).map((way) => String(way).padStart(2, '0')).join(); // the shortest counts most
        const sorted = (list, of) => list.map((one) => [value(...of(one)), one]).sort(([x], [y]) => (x < y ? -1 : x > y)).map(([, one]) => one);
        if (!marker) return sorted(board.junctions, ({ name }) => [name]).map(({ name }) => `@${name}`);
        const home = waysTo(marker, lines);
        const next = sorted(lines.filter(({ a, b, kind, cost }) => cost > 0 && allowed.includes(kind) && home[a] * home[b] === 0),
            ({ a, b }) => [marker, a, b]);
        if (best.length === 0) others.push(...next.map(({ word }) => word));
        if (next.length === 0 || near(marker).at(-1) === 0 || best[0]?.kind === 'double') break;
        best.push(next[0]);
        lay(next[0]);
    }
    return [best.map(({ word }) => word).join(' '), ...others, 'pass'];
}

let [last, first, turns, phase] = [0, 0, [], 'open'];

async function act() {
    const after = last;
    if (phase === 'end') await say({ do: 'ready', after });
    if (phase !== 'round' || (first + turns.length - seat) % seats.length !== 0) return;
    const hand = (await ask(`tables/${id}/hand`)).cities ?? [];
    const cities = board.cities.filter((city) => hand.includes(city.id)).map(({ junction }) => junction);
    const mine = turns[(seat - first + seats.length) % seats.length];
    for (const turn of choices(cities, mine?.slice(1), turns)) {
        if ((await say({ do: 'turn', after, turn })).error !== 'illegal') return;
    }
}

function happened({ n, kind, ...event }) {
    last = n;
    if (kind === 'round') [first, turns] = [event.first, []];
    if (kind === 'turn') turns.push(event.turn);
    if (kind === 'undo') turns.splice(-event.turns);
    if (kind === 'takeback' && event.seat !== seat) say({ do: 'answer', event: n, yes: true });
    if (['round', 'end', 'result', 'close'].includes(kind)) phase = kind;
    if (['round', 'turn', 'undo', 'end'].includes(kind)) act();
    return ['result', 'close'].includes(kind);
}

const bye = async () => console.log(phase, (await ask(`tables/${id}`)).points);
if (globalThis.WebSocket) {
    const socket = new WebSocket(`${server.replace(/^http/, 'ws')}/api/v1/socket`, 'railhead-1');
    socket.onopen = () => socket.send(JSON.stringify({ do: 'follow', table: id, after: 0, undo: true }));
    socket.onmessage = ({ data }) => {
        const { is, ...event } = JSON.parse(data);
        if (is === 'event' && happened(event)) socket.close();
    };
    socket.onclose = bye;
} else {
    const news = async () => (await ask(`tables/${id}/events?after=${last}&undo=1`)).events.map(happened).includes(true);
    while (!await news()) await pause(seconds);
    bye();
}
