#!/usr/bin/env node
// Open cards (V1): every card of every hand is beside its player and on the map, reached or not, at the
// sizes of phones, a tablet and a laptop; in a game here, at a server's table for players and for those who
// watch, and in a replay.  What should be seen is what the core says of the same record.
import { ask, check, drawn, findings, finish, holds, launch, openPage, same, shot } from './browser.mjs';
import { andPlayed, awaitTurn, playAdvised, playByClicks, recordOf, startGame } from './player.mjs';
import { board, keptGame, Referee } from './referee.mjs';
import { Server } from './server.mjs';
import { serveSite } from './site.mjs';

const SIZES = [
    [360, 640],
    [390, 844],
    [844, 390],
    [768, 1024],
    [1280, 800],
];
const site = await serveSite();
const server = new Server();
await server.start();
const browser = await launch();
const referee = new Referee();
const junctions = new Map(board('transamerica').cities.map(({ id, junction }) => [id, junction]));

// "seat city", with " reached" where it is so: of all hands that the core has lie open.
function expected({ open, shown }) {
    return open
        .flatMap(({ seat, reached }) =>
            shown[seat - 1].map(
                (city) => `${seat} ${city}${reached.includes(city) ? ' reached' : ''}`,
            ),
        )
        .sort();
}

const inPanel = (page) =>
    page.evaluate(() =>
        [...document.querySelectorAll('.hands > li')]
            .flatMap((row) =>
                [...row.querySelectorAll('[data-city]')].map((card) => {
                    const done = card.classList.contains('done');
                    const words = card.querySelector('.sr-only').textContent;
                    // For eyes by the tick, for ears by the words: both must say the same.
                    if (words !== (done ? ': reached' : ': not reached')) return `bad ${words}`;
                    return `${row.dataset.hand} ${card.dataset.city}${done ? ' reached' : ''}`;
                }),
            )
            .sort(),
    );

// On the map, as far as it can be seen there: not outside of it, and not as small as a dot.
const onMap = (page) =>
    page.evaluate(() => {
        const map = document.querySelector('.map .board-map').getBoundingClientRect();
        return [...document.querySelectorAll('.map .needs .need')]
            .filter((need) => {
                const disc = need.querySelector('.need-disc').getBoundingClientRect();
                const tick = need.querySelector('.city-check');
                return (
                    disc.width >= 7 &&
                    disc.left >= map.left &&
                    disc.right <= map.right &&
                    disc.top >= map.top &&
                    disc.bottom <= map.bottom &&
                    Boolean(tick) === need.classList.contains('reached')
                );
            })
            .map(({ dataset: { seat, need }, classList }) =>
                `${seat} ${need}${classList.contains('reached') ? ' reached' : ''}`,
            )
            .sort();
    });

// Everything can be scrolled to, and nothing of it is cut off at the sides.
const fits = (page) =>
    page.evaluate(() => {
        const side = document.querySelector('.side').getBoundingClientRect();
        return [...document.querySelectorAll('.hands [data-city]')].every((card) => {
            const { left, right, height } = card.getBoundingClientRect();
            return height > 0 && left >= side.left && right <= side.right;
        });
    });

async function showsAll(page, state, picture) {
    const wanted = expected(state);
    same(5 * state.seats, wanted.length);
    for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await drawn(page);
        const where = `${picture} ${width}x${height}`;
        same(wanted, await inPanel(page), `hands, ${where}`);
        same(wanted, await onMap(page), `map, ${where}`);
        holds(await fits(page), `the hands do not fit: ${where}`);
        await shot(page, `open-${picture}-${width}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    return wanted;
}

const bothKinds = (wanted) => {
    const reached = wanted.filter((one) => one.endsWith(' reached')).length;
    holds(reached > 0 && reached < wanted.length, `reached: ${reached} of ${wanted.length}`);
};

async function ownTurns(page, turns) {
    for (let i = 0; i < turns; i += 1) {
        same('turn', await awaitTurn(page));
        referee.load(await keptGame(page));
        await andPlayed(page, () => playByClicks(page, referee.advice()));
    }
    same('turn', await awaitTurn(page));
    referee.load(await keptGame(page));
}

await check('V1: a game here between six shows all thirty cities, reached or not', async () => {
    const page = await openPage(browser);
    const setting = { players: 6, level: 'easy', variants: ['open-cards'], deals: 3 };
    await startGame(page, site.url, setting);
    await ownTurns(page, 4);
    bothKinds(await showsAll(page, referee.state(1), 'here'));
    same([], await findings(page));

    // A click on a player shows that one's cities and route alone, another click all again.
    const { open } = referee.state(1);
    await page.click('.hands [data-hand="3"] button');
    await page.waitForFunction(() => document.querySelectorAll('.need').length === 5);
    const drawnLines = await page.$$eval('[data-missing]', (all) =>
        all.map(({ dataset }) => dataset.missing).sort(),
    );
    same([...open[2].lines].sort(), drawnLines, 'the route of player 3');
    await page.click('.hands [data-hand="3"] button');
    await page.waitForFunction(() => document.querySelectorAll('.need').length === 30);
    same([], page.problems);
    await page.context().close();
});

// What a junction is called when somebody walks onto it: from there to a neighbour, and back.
async function labelOf(page, junction) {
    const zone = page.locator(`.zone[data-junction="${junction}"]`);
    for (const [there, back] of [
        ['ArrowRight', 'ArrowLeft'],
        ['ArrowLeft', 'ArrowRight'],
    ]) {
        await zone.evaluate((element) => element.focus());
        await page.keyboard.press(there);
        await page.keyboard.press(back);
        const label = await zone.getAttribute('aria-label');
        if (label !== null) return label;
    }
    throw new Error(`nobody can walk onto ${junction}`);
}

await check('V1: junctions and the key I tell a screen reader who needs what', async () => {
    const page = await openPage(browser);
    const setting = { players: 3, level: 'easy', variants: ['open-cards'], deals: 3 };
    await startGame(page, site.url, setting);
    await ownTurns(page, 3);
    const { shown, open } = referee.state(1);
    for (const seat of [1, 2, 3]) {
        const name = await page.textContent(`.hands [data-hand="${seat}"] .name`);
        for (const city of shown[seat - 1]) {
            const label = await labelOf(page, junctions.get(city));
            const reached = open[seat - 1].reached.includes(city);
            const who = seat === 1 ? 'your city' : `needed by ${name.split(' ')[0]}`;
            holds(
                label?.includes(`, ${who}, ${reached ? 'reached' : 'not reached'}`),
                `${city} of ${name} is called ${label}`,
            );
        }
    }
    await page.keyboard.press('i');
    await page.waitForFunction(
        () => document.querySelector('#announcer').textContent.match(/reached/g)?.length === 15,
    );
    same([], page.problems);
    await page.context().close();
});

await check('V1: several people at one screen see all hands, and need no curtain', async () => {
    const page = await openPage(browser);
    await page.goto(site.url);
    await page.evaluate(() => {
        const here = ['Ada', 'Grace', ''].map((name) => ({ name, bot: name ? null : 'easy' }));
        const choice = { board: 'transamerica', variants: ['open-cards'], here };
        localStorage.setItem('railhead.together', 'true');
        localStorage.setItem('railhead.pace', '0');
        localStorage.setItem('railhead.choice', JSON.stringify(choice));
    });
    await page.reload();
    await page.click('.hero button[type="submit"]');
    const movers = new Set();
    for (let i = 0; i < 4; i += 1) {
        await page.waitForSelector('.confirm:disabled');
        same(0, await page.locator('.curtain').count());
        same(15, (await inPanel(page)).length);
        referee.load(await keptGame(page));
        const { toMove } = referee.state(0);
        movers.add(toMove);
        same(String(toMove), await page.getAttribute('.hands .mine', 'data-hand'));
        await andPlayed(page, () => playByClicks(page, referee.advice()));
        await page.waitForFunction(
            () => !document.querySelector('.dots') && document.querySelector('.confirm:disabled'),
        );
    }
    same(2, movers.size, 'two people take turns');
    same([], page.problems);
    await page.context().close();
});

await check('V1: a server’s table, for a player and for somebody who watches', async () => {
    const [ada, watcher] = [await openPage(browser), await openPage(browser)];
    await ada.goto(server.url);
    await watcher.goto(server.url);
    const { id } = await ask(ada, 'tables', {
        board: 'transamerica',
        variants: ['open-cards'],
        seats: ['me', 'easy', 'easy', 'easy'],
        public: true,
    });
    await ask(ada, `tables/${id}`, { do: 'start' });
    for (const page of [ada, watcher]) {
        await page.goto(`${server.url}#/table/${id}`);
        await page.waitForSelector('.map .board-map');
        await page.evaluate(() => localStorage.setItem('railhead.pace', '0'));
        await page.reload();
        await page.waitForSelector('.map .board-map');
    }
    // Nothing else is hidden from them either, and nothing else is said.
    same('You are watching.', await watcher.textContent('.table-bar strong'));
    for (let i = 0; i < 4; i += 1) {
        same('turn', await awaitTurn(ada));
        if (i > 0) await ada.waitForFunction(() => document.querySelector('.need.reached'));
        if (i < 3) await playAdvised(ada, referee);
    }
    referee.load({ record: await recordOf(ada) });
    bothKinds(await showsAll(ada, referee.state(1), 'player'));
    await watcher.waitForFunction(
        (n) => document.querySelectorAll('.log li').length === n,
        await ada.locator('.log li').count(),
    );
    await showsAll(watcher, referee.state(0), 'watcher');
    same([[], []], [ada.problems, watcher.problems]);
    await Promise.all([ada, watcher].map((page) => page.context().close()));
});

// How far a replay is gone through, and what the core says there.
async function replayTo(page, at, events) {
    await page.evaluate((value) => {
        const slider = document.querySelector('.replay input[type="range"]');
        slider.value = String(value);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
    }, at);
    await page.waitForFunction(
        (text) =>
            document.querySelector('.replay-at').textContent === text &&
            document.querySelector('.replay .map[aria-busy="false"]'),
        `${at} of ${events}`,
    );
}

for (const variants of [['open-cards'], []]) {
    const what = variants.length ? 'V1: the replay of a game with open cards' : 'a replay';
    await check(`${what} shows all hands, and what each player had reached`, async () => {
        const page = await openPage(browser);
        await startGame(page, site.url, { players: 4, level: 'easy', variants, deals: 3 });
        await ownTurns(page, 4);
        const { record } = await keptGame(page);
        const events = referee.load({ record });
        await page.goto(`${site.url}#/replay`);
        await page.setInputFiles('input[type="file"]', {
            name: 'game.rail',
            mimeType: 'text/plain',
            buffer: Buffer.from(record),
        });
        await page.waitForSelector('.replay input[type="range"]');
        for (const at of [6, events.length]) {
            await replayTo(page, at, events.length);
            referee.json(referee.exports.railhead_game_seek(at));
            const hands = referee.json(referee.exports.railhead_game_hands());
            const seen = {
                seats: 4,
                open: hands.map(({ missing }) => missing),
                shown: hands.map(({ hand }) => hand),
            };
            const wanted = await showsAll(page, seen, `replay-${variants.length}-${at}`);
            if (at === events.length) bothKinds(wanted);
        }
        // As one player saw it: with open cards, that is everything.
        await page.selectOption('#view', '2');
        await page.waitForSelector('.hands [data-hand="2"] [aria-pressed="true"]');
        same(variants.length ? 20 : 5, (await inPanel(page)).length);
        same(5, (await onMap(page)).length, 'the cities of player 2');
        same([], page.problems);
        await page.context().close();
    });
}

await browser.close();
await server.remove();
await site.close();
finish();
