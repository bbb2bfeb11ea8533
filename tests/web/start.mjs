// The start page of a server: a table with friends in one click, games that go on, tables that are
// open to everybody; and a server that does not answer.
import { check, findings, finish, holds, launch, openPage, same, SHOTS } from './browser.mjs';
import { Server } from './server.mjs';

const server = new Server();
await server.start();
const browser = await launch();

async function visitor(options) {
    const page = await openPage(browser, options);
    page.on('console', () => {
        // The server is stopped on purpose, and browsers write that down.
        page.problems = page.problems.filter((one) => !/WebSocket|ERR_/.test(one));
    });
    await page.goto(server.url);
    await page.waitForSelector('h2:text("With friends")');
    return page;
}

const picture = (page, name) => page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
const ada = await visitor();
const grace = await visitor({ width: 360, height: 740, colorScheme: 'dark' });
let table;

await check('one click opens a table as the last one was, with a link to share', async () => {
    same(0, await ada.locator('.tables').count(), 'lists that are empty');
    await ada.click('.start button:text("Open the table")');
    await ada.waitForSelector('.waiting');
    const link = await ada.inputValue('#link');
    holds(link.startsWith(`${server.url}t/`), link);
    same(['free', 'Medium'], (await ada.locator('.table-seats strong').allTextContents()).slice(1));
    await grace.goto(link);
    await grace.click('button:text("Sit down")');
    await grace.waitForSelector('button:text("Stand up")');
    await ada.click('button:text("Start the game"):enabled');
    await ada.waitForSelector('.board svg');
    table = new URL(ada.url()).hash;
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
        await page.waitForSelector(`section:has(h2:text("My games")) a[href="${table}"]`);
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
        await late.waitForSelector(
            '.notice.bad:has-text("This seat is for somebody with the link of the invitation.")',
        );
        await grace.goto(link);
        await grace.click('button:text("Sit down")');
        await late.waitForSelector(
            '.notice:has-text("All seats are taken. You can stay and watch")',
        );
        await picture(late, 'table-full');
        same([], await findings(late), 'full');
        await ada.click('button:text("Close the table")');
        for (const page of [ada, grace, late]) {
            await page.waitForSelector('.notice.bad:has-text("This table has been closed.")');
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
    await ada.click('a:text("Play here")');
    await ada.click('.hero button.primary');
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
