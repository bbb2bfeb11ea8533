#!/usr/bin/env node
// What a flood does to those who play: `railhead serve` with its default limits, 500 tables of
// people from many addresses who play through it, players who ping, newcomers, and somebody who
// means no good.
//
//     make all bench-programs
//     node bench/floods.mjs [--list] [--only NAME,...] [--seconds 20] [--from one,hundred] [--rounds 1] [--json]
//                           [--postgres [--wire 0.5] | --database URL] [--tls p256|rsa2048|rsa4096]
//     node bench/floods.mjs --table RESULTS...
//
// Each flood comes from one address (127.2.0.1) and then from a hundred (127.3.0.1 and on), against
// a server of its own, and stops by itself.  Prints a line for each run; --table prints the medians of
// what runs printed with --json, for docs/security.md.  The goals are those of floods/report.mjs.  All
// traffic stays on this machine.
//
// With --postgres each server has a new database of a PostgreSQL that is started for it, which
// --wire puts so many milliseconds away, in each direction.  With --tls everybody speaks TLS, with a
// key of that kind.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Engine } from '../tests/server/game.mjs';
import { after, sleep } from '../tests/tap.mjs';
import { FLOODS, SOURCES } from './floods/attacks.mjs';
import { BotWatch, newcomer, ping, play, watchHealth } from './floods/honest.mjs';
import { KEYS, Place } from './floods/place.mjs';
import { isAlive, memory, resetPeak, timed, watchOthers } from './floods/process.mjs';
import { HEAD, lineOf, tablesOf, verdict } from './floods/report.mjs';

const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        seconds: { type: 'string', default: '20' },
        only: { type: 'string', default: '' },
        from: { type: 'string', default: 'one,hundred' },
        rounds: { type: 'string', default: '1' },
        folder: { type: 'string', default: os.tmpdir() },
        database: { type: 'string' },
        postgres: { type: 'boolean', default: false },
        wire: { type: 'string' },
        tls: { type: 'string' },
        list: { type: 'boolean', default: false },
        table: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
    },
});
const SECONDS = Number(options.seconds);
const STOP_AT_MB = 3000; // a flood that has got so much memory has made its point
const BEFORE_MS = 5000;
process.on('unhandledRejection', () => {}); // what was given up may fail later

// ---- Running one ------------------------------------------------------------------------------

// The most memory while `running` goes on; stops the flood when it is far too much.
async function watchMemory(world, running) {
    let most = 0;
    const timer = setInterval(() => {
        most = Math.max(most, memory(world.server, 'VmHWM') || 0);
        if (most > STOP_AT_MB && !world.stopped) {
            world.stopped = true;
            for (const child of world.flooders) child.kill('SIGKILL');
        }
    }, 100);
    const result = await running;
    clearInterval(timer);
    return { most: Math.max(most, memory(world.server, 'VmHWM') || 0), result };
}

async function during(world, flood, engine) {
    for (const watch of world.bots) watch.report();
    const running = Promise.all(flood.run(world));
    const health = watchHealth(world.server, running);
    await sleep(1000);
    const came = await timed(newcomer(world.server, engine), 15000).catch(() => ({ ms: null }));
    came.value?.connection.socket.terminate();
    const reports = await running;
    return { newcomer: came.ms, health: await health, reports,
        bots: world.bots.map((watch) => watch.report()) };
}

async function phaseOf(world) {
    const [moves, { pings, newcomers }] = await Promise.all([world.honest.next(), world.pinging.next()]);
    return { moves, pings, newcomers };
}

async function measure(world, flood, engine, row) {
    await flood.prepare?.(world);
    world.honest = await play(world.server);
    world.pinging = ping(world.server);
    world.end = async () => { for (const one of [world.honest, world.pinging]) one.child.kill('SIGKILL'); };
    world.bots = (flood.bots ?? []).map((bot) => new BotWatch(world.server, bot));
    await sleep(1000);
    await phaseOf(world);
    await sleep(BEFORE_MS);
    row.botsBefore = world.bots.map((watch) => watch.report());
    row.before = await phaseOf(world);
    resetPeak(world.server);
    row.base = memory(world.server, 'VmRSS');
    const others = watchOthers();
    const { most, result } = await watchMemory(world, during(world, flood, engine));
    row.during = await phaseOf(world);
    row.others = others();
    Object.assign(row, result, { peak: most, stopped: world.stopped });
    row.alive = isAlive(world.server);
    row.note = [world.note, row.alive && await flood.check?.(world),
        !row.alive && world.server.log.trim().split('\n').at(-1)].filter(Boolean).join('; ');
}

async function run(place, name, source) {
    const world = { place, source, seconds: SECONDS, server: await place.server(), flooders: [] };
    const engine = new Engine('random');
    const row = { place: place.name, flood: name, from: source.name, seconds: SECONDS };
    try {
        await measure(world, FLOODS[name], engine, row);
    } finally {
        const engines = [engine, ...(world.bots ?? []).map((watch) => watch.engine)];
        const mine = [...world.flooders, world.honest?.child, world.pinging?.child,
            ...engines.map(({ child }) => child)];
        for (const child of mine) child?.kill('SIGKILL');
        if (isAlive(world.server)) await world.server.stop('SIGKILL');
        fs.rmSync(world.server.data, { recursive: true, force: true });
    }
    row.verdict = verdict(row);
    return row;
}

// ---- The command ------------------------------------------------------------------------------

function fail(sentence) {
    console.error(sentence);
    process.exit(2);
}

if (options.list) {
    for (const [name, { about }] of Object.entries(FLOODS)) console.log(`${name.padEnd(12)}${about}`);
    process.exit(0);
}
if (options.table) {
    const results = positionals.flatMap((file) => fs.readFileSync(file, 'utf8').split('\n').filter(Boolean))
        .map((line) => JSON.parse(line));
    console.log(tablesOf(results));
    process.exit(0);
}
const fits = (name) => FLOODS[name].over !== 'tls' || Boolean(options.tls);
const wanted = options.only ? options.only.split(',') : Object.keys(FLOODS).filter(fits);
const sources = options.from.split(',');
const unknown = [...wanted.filter((name) => !FLOODS[name]), ...sources.filter((name) => !SOURCES[name])];
if (unknown.length > 0) fail(`there is no ${unknown[0]}: see --list`);
if (options.tls && !KEYS[options.tls]) fail(`--tls takes ${Object.keys(KEYS).join(', ')}`);
if (!wanted.every(fits)) fail(`${wanted.find((name) => !fits(name))} needs --tls`);
if (options.wire && !options.postgres) fail('--wire needs --postgres');

const folder = fs.mkdtempSync(path.join(options.folder, 'railhead-floods-'));
fs.chmodSync(folder, 0o755);
after(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
const place = new Place(folder, options);
await place.begin();
if (!options.json) console.log(HEAD);
for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const name of wanted) {
        for (const source of sources) {
            const row = await run(place, name, SOURCES[source]);
            console.log(options.json ? JSON.stringify(row) : lineOf(row));
        }
    }
}
process.exit(0);
