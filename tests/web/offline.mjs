// The first visit and the ones after it: how much goes over the wire, and a game without a network.
import { check, finish, holds, launch, openPage, same } from './browser.mjs';
import { awaitTurn, samePicture } from './player.mjs';
import { Referee } from './referee.mjs';
import { serveSite } from './site.mjs';

const FIRST_VISIT_MAX = 300_000;
const MODULE_MAX = 150_000;

const site = await serveSite();
const browser = await launch();
const page = await openPage(browser);

await check(
    'the first visit, all that is kept for offline use included, is 300 KB at most',
    async () => {
        await page.goto(site.url);
        await page.waitForSelector('.setup');
        await page.evaluate(() => navigator.serviceWorker.ready);
        await page.waitForFunction(
            async () =>
                (await caches.keys()).length === 1 && navigator.serviceWorker.controller !== null,
        );
        // Each file once: the service worker takes what was just loaded from the same cache.
        const files = [...site.sizes];
        const total = files.reduce((sum, [, bytes]) => sum + bytes, 0);
        const module = files.filter(([name]) => name.endsWith('.wasm')).map(([, bytes]) => bytes);
        console.log(`# ${total} bytes in ${files.length} files, the module ${module}`);
        holds(total <= FIRST_VISIT_MAX, `${total} bytes`);
        holds(
            module.every((bytes) => bytes <= MODULE_MAX),
            `the module has ${module} bytes`,
        );
    },
);

await check('offline, the page starts, deals and plays on each board', async () => {
    await site.close();
    const referee = new Referee();
    for (const board of ['transamerica', 'transeuropa', 'transeuropa-classic']) {
        await page.goto(site.url);
        await page.evaluate((id) => {
            localStorage.setItem(
                'railhead.choice',
                JSON.stringify({ board: id, players: 3, level: 'easy', variants: [] }),
            );
            localStorage.setItem('railhead.pace', '0');
        }, board);
        await page.reload();
        await page.click('.hero button[type="submit"]');
        await page.waitForSelector('.board svg');
        same('turn', await awaitTurn(page));
        await samePicture(page, referee);
    }
    await page.reload();
    await page.waitForSelector('.board svg');
});

await check('what is not there gets a sentence, not an empty page', async () => {
    await page.goto(`${site.url}#/nowhere`);
    await page.waitForSelector('.setup');
});

await browser.close();
finish();
