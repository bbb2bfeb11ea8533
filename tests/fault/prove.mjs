// Three servers behind nginx, two PostgreSQL, and people who play while everything fails: at random
// moments, all kinds of faults, one beside the other.  Whatever was acknowledged is there once, all have
// seen the same, nobody has seen what is not theirs, and everybody comes back by themselves.
// SECONDS=1200 TABLES=24 for long.
import assert from 'node:assert/strict';
import { Person } from '../server/client.mjs';
import { settled } from '../server/server.mjs';
import { finish, note, passes, randomNumbers, sleep, test, within } from '../tap.mjs';
import { Site } from './site.mjs';
import { Town } from './town.mjs';

const SECONDS = Number(process.env.SECONDS ?? 8);
const TABLES = Number(process.env.TABLES ?? 4);
const SERVERS = 3;
const GAP = Number(process.env.GAP ?? 3000); // between two faults at most, in milliseconds
const ONLY = process.env.ONLY; // kinds with this in their name

const random = randomNumbers();
const site = await Site.start(SERVERS, random);
const began = Date.now();
const clock = () => ((Date.now() - began) / 1000).toFixed(1);
const town = new Town(site.doors, TABLES, random);
for (const member of site.members) {
    member.onend = ({ code, signal }) => town.faults.push(`a server ended by itself: ${signal ?? code}\n${member.log.slice(-2000)}`);
}

// ---- Faults -----------------------------------------------------------------------------------

const counts = Object.fromEntries(Object.keys(site.kinds).map((kind) => [kind, 0]));
const busy = new Set();
const running = new Set();

// Of those that can be begun now one by chance, the rarest more often.
function choose() {
    const free = Object.entries(site.kinds).filter(([what]) => !ONLY || what.includes(ONLY)).flatMap(([what, [where, run]]) => {
        const targets = site.targets(where).filter((target) => !busy.has(target));
        return targets.length > 0 ? [{ what, run, target: targets[random(targets.length)] }] : [];
    });
    if (free.length === 0) return undefined;
    const least = Math.min(...free.map(({ what }) => counts[what]));
    const rare = free.filter(({ what }) => counts[what] <= least + 1);
    return rare[random(rare.length)];
}

function commit({ what, run, target }) {
    counts[what] += 1;
    busy.add(target);
    const place = site.targets('server').indexOf(target);
    if (process.env.VERBOSE) note(`${clock()} ${what}${place >= 0 ? ` (${place})` : ''}`);
    const doing = run(target)
        .catch((error) => town.faults.push(`${what}: ${error.message}`))
        .finally(() => {
            busy.delete(target);
            running.delete(doing);
            if (process.env.VERBOSE) note(`${clock()} over: ${what}${place >= 0 ? ` (${place})` : ''}`);
        });
    running.add(doing);
}

async function everythingFails() {
    while (Date.now() - began < 1000 * SECONDS) {
        await Promise.race([sleep(random(GAP)), town.failed]);
        const fault = choose();
        if (fault) commit(fault);
    }
    await within(Promise.all(running), 'the last faults to be over', 180);
}

// ---- What is left -----------------------------------------------------------------------------

async function allBack() {
    const from = Date.now();
    const waiting = (async () => {
        while (town.absent.length > 0) await Promise.race([sleep(20), town.failed]);
    })();
    await within(waiting, () => `${town.absent.length} people to come back`);
    note(`everybody was back ${((Date.now() - from) / 1000).toFixed(1)} seconds after the last fault`);
}

// Words are there once if they were acknowledged, and at most once if not.
async function assertWords() {
    for (const { table, words } of town.players.filter((player) => player.words.length > 0)) {
        const { events } = await new Person().ask(town.server, 'GET', `tables/${table}/events?after=0&undo=1`);
        for (const { text, n } of words) {
            const said = events.filter((event) => event.text === text).map((event) => event.n);
            if (n) assert.deepEqual(said, [n]);
            else assert.ok(said.length <= 1, text);
        }
    }
}

// The bytes of each event were the same for all.
function assertSameBytes() {
    const events = new Map();
    for (const { table, seen } of town.players) {
        for (const [n, bytes] of seen) {
            const key = `${table} ${n}`;
            assert.equal(bytes, events.get(key) ?? bytes, key);
            events.set(key, bytes);
        }
    }
    return events.size;
}

town.begin();
await test(`people play for ${SECONDS} seconds in which everything fails`, everythingFails);
await test('everybody comes back by themselves', allBack);
await test('all servers are there again, and mind all tables', () => settled(site.members));
await test('all games come to their end, and whatever was acknowledged is there once', async () => {
    note(`${await town.finish()}`);
    await assertWords();
});
await test('all have seen the same bytes', async () => {
    note(`${assertSameBytes()} events at ${new Set(town.players.map(({ table }) => table)).size} tables`);
});
passes('nobody was sent anything wrong', town.faults);
for (const [what, count] of Object.entries(counts)) note(`${count} times: ${what}`);
const seconds = ({ from, to }) => ((to - from) / 1000).toFixed(1);
const longest = town.absences.toSorted((one, other) => (other.to - other.from) - (one.to - one.from));
const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
note(`${total} faults, ${town.moves} acknowledged moves, ${town.absences.length} times somebody was away,`
    + ` ${longest.length > 0 ? seconds(longest[0]) : 0} seconds at most`);
if (process.env.VERBOSE) {
    for (const absence of longest.slice(0, 12)) {
        note(`away for ${seconds(absence)} seconds until ${((absence.to - began) / 1000).toFixed(1)}`);
    }
}
if (process.env.LOGS) site.members.forEach(({ log }, i) => note(log.replace(/^/gm, `server ${i}: `)));
finish();
