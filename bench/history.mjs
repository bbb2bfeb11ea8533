#!/usr/bin/env node
// Whether a server is as quick with a million games behind it as with a thousand: the time until it is
// ready, and to load a finished game, while the same database grows.
//
//     make all bench-programs
//     node bench/history.mjs [--games 1000,100000,1000000] [--postgres] [--folder DIR] [--rounds 15] [--json]
//
// Everything is measured twice: with a file of which the system remembers nothing (SQLite only), and
// once more by a new server on what has been read then.  A million games take 8 GB.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Person } from '../tests/server/client.mjs';
import { Postgres, Server, settled } from '../tests/server/server.mjs';
import { after } from '../tests/tap.mjs';
import {
    cpuOf, cpuOfFamily, databaseOf, fill, finelyOf, milliseconds, playOne, quantile, spreadCopies, startAndAsk, times,
} from './measured.mjs';

const { values: options } = parseArgs({
    options: {
        games: { type: 'string', default: '1000,100000,1000000' },
        postgres: { type: 'boolean', default: false },
        folder: { type: 'string', default: os.tmpdir() },
        rounds: { type: 'string', default: '15' },
        json: { type: 'boolean', default: false },
    },
});
const LOADS = 300;
const FLAT = 2; // the most that a thousand times as many games may multiply a time by
const rows = [];

async function makeServer() {
    if (options.postgres) {
        process.env.TMPDIR = options.folder;
        const postgres = await Postgres.start();
        return Object.assign(new Server({ database: postgres.database('history') }), { postgres });
    }
    const data = fs.mkdtempSync(path.join(options.folder, 'railhead-history-'));
    after(() => fs.rmSync(data, { recursive: true, force: true }));
    return new Server({ data });
}

// The system forgets what it has read of the file.
function forget(server) {
    execFileSync('dd', [`if=${databaseOf(server)}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' });
}

function sizeOf(server) {
    if (!server.database) return fs.statSync(databaseOf(server)).size / 1e6;
    return Number(server.sql('SELECT pg_database_size(current_database())')[0][0]) / 1e6;
}

function note(games, what, sorted, cpu) {
    const row = { games, what, median: quantile(sorted, 0.5), least: sorted[0], p99: quantile(sorted, 0.99), cpu };
    rows.push(row);
    if (options.json) return;
    const time = `${row.median.toFixed(2).padStart(8)} ms (${row.least.toFixed(2)} to ${row.p99.toFixed(2)})`;
    console.log(`${String(games).padStart(8)} games  ${what.padEnd(38)} ${time}, ${(cpu / 1000).toFixed(2)} ms of processor time`);
}

function cpuUsed(server) {
    return cpuOf(server.pid) + (server.postgres ? cpuOfFamily(server.postgres.child.pid) : 0);
}

async function readAll(server, games, how, what, paths) {
    const person = new Person();
    const before = cpuUsed(server);
    const sorted = await times(paths.length, async (i) => {
        const { status, text } = await person.request(server, 'GET', `/api/v1/${paths[i]}`);
        if (status !== 200) throw new Error(`${paths[i]}: ${status} ${text}`);
    });
    note(games, `${what}, ${how}`, sorted, (cpuUsed(server) - before) / paths.length);
}

// With the tables in its care: on PostgreSQL another server might still have them.
async function startAgain(server) {
    await server.start();
    if (server.postgres) await settled([server]);
}

async function readGames(server, games, how) {
    const ids = spreadCopies(LOADS, games);
    await startAgain(server);
    await readAll(server, games, how, 'its events', ids.map((id) => `tables/${id}/events?after=0`));
    await server.stop();
    if (how === 'from the disk') forget(server);
    await startAgain(server);
    await readAll(server, games, how, 'its record', ids.map((id) => `tables/${id}/record`));
    await server.stop();
}

async function measureStart(server, games, how) {
    const sorted = [];
    const costs = [];
    for (let i = 0; i < Number(options.rounds); i += 1) {
        if (how === 'from the disk') forget(server);
        sorted.push(await milliseconds(() => startAndAsk(server)));
        costs.push(finelyOf(server.pid));
        await server.stop();
    }
    note(games, `ready, ${how}`, sorted.sort((a, b) => a - b), quantile(costs.sort((a, b) => a - b), 0.5));
}

// What everybody asks for first: public tables, and one's own games.
async function readLists(server, games, player) {
    await startAgain(server);
    await readAll(server, games, 'from memory', 'list of public tables', Array(LOADS).fill('tables'));
    const before = cpuUsed(server);
    const sorted = await times(LOADS, () => player.ask(server, 'GET', 'games'));
    note(games, 'list of my games, from memory', sorted, (cpuUsed(server) - before) / LOADS);
    await server.stop();
}

async function measure(server, games, player) {
    for (const how of options.postgres ? ['from memory'] : ['from the disk', 'from memory']) {
        await measureStart(server, games, how);
        if (how === 'from the disk') forget(server);
        await readGames(server, games, how);
    }
    await readLists(server, games, player);
}

// By processor time, which a busy machine does not change much, and by the clock.
function summarize() {
    const least = Math.min(...rows.map(({ games }) => games));
    const most = Math.max(...rows.map(({ games }) => games));
    for (const row of rows.filter(({ games }) => games === most)) {
        const small = rows.find(({ what, games }) => what === row.what && games === least);
        row.ratio = row.cpu / small.cpu;
        if (options.json) continue;
        console.log(`${row.what}: ${row.ratio.toFixed(2)} times the processor time with ${least} games, `
            + `${(row.median / small.median).toFixed(2)} times as long by the clock; goal at most ${FLAT}: `
            + `${row.ratio <= FLAT ? 'met' : 'missed'}`);
    }
}

const server = await makeServer();
await server.start();
const original = await playOne(server);
await server.stop();
if (!options.json) console.log(`a game of ${original.turns} turns, copied`);
let copies = 0;
for (const games of options.games.split(',').map(Number).sort((a, b) => a - b)) {
    const filling = await milliseconds(() => fill(server, original.id, games - copies, copies));
    copies = games;
    if (!options.json) console.log(`${String(games).padStart(8)} games  ${sizeOf(server).toFixed(0)} MB; filled in ${(filling / 1000).toFixed(0)} s`);
    await measure(server, games, original.person);
}
summarize();
if (options.json) console.log(JSON.stringify(rows));
process.exit(0);
