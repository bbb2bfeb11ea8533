#!/usr/bin/env node
// The browser client in headless Chromium: what a first visit sends, how soon one can play, whether
// the page ever stands still while a bot thinks, and whether it ever jumps.
//
//     make web
//     node bench/web.mjs [--rounds 5] [--players 4] [--width 1280] [--json] [--shifts] [--slow]
//
// Goals: 300 KB at the first visit, of which the module 150 KB; playable within a second; no task
// of the page's main thread over 50 ms while a bot thinks.  Playable means: from the click on Play to
// the first turn that can be made, and from an empty cache to the start page; these are medians.  The
// slow playable is from an empty cache to that turn, Play being clicked as soon as it is there, on a
// slow mobile network (1.6 Mbit/s, 150 ms) with a processor four times slower.  The longest task is the
// worst of all visits, while five turns are asked for, entered and answered: by the clock, and
// by the time that its thread ran, which other programs on the machine do not change.
// The shift is the sum of the browser's layout shifts over five turns, those after a click included,
// with a refusal, a hint and what is still needed in each turn; the worst of all sizes of screen.
// --shifts measures that alone, and tells what moved; --slow the slow visits alone.
import { parseArgs } from 'node:util';
import { launch } from '../tests/web/browser.mjs';
import { takeShifts, watchShifts } from '../tests/web/places.mjs';
import { serveSite } from '../tests/web/site.mjs';

const { values: options } = parseArgs({
    options: {
        rounds: { type: 'string', default: '5' },
        players: { type: 'string', default: '4' },
        width: { type: 'string', default: '1280' },
        json: { type: 'boolean', default: false },
        slow: { type: 'boolean', default: false },
        shifts: { type: 'boolean', default: false },
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
    layout_shift: 0.02,
};
const SIZES = [
    [360, 640],
    [640, 360],
    [768, 1024],
    [1280, 800],
    [2560, 1440],
];

const site = await serveSite();
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

const TURNS = 5;

// The turn that the expert would play, by its button; then the bots think about theirs.
async function playAdvice(page) {
    await page.waitForFunction(() =>
        /^Your turn/.test(document.querySelector('.status')?.textContent ?? ''),
    );
    await page.click('button[title="Key H"]:enabled');
    await page.click('.hints .link >> nth=0');
    await page.click('.confirm:enabled');
    await page.waitForFunction(() => !document.querySelector('.hints'));
    await page.waitForFunction(() =>
        /^Your turn: lay/.test(document.querySelector('.status')?.textContent ?? ''),
    );
}

// What the page's main thread did, task by task: how long it took, and how much of that the
// thread was running, in milliseconds.
function mainTasks({ traceEvents }) {
    const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
    const main = new Set(
        traceEvents
            .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
            .map(threadOf),
    );
    return traceEvents
        .filter((event) => /RunTask$/.test(event.name) && main.has(threadOf(event)))
        .map(({ dur = 0, tdur = 0 }) => ({ whole: dur / 1000, cpu: tdur / 1000 }));
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
    const began = Date.now();
    await page.goto(site.url);
    await page.waitForSelector('.hero button[type="submit"]');
    const start = Date.now() - began;
    await page.evaluate(() => navigator.serviceWorker.ready);
    const clicked = Date.now();
    await page.click('.hero button[type="submit"]');
    await page.waitForSelector('.board svg .zone');
    const playable = Date.now() - clicked;
    await page.waitForFunction(() =>
        /^Your turn/.test(document.querySelector('.status')?.textContent ?? ''),
    );
    await browser.startTracing(page, { categories: ['toplevel'] });
    for (let i = 0; i < TURNS; i += 1) await playAdvice(page);
    const tasks = mainTasks(JSON.parse(await browser.stopTracing()));
    await context.close();
    return { start, playable, tasks };
}

// A line that cannot be laid, what is still needed, then the turn of the hint.
async function playLoudly(page) {
    await page.waitForFunction(() =>
        /^Your turn/.test(document.querySelector('.status')?.textContent ?? ''),
    );
    const box = await page.locator('.board-map').boundingBox();
    await page.mouse.click(box.x + box.width / 3, box.y + box.height / 3);
    await page.waitForSelector('.notice.bad, .confirm:enabled');
    await page.keyboard.press('r');
    await page.waitForSelector('.confirm:disabled');
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await page.click('button[title="Key M"]');
    await playAdvice(page);
    await page.click('button[title="Key M"]');
}

async function shiftAt([width, height]) {
    const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB' });
    await context.addInitScript((choice) => {
        localStorage.setItem('railhead.choice', JSON.stringify(choice));
    }, { ...CHOICE, level: 'medium' });
    const page = await context.newPage();
    await page.goto(site.url);
    await page.click('.hero button[type="submit"]');
    await page.waitForSelector('.board svg .zone');
    await page.waitForFunction(() =>
        /^Your turn/.test(document.querySelector('.status')?.textContent ?? ''),
    );
    await watchShifts(page);
    for (let i = 0; i < TURNS; i += 1) await playLoudly(page);
    const { sum, whose } = await takeShifts(page);
    await context.close();
    if (!options.json) console.log(`# ${width}x${height}: ${sum.toFixed(4)}`);
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
for (const size of SIZES) shifts.push(await shiftAt(size));
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
    slowVisits.push(await slowVisit());
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
    slow_playable_ms: median(slowVisits),
    longest_task_ms: Math.max(...tasks.map(({ whole }) => whole)),
    longest_cpu_ms: Math.max(...tasks.map(({ cpu }) => cpu)),
    layout_shift: Math.max(...shifts),
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
