#!/usr/bin/env node
// Our server beside boardgame.io, which most people take who write a game for a browser: what a move
// costs, and how many go in a second, in turns, in one run on this machine.
//
//     make all bench-programs
//     node bench/boardgameio.mjs [--tables 500] [--seconds 15] [--rounds 3] [--processes 2] [--delta] [--json]
//
// boardgame.io comes from npm, as bench/boardgameio/package-lock.json has it, into build/boardgameio.
// It keeps its games in memory and plays one that costs nothing (bench/boardgameio/server.cjs); ours
// keeps them on the disk and plays TransAmerica.  Both have the same tables of four, who move as soon as
// they may.  With `--delta` boardgame.io sends patches instead of whole states.
import { execFileSync, fork } from 'node:child_process';
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { Server } from '../tests/server/server.mjs';
import { after, sleep } from '../tests/tap.mjs';
import { load } from './loading.mjs';
import { cpuOf, median, range, startOther } from './measured.mjs';

const { values: options } = parseArgs({
    options: {
        tables: { type: 'string', default: '500' },
        seconds: { type: 'string', default: '15' },
        rounds: { type: 'string', default: '3' },
        processes: { type: 'string', default: '2' },
        delta: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
    },
});
const GOAL = 10;
const WARM_UP = 3;
const INSTALLED = 'build/boardgameio';
const environment = { ...process.env, NODE_ENV: 'production', NODE_PATH: `${process.cwd()}/${INSTALLED}/node_modules` };

function install() {
    const lock = fs.readFileSync('bench/boardgameio/package-lock.json', 'utf8');
    const there = `${INSTALLED}/package-lock.json`;
    if (fs.existsSync(`${INSTALLED}/node_modules/boardgame.io`) && fs.readFileSync(there, 'utf8') === lock) return;
    fs.mkdirSync(INSTALLED, { recursive: true });
    for (const name of ['package.json', 'package-lock.json']) fs.copyFileSync(`bench/boardgameio/${name}`, `${INSTALLED}/${name}`);
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: INSTALLED, stdio: 'inherit' });
}

function answerOf(child) {
    return new Promise((resolve, reject) => {
        child.once('message', resolve);
        child.once('exit', () => reject(new Error('the people have gone')));
    });
}

async function ask(people, what) {
    const answers = people.map(answerOf);
    for (const child of people) child.send(what);
    return (await Promise.all(answers)).reduce((sum, { moves, heard }) => (
        { moves: sum.moves + moves, heard: sum.heard + heard }), { moves: 0, heard: 0 });
}

async function startPeople(port) {
    const count = Number(options.processes);
    const people = Array.from({ length: count }, (_, i) => {
        const tables = Math.floor((Number(options.tables) + i) / count);
        return fork('bench/boardgameio/clients.cjs', [String(port), String(tables)], { env: environment });
    });
    for (const child of people) after(() => child.kill('SIGKILL'));
    await Promise.all(people.map(answerOf));
    return people;
}

async function measureTheirs() {
    const server = await startOther('node', ['bench/boardgameio/server.cjs', ...(options.delta ? ['--delta'] : [])],
        /listens on port (\d+)/, environment);
    const people = await startPeople(server.port);
    const look = async (what) => ({
        ...await ask(people, what),
        at: performance.now(),
        server: cpuOf(server.pid),
        people: people.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    });
    await look('play');
    await sleep(1000 * WARM_UP);
    const before = await look('count');
    await sleep(1000 * Number(options.seconds));
    const now = await look('count');
    for (const child of people) child.kill('SIGKILL');
    await server.stop();
    const moves = now.moves - before.moves;
    const seconds = (now.at - before.at) / 1000;
    return {
        rate: moves / seconds,
        server: (now.server - before.server) / moves,
        share: (now.server - before.server) / 1e6 / seconds,
        peopleShare: (now.people - before.people) / 1e6 / seconds,
        movesAtATable: now.moves / Number(options.tables),
        updates: (now.heard - before.heard) / moves,
    };
}

async function measureOurs() {
    const server = new Server();
    await server.start();
    const report = await load('--port', server.port, '--pid', server.pid, '--tables', options.tables,
        '--seconds', options.seconds, '--warm-up', WARM_UP);
    await server.stop();
    const rate = report.moves_a_second;
    return {
        rate,
        server: report.server_cpu_us_a_move,
        share: report.server_cpu_us_a_move * rate / 1e6,
        peopleShare: report.load_cpu_us_a_move * rate / 1e6,
    };
}

function tell(who, { rate, server, share, peopleShare, movesAtATable, updates }) {
    if (options.json) return;
    const length = movesAtATable === undefined ? '' : `; ${updates.toFixed(2)} updates a move, ${movesAtATable.toFixed(0)} moves at a table`;
    console.log(`${who.padEnd(14)} ${rate.toFixed(0).padStart(6)} moves a second, ${server.toFixed(0).padStart(4)} us of the server a move `
        + `(${share.toFixed(2)} of a core); people ${peopleShare.toFixed(2)} of a core${length}`);
}

install();
const rounds = [];
for (let round = 0; round < Number(options.rounds); round += 1) {
    const theirs = await measureTheirs();
    tell('boardgame.io', theirs);
    const ours = await measureOurs();
    tell('railhead serve', ours);
    rounds.push({ theirs, ours, rates: ours.rate / theirs.rate, costs: theirs.server / ours.server });
}
const rates = rounds.map((round) => round.rates);
const costs = rounds.map((round) => round.costs);
if (options.json) console.log(JSON.stringify(rounds));
else {
    console.log(`moves a second, ours to theirs: ${range(rates, 1)}; goal at least ${GOAL}: `
        + `${median(rates) >= GOAL ? 'met' : 'missed'}`);
    console.log(`processor time of the server for a move, theirs to ours: ${range(costs, 1)}`);
}
process.exit(0);
