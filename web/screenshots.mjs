// Takes the screenshots of the manifest from the page as it is: after `make web`,
//
//     node web/screenshots.mjs        from the folder above
//
// The pictures are kept in the tree, since whoever builds the page need not have a browser.
import { launch, openPage } from '../tests/web/browser.mjs';
import { andPlayed, awaitTurn, playByClicks, startGame } from '../tests/web/player.mjs';
import { keptGame, Referee } from '../tests/web/referee.mjs';
import { serveSite } from '../tests/web/site.mjs';

const TURNS = 7;
const SHOTS = [
    { name: 'wide', board: 'transamerica', width: 1280, height: 800 },
    { name: 'narrow', board: 'transeuropa', width: 360, height: 640, deviceScaleFactor: 2 },
];

const site = await serveSite();
const browser = await launch();
const referee = new Referee();
for (const { name, board, ...screen } of SHOTS) {
    const page = await openPage(browser, screen);
    await startGame(page, site.url, { board, players: 4, level: 'hard' });
    for (let turn = 0; turn < TURNS && (await awaitTurn(page)) === 'turn'; turn += 1) {
        referee.load(await keptGame(page));
        await andPlayed(page, () => playByClicks(page, referee.advice('hard')));
    }
    await awaitTurn(page);
    await page.screenshot({
        path: `web/public/screenshot-${name}.jpg`,
        type: 'jpeg',
        quality: 80,
    });
    await page.context().close();
}
await browser.close();
await site.close();
