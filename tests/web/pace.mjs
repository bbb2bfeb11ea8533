#!/usr/bin/env node
// The turns of the others: shown one after another and track by track, with the sign of whoever laid
// a track until the own turn is over; shown again, skipped, at once or slowly; and nothing of it keeps
// anybody from looking around.
import {
    check,
    endlessThought,
    finish,
    holds,
    launch,
    lingering,
    openPage,
    same,
    shot,
    thoughtEnds,
} from './browser.mjs';
import { andPlayed, awaitTurn, linesOf, startGame, typeTurn } from './player.mjs';
import { keptGame, Referee } from './referee.mjs';
import { serveSite } from './site.mjs';

const site = await serveSite();
const browser = await launch();
const referee = new Referee();
const SLOWLY = 150;

const setPace = (page, ms) =>
    page.evaluate((value) => localStorage.setItem('railhead.pace', String(value)), ms);

// Enters the referee's turn and confirms it.
async function playOne(page) {
    referee.load(await keptGame(page));
    await typeTurn(page, referee.advice());
    await page.waitForSelector('.confirm:enabled');
    await andPlayed(page, () => page.click('.confirm'));
}

// Notes how many tracks lie on the map, what is told and what the button for it offers, each time that
// changes: whoever looked from outside might come too late.
const watch = (page) =>
    page.evaluate(() => {
        globalThis.seen = [];
        const note = () => {
            const tracks = document.querySelectorAll('.tracks .stick.laid').length;
            const told = document.querySelector('.status')?.textContent;
            const offered = document.querySelector('.again')?.textContent;
            const last = globalThis.seen.at(-1);
            if (last?.tracks !== tracks || last?.told !== told || last?.offered !== offered)
                globalThis.seen.push({ tracks, told, offered });
        };
        note();
        globalThis.watcher?.disconnect();
        globalThis.watcher = new MutationObserver(note);
        globalThis.watcher.observe(document.querySelector('.table'), {
            subtree: true,
            childList: true,
            characterData: true,
        });
    });
const seen = (page) => page.evaluate(() => globalThis.seen);

// What the bots have done since the last turn of seat 1, as the core has it.
async function sinceMyTurn(page) {
    const events = referee.load(await keptGame(page));
    const mine = events.findLastIndex(({ kind, seat }) => kind === 'turn' && seat === 1);
    return events.slice(mine + 1);
}

const signs = (page) =>
    page.$$eval('.laid-by', (all) =>
        all.map((one) => `${one.dataset.by} ${one.closest('[data-piece]').dataset.piece}`).sort(),
    );
const signsOf = (turns) =>
    turns.flatMap(({ seat, turn }) => linesOf(turn).map(({ line }) => `${seat} ${line}`)).sort();

const page = await openPage(browser);
await startGame(page, site.url, { board: 'transamerica', players: 3 });
await awaitTurn(page);
await playOne(page);
await awaitTurn(page);

await check('each bot is shown after the other, and each track by itself', async () => {
    await setPace(page, SLOWLY);
    await page.reload();
    await awaitTurn(page);
    await watch(page);
    await playOne(page);
    await awaitTurn(page);
    const turns = await sinceMyTurn(page);
    same([2, 3], turns.map(({ seat }) => seat));
    const tracks = turns.flatMap(({ turn }) => linesOf(turn)).length;
    const steps = (await seen(page)).map((one) => one.tracks);
    const lies = steps.at(-1);
    for (let left = 0; left <= tracks; left += 1)
        holds(steps.includes(lies - left), `never ${lies - left} tracks: ${steps.join(' ')}`);
    const told = (await seen(page)).map((one) => one.told);
    const of = (seat) => told.findIndex((words) => words.startsWith(`${{ 2: 'Rosa', 3: 'Max' }[seat]}: `));
    holds(of(2) >= 0 && of(2) < of(3), told.join('\n'));
});

await check('a track carries the sign of whoever laid it until the own turn is over', async () => {
    const turns = await sinceMyTurn(page);
    same(signsOf(turns), await signs(page));
    await shot(page, 'signs');
    const before = signsOf(turns);
    await playOne(page);
    await awaitTurn(page);
    const now = await signs(page);
    same(signsOf(await sinceMyTurn(page)), now);
    holds(!before.some((one) => now.includes(one)), 'an old sign is still there');
});

for (const [what, act] of [
    ['the key', () => page.keyboard.press('a')],
    ['the button', () => page.click('.again')],
]) {
    await check(`what happened since the last turn is shown again by ${what}`, async () => {
        await page.evaluate(() => document.activeElement?.blur());
        const turns = await sinceMyTurn(page);
        const tracks = turns.flatMap(({ turn }) => linesOf(turn)).length;
        await watch(page);
        const lay = (await seen(page))[0].tracks;
        await act();
        await page.waitForFunction(() => {
            const offers = globalThis.seen.map(({ offered }) => offered);
            return offers.includes('Skip') && offers.at(-1) === 'Show again';
        });
        await awaitTurn(page);
        const steps = (await seen(page)).map((one) => one.tracks);
        holds(steps.includes(lay - tracks), `not from the beginning: ${steps.join(' ')}`);
        same(lay, steps.at(-1));
    });
}

await check('a show is skipped by its button, and by a click on the map', async () => {
    await lingering(page);
    await page.reload();
    await awaitTurn(page);
    await page.click('.again');
    await page.click('.again:text-is("Skip")');
    await page.waitForSelector('.again:text-is("Show again")');
    same('turn', await awaitTurn(page));

    await page.keyboard.press('a');
    await page.waitForSelector('.again:text-is("Skip")');
    referee.load(await keptGame(page));
    const [line] = referee.state(1).draft.black;
    const box = await page.locator(`[data-line="${line}"]`).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector('.drafts .stick');
    await page.waitForSelector('.again:text-is("Show again")');
    await page.keyboard.press('r');
    await page.waitForSelector('.confirm:disabled');
});

await check('a slider goes from at once to slowly, and is remembered', async () => {
    await page.click('.settings summary');
    await page.focus('#pace');
    await page.keyboard.press('Home');
    same('0', await page.evaluate(() => localStorage.getItem('railhead.pace')));
    same('instant', await page.getAttribute('#pace', 'aria-valuetext'));
    await page.keyboard.press('ArrowRight');
    same('150', await page.evaluate(() => localStorage.getItem('railhead.pace')));
    await page.keyboard.press('End');
    same('1800', await page.evaluate(() => localStorage.getItem('railhead.pace')));
    await page.keyboard.press('Home');
    await page.click('.settings summary');
    await watch(page);
    await playOne(page);
    await awaitTurn(page);
    const told = (await seen(page)).map((one) => one.told);
    holds(!told.some((words) => words.startsWith('Rosa: ')), 'it was shown all the same');
    same([], page.problems);
    await page.context().close();
});

await check('while a bot thinks, the map is zoomed and a plan is made', async () => {
    const other = await openPage(browser);
    await startGame(other, site.url, { board: 'transeuropa', players: 6 });
    await awaitTurn(other);
    await endlessThought(other);
    await playOne(other);
    await other.waitForSelector('.dots');
    const view = () => other.getAttribute('.board-map', 'viewBox');
    const whole = await view();
    await other.click('[aria-label="Zoom in"]');
    holds((await view()) !== whole, 'the map does not move');
    await other.click('[aria-label="Whole map"]');
    await other.click('button[title="Key K"]');
    const box = await other.locator('[data-line="H6-I6"]').boundingBox();
    await other.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const planned = () =>
        other.waitForFunction(() => document.querySelector('.glow .lit').getAttribute('d'));
    await planned();
    holds(await other.$('.dots'), 'nobody was thinking any more: it shows nothing');

    await thoughtEnds(other);
    await other.click('button[title="Key K"]');
    same('turn', await awaitTurn(other));
    await planned();
    same([], other.problems);
    await other.context().close();
});

await browser.close();
await site.close();
finish();
