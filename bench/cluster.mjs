#!/usr/bin/env node
// What a move costs when several servers share a PostgreSQL, beside what it costs one of them alone:
// processor time of the servers and of the database, in one run on this machine.  The people of a
// table sit at different servers, so that each move is told to all of them.
//
//     make all bench-programs
//     node bench/cluster.mjs [--tables 200] [--seconds 10] [--rate 1500] [--servers 3] [--rounds 3] [--json]
//
// A rate of 0 is as fast as it goes, when many moves share a group.
import { parseArgs } from 'node:util';
import { Postgres, Server } from '../tests/server/server.mjs';
import { load } from './loading.mjs';
import { cpuOf, cpuOfFamily } from './measured.mjs';

const { values: options } = parseArgs({
    options: {
        tables: { type: 'string', default: '200' },
        seconds: { type: 'string', default: '10' },
        rate: { type: 'string', default: '1500' },
        servers: { type: 'string', default: '3' },
        rounds: { type: 'string', default: '3' },
        json: { type: 'boolean', default: false },
    },
});

// At ports that follow each other, none of which may be in use.
async function startAll(database, count) {
    for (let tries = 0; ; tries += 1) {
        const first = 10000 + Math.floor(Math.random() * 10000);
        const members = Array.from({ length: count }, (_, i) => Object.assign(new Server({ database }), { port: first + i }));
        try {
            for (const member of members) await member.start();
            return members;
        } catch (error) {
            for (const member of members) if (member.isRunning) await member.stop();
            if (tries === 5) throw error;
        }
    }
}

async function sharing(members) {
    for (let i = 0; i < 600; i += 1) {
        const texts = await Promise.all(members.map(async ({ origin }) => (await fetch(`${origin}/metrics`)).text()));
        const shards = texts.map((text) => Number(/^railhead_shards (\d+)/m.exec(text)?.[1]));
        if (shards.every((count) => count > 0) && shards.reduce((sum, more) => sum + more, 0) === 256) return;
        await new Promise((resolve) => { setTimeout(resolve, 50); });
    }
    throw new Error('the servers do not find each other');
}

// What the database has written and holds, and how often it has committed.
function databaseOf(server) {
    const [[log, size, commits]] = server.sql("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0'),"
        + " pg_total_relation_size('event') + pg_total_relation_size('game') + pg_total_relation_size('seat'),"
        + ' (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database())');
    return { log: Number(log), size: Number(size), commits: Number(commits) };
}

async function measure(postgres, name, count) {
    const database = postgres.database(name);
    const members = await startAll(database, count);
    const first = members[0].port;
    await sharing(members);
    const before = { servers: 0, database: cpuOfFamily(postgres.child.pid), ...databaseOf(members[0]) };
    for (const { pid } of members) before.servers += cpuOf(pid);
    const moves = async () => (await Promise.all(members.map(async ({ origin }) => Number(
        /^railhead_moves_total (\d+)/m.exec(await (await fetch(`${origin}/metrics`)).text())[1],
    )))).reduce((sum, more) => sum + more, 0);
    const report = await load('--port', first, '--servers', count, '--tables', options.tables,
        '--seconds', options.seconds, ...(options.rate === '0' ? [] : ['--rate', options.rate])).catch((error) => {
        throw new Error(`${error.message}\n${members.map(({ log }) => log).join('')}`);
    });
    const played = await moves();
    const cost = { moves: played, p50: report.p50_ms, p99: report.p99_ms, database: 0, servers: 0 };
    cost.database = (cpuOfFamily(postgres.child.pid) - before.database) / played;
    for (const { pid } of members) cost.servers += cpuOf(pid);
    cost.servers = (cost.servers - before.servers) / played;
    const after = databaseOf(members[0]);
    for (const what of ['log', 'size', 'commits']) cost[what] = (after[what] - before[what]) / played;
    for (const member of members) await member.stop();
    return cost;
}

const postgres = await Postgres.start();
const rounds = [];
for (let round = 0; round < Number(options.rounds); round += 1) {
    const alone = await measure(postgres, `alone${round}`, 1);
    const together = await measure(postgres, `together${round}`, Number(options.servers));
    rounds.push({ alone, together, ratio: together.servers / alone.servers });
    if (!options.json) {
        for (const [what, cost] of [['one server', alone], [`${options.servers} servers`, together]]) {
            console.log(`${what}: ${cost.moves} moves; for each ${cost.servers.toFixed(0)} us of servers, `
                + `${cost.database.toFixed(0)} us of the database, ${cost.log.toFixed(0)} bytes of its log, `
                + `${cost.size.toFixed(0)} bytes of tables and ${cost.commits.toFixed(2)} commits; `
                + `median ${cost.p50} ms, 99th percentile ${cost.p99} ms`);
        }
    }
}
const ratios = rounds.map(({ ratio }) => ratio).sort((a, b) => a - b);
const ratio = ratios[Math.floor(ratios.length / 2)];
if (options.json) console.log(JSON.stringify({ rounds, ratio }));
else console.log(`servers' time for a move, ${options.servers} of them to one alone: ${ratio.toFixed(2)} (goal: at most 1.5)`);
await postgres.stop('SIGINT');
process.exit(0);
