#!/usr/bin/env node
// Three servers behind nginx, two PostgreSQL, and people who play while everything fails: at random
// moments, all kinds of faults, one beside the other.  Whatever was acknowledged is there once, all have
// seen the same, nobody has seen what is not theirs, and everybody comes back by themselves.
//
//     node tests/fault/prove.mjs --seconds 1200 --tables 12 --gap 6000
//
// --gap is between two faults at most, in milliseconds; --only TEXT for faults with that in their name;
// --verbose says when each began and was over, and what the servers have logged.
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { settled } from '../server/server.mjs';
import { finish, note, passes, randomNumbers, sleep, test, within } from '../tap.mjs';
import { Site } from './site.mjs';
import { Town } from './town.mjs';

const { values: options } = parseArgs({
    options: {
        seconds: { type: 'string', default: '6' },
        tables: { type: 'string', default: '4' },
        gap: { type: 'string', default: '1500' },
        only: { type: 'string', default: '' },
        verbose: { type: 'boolean', default: false },
    },
});
const SERVERS = 3;
const seconds = Number(options.seconds);
const isLong = seconds > 30;

const random = randomNumbers();
const site = await Site.start(SERVERS, random, isLong ? 1 : 0.3);
const began = Date.now();
const clock = () => ((Date.now() - began) / 1000).toFixed(1);
const town = new Town(site.doors, Number(options.tables), random);
for (const member of site.members) {
    member.onend = ({ code, signal }) => {
        town.faults.push(`a server ended by itself: ${signal ?? code}\n${member.log.slice(-2000)}`);
    };
}

// ---- Faults -----------------------------------------------------------------------------------

const counts = Object.fromEntries(Object.keys(site.kinds).map((kind) => [kind, 0]));
const busy = new Set();
const running = new Set();

// Of those that can be begun now one by chance, the rarest more often.
function choose() {
    const kinds = Object.entries(site.kinds).filter(([what]) => what.includes(options.only));
    const free = kinds.flatMap(([what, [where, run]]) => {
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
    if (options.verbose) note(`${clock()} ${what}${place >= 0 ? ` (${place})` : ''}`);
    const doing = run(target)
        .catch((error) => town.faults.push(`${what}: ${error.message}`))
        .finally(() => {
            busy.delete(target);
            running.delete(doing);
            if (options.verbose) note(`${clock()} over: ${what}${place >= 0 ? ` (${place})` : ''}`);
        });
    running.add(doing);
}

async function everythingFails() {
    while (Date.now() - began < 1000 * seconds) {
        await Promise.race([sleep(random(Number(options.gap))), town.failed]);
        const fault = choose();
        if (fault) commit(fault);
        if (town.chance(isLong ? 5 : 2)) town.leaveAlone();
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

async function lonelyOver() {
    await Promise.all(town.leaving);
    if (town.lonely.length === 0) return;
    const left = async () => Number(await site.pair.primary.sql(`SELECT count(*) FROM game WHERE state = 1`
        + ` AND id IN (${town.lonely.map((id) => `'${id}'`).join()})`, 'prove'));
    const waiting = (async () => {
        while (await left() > 0) await sleep(200);
    })();
    await within(waiting, 'tables without people to end', 300);
}

// Words are there once if they were acknowledged, and at most once if not.
async function assertWords() {
    for (const { table, words } of town.players.filter((player) => player.words.length > 0)) {
        const events = await town.eventsOf(table, Math.max(...words.map(({ n }) => n ?? 0)));
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
await test(`people play for ${seconds} seconds in which everything fails`, everythingFails);
await test('everybody comes back by themselves', allBack);
await test('all servers are there again, and mind all tables', () => settled(site.members));
await test('tables that people have left come to their end', lonelyOver);
await test('all games come to their end, and whatever was acknowledged is there once', async () => {
    note(await town.finish().catch((error) => {
        for (const line of [...town.unfinished, ...site.nginx.lastWords()]) note(line);
        throw error;
    }));
    await assertWords();
});
await test('all have seen the same bytes', async () => {
    note(`${assertSameBytes()} events at ${new Set(town.players.map(({ table }) => table)).size} tables`);
});
passes('nobody was sent anything wrong', town.faults);
const duration = ({ from, to }) => ((to - from) / 1000).toFixed(1);
const longest = [...town.absences].sort((one, other) => (other.to - other.from) - (one.to - one.from));
const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
note(`${total} faults:`);
for (const [what, count] of Object.entries(counts)) note(`${String(count).padStart(5)}  ${what}`);
note(`${site.clocks} times a server was started with a clock that is up to ten minutes wrong`);
note(`${town.moves} moves of people were acknowledged`);
note(`${longest.length} times somebody was away, ${longest.length > 0 ? duration(longest[0]) : 0} seconds at most`);
if (options.verbose) {
    for (const absence of longest.slice(0, 12)) {
        note(`away for ${duration(absence)} seconds until ${((absence.to - began) / 1000).toFixed(1)}`);
    }
}
if (options.verbose) site.members.forEach(({ log }, i) => note(log.replace(/^/gm, `server ${i}: `)));
finish();
