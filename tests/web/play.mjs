#!/usr/bin/env node
// A whole game against bots in a real browser, by clicks, and a round on each of the other boards and
// with all variants; after every turn the page must show what the core says.  turns.mjs plays a whole
// game on Trans Europa.
import { check, finish, holds, launch, openPage, same, shot } from './browser.mjs';
import { playByClicks, playGame, startGame } from './player.mjs';
import { Referee } from './referee.mjs';
import { serveSite } from './site.mjs';
import { randomNumbers } from '../tap.mjs';

const site = await serveSite();
const browser = await launch();
const referee = new Referee();

const random = randomNumbers();
const GAMES = [
    { board: 'transamerica', players: 5 }, // two would play for eight rounds
    { board: 'transeuropa', players: 4, roundsMax: 1 },
    { board: 'transeuropa-classic', players: 5, level: 'adaptive', roundsMax: 1 },
    {
        board: 'transamerica',
        players: 3,
        variants: ['open-cards', 'blocking', 'private-tracks'],
        roundsMax: 1,
    },
];

// Of somebody who has not played here before: half of the bots are easy, half medium; and what a round has shown is kept.
async function isInCompany(page) {
    const { seats, adaptive } = JSON.parse(await page.evaluate(() => localStorage.getItem('railhead.game')));
    same([null, 'easy', 'easy', 'medium', 'medium'], seats.map(({ bot }) => bot));
    same(true, adaptive);
    const strength = Number(await page.evaluate(() => localStorage.getItem('railhead.strength')) ?? NaN);
    holds(strength >= 0 && strength <= 1000, `strength ${strength}`);
}

for (const { roundsMax, ...setting } of GAMES) {
    const name = [setting.board, ...(setting.variants ?? [])].join(', ');
    await check(
        `${roundsMax ? 'a round' : 'a whole game'} on ${name} by clicks, shown as the core says after every turn`,
        async () => {
            const page = await openPage(browser);
            await startGame(page, site.url, { ...setting, deals: random(256) });
            const { turns, rounds } = await playGame(page, referee, playByClicks, { roundsMax });
            holds(turns > 2 && rounds >= 1, `only ${turns} turns`);
            if (setting.level === 'adaptive') await isInCompany(page);
            console.log(`# ${turns} turns of mine in ${rounds} rounds`);
            await shot(page, `over-${setting.board}`);
            same([], page.problems);
            await page.context().close();
        },
    );
}

await browser.close();
await site.close();
finish();
