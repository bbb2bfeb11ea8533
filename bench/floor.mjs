#!/usr/bin/env node
// What our server takes for a move, beside the least that any server would (bench/floor.c): processor
// time of both, in turns, in one run on this machine.
//
//     make all bench-programs
//     node bench/floor.mjs [--tables 1000] [--seconds 8] [--rate 5000] [--rounds 3] [--folder DIR] [--json]
//
// Once as fast as it goes, when many moves share a group and a look at all connections, and once at a
// rate, when both have as much to do.  A rate of 0 leaves that out.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Server } from '../tests/server/server.mjs';
import { after } from '../tests/tap.mjs';
import { load } from './loading.mjs';
import { median, range, startOther } from './measured.mjs';

const { values: options } = parseArgs({
    options: {
        tables: { type: 'string', default: '1000' },
        seconds: { type: 'string', default: '8' },
        rate: { type: 'string', default: '5000' },
        rounds: { type: 'string', default: '3' },
        folder: { type: 'string', default: os.tmpdir() },
        json: { type: 'boolean', default: false },
    },
});
const GOAL = 1.5;
const folder = fs.mkdtempSync(path.join(options.folder, 'railhead-floor-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));
let files = 0;

function newPath() {
    files += 1;
    return path.join(folder, String(files));
}

async function startFloor(...args) {
    const server = await startOther('build/bench/floor', ['--file', newPath(), ...args], /:(\d+)\//);
    return { ...server, args: ['--echo'] };
}

async function startOurs() {
    const data = newPath();
    fs.mkdirSync(data);
    const server = new Server({ data });
    await server.start();
    return { port: server.port, pid: server.pid, args: [], stop: () => server.stop() };
}

const KINDS = [
    ['railhead serve', startOurs],
    ['floor, a file', () => startFloor()],
    ['floor, SQLite', () => startFloor('--sqlite')],
];

async function measure(start, more) {
    const server = await start();
    const report = await load('--port', server.port, '--pid', server.pid, '--tables', options.tables,
        '--seconds', options.seconds, ...server.args, ...more);
    await server.stop();
    return report;
}

async function compare(pace, more) {
    const costs = KINDS.map(() => []);
    for (let round = 0; round < Number(options.rounds); round += 1) {
        for (const [i, [what, start]] of KINDS.entries()) {
            const report = await measure(start, more);
            costs[i].push(report.server_cpu_us_a_move);
            if (options.json) continue;
            console.log(`${pace.padEnd(18)} ${what.padEnd(15)} ${report.server_cpu_us_a_move.toFixed(1).padStart(6)} us a move, `
                + `${String(report.moves_a_second).padStart(6)} moves a second, median ${report.p50_ms} ms, `
                + `load generator ${report.load_cpu_us_a_move.toFixed(1)} us a move`);
        }
    }
    return KINDS.slice(1).map(([what], i) => {
        const ratios = costs[0].map((ours, round) => ours / costs[i + 1][round]);
        const ratio = median(ratios);
        if (!options.json) {
            console.log(`${pace.padEnd(18)} ours / ${what}: ${range(ratios, 2)}; goal at most ${GOAL}: ${ratio <= GOAL ? 'met' : 'missed'}`);
        }
        return { pace, what, ours: costs[0], floor: costs[i + 1], ratios, ratio };
    });
}

const results = await compare('as fast as it goes', []);
if (options.rate !== '0') results.push(...await compare(`${options.rate} a second`, ['--rate', options.rate]));
if (options.json) console.log(JSON.stringify(results));
process.exit(0);
