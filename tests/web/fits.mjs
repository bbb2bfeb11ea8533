#!/usr/bin/env node
// No word is cut off on a button, broken within a name or left out of what is to be done, and the header is no
// higher than two lines of links: on phones and tablets, in all three languages, with as many buttons and tabs
// as there can be.
import fs from 'node:fs';
import { ask, check, drawn, finish, holds, launch, openPage, same, shot } from './browser.mjs';
import { startGame } from './player.mjs';
import { Server } from './server.mjs';

const RECORD = fs.readFileSync('tests/records/transeuropa.rail');
const HEADER_MAX = 62; // px
const SIZES = [
    [360, 640],
    [390, 844],
    [844, 390],
    [768, 1024],
];
const server = new Server();
await server.start();
const browser = await launch();

// Words that reach over the edge of what they are on.
const cutOff = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll('#app :is(button, .button, nav a, .hands .quiet)')]
            .filter(
                (one) =>
                    one.checkVisibility({ visibilityProperty: true }) &&
                    one.clientWidth > 1 &&
                    one.scrollWidth > one.clientWidth + 1,
            )
            .map((one) => `${one.textContent}: ${one.scrollWidth} > ${one.clientWidth}`),
    );

// Names that are broken within a word, and clocks that take more than one line.
const broken = (page) =>
    page.$$eval('.score-row .name, .score-row .clock', (all) =>
        all.flatMap((one) => {
            const text = [...one.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE);
            const parts = one.matches('.clock') ? [text.data] : text.data.split(/(?<= )/);
            let at = 0;
            return parts.filter((part) => {
                const range = document.createRange();
                range.setStart(text, at);
                range.setEnd(text, (at += part.length) - (part.endsWith(' ') ? 1 : 0));
                return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
            });
        }),
    );

async function namesFit(page, what) {
    for (const [width, height] of [...SIZES, [1280, 800]]) {
        await page.setViewportSize({ width, height });
        await drawn(page);
        const tab = page.locator('.tab[data-panel="points"]');
        if ((await tab.count()) > 0) await tab.click();
        same(1, await page.locator('.score-row .clock').count(), 'clocks');
        same([], await broken(page), `${what} ${width}x${height}`);
        const status = await page.$eval('.status', (one) => [one.clientHeight, one.scrollHeight]);
        same(status[0], status[1], `${what} ${width}x${height}: what is to be done, in pixels`);
        await shot(page, `fits-${what}-${width}`);
    }
}

async function fits(page, what) {
    for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await drawn(page);
        const where = `${what} ${width}x${height}`;
        same([], await cutOff(page), where);
        const header = await page.locator('.top').evaluate((one) => one.offsetHeight);
        holds(header <= HEADER_MAX, `${where}: the header is ${header} px high`);
        await shot(page, `fits-${what}-${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await drawn(page);
}

for (const locale of ['en-GB', 'de-DE', 'fr-FR']) {
    await check(`${locale}: buttons, tabs and the header have room for their words`, async () => {
        const page = await openPage(browser, { locale });
        await page.goto(server.url);
        await page.waitForSelector('.online');
        await fits(page, `start-${locale}`);
        const variants = ['open-cards', 'blocking', 'private-tracks'];
        const setting = { board: 'transeuropa', players: 6, level: 'easy', variants, deals: 3 };
        await startGame(page, server.url, setting);
        await page.waitForSelector('.hands li');
        await fits(page, `game-${locale}`);

        await page.goto(`${server.url}#/replay`);
        await page.setInputFiles('input[type="file"]', {
            name: 'game.rail',
            mimeType: 'text/plain',
            buffer: RECORD,
        });
        await page.waitForSelector('.replay input[type="range"]');
        await fits(page, `replay-${locale}`);

        const { id } = await ask(page, 'tables', {
            board: 'transeuropa',
            variants: ['blocking'],
            seats: ['me', 'easy', 'easy', 'easy', 'easy', 'easy'],
            clock: { kind: 'live', bank: 300, increment: 5 },
        });
        await page.goto(`${server.url}#/table/${id}`);
        await page.waitForSelector('.waiting');
        await fits(page, `waiting-${locale}`);
        await ask(page, `tables/${id}`, { do: 'start' });
        await page.waitForSelector('.map .board-map');
        await fits(page, `table-${locale}`);

        // The longest clock, beside the name of the one who is to move.
        await ask(page, 'me', { name: 'Annegret' });
        const slow = await ask(page, 'tables', {
            board: 'transeuropa',
            seats: ['me', 'easy', 'easy', 'easy', 'easy', 'easy'],
            clock: { kind: 'slow', days: 2 },
        });
        await ask(page, `tables/${slow.id}`, { do: 'start' });
        await page.goto(`${server.url}#/table/${slow.id}`);
        await page.waitForSelector('.turn-clock.mine');
        await namesFit(page, `slow-${locale}`);
        same([], page.problems);
        await page.context().close();
    });
}

await browser.close();
await server.remove();
finish();
