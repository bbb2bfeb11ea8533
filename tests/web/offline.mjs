#!/usr/bin/env node
// The first visit and the ones after it: how much goes over the wire, and a game without a network.
import fs from 'node:fs';
import { check, finish, holds, launch, openPage, same } from './browser.mjs';
import { awaitTurn, samePicture } from './player.mjs';
import { Referee } from './referee.mjs';
import { serveSite } from './site.mjs';

const FIRST_VISIT_MAX = 300_000;
const MODULE_MAX = 150_000;

const site = await serveSite();
const browser = await launch();
const page = await openPage(browser, { serviceWorkers: 'allow' });

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

// The size of a PNG or a JPEG, as "192x192".
function sizeOf(bytes) {
    if (bytes.readUInt32BE(0) === 0x89504e47)
        return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
    for (let at = 2; ; at += 2 + bytes.readUInt16BE(at + 2)) // from one segment to the next
        if ((bytes[at + 1] & 0xfc) === 0xc0)
            return `${bytes.readUInt16BE(at + 7)}x${bytes.readUInt16BE(at + 5)}`;
}

await check('the page can be installed: icons of every size, screenshots, shortcuts', async () => {
    const session = await page.context().newCDPSession(page);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A window of a test is a private one, in which nothing is installed.
    same([], installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'));
    const { errors, data } = await session.send('Page.getAppManifest');
    same([], errors);
    const { icons, screenshots, shortcuts } = JSON.parse(data);
    for (const { src, sizes } of [...icons, ...screenshots, ...shortcuts.flatMap((one) => one.icons)])
        if (sizes !== 'any') same(sizes, sizeOf(fs.readFileSync(`build/web/${src}`)), src);
    for (const size of ['192x192', '512x512'])
        for (const purpose of [undefined, 'maskable'])
            holds(icons.some((one) => one.sizes === size && one.purpose === purpose), `${size} ${purpose}`);
    same('180x180', sizeOf(fs.readFileSync('build/web/apple-touch-icon.png')));
});

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
