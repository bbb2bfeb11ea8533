#!/usr/bin/env node
// Turns in a real browser: a whole game by keys alone, the lattice by arrows, refusals, undo, a
// plan, several people at one screen with a curtain, and the tutorial.
import { check, drawn, finish, holds, launch, openPage, same, shot } from './browser.mjs';
import {
    andPlayed,
    awaitTurn,
    playByClicks,
    playGame,
    samePicture,
    startGame,
    typeTurn,
} from './player.mjs';
import { keptGame, Referee } from './referee.mjs';
import { serveSite } from './site.mjs';

const site = await serveSite();
const browser = await launch();
const referee = new Referee();

async function clickZone(page, selector) {
    const box = await page.locator(selector).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

// Only the keyboard: the field for turns, the lattice, and single keys.
async function playByKeys(page, turn) {
    const there = await page.evaluate(() => document.activeElement?.id === 'entry');
    if (!there) await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.id === 'entry');
    await page.keyboard.type(turn.replaceAll('~', '-'));
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#entry').value === '');
    await page.keyboard.press('Enter');
}

await check('a whole game by keys alone', async () => {
    const page = await openPage(browser);
    await startGame(page, site.url, { board: 'transeuropa', players: 5, level: 'easy' });
    await page.mouse.move(0, 0);
    const next = async (selector) => {
        await page.focus(selector);
        await page.keyboard.press('Enter');
    };
    const { turns } = await playGame({ ...bound(page), click: next }, referee, (_, turn) =>
        playByKeys(page, turn),
    );
    holds(turns > 5, `only ${turns} turns`);
    same([], page.problems);
    await page.context().close();
});

// The page with its own methods, of which some can be replaced.
function bound(page) {
    const names = ['waitForFunction', 'waitForSelector', '$', 'evaluate', 'locator'];
    return Object.fromEntries(names.map((name) => [name, page[name].bind(page)]));
}

await check(
    'the lattice of the map is walked by arrows and digits, and a line laid by Enter',
    async () => {
        const page = await openPage(browser);
        await startGame(page, site.url, { board: 'transamerica', players: 2 });
        await awaitTurn(page);
        await page.focus('.board-map');
        await page.keyboard.press('Enter');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.confirm:enabled');
        const label = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
        holds(label.length > 1, 'the junction has no label');
        await andPlayed(page, () => page.keyboard.press('f'));
        same('turn', await awaitTurn(page));
        // From the marker's junction Enter goes to a line that can be laid, and Enter lays it.
        await page.keyboard.press('Enter');
        const line = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
        holds(/can be laid/.test(line), `the line is called ${line}`);
        await page.keyboard.press('Enter');
        await page.waitForSelector('.confirm:enabled');
        await page.keyboard.press('u');
        await page.waitForSelector('.confirm:disabled');
        await page.keyboard.press('i');
        await page.waitForFunction(() =>
            /reached/.test(document.querySelector('#announcer').textContent),
        );
        same([], page.problems);
        await page.context().close();
    },
);

await check(
    'hints are on the map with their numbers, start markers too, in the order of their chances',
    async () => {
        const page = await openPage(browser);
        await startGame(page, site.url, { board: 'transamerica', players: 3 });
        for (const what of ['.hint-ring', '.hint-lines']) {
            same('turn', await awaitTurn(page));
            await page.keyboard.press('h');
            await page.waitForSelector('.hints li');
            const hints = await page.locator('.hints li').allTextContents();
            const marks = (await page.locator('.hint-mark text').allTextContents()).join(' ');
            for (const number of hints.keys())
                holds(marks.includes(number + 1), `hint ${number + 1} is not on the map: ${marks}`);
            holds((await page.locator(what).count()) > 0, `there is no ${what}`);
            const chances = hints.map((text) => Number(/wins (\d+)% of games, ±\s\d+/.exec(text)[1]));
            same([...chances].sort((a, b) => b - a), chances);
            await page.locator('.hints .link').first().click();
            await andPlayed(page, () => page.click('.confirm:enabled'));
        }
        same([], page.problems);
        await page.context().close();
    },
);

await check('a refused line says which rule forbids it, and nothing is lost', async () => {
    const page = await openPage(browser);
    await startGame(page, site.url, { board: 'transamerica', players: 2 });
    for (let i = 0; i < 2; i += 1) {
        await awaitTurn(page);
        referee.load(await keptGame(page));
        await andPlayed(page, () => playByClicks(page, referee.advice()));
    }
    await awaitTurn(page);
    referee.load(await keptGame(page));
    const { draft, tracks } = referee.state(1);
    const laid = tracks[0][0];
    const box = await page.locator(`[data-line="${laid}"]`).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector('.notice.bad .rule:text-is("T6")');
    const far = await page.evaluate(
        (legal) =>
            [...document.querySelectorAll('[data-line]')]
                .map((zone) => zone.dataset.line)
                .find((line) => !legal.includes(line)),
        [...draft.black, ...tracks.map(([line]) => line)],
    );
    const there = await page.locator(`[data-line="${far}"]`).boundingBox();
    await page.mouse.click(there.x + there.width / 2, there.y + there.height / 2);
    await page.waitForSelector('.notice.bad .rule:text-is("T5")');
    await samePicture(page, referee);

    // The rule leads to where it is told, and from there one comes back to the game.
    await page.click('.notice.bad .rule');
    await page.waitForSelector('.learn section.told:has(h2:text-is("Your turn"))');
    await page.click('button:text-is("Back")');
    await page.waitForSelector('.table .board svg');
    await samePicture(page, referee);
    await page.context().close();
});

await check('undo and start over take tracks back before they are confirmed', async () => {
    const page = await openPage(browser);
    await startGame(page, site.url, { board: 'transamerica', players: 2 });
    await awaitTurn(page);
    referee.load(await keptGame(page));
    await andPlayed(page, () => playByClicks(page, referee.advice()));
    await awaitTurn(page);
    referee.load(await keptGame(page));
    const [one, two] = referee.state(1).draft.black.slice(0, 2);
    const drafts = () => page.locator('.drafts .stick').count();
    await typeTurn(page, one);
    await page.waitForSelector('.drafts .stick');
    await typeTurn(page, two);
    await page.waitForFunction(
        () =>
            document.querySelector('#entry').value === '' || document.querySelector('.notice.bad'),
    );
    // A track that lies there by mistake is taken back by itself, and the other stays.
    if ((await drafts()) === 2) {
        await clickZone(page, `[data-line="${one}"]`);
        await page.waitForFunction(() => document.querySelectorAll('.drafts .stick').length === 1);
        same(two, await page.getAttribute('.drafts .stick', 'data-piece'));
    }
    for (let left = await drafts(); left > 0; left -= 1) {
        await page.click('button:text("Undo")');
        await page.waitForFunction(
            (n) => document.querySelectorAll('.drafts .stick').length === n,
            left - 1,
        );
    }
    await page.waitForSelector('.confirm:disabled');
    await page.context().close();
});

await check('a game that an older page kept, with its seed and seats apart, goes on', async () => {
    const page = await openPage(browser);
    await startGame(page, site.url, { board: 'transamerica', players: 2, level: 'easy' });
    await awaitTurn(page);
    const { record: saved } = await keptGame(page);
    const [record, seed] = saved.split(/# saved seed (\w+) seats - easy\n/);
    await page.evaluate(
        (game) => localStorage.setItem('railhead.game', JSON.stringify(game)),
        { seed, record, seats: [{ name: '', bot: null }, { name: 'Easy', bot: 'easy' }] },
    );
    await page.reload();
    await awaitTurn(page);
    await samePicture(page, referee);
    same(saved, (await keptGame(page)).record);
    same([], page.problems);
    await page.context().close();
});

await check(
    'a plan is sketched at any time, lays nothing, and is gone when it is cleared',
    async () => {
        const page = await openPage(browser);
        await startGame(page, site.url, { board: 'transamerica', players: 2 });
        await awaitTurn(page);
        const { record } = await keptGame(page);
        const sketched = () =>
            page.evaluate(() => document.querySelector('.glow .lit').getAttribute('d'));
        await page.keyboard.press('k');
        for (const line of ['N4-O5', 'O5-P5']) await clickZone(page, `[data-line="${line}"]`);
        await page.waitForFunction(
            () => document.querySelector('.glow .lit').getAttribute('d').split('M').length === 3,
        );
        await page.click('button:text("Clear plan")');
        await page.waitForFunction(
            () => document.querySelector('.glow .lit').getAttribute('d') === '',
        );
        await page.keyboard.press('k');
        same('', await sketched());
        same(record, (await keptGame(page)).record);
        same([], page.problems);
        await page.context().close();
    },
);

await check('several people at one screen: a curtain between the hands', async () => {
    const page = await openPage(browser);
    await page.goto(site.url);
    await page.evaluate(() => {
        localStorage.setItem('railhead.together', 'true');
        localStorage.setItem('railhead.pace', '0');
        localStorage.setItem(
            'railhead.choice',
            JSON.stringify({
                board: 'transamerica',
                variants: [],
                here: [
                    { name: 'Ada', bot: null },
                    { name: 'Grace', bot: null },
                    { name: '', bot: 'easy' },
                ],
            }),
        );
    });
    await page.reload();
    await page.click('.hero button[type="submit"]');
    const seen = new Set();
    for (let i = 0; i < 4; i += 1) {
        await page.waitForSelector('.curtain');
        same(0, await page.locator('.card').count(), 'cards behind the curtain');
        const name = /^(\w+),/.exec(await page.textContent('#curtain-title'))[1];
        await page.click('.curtain button');
        await page.waitForSelector('.card');
        const hand = await page.locator('.card-name').allTextContents();
        holds(
            !seen.has(`${name === 'Ada' ? 'Grace' : 'Ada'} ${hand.join()}`),
            'the hand of the other is shown',
        );
        seen.add(`${name} ${hand.join()}`);
        if (i === 1) await shot(page, 'together');
        referee.load(await keptGame(page));
        await andPlayed(page, () => playByClicks(page, referee.advice()));
    }
    same(2, seen.size, 'two people with one hand each');

    // Enter lifts the curtain, but not the press that confirmed the turn before and is still held.
    await page.waitForSelector('.curtain');
    const isFocused = () => page.evaluate(() => document.activeElement.matches('.curtain button'));
    holds(await isFocused(), 'the curtain has the focus');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.card');
    referee.load(await keptGame(page));
    const turn = referee.advice().split(' ').filter((word) => word !== 'pass');
    await typeTurn(page, turn.join(' '));
    await page.focus('.confirm:enabled');
    const before = (await keptGame(page)).record;
    await page.keyboard.down('Enter');
    await page.waitForFunction(
        (record) =>
            JSON.parse(localStorage.getItem('railhead.game')).record !== record &&
            document.activeElement.matches('.curtain button'),
        before,
    );
    for (let i = 0; i < 3; i += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await drawn(page);
    same(1, await page.locator('.curtain').count(), 'held Enter');
    same([], page.problems);
    await page.context().close();
});

// The tutorial, doing what each step asks for.
const STEPS = [
    { next: true },
    { junction: 'E5' },
    { lines: ['D4-E5', 'D3-D4'] },
    { lines: ['D2-D3'] },
    { refused: 'O4-P5' },
    { lines: ['L7-M7'] },
    { next: true },
    { lines: ['Q12-Q13'], score: true },
    { next: true, score: true },
    { lines: ['E4-F5'] },
    { own: 'E4-F5' },
];

async function doStep(page, { junction, lines = [], refused, own }) {
    await page.waitForSelector('.confirm');
    if (refused) {
        await clickZone(page, `[data-line="${refused}"]`);
        return;
    }
    if (junction) await clickZone(page, `.zone[data-junction="${junction}"] .zone-small`);
    if (own) await page.click('button:text("My colour")');
    for (const [i, line] of [...lines, ...(own ? [own] : [])].entries()) {
        await clickZone(page, `[data-line="${line}"]`);
        await page.waitForFunction(
            (n) => document.querySelectorAll('.drafts .stick').length === n,
            i + 1,
        );
    }
    await page.click('.confirm:enabled');
}

await check('the tutorial: each step is passed by doing what it asks for', async () => {
    const page = await openPage(browser);
    await page.goto(`${site.url}#/tutorial`);
    for (const [i, step] of STEPS.entries()) {
        await page.waitForSelector(`text=Step ${i + 1} of ${STEPS.length}`);
        if (!step.next) {
            await doStep(page, step);
            await page.waitForSelector('.well');
        }
        if (step.score)
            same(
                ['13 points', '9 points'],
                await page.locator('.side .points').allTextContents(),
                'locomotives',
            );
        await shot(page, `tutorial-${i + 1}`);
        if (i + 1 < STEPS.length) await page.click('button:text("Next")');
    }
    await page.click('.turn-bar button:text("Play your first game")');
    await page.waitForURL('**/#/play');
    await page.waitForSelector('.hand .card');
    same(3, await page.locator('.score-row').count());
    same([], page.problems);
    await page.context().close();
});

await browser.close();
await site.close();
finish();
