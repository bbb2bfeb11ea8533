#!/usr/bin/env node
// The browser client in headless Chromium: what a first visit sends, how soon one can play, whether
// the page ever stands still while a bot thinks, and whether it ever jumps.
//
//     make web
//     node bench/web.mjs [--rounds 5] [--players 4] [--width 1280] [--turns 5] [--json]
//                        [--shifts] [--slow] [--tasks] [--web build/web]
//
// Goals: 300 KB at the first visit, of which the module 150 KB; playable within a second; no task
// of the page's main thread over 50 ms while a bot thinks.  Playable means: from the click on Play to
// the first turn that can be made, and from an empty cache to the start page; these are medians.  The
// slow playable is from an empty cache to that turn, Play being clicked as soon as it is there, on a
// slow mobile network (1.6 Mbit/s, 150 ms) with a processor four times slower.  The longest task is the
// worst of all visits, while so many turns are asked for, entered and answered: by the clock, and
// by the time that its thread ran, which other programs on the machine do not change.  The idle share is
// the processor time of all of the browser, as a part of one core, while the page waits for a turn.
// The shift is the sum of the browser's layout shifts over these turns, those after a click included,
// with a refusal, a hint and what is still needed in each turn; the worst of all sizes of screen.
// --shifts measures that alone, and tells what moved; --slow the slow visits alone; --tasks leaves both
// out, and tells what the longest tasks were for.  --web is another build, to compare with.
import { parseArgs } from 'node:util';
import { launch } from '../tests/web/browser.mjs';
import { takeShifts, watchShifts } from '../tests/web/places.mjs';
import { andPlayed, awaitTurn } from '../tests/web/player.mjs';
import { serveSite } from '../tests/web/site.mjs';

const { values: options } = parseArgs({
    options: {
        rounds: { type: 'string', default: '5' },
        players: { type: 'string', default: '4' },
        width: { type: 'string', default: '1280' },
        turns: { type: 'string', default: '5' },
        web: { type: 'string', default: 'build/web' },
        json: { type: 'boolean', default: false },
        slow: { type: 'boolean', default: false },
        shifts: { type: 'boolean', default: false },
        tasks: { type: 'boolean', default: false },
    },
});
const GOALS = {
    first_visit_bytes: 300000,
    module_bytes: 150000,
    start_ms: 1000,
    playable_ms: 1000,
    slow_playable_ms: 3000,
    longest_task_ms: 50,
    longest_cpu_ms: 50,
    idle_share: 0.01,
    layout_shift: 0.02,
};
const SIZES = [
    [360, 640],
    [640, 360],
    [768, 1024],
    [1280, 800],
    [2560, 1440],
];

const site = await serveSite(options.web);
const browser = await launch();
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

// The expert thinks the longest.
const CHOICE = {
    board: 'transeuropa',
    players: Number(options.players),
    level: 'expert',
    variants: [],
};
const WIDTH = Number(options.width);

const TURNS = Number(options.turns);
const IDLE_AFTER_MS = 3000;
const IDLE_MS = 10000;
const PATIENCE_MS = 180000; // experts think, and the machine may be busy

// The turn that the expert would play, by its button; then the bots think about theirs.
async function playAdvice(page) {
    await andPlayed(page, async () => {
        await page.click('button[title="Key H"]:enabled');
        await page.click('.hints .link >> nth=0');
        await page.click('.confirm:enabled');
    });
}

// The turns, each with `play`, over the ends of rounds that come between them; how many of those.
async function playTurns(page, play) {
    let ends = 0;
    for (let turns = 0; turns < TURNS; ) {
        const what = await awaitTurn(page);
        if (what === 'game-over') throw new Error(`the game was over after ${turns} turns`);
        if (what === 'turn') {
            await play(page);
            turns += 1;
        } else {
            await page.click('button:text("Next round")');
            await page.waitForSelector('.round-end', { state: 'detached' });
            ends += 1;
        }
    }
    await awaitTurn(page);
    return ends;
}

// What the page's main thread did, task by task: how long it took, and how much of that the
// thread was running, in milliseconds; and what for, by the browser's names of it.
const PARTS = {
    script: ['FunctionCall', 'EvaluateScript', 'v8.compile', 'RunMicrotasks', 'FireAnimationFrame'],
    style: ['UpdateLayoutTree'],
    layout: ['Layout'],
    paint: ['PrePaint', 'Paint', 'Layerize', 'Commit'],
};

function mainTasks({ traceEvents }) {
    const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
    const main = new Set(
        traceEvents
            .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
            .map(threadOf),
    );
    const events = traceEvents.filter((event) => event.ph === 'X' && main.has(threadOf(event)));
    return events
        .filter(({ name }) => /RunTask$/.test(name))
        .map((task) => ({
            whole: (task.dur ?? 0) / 1000,
            cpu: (task.tdur ?? 0) / 1000,
            parts: () => partsOf(events, task, threadOf),
        }));
}

// The milliseconds that each part of a task ran, "script 12 style 3"; style and layout that a script
// has asked for are its own.
function partsOf(events, task, threadOf) {
    const kindOf = ({ name }) => Object.keys(PARTS).find((kind) => PARTS[kind].includes(name));
    const within = events
        .filter(
            (event) =>
                threadOf(event) === threadOf(task) &&
                event.ts >= task.ts &&
                event.ts < task.ts + (task.dur ?? 0) &&
                kindOf(event),
        )
        .sort((one, other) => one.ts - other.ts || other.dur - one.dur);
    const sums = {};
    let end = 0;
    for (const event of within) {
        if (event.ts < end) continue;
        end = event.ts + event.dur;
        sums[kindOf(event)] = (sums[kindOf(event)] ?? 0) + (event.tdur ?? 0) / 1000;
    }
    return Object.entries(sums)
        .map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`)
        .join(', ');
}

// The processor time that a page takes which waits for somebody, in all processes of the browser, as
// a share of one core.
async function idleShare(page) {
    const session = await browser.newBrowserCDPSession();
    const used = async () => {
        const { processInfo } = await session.send('SystemInfo.getProcessInfo');
        return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    };
    await page.waitForTimeout(IDLE_AFTER_MS);
    const before = await used();
    await page.waitForTimeout(IDLE_MS);
    const share = (await used()) - before;
    await session.detach();
    return share / (IDLE_MS / 1000);
}

async function visit() {
    const context = await browser.newContext({
        viewport: { width: WIDTH, height: Math.round(WIDTH * 0.625) },
        locale: 'en-GB',
    });
    await context.addInitScript((choice) => {
        localStorage.setItem('railhead.choice', JSON.stringify(choice));
    }, CHOICE);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const began = Date.now();
    await page.goto(site.url);
    await page.waitForSelector('.hero button[type="submit"]');
    const start = Date.now() - began;
    await page.evaluate(() => navigator.serviceWorker.ready);
    const clicked = Date.now();
    await page.click('.hero button[type="submit"]');
    await page.waitForSelector('.board svg .zone');
    const playable = Date.now() - clicked;
    await awaitTurn(page);
    const idle = await idleShare(page);
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    await playTurns(page, playAdvice);
    const tasks = mainTasks(JSON.parse(await browser.stopTracing()));
    if (options.tasks) {
        tasks.sort((one, other) => other.cpu - one.cpu);
        for (const { whole, cpu, parts } of tasks.slice(0, 8))
            console.log(`# ran ${cpu.toFixed(1)} of ${whole.toFixed(1)} ms: ${parts()}`);
    }
    await context.close();
    return { start, playable, idle, tasks };
}

// A line that cannot be laid, what is still needed, then the turn of the hint.
async function playLoudly(page) {
    const box = await page.locator('.board-map').boundingBox();
    await page.mouse.click(box.x + box.width / 3, box.y + box.height / 3);
    await page.waitForSelector('.notice.bad, .confirm:enabled');
    await page.keyboard.press('r');
    await page.waitForSelector('.confirm:disabled');
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await page.keyboard.press('m');
    await playAdvice(page);
    await page.keyboard.press('m');
}

async function shiftAt([width, height]) {
    const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB' });
    await context.addInitScript((choice) => {
        localStorage.setItem('railhead.choice', JSON.stringify(choice));
    }, { ...CHOICE, level: 'medium' });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(site.url);
    await page.click('.hero button[type="submit"]');
    await page.waitForSelector('.board svg .zone');
    await awaitTurn(page);
    await watchShifts(page);
    const ends = await playTurns(page, playLoudly);
    const { sum, whose } = await takeShifts(page);
    await context.close();
    if (!options.json) console.log(`# ${width}x${height}: ${sum.toFixed(4)}, ${ends} ends of rounds`);
    if (options.shifts) for (const one of whose) console.log(`#   ${one}`);
    return sum;
}

if (options.slow) {
    const slow = [];
    for (let i = 0; i < Number(options.rounds); i += 1) slow.push(await slowVisit());
    console.log(`slow_playable_ms ${Math.round(median(slow))}`);
    await browser.close();
    await site.close();
    process.exit();
}
const shifts = [];
if (!options.tasks) for (const size of SIZES) shifts.push(await shiftAt(size));
if (options.shifts) {
    await browser.close();
    await site.close();
    process.exit();
}

// On a phone of some years ago: what stands in the way is fetched and run at a fraction of the speed.
async function slowVisit() {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 150,
        downloadThroughput: 1.6e6 / 8,
        uploadThroughput: 0.75e6 / 8,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
        let clicked = false;
        const look = () => {
            const play = document.querySelector('.hero button[type="submit"]');
            if (play && !clicked) setTimeout(() => play.click());
            clicked ||= play !== null;
            if (document.querySelector('.board svg .zone') && !globalThis.playable)
                globalThis.playable = performance.now();
        };
        new MutationObserver(look).observe(document, { subtree: true, childList: true });
    });
    await page.goto(site.url, { waitUntil: 'commit' });
    await page.waitForFunction(() => globalThis.playable);
    const playable = await page.evaluate(() => globalThis.playable);
    await context.close();
    return playable;
}

const visits = [];
const slowVisits = [];
for (let i = 0; i < Number(options.rounds); i += 1) {
    visits.push(await visit());
    if (!options.tasks) slowVisits.push(await slowVisit());
}
await browser.close();
await site.close();

const once = [...site.sizes];
const tasks = visits.flatMap((one) => one.tasks);
const result = {
    first_visit_bytes: once.reduce((sum, [, bytes]) => sum + bytes, 0),
    module_bytes: Math.max(
        ...once.filter(([name]) => name.endsWith('.wasm')).map(([, bytes]) => bytes),
    ),
    start_ms: median(visits.map(({ start }) => start)),
    playable_ms: median(visits.map(({ playable }) => playable)),
    ...(options.tasks ? {} : { slow_playable_ms: median(slowVisits) }),
    longest_task_ms: Math.max(...tasks.map(({ whole }) => whole)),
    longest_cpu_ms: Math.max(...tasks.map(({ cpu }) => cpu)),
    idle_share: median(visits.map(({ idle }) => idle)),
    ...(options.tasks ? {} : { layout_shift: Math.max(...shifts) }),
};
const shown = (value) => String(value < 10 ? Number(value.toFixed(4)) : Math.round(value));
if (options.json) {
    console.log(JSON.stringify(result));
} else {
    for (const [name, value] of Object.entries(result)) {
        console.log(
            `${name.padEnd(18)} ${shown(value).padStart(8)}   goal ${GOALS[name]}: ${
                value <= GOALS[name] ? 'met' : 'missed'
            }`,
        );
    }
}
