// What several measurements need: times, medians, processor time, and a database with years behind it.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { request } from '../tests/server/client.mjs';
import { Engine, gather } from '../tests/server/game.mjs';
import { after, within } from '../tests/tap.mjs';

const TICK_US = 10000; // of /proc: a hundredth of a second

export async function milliseconds(run) {
    const start = process.hrtime.bigint();
    await run();
    return Number(process.hrtime.bigint() - start) / 1e6;
}

// Of sorted numbers: share 0 is the least, 0.5 the median.
export function quantile(sorted, share) {
    return sorted[Math.floor(share * (sorted.length - 1))];
}

export function median(numbers) {
    return quantile([...numbers].sort((a, b) => a - b), 0.5);
}

// The median, the least and the most of them, to be read.
export function range(numbers, digits) {
    const ends = [Math.min(...numbers), Math.max(...numbers)].map((end) => end.toFixed(digits));
    return `${median(numbers).toFixed(digits)} (${ends.join(' to ')})`;
}

// The times of so many runs, in order.
export async function times(count, run) {
    const all = [];
    for (let i = 0; i < count; i += 1) all.push(await milliseconds(() => run(i)));
    return all.sort((a, b) => a - b);
}

// Microseconds of processor time of a process, and of its children that have ended.
export function cpuOf(pid) {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0) * TICK_US;
}

// The same of the threads that live, to the nanosecond.
export function finelyOf(pid) {
    return fs.readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => (
        sum + Number(fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000), 0);
}

// PostgreSQL's process for each connection, and those that write.
export function cpuOfFamily(pid) {
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [pid, ...children].reduce((sum, one) => sum + cpuOf(one), 0);
}

// A server of another kind, which says its port in a line that the pattern knows.
export async function startOther(command, args, pattern, env = process.env) {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    after(() => child.kill('SIGKILL'));
    const ended = new Promise((resolve) => { child.on('close', resolve); });
    let output = '';
    const port = await within(new Promise((resolve, reject) => {
        child.stdout.setEncoding('utf8').on('data', (text) => {
            output += text;
            const found = pattern.exec(output);
            if (found) resolve(Number(found[1]));
        });
        ended.then(() => reject(new Error(`${command} has ended: ${output}`)));
    }), `the port of ${command}`);
    return { port, pid: child.pid, stop: () => { child.kill('SIGKILL'); return ended; } };
}

// Until it says its address and answers.
export async function startAndAsk(server) {
    await server.start();
    const { status } = await request(server, { path: '/healthz' });
    if (status !== 200) throw new Error(`not healthy: ${status}`);
}

// A game of four that is played to its end: { id, turns, person }.
export async function playOne(server) {
    const players = await gather(server, new Engine('random'), { board: 'transamerica', seats: ['me', 'open', 'open', 'open'] });
    await Promise.all(players.map((player) => player.play()));
    const turns = players[0].journal.rounds.reduce((sum, round) => sum + round.turns.length, 0);
    return { id: players[0].table, turns, person: players[0].person };
}

// The file of a server's data, or the address of its database.
export function databaseOf(server) {
    if (server.database) return server.database;
    return path.join(server.data, fs.readdirSync(server.data).find((name) => !/-(wal|shm)$/.test(name)));
}

function copyId(number) {
    return `copy${String(number).padStart(12, '0')}`;
}

// What build/bench/fill does, by PostgreSQL itself, which is several times as fast.
function fillPostgres(server, game, count, first) {
    const AT_ONCE = 10000;
    for (let from = first; from < first + count; from += AT_ONCE) {
        const to = Math.min(from + AT_ONCE, first + count) - 1;
        server.sql(`SET work_mem = '256MB';
            INSERT INTO game (id, state, listed, opened, changed, settings, secret, summary, party, host)
            SELECT 'copy' || lpad(number::text, 12, '0'), state, listed, opened, changed + number, settings, secret,
            summary, party, host FROM game, generate_series(${from}, ${to}) AS number WHERE id = '${game}';
            INSERT INTO event (game, number, at, author, body)
            SELECT copy.key, number, at, author, body FROM event, game AS copy
            WHERE event.game = (SELECT key FROM game WHERE id = '${game}')
            AND copy.id BETWEEN '${copyId(from)}' AND '${copyId(to)}'
            ORDER BY copy.key / 500, number, copy.key`);
    }
}

// Copies a finished game of a server that is stopped, from the copy with the number `first` on.
export function fill(server, game, count, first = 0) {
    if (server.database) fillPostgres(server, game, count, first);
    else execFileSync('build/bench/fill', [databaseOf(server), game, String(count), String(first)], { stdio: 'inherit' });
}

// The ids of `count` copies, spread over all `games`.
export function spreadCopies(count, games) {
    return Array.from({ length: count }, (_, i) => copyId((i * 7919 + 13) % games));
}
