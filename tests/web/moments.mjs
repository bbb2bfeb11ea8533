#!/usr/bin/env node
// The main action of every moment is in sight, on every size of screen and without scrolling: from the
// start page through a round of six to the end of a game, in the tutorial, and at a server's table.
import fs from 'node:fs';
import { ask, check, drawn, finish, holds, launch, openPage, same, shot } from './browser.mjs';
import { andPlayed, awaitTurn, startGame, typeTurn } from './player.mjs';
import { keptGame, Referee } from './referee.mjs';
import { Server } from './server.mjs';

const SIZES = [
    [360, 640],
    [390, 844],
    [844, 390],
    [768, 1024],
    [1280, 800],
];
const server = Server.withClock();
await server.start();
const browser = await launch();
const referee = new Referee();

// What stands on the button of the moment, once it has been seen whole on every size of screen with
// nothing over it; `panels` have been opened before, one after the other.
async function isInSight(page, what, selector = '.turn-bar .main') {
    const said = new Set();
    for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await drawn(page);
        await page.evaluate(() => scrollTo(0, 0));
        const seen = await page.locator(selector).first().evaluate((button) => {
            const { left, top, right, bottom, width: w } = button.getBoundingClientRect();
            const points = [0.1, 0.5, 0.9].map((part) => [left + part * w, (top + bottom) / 2]);
            const isTop = ([x, y]) => button.contains(document.elementFromPoint(x, y));
            return {
                words: button.textContent,
                isInside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
                isFree: points.every(isTop),
                isLarge: bottom - top >= 40,
                isWhole: button.scrollWidth <= button.clientWidth,
            };
        });
        await shot(page, `moments-${what.replace(/\W+/g, '-')}-${width}x${height}`);
        const { words, ...all } = seen;
        same(
            { isInside: true, isFree: true, isLarge: true, isWhole: true },
            all,
            `${what}, ${width}x${height}, “${words}”:`,
        );
        said.add(words);
    }
    same(1, said.size, `${what}: buttons`);
    return [...said][0];
}

const lineOf = (page) => page.textContent('.turn-bar .status');

await check('a round of six: Play, Confirm, Next round', async () => {
    const page = await openPage(browser, { width: 1280, height: 800 });
    await page.goto(server.url);
    await page.waitForSelector('.hero button[type="submit"]');
    same('Play', await isInSight(page, 'the start', '.hero .primary'));
    await startGame(page, server.url, { players: 6, level: 'easy', deals: 3 });
    same('turn', await awaitTurn(page));
    same('Confirm', await isInSight(page, 'the first turn'));
    for (let turn = 0; (await awaitTurn(page)) === 'turn'; turn += 1) {
        referee.load(await keptGame(page));
        await typeTurn(page, referee.advice().replaceAll('~', '-'));
        await page.waitForSelector('.confirm:enabled');
        if (turn === 1) same('Confirm', await isInSight(page, 'a turn'));
        await andPlayed(page, () => page.click('.confirm:enabled'));
    }
    same('Next round', await isInSight(page, 'the end of a round'));
    const { connected, lost } = referee.load(await keptGame(page)) && referee.state(1);
    const line = await lineOf(page);
    if (connected.length === 0) holds(/nobody has connected/.test(line), line);
    else holds(/ ha(s|ve) connected all five cities\./.test(line), line);
    same(lost[0] > 0, line.includes(`You lose ${lost[0]} point`), line);
    same(1, await page.locator('button:text-is("Next round")').count(), 'buttons of the next round');
    await page.click('.turn-bar .main');
    await page.waitForSelector('.round-end', { state: 'detached' });
    same('turn', await awaitTurn(page));
    same([], page.problems);
    await page.context().close();
});

await check('the end of a game: Rematch', async () => {
    const record = fs.readFileSync('tests/records/transeuropa-classic.rail', 'utf8');
    const bots = 'medium '.repeat(Number(/^seats (\d)/m.exec(record)[1]) - 1).trim();
    const page = await openPage(browser);
    await page.goto(server.url);
    await page.evaluate(
        (text) => localStorage.setItem('railhead.game', JSON.stringify({ record: text })),
        `${record.replace(/^name .*\n/gm, '')}# saved next-seed ${'5a'.repeat(32)} seats - ${bots}\n`,
    );
    await page.goto(`${server.url}#/play`);
    await page.waitForSelector('.game-end .story li');
    same('Rematch', await isInSight(page, 'the end of a game'));
    holds(/Winner/.test(await lineOf(page)), await lineOf(page));
    await page.click('.turn-bar .main');
    same('turn', await awaitTurn(page));
    await page.context().close();
});

await check('the tutorial: Next, and Confirm where a step asks for a turn', async () => {
    const page = await openPage(browser);
    await page.goto(`${server.url}#/tutorial`);
    await page.waitForSelector('.board svg .zone');
    same('Next', await isInSight(page, 'a step to read'));
    await page.click('.turn-bar .main');
    await page.waitForSelector('.confirm');
    same('Confirm', await isInSight(page, 'a step to do'));
    await page.click('.steps button:text-is("Skip")');
    await page.context().close();
});

await check('several people at one screen: who is asked for', async () => {
    const page = await openPage(browser);
    await page.goto(server.url);
    await page.evaluate(() => {
        const here = [{ name: 'Ann', bot: null }, { name: 'Ben', bot: null }];
        localStorage.setItem('railhead.choice', JSON.stringify({ here }));
        localStorage.setItem('railhead.together', 'true');
    });
    await page.reload();
    await page.click('.hero button[type="submit"]');
    await page.waitForSelector('.curtain');
    await isInSight(page, 'the curtain', '.curtain .primary');
    await page.context().close();
});

// Somebody at the server.
async function person(name) {
    const page = await openPage(browser);
    await page.goto(server.url);
    if (name) await ask(page, 'me', { name });
    return page;
}
const go = async (page, id, key = '') => {
    await page.goto(`${server.url}#/table/${id}${key && `/${key}`}`);
    await page.waitForSelector('.turn-bar');
};

await check('a table: Sit down, Start the game, I am back, Rematch and Join', async () => {
    const [ann, ben] = [await person('Ann'), await person('Ben')];
    const { id, key } = await ask(ann, 'tables', {
        board: 'transamerica',
        seats: ['me', 'invited', 'easy', 'easy', 'easy', 'easy'],
        clock: { kind: 'live', bank: 300, increment: 10 },
    });
    await go(ann, id);
    same('Start the game', await isInSight(ann, 'a table with a free seat'));
    same(true, await ann.isDisabled('.turn-bar .main'));
    await go(ben, id, key);
    same('Sit down', await isInSight(ben, 'an invitation'));
    await ben.click('.turn-bar .main');
    await ben.waitForSelector('.status:has-text("Waiting for the host")');
    await ann.waitForSelector('.turn-bar .main:enabled');
    same('Start the game', await isInSight(ann, 'a full table'));
    await ann.click('.turn-bar .main');
    for (const page of [ann, ben]) await page.waitForSelector('.board svg');
    await ben.click('.table-bar button:text-is("Leave")');
    await ben.click('[role="alertdialog"] button:text-is("Leave")');
    await ben.waitForSelector('.status:text-is("A bot is playing for you.")');
    same('I am back', await isInSight(ben, 'a bot plays for me'));
    await ask(ann, `tables/${id}`, { do: 'leave' });
    for (const page of [ann, ben]) await page.waitForSelector('.game-end');
    same('Rematch', await isInSight(ann, 'the end at a table'));
    await ann.click('.turn-bar .main');
    await ben.waitForSelector('.status:text-is("Ann wants a rematch.")');
    same('Join', await isInSight(ben, 'a rematch'));
    for (const page of [ann, ben]) {
        same([], page.problems);
        await page.context().close();
    }
});

await browser.close();
await server.remove();
finish();
