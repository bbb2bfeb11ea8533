#!/usr/bin/env node
// The browser client in headless Chromium: what a first visit sends, how soon one can play, and
// whether the page ever stands still while a bot thinks.
//
//     make web
//     node bench/web.mjs [--rounds 5] [--json]
//
// Goals: 300 KB at the first visit, of which the module 150 KB; playable within a second; no task
// of the page's main thread over 50 ms while a bot thinks.  Playable means: from the click on Play to
// the first turn that can be made, and from an empty cache to the start page.
import { parseArgs } from 'node:util';
import { launch } from '../tests/web/browser.mjs';
import { serveSite } from '../tests/web/site.mjs';

const { values: options } = parseArgs({
    options: {
        rounds: { type: 'string', default: '5' },
        json: { type: 'boolean', default: false },
    },
});
const GOALS = {
    first_visit_bytes: 300000,
    module_bytes: 150000,
    start_ms: 1000,
    playable_ms: 1000,
    longest_task_ms: 50,
};

const site = await serveSite();
const browser = await launch();
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

// The expert thinks the longest.
const CHOICE = { board: 'transeuropa', players: 4, level: 'expert', variants: [] };

async function visit() {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
    });
    await context.addInitScript((choice) => {
        localStorage.setItem('railhead.choice', JSON.stringify(choice));
        globalThis.tasks = [];
        new PerformanceObserver((list) =>
            globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration)),
        ).observe({ entryTypes: ['longtask'] });
    }, CHOICE);
    const page = await context.newPage();
    const began = Date.now();
    await page.goto(site.url);
    await page.waitForSelector('.hero button.primary');
    const start = Date.now() - began;
    await page.evaluate(() => navigator.serviceWorker.ready);
    const clicked = Date.now();
    await page.click('.hero button.primary');
    await page.waitForSelector('.board svg .zone');
    const playable = Date.now() - clicked;
    await page.waitForFunction(() =>
        /^Your turn/.test(document.querySelector('.status')?.textContent ?? ''),
    );
    await page.evaluate(() => {
        globalThis.tasks.length = 0;
    });
    await page.fill('#entry', 'L6');
    await page.keyboard.press('Enter');
    await page.click('.confirm:enabled');
    await page.waitForFunction(() =>
        /^Your turn: lay/.test(document.querySelector('.status')?.textContent ?? ''),
    );
    const longest = await page.evaluate(() => Math.max(0, ...globalThis.tasks));
    await context.close();
    return { start, playable, longest };
}

const visits = [];
for (let i = 0; i < Number(options.rounds); i += 1) visits.push(await visit());
await browser.close();
await site.close();

const once = [...site.sizes];
const result = {
    first_visit_bytes: once.reduce((sum, [, bytes]) => sum + bytes, 0),
    module_bytes: Math.max(
        ...once.filter(([name]) => name.endsWith('.wasm')).map(([, bytes]) => bytes),
    ),
    start_ms: median(visits.map(({ start }) => start)),
    playable_ms: median(visits.map(({ playable }) => playable)),
    longest_task_ms: median(visits.map(({ longest }) => longest)),
};
if (options.json) {
    console.log(JSON.stringify(result));
} else {
    for (const [name, value] of Object.entries(result)) {
        console.log(
            `${name.padEnd(18)} ${String(Math.round(value)).padStart(8)}   goal ${GOALS[name]}: ${
                value <= GOALS[name] ? 'met' : 'missed'
            }`,
        );
    }
}
