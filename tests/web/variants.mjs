#!/usr/bin/env node
// Variants on the screen: coloured tracks (F6, X1), blocking (V2) in every combination on both boards,
// what blocks, and a marker that is placed ahead of time.
import { ask, check, drawn, finish, holds, launch, openPage, same, shot } from './browser.mjs';
import { andPlayed, awaitTurn, playByClicks, startGame, typeTurn } from './player.mjs';
import { board as boardOf, keptGame, Referee } from './referee.mjs';
import { Server } from './server.mjs';
import { serveSite } from './site.mjs';

const site = await serveSite();
const server = new Server();
await server.start();
const browser = await launch();
const referee = new Referee();

const enter = (seat, word) =>
    referee.json(referee.exports.railhead_game_enter(seat, referee.write(word)));
const status = (page) => page.textContent('.status');
const drafts = (page, n) =>
    page.waitForFunction((all) => document.querySelectorAll('.drafts .stick').length === all, n);
const refused = async (page) => (await page.locator('.notice.bad').count()) > 0;
const own = 'button.own:has-text("My colour")';
const wordOf = (line, board) =>
    board.lines.some(({ a, b, kind }) => kind === 'ferry' && `${a}-${b}` === line)
        ? line.replace('-', '~')
        : line;

async function click(page, selector) {
    const box = await page.locator(selector).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
const clickLine = (page, line) => click(page, `[data-line="${line}"]`);

const isOffered = (page) =>
    page.evaluate(() => document.querySelector('.glow .legal').getAttribute('d') !== '');

// Lays the first line that is offered in the own colour; the core does the same beside it.
async function layOwn(page, board) {
    const { draft } = referee.state(1);
    await page.click(own);
    same('true', await page.getAttribute(own, 'aria-pressed'));
    await clickLine(page, draft.coloured[0]);
    await drafts(page, draft.tracks.length + 1);
    same({}, enter(1, `${wordOf(draft.coloured[0], board)}*`));
    const after = referee.state(1).draft;
    same(draft.colouredLeft - 1, after.colouredLeft);
    same('false', await page.getAttribute(own, 'aria-pressed'), 'the mode ends with the track');
    same(`My colour (${after.colouredLeft} left)`, await page.textContent(own));
    same(after.coloured.length > 0, await page.isEnabled(own));
}

// A click is meant for a line or for a junction, not for both.
async function modesEndEachOther(page) {
    const [line, marker] = [own, 'button:text("Move marker")'];
    for (const [wanted, other] of [
        [line, marker],
        [marker, line],
        [line, marker],
    ]) {
        await page.click(wanted);
        same('true', await page.getAttribute(wanted, 'aria-pressed'), wanted);
        same('false', await page.getAttribute(other, 'aria-pressed'), `${other} after ${wanted}`);
    }
    await page.click(line);
}

async function moveMarker(page) {
    const { draft } = referee.state(1);
    holds(/ove your marker/.test(await status(page)), `the bar says: ${await status(page)}`);
    await page.click('button:text("Move marker")');
    same('Choose where your marker goes.', await status(page));
    const places = await page.$$eval('.marker-places [data-place]', (all) =>
        all.map(({ dataset }) => dataset.place).sort(),
    );
    same([...draft.places].sort(), places);
    await click(page, `.zone[data-junction="${draft.places[0]}"] .zone-small`);
    await page.waitForSelector('.marker-places', { state: 'detached' });
    same({}, enter(1, `>${draft.places[0]}`));
    // All that is left is to confirm it.
    await page.waitForSelector('.status:text-is("Your turn is complete: confirm it.")');
}

const ALL = ['open-cards', 'blocking', 'private-tracks'];
const COMBINATIONS = [...Array(8).keys()].map((bits) => ALL.filter((_, i) => bits & (1 << i)));

for (const id of ['transamerica', 'transeuropa']) {
    await check(`F6, X1, V2: colours and markers in every combination, ${id}`, async () => {
        const page = await openPage(browser);
        const board = boardOf(id);
        let [coloured, both] = [0, 0]; // and turns in which the marker can be moved as well
        for (const variants of COMBINATIONS) {
            const what = `${id} ${variants.join(' ')}`;
            await startGame(page, site.url, { board: id, players: 2, level: 'easy', variants, deals: 9 });
            same('turn', await awaitTurn(page), what);
            // At a ferry, where there are some.
            await typeTurn(page, id === 'transeuropa' ? 'K1' : 'K7');
            await page.waitForSelector('.confirm:enabled');
            await andPlayed(page, () => page.click('.confirm'));
            same('turn', await awaitTurn(page), what);
            referee.load(await keptGame(page));
            const { draft, coloured: each } = referee.state(1);
            same(each.length > 0 ? 1 : 0, await page.locator(own).count(), what);
            if (draft.coloured.length > 0) {
                await layOwn(page, board);
                coloured += 1;
            }
            const after = referee.state(1).draft;
            if (variants.includes('blocking') && after.coloured.length > 0) {
                await modesEndEachOther(page);
                both += 1;
            }
            const { black } = referee.state(1).draft;
            same(black.length > 0, await isOffered(page), `a line is offered, ${what}`);
            const single = black.find((line) =>
                board.lines.some(({ a, b, kind }) => kind === 'single' && `${a}-${b}` === line),
            );
            const { tracks } = referee.state(1).draft;
            await clickLine(page, single);
            await drafts(page, tracks.length + 1);
            same({}, enter(1, single));
            if (variants.includes('blocking')) await moveMarker(page);
            same(false, await refused(page), what);
            await andPlayed(page, () => page.click('.confirm:enabled'));
        }
        same(id === 'transeuropa' ? 8 : 4, coloured, 'coloured tracks laid');
        holds(both > 0, 'no turn has both modes');
        same([], page.problems);
        await page.context().close();
    });
}

await check('V2: what is in the way is marked, and what of the route cannot be laid', async () => {
    const page = await openPage(browser);
    await page.goto(site.url);
    await page.evaluate(() => {
        const here = ['Ada', 'Grace'].map((name) => ({ name, bot: null }));
        const choice = { board: 'transamerica', variants: ['blocking'], here };
        localStorage.setItem('railhead.together', 'true');
        localStorage.setItem('railhead.pace', '0');
        localStorage.setItem('railhead.missing', 'true');
        localStorage.setItem('railhead.choice', JSON.stringify(choice));
    });
    await page.reload();
    await page.click('.hero button[type="submit"]');
    // Whoever begins stands on K7, and the other in the way to the east, where all is built.
    const turns = ['@K7', '@L7', 'K7-L7', 'L7-M7 M7-N7', 'J7-K7', 'N7-O7', 'J6-J7', 'L7-L8'];
    for (const [i, turn] of turns.entries()) {
        await page.waitForSelector('.curtain');
        await page.click('.curtain button');
        await page.waitForSelector('.card');
        referee.load(await keptGame(page));
        const state = referee.state(referee.state(0).toMove);
        if (i >= 2) {
            const seen = await page.evaluate(() => ({
                by: [...document.querySelectorAll('.marker:has(.marker-block)')]
                    .map(({ dataset }) => Number(dataset.marker))
                    .sort(),
                beyond: document.querySelector('.beyond').getAttribute('d').split('M').length - 1,
                barred: [...document.querySelectorAll('.barred[data-missing]')]
                    .map(({ dataset }) => dataset.missing)
                    .sort(),
            }));
            const { by, lines } = state.blocked;
            const barred = [...state.missing.barred].sort();
            same({ by, beyond: lines.length, barred }, seen, `turn ${i}`);
            if (i === 6) {
                holds(lines.length >= 2, 'nothing lies beyond the marker');
                holds(barred.length > 0, 'nothing of the route is barred');
                const words = await page.getAttribute('.missing-button', 'aria-label');
                same(`${state.missing.cost} missing, partly blocked`, words);
                await shot(page, 'blocked');
            }
        }
        await andPlayed(page, () => playByClicks(page, turn));
    }
    same([], page.problems);
    await page.context().close();
});

await check('a marker placed ahead of time is the own one, and is announced', async () => {
    const pages = [await openPage(browser), await openPage(browser)];
    const [ada, grace] = pages;
    for (const [page, name] of [
        [ada, 'Ada'],
        [grace, 'Grace'],
    ]) {
        await page.goto(server.url);
        await ask(page, 'me', { name });
    }
    const { id } = await ask(ada, 'tables', {
        board: 'transeuropa',
        variants: ['blocking'],
        seats: ['me', 'open'],
        public: true,
    });
    await ask(grace, `tables/${id}`, { do: 'sit', seat: 2 });
    await ask(ada, `tables/${id}`, { do: 'start' });
    for (const page of pages) {
        await page.goto(`${server.url}#/table/${id}`);
        await page.waitForSelector('.map .board-map');
    }
    const moves = /^Your turn/.test(await status(ada));
    const [mover, other] = moves ? [ada, grace] : [grace, ada];
    const seat = moves ? 2 : 1;
    const markers = (page) =>
        page.$$eval('.map .markers .marker', (all) => all.map(({ dataset }) => dataset.marker));
    await click(other, '.zone[data-junction="L1"] .zone-small');
    await other.waitForSelector('.map .markers .marker');
    same([String(seat)], await markers(other), 'before the other has one');
    await other.waitForFunction(() =>
        /This is for your next turn/.test(document.querySelector('#announcer').textContent),
    );
    await typeTurn(mover, 'K1');
    await mover.click('.confirm:enabled');
    await other.waitForFunction(() => document.querySelectorAll('.map .markers .marker').length === 2);
    same(['1', '2'], (await markers(other)).sort());
    await other.click('.confirm:enabled');

    // Half a ferry ahead of time has the own colour, and counts.
    await mover.waitForSelector('.status:text-matches("^Your turn")');
    const before = await other.textContent(own);
    await typeTurn(other, 'K1-L1');
    await drafts(other, 1);
    await drawn(other);
    same([String(3 - seat), String(seat)].sort(), (await markers(other)).sort());
    same(before, await other.textContent(own), 'a black track is none of one’s colour');
    same([[], []], pages.map(({ problems }) => problems));
    await Promise.all(pages.map((page) => page.context().close()));
});

await browser.close();
await server.remove();
await site.close();
finish();
