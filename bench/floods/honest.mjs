// Those who mean well while a flood goes on: people at tables, players who ping, newcomers, and
// somebody who plays against a bot.
import { request } from '../../tests/server/client.mjs';
import { Engine, gather } from '../../tests/server/game.mjs';
import { sleep } from '../../tests/tap.mjs';
import { start, timed } from './process.mjs';

const TABLES = 500;
const RATE = 250; // moves a second at all tables together
const FROM = ['--from', '127.1.0.1', '--addresses', 700]; // three people each
const HEALTH_EVERY_MS = 250;
const HEALTH_LIMIT_MS = 10000;
const LONG = 3600; // seconds; they are stopped before

// Asks /healthz until `running` is over, and once after it: how often, how often it was not 200, and
// the longest time until it answered, in milliseconds.
export async function watchHealth(server, running) {
    const health = { asked: 0, failed: 0, longest_ms: 0 };
    let isOver = false;
    running.catch(() => {}).then(() => { isOver = true; });
    for (let isLast = false; !isLast;) {
        isLast = isOver;
        const { ms, value } = await timed(request(server, { path: '/healthz' }), HEALTH_LIMIT_MS)
            .catch(() => ({ ms: HEALTH_LIMIT_MS }));
        health.asked += 1;
        health.failed += value?.status === 200 ? 0 : 1;
        health.longest_ms = Math.max(health.longest_ms, ms);
        await sleep(HEALTH_EVERY_MS);
    }
    return health;
}

// Somebody new opens a table with a bot, follows it and moves: how long until the move is kept.
export async function newcomer(server, engine, bots = ['easy']) {
    const [player] = await gather(server, engine, { board: 'transamerica', seats: ['me', ...bots] });
    await player.play(() => player.kept.length > 0);
    return player;
}

// Somebody who plays against one bot, a turn now and then and game after game, and sees how long it
// takes: the milliseconds of its turns, among them the one it has not made yet.
export class BotWatch {
    constructor(server, bot) {
        Object.assign(this, { server, bot, engine: new Engine('random'), turns: [] });
        this.playing = this.play().catch(() => {});
    }

    async play() {
        for (;;) {
            const player = await newcomer(this.server, this.engine, [this.bot]);
            player.connection.socket.on('message', (data) => this.take(JSON.parse(data)));
            while (player.journal.phase !== 'finished') {
                const made = player.kept.length;
                await player.play(() => player.kept.length > made);
                await sleep(300);
            }
        }
    }

    take({ kind, seat, at }) {
        if (kind === 'turn' && seat === 2 && this.asked) this.turns.push(at - this.asked);
        if (kind === 'turn') this.asked = seat === 1 ? at : undefined;
    }

    // Since it was last asked.
    report() {
        const all = [...this.turns, ...(this.asked ? [Date.now() - this.asked] : [])].sort((a, b) => a - b);
        this.turns = [];
        return { bot: this.bot, turns: all.length, median: all[all.length >> 1], worst: all.at(-1) };
    }
}

// The phases of a program that reports one with SIGUSR1 and ends with SIGTERM.
function phasesOf({ child, line }) {
    const phase = (signal) => { child.kill(signal); return line(); };
    return { child, next: () => phase('SIGUSR1'), end: () => phase('SIGTERM') };
}

const secure = (server) => (server.secure ? ['--tls'] : []);

// People at all tables; `table` is one of those that they play at.
export async function play(server) {
    const load = start('build/load', ['--port', server.port, '--pid', server.pid, '--tables', TABLES, '--rate', RATE,
        '--seconds', LONG, '--warm-up', 2, ...FROM, '--patient', '--json', ...secure(server)]);
    const { table } = await load.line();
    return { table, ...phasesOf(load) };
}

// Players who ping and newcomers who wait to be greeted.
export function ping(server) {
    return phasesOf(start('build/bench/ping', ['--port', server.port, '--seconds', LONG, ...secure(server)]));
}
