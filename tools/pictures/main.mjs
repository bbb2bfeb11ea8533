#!/usr/bin/env node
// Takes the pictures of the documents, and those of the page's manifest, from the program as it is: after
// `make all web`, from the top folder,
//
//     tools/pictures/main.mjs [NAME...]        all, or those with NAME in theirs
//
// They are kept in the tree, since whoever builds it need not have a browser.  All games are seeded, so
// that a picture changes with the program alone.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { drawn, launch, openPage } from '../../tests/web/browser.mjs';
import { andPlayed, awaitTurn, playByClicks, startGame } from '../../tests/web/player.mjs';
import { keptGame, Referee } from '../../tests/web/referee.mjs';
import { serveSite } from '../../tests/web/site.mjs';
import { scratch } from '../../tests/tap.mjs';
import { howToPlayOn } from '../../web/how-to-play.mjs';
import { drawRound } from './round.mjs';
import { drawScreen } from './screen.mjs';

const OUT = 'docs/pictures';
const wanted = (name) =>
    process.argv.length === 2 || process.argv.slice(2).some((one) => name.includes(one));

const site = await serveSite();
const browser = await launch();
const referee = new Referee();

// WebP takes half of what PNG does, and only the browser's own tools write it.
async function takeWebp(page, file, clip) {
    const tools = await page.context().newCDPSession(page);
    const scale = await page.evaluate('devicePixelRatio');
    const { data } = await tools.send('Page.captureScreenshot', {
        format: 'webp',
        quality: 80,
        clip: { x: 0, y: 0, ...page.viewportSize(), ...clip, scale },
    });
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
}

async function take(page, file) {
    if (file.endsWith('.webp')) await takeWebp(page, file);
    else await page.screenshot({ path: file, type: 'jpeg', quality: 80 });
}

// A game of a person against bots, after some of their turns.
async function takeGame({ file, board, turns, deals, ...screen }) {
    const page = await openPage(browser, screen);
    await startGame(page, site.url, { board, players: 4, level: 'hard', deals });
    for (let turn = 0; turn < turns && (await awaitTurn(page)) === 'turn'; turn += 1) {
        referee.load(await keptGame(page));
        await andPlayed(page, () => playByClicks(page, referee.advice('hard')));
    }
    await awaitTurn(page);
    await take(page, file);
    await page.context().close();
}

// The record of a game between bots.
function playedRecord(board, seed) {
    const file = path.join(scratch(), 'played.rail');
    const game = ['--board', board, '--seats', 'hard,hard,hard,hard', '--seed', String(seed)];
    execFileSync('build/railhead', ['play', '--plain', ...game, '--save', file], { stdio: 'pipe' });
    return fs.readFileSync(file, 'utf8');
}

// Where something is drawn: a map is as wide as its place or as high, and in the middle of it.
function drawnBox(picture) {
    const { x, y, width, height } = picture.getBoundingClientRect();
    const map = picture.viewBox?.baseVal;
    if (!map?.width) return { x: x - 8, y, width: width + 16, height: height + 8 };
    const scale = Math.min(width / map.width, height / map.height);
    const [wide, high] = [scale * map.width, scale * map.height];
    return { x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high };
}

// The pictures of how to play on a board, each by the name of its part.
async function takeLessons(board) {
    const page = await openPage(browser, { width: 760, height: 6000, deviceScaleFactor: 2 });
    await page.goto(`${site.url}#/learn/${board}`);
    await page.waitForFunction(() => {
        const pictures = [...document.querySelectorAll('.learn-picture')];
        return pictures.length > 1 && pictures.every((picture) => picture.querySelector('svg'));
    });
    await drawn(page);
    for (const { name, title } of howToPlayOn(board)) {
        const heading = page.getByRole('heading', { name: title, exact: true });
        const picture = page.locator('.learn section', { has: heading }).locator('.learn-picture svg, .signs, .score');
        if ((await picture.count()) > 0)
            await takeWebp(page, `${OUT}/how-${board}-${name}.webp`, await picture.first().evaluate(drawnBox));
    }
    await page.context().close();
}

const wide = { width: 1280, height: 800, turns: 5, deals: 7 };
const phone = { width: 360, height: 640, deviceScaleFactor: 2, turns: 5, deals: 7 };
const PICTURES = {
    browser: (file) => takeGame({ file, board: 'transamerica', ...wide }),
    phone: (file) => takeGame({ file, board: 'transeuropa', ...phone, colorScheme: 'dark' }),
    terminal: (file) => drawScreen(browser, playedRecord('transamerica', 7), file, takeWebp),
    round: (file) => drawRound(browser, site.url, playedRecord('transamerica', 7), file, takeWebp),
    'how-transamerica': () => takeLessons('transamerica'),
    'how-transeuropa': () => takeLessons('transeuropa'),
    'how-transeuropa-classic': () => takeLessons('transeuropa-classic'),
    'screenshot-wide': (file) => takeGame({ file, board: 'transamerica', ...wide }),
    'screenshot-narrow': (file) => takeGame({ file, board: 'transeuropa', ...phone }),
};

// What an app store shows of the page is in the page's own folder and must not be WebP.
function fileOf(name) {
    if (name.startsWith('how-')) return path.join(OUT, `${name}-goal.webp`); // and others
    if (name.startsWith('screenshot')) return `web/public/${name}.jpg`;
    return path.join(OUT, name === 'round' ? 'round.svg' : `${name}.webp`);
}

fs.mkdirSync(OUT, { recursive: true });
for (const [name, draw] of Object.entries(PICTURES).filter(([one]) => wanted(one))) {
    await draw(fileOf(name));
    console.log(`${fileOf(name)}: ${fs.statSync(fileOf(name)).size} bytes`);
}
await browser.close();
await site.close();
