#!/usr/bin/env node
// What floods of TLS handshakes from one address cost players who ping and newcomers who wait for
// `hello`, with each kind of key: quiet and flooded phases by turns at one server, so that what else
// the machine does concerns both.  Prints a table of medians for docs/security.md.
//
//     make all bench-programs
//     node bench/handshakes.mjs [--tls p256,rsa2048,rsa4096] [--rounds 5] [--seconds 4] [--json]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { after, sleep } from '../tests/tap.mjs';
import { clientHello, http11 } from './floods/bytes.mjs';
import { ping } from './floods/honest.mjs';
import { Place } from './floods/place.mjs';
import { start, watchOthers } from './floods/process.mjs';
import { median } from './measured.mjs';

const { values: options } = parseArgs({
    options: {
        tls: { type: 'string', default: 'p256,rsa2048,rsa4096' },
        rounds: { type: 'string', default: '5' },
        seconds: { type: 'string', default: '4' },
        json: { type: 'boolean', default: false },
    },
});
const RATE = 3000; // connections a second
const ROUNDS = Number(options.rounds);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'railhead-handshakes-'));
after(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));
const [hello, asking] = ['hello', 'asking'].map((name) => path.join(folder, name));
fs.writeFileSync(hello, await clientHello());
fs.writeFileSync(asking, http11('GET', '/healthz'));

const PHASES = {
    quiet: undefined,
    'begun and never finished': ['--first', hello, '--life', 1],
    'finished, for one request': ['--first', asking, '--life', 1, '--tls'],
    'closed at once, without TLS': ['--first', asking, '--leave'],
};

// A new address each time, whose burst of handshakes is its own.
let addresses = 0;
async function phase(server, pinging, flood) {
    const others = watchOthers();
    let opened = 0;
    if (flood) {
        addresses += 1;
        const report = await start('build/bench/flood', ['--port', server.port, '--from', `127.2.0.${addresses}`,
            '--seconds', options.seconds, '--connections', 60, '--rate', RATE, '--most', 1000000, ...flood]).line();
        opened = report.opened;
    } else {
        await sleep(1000 * Number(options.seconds));
    }
    return { opened, ...await pinging.next(), others: others() };
}

async function measure(key) {
    const home = fs.mkdtempSync(path.join(folder, 'key-'));
    const server = await new Place(home, { tls: key }).server();
    const pinging = ping(server);
    await sleep(1500);
    await pinging.next();
    const phases = [];
    for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, flood] of Object.entries(PHASES)) {
            phases.push({ key, name, ...await phase(server, pinging, flood) });
        }
    }
    pinging.child.kill('SIGKILL');
    await server.stop('SIGKILL');
    return phases;
}

function lineOf(key, name, phases) {
    const middle = (take, digits) => median(phases.map(take)).toFixed(digits);
    const lost = phases.reduce((sum, { pings, newcomers }) => sum + pings.lost + newcomers.lost, 0);
    return `| ${[key, name, middle(({ opened }) => opened / Number(options.seconds), 0),
        middle(({ pings }) => pings.p50_ms, 1), middle(({ pings }) => pings.p99_ms, 1),
        middle(({ newcomers }) => newcomers.p50_ms, 1), middle(({ newcomers }) => newcomers.p99_ms, 1), lost,
        middle(({ others }) => others, 1)].join(' | ')} |`;
}

const columns = ['key', 'flood', 'connections a second', 'ping: median, ms', 'p99', 'hello: median, ms', 'p99', 'lost',
    'cores of others'];
if (!options.json) console.log(`| ${columns.join(' | ')} |\n${'|---'.repeat(columns.length)}|`);
for (const key of options.tls.split(',')) {
    const phases = await measure(key);
    for (const one of options.json ? phases : []) console.log(JSON.stringify(one));
    for (const name of options.json ? [] : Object.keys(PHASES)) {
        console.log(lineOf(key, name, phases.filter((one) => one.name === name)));
    }
}
process.exit(0);
