// Records at a real server: one is put there and shared by a link, and a finished game is watched
// again and taken home.
import fs from 'node:fs';
import { check, findings, finish, holds, launch, openPage, same, SHOTS } from './browser.mjs';
import { Referee } from './referee.mjs';
import { Server } from './server.mjs';

const RECORD = fs.readFileSync('tests/records/transeuropa.rail', 'utf8');
const server = new Server();
await server.start();
const browser = await launch();
const referee = new Referee();

async function visitor(options) {
    const page = await openPage(browser, options);
    page.on('console', () => {
        // Refusals are wanted here, and browsers write them down.
        page.problems = page.problems.filter((one) => !/status of 4|ERR_/.test(one));
    });
    return page;
}

async function drop(page, text) {
    await page.goto(`${server.url}#/`);
    await page.setInputFiles('input[type="file"]', {
        name: 'game.rail',
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
    });
    await page.waitForSelector('.replay .side');
}

async function saved(page, button) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
    return fs.readFileSync(await download.path(), 'utf8');
}

const steps = (page) => page.getAttribute('input[type="range"]', 'max');
const ada = await visitor();
let link;

await check('a record is put on the server, and whoever has the link sees the game', async () => {
    await drop(ada, RECORD);
    await ada.click('button:text("Put it on the server")');
    await ada.waitForSelector('#link');
    link = await ada.inputValue('#link');
    holds(link.startsWith(`${server.url}#/replay/`), link);
    same([], await findings(ada), 'shared');
    const friend = await visitor({ width: 360, height: 740, colorScheme: 'dark' });
    await friend.goto(link);
    await friend.waitForSelector('.replay .side');
    same(await steps(ada), await steps(friend));
    same(link, await friend.inputValue('#link'));
    same(RECORD, await saved(friend, 'button:text("Save the record")'));
    same([], await findings(friend), 'stored');
    await friend.screenshot({ path: `${SHOTS}/stored-small-dark.png`, fullPage: true });
    await ada.screenshot({ path: `${SHOTS}/shared-wide.png` });
    same([], friend.problems);
    await friend.context().close();
});

await check('another record has no link yet: that of the first is not shown for it', async () => {
    await drop(ada, RECORD.replace(/^name 1 .*$/m, 'name 1 Somebody'));
    await ada.waitForSelector('button:text("Put it on the server")');
    same(0, await ada.locator('#link').count());
});

await check('a server that does not answer: a sentence, and the replay stays', async () => {
    await ada.context().setOffline(true);
    await ada.click('button:text("Put it on the server")');
    await ada.waitForSelector('.notice.bad:has-text("The server does not answer")');
    await ada.context().setOffline(false);
    await ada.click('button:text("Put it on the server")');
    await ada.waitForSelector('#link');
});

await check('a link to a record that is not there: a sentence and a way on', async () => {
    const page = await visitor();
    await page.goto(`${server.url}#/replay/aaaaaaaaaaaaaaaa`);
    await page.waitForSelector('.notice.bad:has-text("There is no such record")');
    same([], await findings(page), 'no record');
    await page.setInputFiles('input[type="file"]', {
        name: 'game.rail',
        mimeType: 'text/plain',
        buffer: Buffer.from(RECORD),
    });
    await page.waitForSelector('.replay .side');
    await page.goto(`${server.url}#/replay/table/aaaaaaaaaaaa`);
    await page.waitForSelector('.notice.bad:has-text("There is no such record")');
    await page.context().close();
});

const ask = (path, body) =>
    ada.evaluate(
        async ([where, what]) => {
            const response = await fetch(`api/v1/${where}`, {
                ...(what ? { method: 'POST', body: JSON.stringify(what) } : {}),
                headers: { 'content-type': 'application/json' },
            });
            return response.json();
        },
        [path, body],
    );

await check('a game of mine that is finished is watched again and saved', async () => {
    const { id } = await ask('tables', { board: 'transamerica', seats: ['me', 'easy'] });
    await ask(`tables/${id}`, { do: 'start' });
    await ada.goto(`${server.url}#/replay/table/${id}`);
    await ada.waitForSelector('.notice.bad:has-text("when it is finished")');
    await ask(`tables/${id}`, { do: 'leave' }); // bots play it to its end
    await ada.goto(`${server.url}#/table/${id}`);
    await ada.waitForSelector('.table-bar:has-text("finished")', { timeout: 60000 });
    await ada.goto(`${server.url}#/tables`);
    const row = '.tables li:has-text("finished")';
    await ada.waitForSelector(row);
    same([], await findings(ada), 'my games');
    await ada.locator(row).scrollIntoViewIfNeeded();
    await ada.screenshot({ path: `${SHOTS}/my-games.png` });
    const text = await saved(ada, `${row} button:text("Save the record")`);
    const events = referee.load({ seed: '', record: text });
    await ada.click(`${row} a:text("Watch again")`);
    await ada.waitForSelector('.replay .side');
    same(String(events.length), await steps(ada));
    same(`${server.url}#/replay/table/${id}`, await ada.inputValue('#link'));
    same([], ada.problems);
});

await browser.close();
await server.remove();
finish();
