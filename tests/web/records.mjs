#!/usr/bin/env node
// Records at a real server: dropped on any page, put on the server and shared by a link, and a
// finished game watched again and taken home.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { scratch } from '../tap.mjs';
import {
    ask,
    check,
    downloaded,
    findings,
    finish,
    holds,
    launch,
    openPage,
    same,
    shot,
} from './browser.mjs';
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
    return downloaded(download);
}

const steps = (page) => page.getAttribute('.replay input[type="range"]', 'max');
const ada = await visitor();
let link;

await check('a record is put on the server, and whoever has the link sees the game', async () => {
    await drop(ada, RECORD);
    await ada.click('.tab[data-panel="more"]');
    await ada.click('button:text("Upload to the server")');
    await ada.waitForSelector('#link');
    link = await ada.inputValue('#link');
    holds(link.startsWith(`${server.url}r/`), link);
    await ada.click('.share button:text-is("QR code")');
    const code = path.join(scratch(), 'code.png');
    await ada.locator('.share .code').screenshot({ path: code });
    const read = execFileSync('zbarimg', ['--nodbus', '--quiet', '--raw', code], { encoding: 'utf8' });
    holds(/\/r\/\w+\s*$/.test(read), read);
    same([], await findings(ada), 'shared');
    const friend = await visitor({ width: 360, height: 740, colorScheme: 'dark' });
    await friend.goto(link);
    await friend.waitForSelector('.replay .side');
    same(await steps(ada), await steps(friend));
    same(link, await friend.inputValue('#link'));
    await friend.click('.tab[data-panel="more"]');
    same(RECORD, await saved(friend, 'button:text("Save the record")'));
    same([], await findings(friend), 'stored');
    await shot(friend, 'stored-small-dark', { fullPage: true });
    await shot(ada, 'shared-wide');
    same([], friend.problems);
    await friend.context().close();
});

await check('another record has no link yet: that of the first is not shown for it', async () => {
    await drop(ada, RECORD.replace(/^name 1 .*$/m, 'name 1 Somebody'));
    await ada.click('.tab[data-panel="more"]');
    await ada.waitForSelector('button:text("Upload to the server")');
    same(0, await ada.locator('#link').count());
});

await check('a server that does not answer: a sentence, and the replay stays', async () => {
    await ada.context().setOffline(true);
    await ada.click('button:text("Upload to the server")');
    await ada.waitForSelector('.notice.bad:has-text("The server does not answer")');
    await ada.context().setOffline(false);
    await ada.click('button:text("Upload to the server")');
    await ada.waitForSelector('#link');
});

// A file from elsewhere over the page: dragged there, and dropped or taken away again.
async function drag(page, text, ...kinds) {
    const data = await page.evaluateHandle((content) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], 'game.rail', { type: 'text/plain' }));
        return transfer;
    }, text);
    for (const kind of kinds) await page.dispatchEvent('body', kind, { dataTransfer: data });
}
const OTHER = fs.readFileSync('tests/records/transamerica.rail', 'utf8');
const count = (record) => String(referee.load({ record }).length);

await check('a record is dropped while a game shows; a refused one loses nothing', async () => {
    const page = await visitor();
    await drop(page, RECORD);
    await page.fill('.replay input[type="range"]', '9');
    await page.waitForSelector('.log li[aria-current="step"]:nth-child(9)');
    const status = await page.textContent('.turn-bar .status');
    await drag(page, RECORD, 'dragover');
    await page.waitForSelector('.dropping');
    await shot(page, 'dragging');
    await drag(page, RECORD, 'dragleave');
    await page.waitForSelector('.dropping', { state: 'detached' });

    for (const [text, reason] of [
        [RECORD.replace(/^score .*$/m, 'score 1 1 1'), /Line \d+: The score of seat .* \(P1\)\./],
        ['hello\n', /^game\.rail is not a game record\./],
        [`${RECORD}${'#\n'.repeat(130000)}`, /game\.rail is too large/],
    ]) {
        await drag(page, text, 'dragover', 'drop');
        await page.waitForSelector('.notice.bad');
        holds(
            reason.test(await page.textContent('.notice.bad')),
            await page.textContent('.notice.bad'),
        );
        same('9', await page.inputValue('.replay input[type="range"]'));
        same(status, await page.textContent('.turn-bar .status'));
        same(count(RECORD), await steps(page));
    }
    await shot(page, 'refused-record');
    same([], await findings(page), 'refused');
    await page.reload();
    await page.waitForSelector('.replay .side');
    same(count(RECORD), await steps(page), 'after a reload');

    await drag(page, OTHER, 'dragover', 'drop');
    await page.waitForFunction(
        (n) => document.querySelector('.replay input[type="range"]')?.max === n,
        count(OTHER),
    );
    same(0, await page.locator('.notice.bad').count());
    same([], page.problems);
    await page.context().close();
});

await check('a record is dropped in the middle of a game, which goes on afterwards', async () => {
    const page = await visitor({ width: 360, height: 740 });
    await page.goto(server.url);
    await page.click('.hero button[type="submit"]');
    await page.waitForSelector('.hand .card');
    const hand = await page.locator('.card-name').allTextContents();
    await drag(page, 'railhead 1\nboard nowhere\n', 'dragover', 'drop');
    await page.waitForSelector('.notice.bad:has-text("There is no board \'nowhere\'.")');
    same(hand, await page.locator('.card-name').allTextContents());
    await drag(page, OTHER, 'dragover', 'drop');
    await page.waitForSelector('.replay .side');
    same(0, await page.locator('.notice.bad').count());
    await page.goBack();
    await page.waitForSelector('.hand .card');
    same(hand, await page.locator('.card-name').allTextContents());
    await page.context().close();
});

await check('a kept game that cannot be read is not thrown away', async () => {
    const page = await visitor();
    await page.goto(server.url);
    const broken = 'railhead 1\nboard nowhere\n';
    await page.evaluate((record) => {
        const game = { seed: '0'.repeat(64), record, seats: [] };
        localStorage.setItem('railhead.game', JSON.stringify(game));
    }, broken);
    await page.goto(`${server.url}#/play`);
    await page.waitForSelector('.notice.bad:has-text("cannot be read. Line 2: There is no board")');
    same(broken, await saved(page, '.notice.bad button:text("Save the record")'));
    same([], await findings(page), 'unreadable');
    await page.context().close();
});

await check('a link to a record that is not there: a sentence and a way on', async () => {
    const page = await visitor();
    await page.goto(`${server.url}#/replay/aaaaaaaaaaaaaaaa`);
    await page.waitForSelector('.notice.bad:has-text("This server does not have this record")');
    same([], await findings(page), 'no record');
    await page.setInputFiles('input[type="file"]', {
        name: 'game.rail',
        mimeType: 'text/plain',
        buffer: Buffer.from(RECORD),
    });
    await page.waitForSelector('.replay .side');
    await page.goto(`${server.url}#/replay/table/aaaaaaaaaaaa`);
    await page.waitForSelector('.notice.bad:has-text("This server does not have this record")');
    await page.context().close();
});

await check('a game of mine that is finished is watched again and saved', async () => {
    const { id } = await ask(ada, 'tables', { board: 'transamerica', seats: ['me', 'easy'] });
    await ask(ada, `tables/${id}`, { do: 'start' });
    await ada.goto(`${server.url}#/replay/table/${id}`);
    await ada.waitForSelector('.notice.bad:has-text("once it is finished")');
    await ask(ada, `tables/${id}`, { do: 'leave' }); // bots play it to its end
    await ada.goto(`${server.url}#/table/${id}`);
    await ada.waitForSelector('.table-bar:has-text("finished")');
    await ada.goto(`${server.url}#/tables`);
    const row = '.tables li:has-text("finished")';
    await ada.waitForSelector(row);
    same([], await findings(ada), 'my games');
    await ada.locator(row).scrollIntoViewIfNeeded();
    await shot(ada, 'my-games');
    const text = await saved(ada, `${row} button:text("Save the record")`);
    const events = referee.load({ record: text });
    await ada.click(`${row} a:text("Watch again")`);
    await ada.waitForSelector('.replay .side');
    same(String(events.length), await steps(ada));
    same(`${server.url}g/${id}`, await ada.inputValue('#link'));
    await ada.goto(`${server.url}g/${id}`);
    await ada.waitForSelector('.replay .side');
    same(`${server.url}#/replay/table/${id}`, ada.url());
    same([], ada.problems);
});

// What another site shows where a link is passed on: it has no cookie and no key.
async function previewOf(path) {
    const response = await fetch(server.url + path);
    same(200, response.status, path);
    const text = await response.text();
    const tags = [...text.matchAll(/<meta property="og:([\w:]+)" content="([^"]*)">/g)];
    return { text, ...Object.fromEntries(tags.map(([, name, content]) => [name, content])) };
}

await check('a link that is passed on says what it leads to, and nothing secret', async () => {
    await ask(ada, 'me', { name: 'Ada "<b>" & Co' });
    const settings = { board: 'transeuropa', seats: ['me', 'invited', 'easy'] };
    const { id, key } = await ask(ada, 'tables', settings);
    const open = await previewOf(`t/${id}`);
    same('A table for Trans Europa', open.title);
    same('2 of 3 seats are taken. Follow the link to sit down or to watch.', open.description);
    same(`${server.url}t/${id}`, open.url);
    same(`${server.url}preview-transeuropa.png`, open.image);
    const picture = await fetch(open.image);
    same([200, 'image/png'], [picture.status, picture.headers.get('content-type')]);
    holds(key.length > 5 && !open.text.includes(key), 'the key is in it');
    holds(!open.text.includes('Ada'), 'a name is in it');
    await ask(ada, `tables/${id}`, { do: 'fill', as: 'easy' });
    await ask(ada, `tables/${id}`, { do: 'start' });
    same('Round 1 is being played. Follow the link to watch.', (await previewOf(`t/${id}`)).description);
    await ask(ada, `tables/${id}`, { do: 'leave' }); // bots play it to its end
    await ada.goto(`${server.url}#/table/${id}`);
    await ada.waitForSelector('.table-bar:has-text("finished")');
    const game = await previewOf(`g/${id}`);
    same('A game of Trans Europa', game.title);
    same('3 players. Follow the link to watch it turn by turn.', game.description);
    const record = await previewOf(new URL(link).pathname.slice(1));
    same('A game of Trans Europa', record.title);
    for (const path of ['t/aaaaaaaaaaaa', 'g/aaaaaaaaaaaa', 'r/aaaaaaaaaaaaaaaa'])
        same('Railhead', (await previewOf(path)).title, 'what is not there');
});

await browser.close();
await server.remove();
finish();
