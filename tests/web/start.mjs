#!/usr/bin/env node
// The start page of a server: a table with friends in one click, games that go on, tables that are
// open to everybody; and a server that does not answer.
import { check, findings, finish, holds, launch, openPage, same, shot } from './browser.mjs';
import { typeTurn } from './player.mjs';
import { Server } from './server.mjs';

const server = new Server();
await server.start();
const browser = await launch();

// Which of the slow makers of Intl the page calls: each reads the data of a language.
function observe() {
    globalThis.slow = [];
    for (const name of ['NumberFormat', 'ListFormat', 'DateTimeFormat']) {
        Intl[name] = new Proxy(Intl[name], {
            construct(Maker, args) {
                globalThis.slow.push(name);
                return new Maker(...args);
            },
        });
    }
}

async function visitor(options) {
    const page = await openPage(browser, options);
    await page.addInitScript(observe);
    page.on('console', () => {
        // The server is stopped on purpose, and browsers write that down.
        page.problems = page.problems.filter((one) => !/WebSocket|ERR_/.test(one));
    });
    await page.goto(server.url);
    await page.waitForSelector('h2:text("With friends")');
    return page;
}

const picture = (page, name) => shot(page, name, { fullPage: true });
const ada = await visitor({ serviceWorkers: 'allow' }); // who will come without a server
const grace = await visitor({ width: 360, height: 740, colorScheme: 'dark' });
let table;

await check('the first page does nothing slow that it does not need', async () => {
    await ada.waitForSelector('.hero-picture [class*="marker"], .hero-picture use');
    same([], await ada.evaluate(() => globalThis.slow), 'formats that were made');
    same(0, await ada.locator('.settings-box').count(), 'settings that nobody looks at');
});

await check('one click opens a table as the choices above it say, with a link to share', async () => {
    same(0, await ada.locator('.tables').count(), 'lists that are empty');
    const caption = () => ada.textContent('.online:has(h2:text("With friends")) p.quiet');
    same('TransAmerica · 1 friend · 1 bot', await caption());
    await ada.click('label:has-text("Trans Europa (classic)")');
    await ada.click('fieldset:has(legend:text("Players")) label:has-text("4")');
    same('Trans Europa (classic) · 1 friend · 2 bots', await caption());
    await ada.click('label:has-text("TransAmerica")');
    await ada.click('fieldset:has(legend:text("Players")) label:has-text("3")');
    await ada.click('.start button:text("Open the table")');
    await ada.waitForSelector('.waiting');
    const link = await ada.inputValue('#link');
    holds(link.startsWith(`${server.url}t/`), link);
    const sitting = async () =>
        (await ada.locator('.table-seats strong').allTextContents()).slice(1);
    same(['free', 'Max Medium'], await sitting());
    // A bot of another level is somebody else, with another face.
    const face = () => ada.innerHTML('.table-seats li:nth-child(3) .badge');
    const max = await face();
    await ada.selectOption('select[aria-label="Who plays seat 3"]', 'expert');
    await ada.waitForSelector('.table-seats strong:has-text("Boris Expert")');
    holds(max !== (await face()), 'they look alike');
    await ada.selectOption('select[aria-label="Who plays seat 3"]', 'medium');
    await ada.waitForSelector('.table-seats strong:has-text("Max Medium")');
    same(max, await face());
    await grace.goto(link);
    await grace.waitForSelector('.facts-list');
    // What is played, and how, is known before one sits down; and why nobody can start yet.
    same(
        ['TransAmerica', 'None', 'None', 'People with the link', 'Guest 1'],
        await grace.locator('.facts-list dd').allTextContents(),
    );
    await ada.waitForSelector('button:text("Start the game"):disabled');
    await ada.waitForSelector('.status:has-text("1 seat is still free")');
    await ada.waitForSelector('.facts-list:has-text("1 person is watching")');
    await picture(ada, 'waiting-1280-light');
    holds(!(await grace.textContent('.table-seats')).includes('my link'), 'it is not their link');
    await picture(grace, 'waiting-360-dark');
    same([], await findings(grace), 'waiting room');
    await grace.click('button:text("Sit down")');
    await grace.waitForSelector('button:text("Stand up")');
    await ada.waitForSelector('.status:text-is("All seats are taken.")');
    await ada.click('button:text("Start the game"):enabled');
    await ada.waitForSelector('.board svg');
    table = new URL(ada.url()).hash;
});

await check('what is said while the talk is closed is marked as unread', async () => {
    const tab = '.tab[data-panel="chat"]';
    const unread = (page) => page.locator(`${tab} .news`).allTextContents();
    for (const page of [ada, grace]) await page.waitForSelector('.board svg');
    await ada.click(tab);
    for (const line of ['Good evening', 'Are you there?']) {
        await ada.fill('#chat', line);
        await ada.click('.chat form button');
    }
    await grace.waitForSelector(`${tab} .news:text("2")`);
    same([], await unread(ada));
    await grace.click(tab);
    await grace.waitForSelector(`${tab} .news`, { state: 'detached' });
    await grace.reload();
    await grace.waitForSelector('.board svg');
    same([], await unread(grace), 'what was said before is no news');
});

await check('whose turn it is stands in the title, in the icon and first on the start page', async () => {
    const icon = (page) =>
        page.evaluate(() => document.querySelector('link[rel="icon"]').href.split('/').pop());
    const first = async () => {
        for (;;) {
            for (const page of [ada, grace])
                if (/^Your turn/.test(await page.textContent('.status'))) return page;
            await ada.waitForTimeout(20);
        }
    };
    const mover = await first();
    const other = mover === ada ? grace : ada;
    // As the page calls the seat that is to move.
    const nameAt = (page) => page.textContent('.score-row.to-move .name');
    await mover.waitForFunction(() => document.title.startsWith('Your turn · '));
    same('icon-turn.svg', await icon(mover));
    same(`${await nameAt(other)}’s turn · TransAmerica · Railhead`, await other.title());
    same('icon.svg', await icon(other));
    for (const page of [mover, other]) await page.goto(`${server.url}#/`);
    await mover.waitForSelector(`.hero .waiting-for-me a[href="${table}"]:text("Your turn")`);
    await mover.waitForFunction(() => document.title.startsWith('Your turn · '));
    await other.waitForSelector(`.tables a[href="${table}"]`);
    same(0, await other.locator('.my-turn, .waiting-for-me').count());
    same('Railhead', await other.title());
    await picture(mover, `start-my-turn-${mover === ada ? 1280 : 360}`);
    // A turn at the server, and it is somebody else's: the page hears of it by itself.
    await mover.click(`.hero a[href="${table}"]`);
    await mover.waitForSelector('.status:text-matches("^Your turn")');
    const isTaken = (await mover.textContent('.side .log')).includes('Denver'); // by the bot
    await typeTurn(mover, isTaken ? 'chicago' : 'denver');
    await mover.click('.confirm:enabled');
    await mover.waitForFunction(() => /’s turn · TransAmerica · Railhead$/.test(document.title));
    await other.goto(`${server.url}${table}`);
    await other.waitForFunction(() => document.title.startsWith('Your turn · '));
});

await check('the settings close on Escape and when something else is pressed', async () => {
    const open = () => grace.locator('.settings[open]').count();
    await grace.goto(`${server.url}#/`);
    await grace.click('.settings summary');
    same(1, await open());
    await grace.click('.settings-box label[for="theme"]');
    same(1, await open());
    await grace.keyboard.press('Escape');
    same(0, await open());
    same('SUMMARY', await grace.evaluate(() => document.activeElement.tagName));
    await grace.click('.settings summary');
    await ada.goto(`${server.url}#/`);
    await ada.click('.settings summary');
    await ada.click('h1');
    same(0, await ada.locator('.settings[open]').count());
    await grace.keyboard.press('Escape');
});

await check('games that go on and open tables are on the start page', async () => {
    await ada.goto(`${server.url}#/tables`);
    await ada.click('label:has-text("Everybody")');
    await ada.click('button:text("Open the table")');
    await ada.waitForSelector('.waiting');
    for (const page of [ada, grace]) {
        await page.goto(`${server.url}#/`);
        await page.reload();
        await page.waitForSelector('section:has(h2:text("Open tables")) .tables a');
        await page.waitForSelector(`section:has(h2:text("My tables")) a[href="${table}"]`);
        same([], await findings(page), 'start page');
        holds(
            await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
            'it scrolls sideways',
        );
    }
    await picture(ada, 'start-server-1280-light');
    await picture(grace, 'start-server-360-dark');
    await grace.click(`a[href="${table}"]`);
    await grace.waitForSelector('.board svg');
});

await check(
    'a full table, a broken invitation, a closed table: a sentence and a way on',
    async () => {
        await ada.goto(`${server.url}#/tables`);
        await ada.click('label:has-text("Only people with my link")');
        await ada.click('button:text("Open the table")');
        await ada.waitForSelector('.waiting');
        const link = await ada.inputValue('#link');
        const late = await visitor();
        await late.goto(link.replace(/#.*/, '#wrong'));
        await late.click('button:text("Sit down")');
        await late.waitForSelector('.notice.bad:has-text("does not belong to this table")');
        await late.waitForSelector('text="Ask the person who invited you to send you the whole link again, and open it here."');
        same(0, await late.locator('#link, button:text("Sit down")').count(), 'what leads nowhere');
        same([], await findings(late), 'a wrong invitation');
        await late.goto(link.replace(/#.*/, ''));
        await late.waitForSelector('.notice.bad:has-text("the part after “#” is missing")');
        same(0, await late.locator('#link, button:text("Sit down")').count(), 'what leads nowhere');
        await picture(late, 'invitation-incomplete');
        same([], await findings(late), 'an incomplete invitation');
        await late.goto(`${link}`);
        await late.waitForSelector('.turn-bar button:text("Sit down"):enabled');
        same(link, await late.inputValue('#link'), 'who was invited can pass on the whole link');
        await grace.goto(link);
        await grace.click('button:text("Sit down")');
        await late.waitForSelector(
            '.status:has-text("All seats are taken. You can stay and watch")',
        );
        await picture(late, 'table-full');
        same([], await findings(late), 'full');
        // Others have sat down, so the host is asked first, and all of the question can be seen.
        const question = '[role="alertdialog"]';
        await ada.setViewportSize({ width: 360, height: 640 });
        await ada.click('button:text-is("Close the table")');
        await ada.click(`${question} button:text("Keep it open")`);
        await ada.waitForSelector(question, { state: 'detached' });
        await ada.click('button:text-is("Close the table")');
        same('Keep it open', await ada.evaluate(() => document.activeElement.textContent));
        for (const button of await ada.locator(`${question} button`).all()) {
            const isSeen = await button.evaluate((one) => {
                const { left, top, width, height } = one.getBoundingClientRect();
                return one.contains(document.elementFromPoint(left + width / 2, top + height - 1));
            });
            holds(isSeen, `${await button.textContent()} is hidden`);
        }
        await ada.keyboard.press('Escape');
        await ada.waitForSelector(question, { state: 'detached' });
        await ada.setViewportSize({ width: 1280, height: 800 });
        await ada.click('button:text-is("Close the table")');
        await ada.click('[role="alertdialog"] button:text-is("Close the table")');
        for (const page of [ada, grace, late]) {
            await page.waitForSelector('.status:has-text("This table has been closed.")');
            same(0, await page.locator('.waiting .table-seats button, .waiting select').count());
        }
        same([], await findings(late), 'closed');
        await late.click('.waiting a:text("Tables")');
        await late.waitForSelector('.setup');
        await late.context().close();
    },
);

await check('a name that is being typed is not replaced by one that arrives late', async () => {
    const page = await visitor();
    let answer;
    const typed = new Promise((resolve) => {
        answer = resolve;
    });
    await page.route('**/api/v1/me', async (route) => {
        if (route.request().method() === 'GET') await typed;
        await route.continue();
    });
    await page.click('a:text("Tables")');
    await page.fill('#my-name', 'Rosa');
    const late = page.waitForResponse('**/api/v1/me');
    answer();
    await late;
    await page.click('.my-name button');
    await page.waitForSelector('.my-name [role="status"]:has-text("Saved.")');
    same('Rosa', await page.inputValue('#my-name'));
    await page.context().close();
});

await check('a name that was typed and not saved is the one that is sat down with', async () => {
    await ada.goto(`${server.url}#/tables`);
    await ada.click('label:has-text("Everybody")');
    await ada.fill('#my-name', 'Ada');
    await ada.locator('#my-name').blur(); // it is saved when the field is left, too
    await ada.waitForSelector('.my-name [role="status"]:has-text("Saved.")');
    await ada.fill('#my-name', 'Ada L.');
    await ada.keyboard.press('Tab');
    await ada.click('button:text("Open the table")');
    await ada.waitForSelector('.table-seats li:first-child:has-text("Ada L.")');
    const page = await visitor();
    // The request that saves the name is slow; the seat is taken behind it.
    await page.route('**/api/v1/me', async (route) => {
        if (route.request().method() === 'POST')
            await page.waitForFunction(() => document.activeElement?.matches('.table-seats button'));
        await route.continue();
    });
    await page.goto(ada.url());
    await page.fill('#my-name', 'Rosa');
    await page.click('button:text("Sit down")');
    await page.waitForSelector('button:text("Stand up")');
    await ada.waitForSelector('.table-seats li:nth-child(2):has-text("Rosa")');
    await page.context().close();
});

await check('a server that does not answer: the page says so, and asks again', async () => {
    await ada.goto(`${server.url}#/tables`);
    await ada.waitForSelector('.setup');
    await ada.evaluate(() => navigator.serviceWorker.ready);
    await ada.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await server.kill();
    await ada.reload(); // the page itself is kept
    await ada.waitForSelector('.notice.bad:has-text("The server does not answer.")');
    await picture(ada, 'no-server');
    same([], await findings(ada), 'no server');
    await ada.click('a:text("Play on this device")');
    await ada.click('.hero button[type="submit"]');
    await ada.waitForSelector('.board svg');
    await ada.goto(`${server.url}#/tables`);
    await server.start();
    await ada.click('button:text("Try again")');
    await ada.waitForSelector('.setup');
    same([], ada.problems);
});

await browser.close();
await server.remove();
finish();
