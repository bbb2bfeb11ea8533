#!/usr/bin/env node
// How much a server bears: `railhead serve` on SQLite with full durability and the load generator,
// both on this machine.
//
//     make all bench-programs
//     node bench/server.mjs [--tables 1000] [--seconds 20] [--games 100000] [--database URL] [--json]
//
// Measures moves acknowledged a second as fast as it goes, latency at half the goal's rate, memory
// for an idle connection with its share of a table, the time until a server is ready on a new
// database and on one with many finished games, and the time to load a game.  The goals are those
// of docs/performance.md.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Person } from '../tests/server/client.mjs';
import { Server } from '../tests/server/server.mjs';
import { load } from './loading.mjs';
import { databaseOf, fill, milliseconds, playOne, quantile, spreadCopies, startAndAsk, times } from './measured.mjs';

const { values: options } = parseArgs({
    options: {
        tables: { type: 'string', default: '1000' },
        seconds: { type: 'string', default: '20' },
        games: { type: 'string', default: '100000' },
        folder: { type: 'string', default: os.tmpdir() },
        database: { type: 'string' },
        json: { type: 'boolean', default: false },
    },
});
const HALF_RATE = 10000;
const LOADS = 200;
const data = fs.mkdtempSync(path.join(options.folder, 'railhead-bench-'));
const rows = [];

function row(what, value, unit, goal, isMet) {
    rows.push({ what, value, unit, goal, met: goal === undefined ? undefined : isMet });
    if (options.json) return;
    const verdict = goal === undefined ? '' : `goal ${goal}: ${isMet ? 'met' : 'missed'}`;
    console.log(`${what.padEnd(62)} ${value.toFixed(value < 100 ? 2 : 0).padStart(10)} ${unit.padEnd(8)} ${verdict}`);
}

function newServer(folder = data) {
    return new Server({ data: folder, database: options.database });
}

function loadOn(server, ...more) {
    return load('--port', server.port, '--pid', server.pid, '--tables', options.tables,
        '--seconds', options.seconds, ...more);
}

async function measureLoad() {
    let server = newServer();
    const ready = await milliseconds(() => startAndAsk(server));
    row('ready on a new database', ready, 'ms', 'under 100', ready < 100);
    const full = await loadOn(server);
    const { tables, connections } = full;
    row(`moves acknowledged, ${tables} tables, ${connections} connections`, full.moves_a_second, 'a second',
        '20,000', full.moves_a_second >= 20000);
    row('  latency at that load, median', full.p50_ms, 'ms');
    row('  latency at that load, 99th percentile', full.p99_ms, 'ms');
    row('  processor time of the server for a move', full.server_cpu_us_a_move, 'us');
    row('  processor time of the load generator for a move', full.load_cpu_us_a_move, 'us');
    row('memory for an idle connection with its share of a table', full.kb_a_connection, 'KB', 'at most 40',
        full.kb_a_connection <= 40);
    await server.stop();
    server = newServer();
    await server.start();
    const half = await loadOn(server, '--rate', String(HALF_RATE));
    row(`at a rate of ${HALF_RATE} moves a second: acknowledged`, half.moves_a_second, 'a second');
    row('  latency, median', half.p50_ms, 'ms');
    row('  latency, 99th percentile', half.p99_ms, 'ms', 'under 50', half.p99_ms < 50);
    await server.stop();
}

// A server of its own, so that running games of the load do not count.
async function measureHistory() {
    const folder = path.join(data, 'history');
    fs.mkdirSync(folder);
    const server = newServer(folder);
    await server.start();
    const { id, turns } = await playOne(server);
    await server.stop();
    const games = Number(options.games);
    fill(server, id, games);
    if (!options.database) row(`size of ${games} finished games of ${turns} turns`, fs.statSync(databaseOf(server)).size / 1e6, 'MB');
    const starts = [];
    for (let i = 0; i < 5; i += 1) {
        starts.push(await milliseconds(() => startAndAsk(server)));
        await server.stop();
    }
    const ready = quantile(starts.sort((a, b) => a - b), 0.5);
    row(`ready with ${games} finished games`, ready, 'ms', 'under 100', ready < 100);
    await server.start();
    const person = new Person();
    const copies = spreadCopies(LOADS, games);
    const loading = quantile(await times(LOADS, async (i) => {
        const { status } = await person.request(server, 'GET', `/api/v1/tables/${copies[i]}/events?after=0`);
        if (status !== 200) throw new Error(`${copies[i]}: ${status}`);
    }), 0.5);
    row(`a game of ${turns} turns read from the store and sent over HTTP`, loading, 'ms');
    await server.stop();
}

try {
    await measureLoad();
    if (Number(options.games) > 0) await measureHistory();
} finally {
    fs.rmSync(data, { recursive: true, force: true });
}
if (options.json) console.log(JSON.stringify(rows));
process.exit(0);
