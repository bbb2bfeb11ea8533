#!/usr/bin/env node
// How fast a bot thinks in WebAssembly, as a share of the native program's speed.
//
//     make wasm-engine
//     make BUILD=build/avx2 CPPFLAGS=-DRAILHEAD_WITHOUT_AVX512 build/avx2/railhead
//     node bench/wasm.mjs [--bot expert] [--native build/avx2/railhead] [--seconds 20] [--json]
//
// Both get the same positions and the same work and are asked in turns within one run, so that a
// busy machine slows both.  The native program should run without AVX-512, which no browser has:
// hence the build above.  The goal is half its speed.  Following the game (what the bot infers from
// turns that it is told) and thinking are measured apart.
import { parseArgs } from 'node:util';
import wasm from '../tests/wasm/railhead.js';

const { values: options } = parseArgs({
    options: {
        bot: { type: 'string', default: 'expert' },
        module: { type: 'string', default: 'build/wasm/engine.wasm' },
        native: { type: 'string', default: 'build/avx2/railhead' },
        seconds: { type: 'string', default: '20' },
        json: { type: 'boolean', default: false },
    },
});

const module = new wasm.EngineModule(options.module);
const bot = module.bots().find(({ name }) => name === options.bot);
if (!bot) {
    console.error(`bench/wasm.mjs: there is no bot '${options.bot}'`);
    process.exit(2);
}
const native = new wasm.NativeEngine(options.native, bot.name);
module.begin(bot.name);

async function milliseconds(run) {
    const start = process.hrtime.bigint();
    const answers = await run();
    return { time: Number(process.hrtime.bigint() - start) / 1e6, answers };
}

// One part of a conversation to both; the answers must be the same.
async function compare(text) {
    const there = await milliseconds(() => native.ask(text));
    const here = await milliseconds(() => module.tell(`${text}ping\n`));
    if (there.answers !== here.answers) {
        throw new Error(`they differ:\n${there.answers}\n${here.answers}`);
    }
    return { native: there.time, module: here.time };
}

// A round of one seat, cut before and after every `go`.
function parts(round) {
    const text = wasm.conversation(round.record, {
        seat: 1, variants: 0, work: bot.work, turns: 2, first: round.first,
    });
    return text.split(/^(?=go )|(?<=^go .*\n)/m);
}

const total = { follow: { native: 0, module: 0 }, think: { native: 0, module: 0 } };
const ratios = [];
const end = Date.now() + 1000 * Number(options.seconds);
for (let i = 0; Date.now() < end; i += 1) {
    const setting = { board: wasm.BOARDS[i % 3], variants: 0, seats: [4, 2, 6][i % 3], seed: i };
    const record = wasm.recordOfRound(options.native, setting);
    for (const part of parts({ record, first: 1 + (i % 4) })) {
        const kind = part.startsWith('go ') ? 'think' : 'follow';
        const times = await compare(part);
        if (i > 0) { // the first round warms both up
            total[kind].native += times.native;
            total[kind].module += times.module;
            if (kind === 'think') ratios.push(times.native / times.module);
        }
    }
}
native.quit();

ratios.sort((a, b) => a - b);
const result = {
    bot: bot.name,
    work: bot.work,
    turns: ratios.length,
    think: total.think.native / total.think.module,
    think_median: ratios[Math.floor(ratios.length / 2)],
    follow: total.follow.native / total.follow.module,
    native_ms_a_turn: total.think.native / ratios.length,
    module_ms_a_turn: total.think.module / ratios.length,
};
if (options.json) {
    console.log(JSON.stringify(result));
} else {
    console.log(`${result.bot}, ${result.work} steps of work a turn, ${result.turns} turns`);
    console.log(`native  ${result.native_ms_a_turn.toFixed(1)} ms a turn (${options.native})`);
    console.log(`module  ${result.module_ms_a_turn.toFixed(1)} ms a turn (${options.module})`);
    console.log(`speed of the module: ${result.think.toFixed(2)} of the native one, median `
        + `${result.think_median.toFixed(2)}; following a game ${result.follow.toFixed(2)}; `
        + `goal 0.50: ${result.think >= 0.5 ? 'met' : 'missed'}`);
}
