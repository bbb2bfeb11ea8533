#!/usr/bin/env node
// The games of this browser: a new one leaves the other as it is, all of them are kept, and they can
// be gone on with, watched, given up, deleted and taken to another browser.
import fs from 'node:fs';
import {
    check,
    downloaded,
    drawn,
    findings,
    finish,
    holds,
    launch,
    openPage,
    launchResolving,
    patient,
    same,
    shot,
} from './browser.mjs';
import { andPlayed, awaitTurn, playByClicks, samePicture, startGame, typeTurn } from './player.mjs';
import { keptGame, Referee } from './referee.mjs';
import { serveSite } from './site.mjs';

const site = await serveSite();
const browser = await launch();
const referee = new Referee();
const page = await openPage(browser);
const FINISHED = fs.readFileSync('tests/records/transamerica.rail', 'utf8');

const ROW = '.games li';
const rows = () => page.locator(ROW).count();
const games = () => page.goto(`${site.url}#/games`);
const picture = (name) => shot(page, name, { fullPage: true });

async function playTurn() {
    await awaitTurn(page);
    referee.load(await keptGame(page));
    await andPlayed(page, () => playByClicks(page, referee.advice()));
    await awaitTurn(page);
}

// A file of exported games, given to the page as its own field would.
const give = (games_, name = 'railhead-games.json') =>
    page.setInputFiles('main input[type="file"]', {
        name,
        mimeType: 'application/json',
        buffer: Buffer.from(typeof games_ === 'string' ? games_ : JSON.stringify(games_)),
    });

async function exported() {
    const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click('button:text("Export all")'),
    ]);
    return JSON.parse(await downloaded(download));
}

let america;

await check('with a game under way, going on comes first, and a new one leaves it alone', async () => {
    await startGame(page, site.url, { board: 'transamerica', players: 2, level: 'easy' });
    await playTurn();
    america = await samePicture(page, referee);
    await page.goto(`${site.url}#/`);
    same('Go on', await page.textContent('.hero button >> nth=0'));
    same(1, await page.locator('.hero button.primary').count(), 'main buttons');
    holds(
        (await page.textContent('.go-on')).includes('TransAmerica · 2 players · Round 1'),
        await page.textContent('.go-on'),
    );
    same([], await findings(page), 'start page with a game');
    await page.evaluate(() =>
        localStorage.setItem(
            'railhead.choice',
            JSON.stringify({ board: 'transeuropa', players: 3, level: 'easy', variants: [] }),
        ),
    );
    await page.reload();
    await picture('start-go-on-1280');
    await page.click('.setup button:text("New game")');
    await page.waitForSelector('.board svg');
    await playTurn();
    await games();
    await page.waitForSelector(`${ROW} >> nth=1`);
    same(2, await rows());
    holds(/^Trans Europa/.test(await page.textContent(`${ROW} >> nth=0`)), 'the latest is first');
    await page.click(`${ROW}:has-text("TransAmerica") button:text("Go on")`);
    await page.waitForSelector('.board svg');
    await awaitTurn(page);
    same(america, await samePicture(page, referee), 'the game that was left behind');
    await page.reload();
    await awaitTurn(page);
    same(america, await samePicture(page, referee), 'the game in hand');
    same([], page.problems);
});

await check('a game that is given up can be watched, and gone on with all the same', async () => {
    await games();
    const row = `${ROW}:has-text("TransAmerica")`;
    same(0, await page.locator(`${row} button:text("Watch again")`).count(), 'hidden cards');
    await page.click(`${row} button:text("Give up")`);
    await page.click('[role="alertdialog"] button:text("Play on")');
    await page.waitForSelector('[role="alertdialog"]', { state: 'detached' });
    await page.click(`${row} button:text("Give up")`);
    await picture('games-give-up-1280');
    same([], await findings(page), 'giving up');
    await page.click('[role="alertdialog"] button:text("Give up")');
    await page.waitForSelector(`${row}:has-text("Given up in round 1")`);
    await page.goto(`${site.url}#/`);
    await page.waitForSelector('.hero button[type="submit"]:text("Play")');
    same(0, await page.locator('.go-on').count(), 'it is not offered any more');
    await games();
    await page.click(`${row} button:text("Watch again")`);
    await page.waitForSelector('.replay input[type="range"]');
    await games();
    await page.click(`${row} button:text("Go on")`);
    await awaitTurn(page);
    same(america, await samePicture(page, referee));
});

await check('all games are exported, deleted one by one, and imported again', async () => {
    await games();
    await page.waitForSelector(`${ROW} >> nth=1`);
    const file = await exported();
    same(2, file.games.length);
    await page.click(`${ROW}:has-text("TransAmerica") button:text("Delete")`);
    await page.click('[role="alertdialog"] button:text("Keep it")');
    same(2, await rows());
    for (let left = 1; left >= 0; left -= 1) {
        await page.click(`${ROW} >> nth=0 >> button:text("Delete")`);
        await page.click('[role="alertdialog"] button:text("Delete")');
        await page.waitForFunction(
            ([row, n]) => document.querySelectorAll(row).length === n,
            [ROW, left],
        );
    }
    await page.waitForSelector('h2:text("You have not played in this browser yet.")');
    await page.reload();
    await page.waitForSelector('h2:text("You have not played in this browser yet.")');
    same(null, await keptGame(page), 'the game in hand');
    await give({
        ...file,
        games: [
            ...file.games,
            { id: 'done', begun: 1, changed: 2, record: FINISHED },
            { id: 'bad', begun: 1, changed: 2, record: 'railhead 1\nboard nowhere\n' },
            { id: '../', begun: 1, changed: 2, record: FINISHED },
        ],
    });
    await page.waitForSelector('.notice:has-text("3 games imported. 1 record cannot be read")');
    await page.waitForSelector(`${ROW} >> nth=2`);
    same(3, await rows());
    await page.waitForSelector(`${ROW}:has-text("Winner: ")`);
    await give(file);
    await page.waitForSelector('.notice:has-text("0 games imported. 2 games were here already.")');
    await give('hello', 'notes.json');
    await page.waitForSelector('.notice:has-text("notes.json is not a file of exported games.")');
    const again = await exported();
    same(
        file.games.map(({ record }) => record),
        again.games.slice(-2).map(({ record }) => record),
        'the records',
    );
    await page.click(`${ROW}:has-text("TransAmerica"):has-text("Round 1") button:text("Go on")`);
    await awaitTurn(page);
    same(america, await samePicture(page, referee));
    same([], page.problems);
});

await check('two thousand games: the latest are listed at once, and more when asked for', async () => {
    await games();
    const many = Array.from({ length: 2000 }, (_, i) => ({
        id: `game${i}`,
        begun: Date.now() + i,
        changed: Date.now() + i,
        record: FINISHED,
    }));
    await give({ format: 'railhead games 1', games: many });
    await page.waitForSelector('.notice:has-text("2,000 games imported.")');
    await page.waitForSelector('h2:text("2,003 games")');
    const first = await rows();
    holds(first < 100, `${first} rows`);
    await page.click('button:text("Show more")');
    await page.waitForFunction(
        ([row, n]) => document.querySelectorAll(row).length > n,
        [ROW, first],
    );
    same(2003, (await exported()).games.length);
    for (const [width, height] of [
        [360, 640],
        [768, 1024],
        [1280, 800],
        [2560, 1440],
    ]) {
        await page.setViewportSize({ width, height });
        for (const colorScheme of ['light', 'dark']) {
            await page.emulateMedia({ colorScheme });
            await page.evaluate(() => scrollTo(0, 0));
            await shot(page, `games-${width}-${colorScheme}`);
            await drawn(page);
            holds(
                await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
                `it scrolls sideways at ${width}`,
            );
        }
    }
    same([], await findings(page), 'my games');
    same([], page.problems);
});

await check('a game that an older page kept is among them', async () => {
    const other = await openPage(browser);
    await other.goto(site.url);
    await other.evaluate(
        (record) => localStorage.setItem('railhead.game', JSON.stringify({ record })),
        FINISHED,
    );
    await other.goto(`${site.url}#/games`);
    await other.waitForSelector(`${ROW}:has-text("Winner: ")`);
    same([], other.problems);
    await other.context().close();
});

await check('the game in hand goes on without a database that never opens', async () => {
    const other = await openPage(browser);
    await other.addInitScript(() => {
        indexedDB.open = () => ({});
    });
    await startGame(other, site.url, { board: 'transamerica', players: 2, level: 'easy' });
    await awaitTurn(other);
    await other.goto(`${site.url}?again#/`);
    await other.click('.hero button:text("Go on")');
    await awaitTurn(other);
    await other.goto(`${site.url}#/games`);
    await other.waitForSelector('.notice:has-text("keeps no games")');
    same([], other.problems);
    await other.context().close();
});

// A tab waits for the one that hands its game over as long as this test does: on a busy machine that may be
// longer than a reader would wait.  Nothing else there takes more than a second.
const patientTab = (page) =>
    page.addInitScript(() => {
        const { setTimeout: later } = globalThis;
        globalThis.setTimeout = (run, ms = 0, ...args) => later(run, ms > 1000 ? 100 * ms : ms, ...args);
    });

// A second tab of the same browser, and the same at a name for which browsers have no Web Locks.
for (const [what, url] of [
    ['', site.url],
    [' on plain http', site.url.replace('127.0.0.1', 'railhead.test')],
]) {
    await check(`two tabs of one game: one plays, the other says so and can take over${what}`, async () => {
        const own = await launchResolving();
        const one = await openPage(own);
        await startGame(one, url, { board: 'transamerica', players: 2, level: 'easy' });
        same(what === '', await one.evaluate(() => isSecureContext), 'a secure context');
        await awaitTurn(one);
        referee.load(await keptGame(one));
        await andPlayed(one, () => playByClicks(one, referee.advice()));
        await awaitTurn(one);
        const two = await one.context().newPage();
        two.problems = one.problems;
        patient(two);
        await patientTab(two);
        await two.goto(`${url}#/play`);
        await two.waitForSelector('.notice:has-text("This game is open in another tab.")');
        same([], await findings(two), 'open in another tab');
        // The first goes on, and half a turn is handed over as well.
        referee.load(await keptGame(one));
        await andPlayed(one, () => playByClicks(one, referee.advice()));
        await awaitTurn(one);
        const { record } = await keptGame(one);
        referee.load({ record });
        const [line] = referee.state(1).draft.black;
        await typeTurn(one, line);
        await one.waitForSelector('.confirm:enabled');
        await two.click('button:text("Continue in this tab")');
        await one.waitForSelector('.notice:has-text("This game is now open in another tab.")');
        await two.waitForSelector('.confirm:enabled');
        same(record, (await keptGame(two)).record, 'the game that was taken over');
        await andPlayed(two, () => two.click('.confirm'));
        await awaitTurn(two);
        const later = (await keptGame(two)).record;
        await one.reload();
        await one.waitForSelector('.notice:has-text("This game is open in another tab.")');
        same(later, (await keptGame(two)).record, 'after a reload of the other');
        await one.click('button:text("Continue in this tab")');
        await two.waitForSelector('.notice:has-text("This game is now open in another tab.")');
        await awaitTurn(one);
        same(later, (await keptGame(one)).record, 'taken back');
        // An answer that comes when the second tab has opened the game already is heard as well.
        await one.evaluate(() => {
            const { postMessage } = BroadcastChannel.prototype;
            BroadcastChannel.prototype.postMessage = function post(word) {
                if (word.is === 'has') setTimeout(() => postMessage.call(this, word), 1000);
                else postMessage.call(this, word);
            };
        });
        await two.reload();
        await two.waitForSelector('.notice:has-text("This game is open in another tab.")');
        same(later, (await keptGame(one)).record, 'what was opened twice for a moment');
        // Another game in the second tab; each tab goes on with its own.
        await two.goto(`${url}#/`);
        await two.click('.setup button:text("New game")');
        await awaitTurn(two);
        await one.reload();
        await awaitTurn(one);
        await one.waitForFunction(() => document.querySelectorAll('.log li').length > 3);
        await one.goto(`${url}#/games`);
        await one.waitForSelector(`${ROW} >> nth=1`);
        // What is deleted in one tab does not come back from the other.
        await one.click(`${ROW} >> nth=1 >> button:text("Delete")`);
        await one.click('[role="alertdialog"] button:text("Delete")');
        await two.waitForSelector('.notice:has-text("This game has been deleted or given up")');
        await one.waitForFunction((row) => document.querySelectorAll(row).length === 1, ROW);
        await two.click('.settings summary');
        await two.selectOption('#theme', 'dark');
        await one.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
        same([], one.problems);
        await own.close();
    });
}

await browser.close();
await site.close();
finish();
