#!/usr/bin/env node
// Nothing moves under the pointer: the map, the buttons and the lists keep their places through
// refusals, hints, what is still needed, plans, the turns of bots, ends of rounds, steps of the tutorial and
// sentences of the review, on every size of screen.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { check, drawn, finish, holds, launch, openPage, same } from './browser.mjs';
import { placesOf, takeShifts, watchShifts } from './places.mjs';
import { andPlayed, awaitTurn, startGame, typeTurn } from './player.mjs';
import { keptGame, Referee } from './referee.mjs';
import { serveSite } from './site.mjs';
import { randomNumbers, scratch } from '../tap.mjs';

const site = await serveSite();
const browser = await launch();
const referee = new Referee();
const random = randomNumbers();
const SIZES = [
    [360, 640],
    [640, 360],
    [768, 1024],
    [1280, 800],
    [2560, 1440],
];
const FEW = [SIZES[0], SIZES[1], SIZES[3]];
const SHIFT_MAX = 0.02;
const RECORD = fs.readFileSync('tests/records/transeuropa.rail', 'utf8');
const folder = scratch();
const arena = ['arena', '--bots', 'easy,easy,easy,easy,easy,easy', '--games', '1', '--seed', '3'];
execFileSync('build/railhead', [...arena, '--board', 'transeuropa', '--records', folder]);
const SIX = fs.readFileSync(path.join(folder, fs.readdirSync(folder)[0]), 'utf8');
const HINT = 'button[title="Key H"]';
const MISSING = 'button[title="Key M"]';
const PLAN = 'button[title="Key K"]';
const GAME = [
    '.board-map',
    '.confirm',
    'button[title="Key U"]',
    HINT,
    MISSING,
    PLAN,
    '.again',
    '.side',
    '.hand',
    '.score',
    '.stack',
    '.tabs',
    '.tab[data-panel="log"]',
    '.tab[data-panel="hints"]',
];

// Fails when something is not where it was.
async function stays(page, selectors, before, what) {
    same(before, await placesOf(page, selectors), `after ${what}`);
}

// A turn of the referee's, and whatever can be said around it.
async function aTurn(page, before, hinted) {
    await typeTurn(page, 'A1-A1'); // there is no such line
    await page.waitForSelector('.notice.bad');
    await stays(page, GAME, before, 'a refusal');
    await page.click(MISSING);
    await stays(page, GAME, before, 'what is still needed');
    if (hinted) {
        await page.click(HINT);
        await page.waitForSelector('.hints li');
        await stays(page, GAME, before, 'a hint');
    }
    await page.click(PLAN);
    await stays(page, GAME, before, 'a plan');
    await page.click(PLAN);
    await page.click(MISSING);
    referee.load(await keptGame(page));
    await typeTurn(page, referee.advice().replaceAll('~', '-'));
    await page.waitForSelector('.confirm:enabled');
    await stays(page, GAME, before, 'a track');
    await andPlayed(page, () => page.click('.confirm'));
    same('turn', await awaitTurn(page));
    await stays(page, GAME, before, 'the turns of the bots');
}

// On to the end of the round, and into the next; false if the game is over with it.
async function toNextRound(page) {
    let now = await awaitTurn(page);
    for (; now === 'turn'; now = await awaitTurn(page)) {
        referee.load(await keptGame(page));
        await typeTurn(page, referee.advice().replaceAll('~', '-'));
        await andPlayed(page, () => page.click('.confirm:enabled'));
    }
    if (now === 'game-over') return false;
    await page.click('button:text("Next round")');
    await page.waitForSelector('.round-end', { state: 'detached' });
    same('turn', await awaitTurn(page));
    return true;
}

for (const [width, height] of SIZES) {
    const isWhole = FEW.some(([one]) => one === width);
    const name = `${isWhole ? 'a round' : 'turns'} at ${width}x${height}`;
    await check(`${name}: everything stays where it is`, async () => {
        const page = await openPage(browser, { width, height });
        await startGame(page, site.url, { board: 'transeuropa', players: width > 2000 ? 6 : 4, deals: random(256) });
        await page.evaluate(() => localStorage.setItem('railhead.pace', '1'));
        await awaitTurn(page);
        const before = await placesOf(page, GAME);
        const unseen = GAME.filter((one) => before[one] === '-');
        same([], unseen, 'what is not there at all');
        await watchShifts(page);
        for (let turn = 0; turn < 3; turn += 1) await aTurn(page, before, turn === 1);
        const goesOn = isWhole && (await toNextRound(page));
        const other = GAME.filter((one) => one !== '.hand'); // the cards are other ones
        const { '.hand': _, ...places } = before;
        if (goesOn) await stays(page, other, places, 'a round');
        const { sum, whose } = await takeShifts(page);
        console.log(`# ${width}x${height}: layout shift ${sum.toFixed(4)}`);
        holds(sum <= SHIFT_MAX, `shifted by ${sum}:\n${whose.join('\n')}`);
        same([], page.problems);
        await page.context().close();
    });
}

await check('on a phone everything that is touched has 44 pixels, beside the board', async () => {
    for (const [width, height] of [SIZES[0], SIZES[1]]) {
        const page = await openPage(browser, { width, height, hasTouch: true });
        await startGame(page, site.url, { board: 'transeuropa', players: 3 });
        await awaitTurn(page);
        const tabs = await page.$$eval('.tab', (all) => all.map((one) => one.dataset.panel));
        same(['cities', 'points', 'log', 'hints', 'more'], tabs);
        for (const tab of tabs) {
            await page.click(`.tab[data-panel="${tab}"]`);
            const small = await page.$$eval('.table button, .settings summary', (all) =>
                all
                    .filter((one) => getComputedStyle(one).visibility === 'visible')
                    .map((one) => [one.textContent, one.getBoundingClientRect()])
                    .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < 44)
                    .map(([words, box]) => `${words}: ${box.width} x ${box.height}`),
            );
            same([], small, `${width}x${height}, ${tab}`);
        }
        // The board is there all the time, and the page does not scroll away from it.
        holds(
            await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
            'the page scrolls',
        );
        await page.click('.tab[data-panel="points"]');
        const rails = await page.$$eval('.score .rail', (all) =>
            all.map((one) => [one.getBoundingClientRect().x, one.getBoundingClientRect().width]),
        );
        same(1, new Set(rails.map(String)).size, 'places of the rails');
        const cut = await page.$$eval('.score .name', (all) =>
            all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
        );
        same([], cut, 'names that are cut off');
        same([], page.problems);
        await page.context().close();
    }
});

const STEP = ['.board-map', '.turn-bar', '.side', '.steps', '.stack'];

for (const [width, height] of FEW) {
    await check(`the steps of the tutorial at ${width}x${height} move nothing`, async () => {
        const page = await openPage(browser, { width, height });
        await page.goto(`${site.url}#/tutorial`);
        await page.waitForSelector('.board svg .zone');
        const before = await placesOf(page, STEP);
        await watchShifts(page);
        const all = Number(/Step 1 of (\d+)/.exec(await page.textContent('.tabs'))[1]);
        for (let step = 2; step <= all; step += 1) {
            // What is only to be read has Next in the bar; what is to be done can be skipped.
            await page.click('.main:text-is("Next"), .steps button:text-is("Skip"):enabled');
            await page.waitForSelector(`.tab:has-text("Step ${step} of ${all}")`);
            await stays(page, STEP, before, `step ${step}`);
        }
        const { sum, whose } = await takeShifts(page);
        holds(sum <= SHIFT_MAX, `shifted by ${sum}:\n${whose.join('\n')}`);
        same([], page.problems);
        await page.context().close();
    });
}

const REPLAY = ['.board-map', '.turn-bar [type="range"]', '[aria-label="One step forward"]', '.side', '.tabs'];

for (const [width, height] of FEW) {
    await check(`a replay with its review at ${width}x${height} moves nothing`, async () => {
        const page = await openPage(browser, { width, height });
        await page.goto(`${site.url}#/replay`);
        await page.setInputFiles('input[type="file"]', {
            name: 'game.rail',
            mimeType: 'text/plain',
            buffer: Buffer.from(RECORD),
        });
        await page.waitForSelector('.board svg .zone');
        const before = await placesOf(page, REPLAY);
        await watchShifts(page);
        await page.click('button:text-is("Review")');
        for (let at = 2; at < 6; at += 1) {
            await page.click('[aria-label="One step forward"]');
            await page.waitForSelector('.review:not(:has-text("The expert is looking"))');
            await stays(page, REPLAY, before, `event ${at}`);
        }
        const { sum, whose } = await takeShifts(page);
        holds(sum <= SHIFT_MAX, `shifted by ${sum}:\n${whose.join('\n')}`);
        same([], page.problems);
        await page.context().close();
    });
}

await check('the turn that a replay shows is in sight in the list, and a click moves no row', async () => {
    const page = await openPage(browser);
    await page.goto(`${site.url}#/replay`);
    await page.setInputFiles('input[type="file"]', {
        name: 'game.rail',
        mimeType: 'text/plain',
        buffer: Buffer.from(SIX),
    });
    await page.waitForSelector('.board svg .zone');
    const last = Number(await page.getAttribute('.replay input[type="range"]', 'max'));
    // The middle of a row, and whether that is where the row is seen.
    const seen = (row) =>
        page.$eval(`.log li:nth-child(${row})`, (item) => {
            const { left, top, width, height } = item.getBoundingClientRect();
            const [x, y] = [left + width / 2, top + height / 2];
            return { x, y, hit: item.contains(document.elementFromPoint(x, y)) };
        });
    for (const [width, height] of [...SIZES, [1024, 510], [390, 844], [844, 390]]) {
        await page.setViewportSize({ width, height });
        await drawn(page);
        await page.click('.tab[data-panel="log"]');
        for (const row of [last, 2, Math.floor(last / 2)]) {
            await page.fill('.replay input[type="range"]', String(row));
            await page.waitForSelector(`.log li[aria-current="step"]:nth-child(${row})`);
            await drawn(page);
            await drawn(page);
            holds((await seen(row)).hit, `${width}x${height}: row ${row} is out of sight`);
        }
        const row = Math.floor(last / 2) - 1;
        await page.$eval(`.log li:nth-child(${row})`, (item) => {
            item.parentElement.scrollTop = item.offsetTop;
        });
        const { x, y, hit } = await seen(row);
        holds(hit, `${width}x${height}: row ${row} is out of sight`);
        await page.mouse.move(x, y - 1);
        await page.mouse.move(x, y);
        const lit = () => page.getAttribute('.board .lit', 'd');
        await drawn(page);
        const before = await lit();
        await page.click(`.log li:nth-child(${row}) button`);
        await page.waitForSelector(`.log li[aria-current="step"]:nth-child(${row})`);
        await drawn(page);
        await drawn(page);
        same({ x, y, hit: true }, await seen(row), `${width}x${height}: the row that was clicked`);
        same(before, await lit(), 'the lines of the row under the mouse');
        await page.mouse.move(0, 0);
    }
    same([], page.problems);
    await page.context().close();
});

await check('arrows and Space go through a replay from anywhere, and at its end it plays again', async () => {
    const page = await openPage(browser);
    await page.goto(`${site.url}#/replay`);
    await page.setInputFiles('input[type="file"]', {
        name: 'game.rail',
        mimeType: 'text/plain',
        buffer: Buffer.from(RECORD),
    });
    await page.waitForSelector('.board svg .zone');
    const slider = '.replay input[type="range"]';
    const at = (n) =>
        page.waitForFunction(
            ([where, wanted]) => document.querySelector(where).value === wanted,
            [slider, String(n)],
        );
    const box = await page.locator('.board-map').boundingBox();
    const places = [
        () => page.evaluate(() => document.activeElement.blur()),
        () => page.click('.log li:nth-child(5) button'),
        () => page.mouse.click(box.x + 5, box.y + box.height / 2), // the sea
        () => page.click('[aria-label="One step forward"]'),
        () => page.focus(slider),
    ];
    for (const go of places) {
        await go();
        await drawn(page);
        const from = Number(await page.inputValue(slider));
        await page.keyboard.press('ArrowRight');
        await at(from + 1);
        await page.keyboard.press('ArrowRight');
        await at(from + 2);
        await page.keyboard.press('ArrowLeft');
        await at(from + 1);
    }
    // In a field they keep their meaning.
    await page.focus('#view');
    const there = await page.inputValue(slider);
    await page.keyboard.press('ArrowRight');
    same(there, await page.inputValue(slider));
    await page.selectOption('#view', '0');

    // Each step is shown for less than a second: what the button says and the place are written down.
    const run = '.replay .turn-bar .primary';
    await page.evaluate((button) => {
        globalThis.seen = [];
        const look = () => {
            const place = document.querySelector('.replay-at').textContent;
            const now = `${document.querySelector(button).textContent} ${place}`;
            if (globalThis.seen.at(-1) !== now) globalThis.seen.push(now);
        };
        const changes = { subtree: true, childList: true, characterData: true };
        new MutationObserver(look).observe(document.querySelector('.turn-bar'), changes);
    }, run);
    const seen = () => page.evaluate(() => globalThis.seen.splice(0));
    const last = Number(await page.getAttribute(slider, 'max'));
    await page.fill(slider, String(last - 1));
    await page.mouse.click(box.x + 5, box.y + box.height / 2);
    await at(last - 1);
    await drawn(page);
    await seen();
    await page.keyboard.press(' ');
    await page.waitForSelector(`${run}[aria-pressed="false"]:text-is("Play again")`);
    same([`Pause ${last - 1} of ${last}`, `Play again ${last} of ${last}`], await seen());
    await page.click(run);
    await page.waitForSelector(`${run}:text-is("Pause")`);
    await page.mouse.click(box.x + 5, box.y + box.height / 2);
    await page.keyboard.press(' ');
    await page.waitForSelector(`${run}:text-is("Play")`);
    same(`Pause 1 of ${last}`, (await seen())[0], 'it begins at the start');
    same([], page.problems);
    await page.context().close();
});

await browser.close();
await site.close();
finish();
