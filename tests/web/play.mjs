// Whole games against bots in a real browser, by clicks, on each board; after every turn the page
// must show what the core says.
import { check, finish, holds, launch, openPage, same, shot } from './browser.mjs';
import { playByClicks, playGame, startGame } from './player.mjs';
import { Referee } from './referee.mjs';
import { serveSite } from './site.mjs';

const site = await serveSite();
const browser = await launch();
const referee = new Referee();

const GAMES = [
    { board: 'transamerica', players: 3 },
    { board: 'transeuropa', players: 4 },
    { board: 'transeuropa-classic', players: 5 }, // two would play for eight rounds
    { board: 'transamerica', players: 3, variants: ['open-cards', 'blocking', 'private-tracks'] },
];
for (const setting of GAMES) {
    const name = [setting.board, ...(setting.variants ?? [])].join(', ');
    await check(
        `a whole game on ${name} by clicks, shown as the core says after every turn`,
        async () => {
            const page = await openPage(browser);
            await startGame(page, site.url, setting);
            const { turns, rounds } = await playGame(page, referee, playByClicks);
            holds(turns > 5 && rounds >= 1, `only ${turns} turns`);
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
