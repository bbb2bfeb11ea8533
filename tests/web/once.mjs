#!/usr/bin/env node
// What is sent is sent once, however often its button is pressed; and what browsers keep from pages that came
// over plain HTTP is not missed: copying, notifications, the way to share.
import { ask, check, chromium, CHROMIUM, drawn, finish, holds, patient, same } from './browser.mjs';
import { Server } from './server.mjs';

const server = new Server();
await server.start();
// A name in the local network is no secure origin, as 127.0.0.1 is.
const browser = await chromium.launch({
    ...CHROMIUM,
    args: [...CHROMIUM.args, '--host-resolver-rules=MAP table.example 127.0.0.1'],
});
const plain = server.url.replace('127.0.0.1', 'table.example');

async function person(url, options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce', ...options });
    const page = patient(await context.newPage());
    page.problems = [];
    page.on('pageerror', (error) => page.problems.push(String(error)));
    await page.goto(url);
    await page.waitForSelector('.hero a:text("With friends")');
    return page;
}
const mine = async (page) => (await ask(page, 'games')).games;

await check('plain HTTP: the link of an invitation is copied, and the button says so', async () => {
    const page = await person(plain);
    same([false, 'undefined'], await page.evaluate(() => [isSecureContext, typeof navigator.clipboard]));
    await page.click('.online button:text("Open the table")');
    await page.waitForFunction(() => /#.+/.test(document.querySelector('#link')?.value ?? ''));
    await page.click('button:text-is("Copy")');
    await page.waitForSelector('button:text-is("Copied")');
    const link = await page.inputValue('#link');
    await page.fill('#my-name', '');
    await page.focus('#my-name');
    await page.keyboard.press('Control+V');
    same(link.slice(0, 32), await page.inputValue('#my-name'), 'what was copied');
    await page.evaluate(() => { document.execCommand = () => false; });
    await page.reload();
    await page.evaluate(() => { document.execCommand = () => false; });
    await page.click('button:text-is("Copy")');
    await page.waitForSelector('.copied:has-text("does not let the page copy")');
    same(0, await page.locator('button:text-is("Copied")').count());
    same([], page.problems);
    await page.context().close();
});

await check('double clicks: one table, one game, one line, no notice', async () => {
    const page = await person(server.url);
    await page.dblclick('.online button:text("Open the table")');
    await page.waitForSelector('.waiting');
    same(1, (await mine(page)).length, 'tables by the start page');
    await page.goto(`${server.url}#/tables`);
    await page.dblclick('.setup button:text("Open the table")');
    await page.waitForSelector('.waiting');
    same(2, (await mine(page)).length, 'tables by their own page');
    await page.dblclick('button:text("Fill with bots")');
    await page.waitForSelector('.turn-bar .main:enabled');
    await page.dblclick('.turn-bar .main');
    await page.waitForSelector('.board svg');
    same(0, await page.locator('.notice').count(), 'notices');
    await page.click('.tab[data-panel="chat"]');
    await page.dblclick('.phrases button >> nth=0');
    await page.waitForSelector('.chat li');
    await page.dblclick('.phrases button >> nth=1');
    await page.waitForSelector('.chat li >> nth=1');
    same(2, await page.locator('.chat li').count(), 'lines');
    same('You', await page.textContent('.chat li strong'), 'a player without a name is no spectator');
    // It is asked for a name, and is called by it at once.
    same('You', await page.textContent('.score-row.mine .name'));
    await page.click('.table-bar button:text-is("Enter your name")');
    await page.fill('#my-name', 'Zoe');
    await page.dblclick('.my-name button');
    await page.waitForSelector('.score-row.mine .name:text-is("Zoe (you)")');
    await page.waitForFunction(() => !document.querySelector('.table-bar .question'));
    same(0, await page.locator('.table-bar button:text-is("Enter your name")').count());
    await page.click('.table-bar button:text-is("Leave")');
    await page.dblclick('[role="alertdialog"] button:text-is("Leave")');
    await page.waitForSelector('.game-end');
    same(0, await page.locator('.notice.bad').count(), 'notices');
    await page.dblclick('.turn-bar .main');
    await page.waitForFunction(() => document.querySelector('.status')?.textContent.startsWith('Your turn') || document.querySelector('.waiting') );
    same(3, (await mine(page)).length, 'tables with the rematch');
    same([], page.problems);
    await page.context().close();
});

await check('double clicks on Play and Rematch: one game here', async () => {
    const page = await person(server.url);
    await page.dblclick('.hero button[type="submit"]');
    await page.waitForSelector('.board svg');
    await page.goto(`${server.url}#/games`);
    await page.waitForSelector('.games h2:has-text("1")');
    same(1, await page.locator('.games li').count());
    await page.context().close();
});

await check('signed out elsewhere, at a table, on the device that the account was made on', async () => {
    const one = await person(server.url);
    await one.goto(`${server.url}#/account`);
    await one.fill('#make-login', 'ada');
    await one.fill('#make-password', 'analytical engine');
    await one.click('#make button[type="submit"]');
    await one.waitForSelector('text=Signed in as ada.');
    const { id } = await ask(one, 'tables', { board: 'transamerica', seats: ['me', 'easy'] });
    await ask(one, `tables/${id}`, { do: 'start' });
    await one.evaluate((where) => { location.hash = `/table/${where}`; }, id);
    await one.waitForSelector('.board svg');
    const other = await person(server.url);
    await ask(other, 'login', { login: 'ada', password: 'analytical engine' });
    await other.evaluate(() => fetch('api/v1/sessions', { method: 'DELETE' }));
    await one.waitForSelector('.notice:has-text("You have been signed out here.")');
    await one.waitForSelector('.notice a:text("Sign in")');
    await one.click('.notice .notice-close');
    await one.waitForFunction(() => !document.querySelector('.notice'));
});

await check('a phone shows the clock that runs, whatever else it shows', async () => {
    const page = await person(server.url, { viewport: { width: 390, height: 844 } });
    const clock = { kind: 'live', bank: 300, increment: 5 };
    const { id } = await ask(page, 'tables', { board: 'transamerica', seats: ['me', 'easy'], clock });
    await ask(page, `tables/${id}`, { do: 'start' });
    await page.goto(`${server.url}#/table/${id}`);
    await page.waitForSelector('.turn-clock.mine');
    for (const [width, height] of [[390, 844], [360, 640], [844, 390], [768, 1024], [1280, 800]]) {
        await page.setViewportSize({ width, height });
        await drawn(page); // other sizes have other tabs
        for (const tab of await page.locator('.tab').all()) {
            await tab.click();
            const isSeen = await page.locator('.turn-clock').evaluate((one) => {
                const { left, top, right, bottom } = one.getBoundingClientRect();
                const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
                return isIn && one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
            });
            holds(isSeen, `${width}x${height}, ${await tab.textContent()}`);
        }
    }
    same(/^You\d:\d\d/.test(await page.textContent('.turn-clock')), true);
});

await browser.close();
await server.remove();
finish();
