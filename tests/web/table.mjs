#!/usr/bin/env node
// A table of three browsers at a real server: invited by the link, played to the end of a round
// with a reload, a lost connection and a killed server in between; nothing is lost.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { check, findings, finish, holds, launch, openPage, same, shot } from './browser.mjs';
import { linesOf, playAdvised, recordOf, typeTurn } from './player.mjs';
import { Referee } from './referee.mjs';
import { Server } from './server.mjs';
import { sleep, until } from '../tap.mjs';

const server = new Server();
await server.start();
const browser = await launch();
const referee = new Referee();
const pages = [];
for (let i = 0; i < 3; i += 1) pages.push(await openPage(browser));
const [ada, grace, edsger] = pages;
for (const page of pages) {
    // A connection that is lost is written down by the browser: the tests lose some on purpose.
    page.on('console', () => {
        page.problems = page.problems.filter((one) => !/WebSocket|ERR_/.test(one));
    });
}

const nameIs = async (page, name) => {
    await page.fill('#my-name', name);
    await page.click('.my-name button');
    await page.waitForFunction(
        () => document.querySelector('.my-name [role="status"]').textContent !== '',
    );
};

// What a camera reads from the code that is shown.
async function readCode(page) {
    const file = `${server.data}/code.png`;
    await page.waitForSelector('.share .code path');
    const code = page.locator('.share .code');
    await code.evaluate((one) => one.scrollIntoView({ block: 'center' })); // from below the bar
    fs.writeFileSync(file, await code.screenshot());
    return execFileSync('zbarimg', ['--nodbus', '--quiet', '--raw', file], { encoding: 'utf8' }).trim();
}

await check(
    'a table is opened, two friends follow its link and sit down, the host starts',
    async () => {
        await ada.goto(server.url);
        await ada.click('a:text("Tables")');
        await nameIs(ada, 'Ada');
        await ada.click('.pills label:has-text("2") >> nth=0'); // two friends
        await ada.click('fieldset:has(legend:text("Bots")) label:has-text("0")');
        await shot(ada, 'tables');
        same([], await findings(ada), 'tables');
        await ada.click('button:text("Open the table")');
        await ada.waitForSelector('.waiting');
        await ada.waitForFunction(() => /#.+/.test(document.querySelector('#link').value));
        const link = await ada.inputValue('#link');
        await ada.click('button:text("QR code")');
        same(link, await readCode(ada), 'the code of the link');

        const lan = 'http://192.0.2.7:1869/';
        await ada.route('**/api/v1/address', (route) => route.fulfill({ json: { address: lan } }));
        await ada.reload();
        const forOthers = link.replace(server.url, lan);
        await ada.waitForFunction((value) => document.querySelector('#link')?.value === value, forOthers);
        same(forOthers, await readCode(ada), 'the address for others, and its code');
        await ada.unrouteAll();
        await shot(ada, 'waiting-code');

        for (const [page, name] of [
            [grace, 'Grace'],
            [edsger, 'Edsger'],
        ]) {
            await page.goto(link);
            await page.waitForSelector('.waiting');
            await nameIs(page, name);
            await page.click('button:text("Sit down") >> nth=0');
            await page.waitForSelector('button:text("Stand up")');
        }
        await shot(ada, 'waiting');
        same([], await findings(ada), 'waiting room');
        await ada.click('button:text("Start the game"):enabled');
        for (const page of pages) await page.waitForSelector('.board svg');
    },
);

// The page whose turn it is, once all have heard of it.
async function mover() {
    let now = null;
    await until(async () => {
        for (const page of pages) {
            if (await page.$('.round-end')) return true;
            const isTurn = await page.evaluate(() =>
                /^Your turn/.test(document.querySelector('.status')?.textContent ?? ''),
            );
            if (isTurn) now = page;
        }
        return now;
    }, "somebody's turn");
    return now;
}

async function playTurn(page) {
    const before = await page.locator('.log li').count();
    await playAdvised(page, referee);
    for (const one of pages) {
        await one.waitForFunction(
            (n) =>
                document.querySelectorAll('.log li').length > n ||
                document.querySelector('.round-end'),
            before,
        );
    }
}

await check('everybody sees the same table and only the own hand', async () => {
    for (let i = 0; i < 6; i += 1) await playTurn(await mover());
    await shot(grace, 'table');
    same([], await findings(grace), 'table');
    const logs = await Promise.all(pages.map((page) => page.locator('.log li').allTextContents()));
    same(logs[0], logs[1]);
    same(logs[0], logs[2]);
    const hands = await Promise.all(
        pages.map((page) => page.locator('.card-name').allTextContents()),
    );
    same(15, new Set(hands.flat()).size, 'fifteen different cards');
    // Hint cannot be had here, and says why to whoever presses it.
    const hint = 'button:text-is("Hint")';
    same('true', await pages[0].getAttribute(hint, 'aria-disabled'));
    await pages[0].click(hint, { force: true });
    await pages[0].waitForSelector('.turn-bar :text("Hints are only for games against bots")');
    // Each finds the own row.
    for (const [i, name] of ['Ada', 'Grace', 'Edsger'].entries()) {
        const mine = pages[i].locator('.score-row.mine');
        same([`${name} (you)`], await mine.locator('.name').allTextContents());
        same(i + 1, await mine.evaluate((row) => [...row.parentElement.children].indexOf(row) + 1));
    }
    // Names have a line each, and a touch colours nothing of its own.
    same(
        [],
        await pages[0].$$eval('.score-row .name', (all) =>
            all
                .filter((one) => [...one.childNodes].every((node) => node.nodeType === 3))
                .filter((one) => one.getClientRects().length > 1 || one.offsetHeight > 30)
                .map((one) => one.textContent),
        ),
        'what takes two lines',
    );
    same(
        'rgba(0, 0, 0, 0)',
        await pages[0].$eval('.confirm', (one) => getComputedStyle(one).webkitTapHighlightColor),
    );
    for (const page of pages) {
        await mover();
        holds(
            (await recordOf(page)).match(/^deal \d \? \? \? \? \?$/gm).length === 2,
            'a hand is not hidden',
        );
    }
});

const says = (page, words) =>
    page.waitForFunction((text) => document.body.textContent.includes(text), words);

// A line at the marker of whoever looks at the page that is free, and stays so when another plays what
// they are advised.
async function lineAtMarker(page, other) {
    referee.load({ record: await recordOf(other) });
    const soon = linesOf(referee.advice()).map(({ line }) => line);
    referee.load({ record: await recordOf(page) });
    const seat = pages.indexOf(page) + 1;
    const { markers, tracks } = referee.state(seat);
    const { lines } = JSON.parse(fs.readFileSync('boards/transamerica.json', 'utf8'));
    const laid = new Set([...tracks.map(([line]) => line), ...soon]);
    return lines
        .filter(({ a, b, kind }) => kind === 'single' && [a, b].includes(markers[seat - 1]))
        .map(({ a, b }) => `${a}-${b}`)
        .find((line) => !laid.has(line));
}

await check('a turn entered while others move is played when it can be, or dropped', async () => {
    const now = await mover();
    const next = pages[(pages.indexOf(now) + 1) % pages.length];
    const line = await lineAtMarker(next, now);
    const before = await next.locator('.log li').count();
    await typeTurn(next, line);
    await says(next, 'This is for your next turn');
    await next.click('.confirm:enabled');
    await says(next, 'Your next turn will be played as soon as you may');
    await shot(next, 'ahead');
    await playTurn(now);
    for (const page of pages)
        await page.waitForFunction(
            (n) => document.querySelectorAll('.log li').length >= n,
            before + 2,
        );
    holds((await recordOf(ada)).trim().endsWith(` ${line}`), 'another turn was played');
});

await check('a reload, and a lost connection, go on where they were', async () => {
    const hand = await grace.locator('.card-name').allTextContents();
    await grace.reload();
    await grace.waitForSelector('.card');
    same(hand, await grace.locator('.card-name').allTextContents());
    await edsger.context().setOffline(true);
    const page = await mover();
    if (page !== edsger) {
        await edsger.context().setOffline(false);
        await playTurn(page);
    } else {
        await edsger.context().setOffline(false);
    }
    const logs = await Promise.all(pages.map((one) => one.locator('.log li').count()));
    same([logs[0], logs[0], logs[0]], logs);
});


await check('a server that falls silent: the turn is kept, and sent when it is back', async () => {
    const page = await mover();
    const before = await page.locator('.log li').count();
    server.process.kill('SIGSTOP');
    try {
        await says(page, 'The connection to the server is lost');
        await playAdvised(page, referee);
        await says(page, 'Your turn is kept and will be sent as soon as the connection is back');
        same(before, await page.locator('.log li').count());
    } finally {
        server.process.kill('SIGCONT');
    }
    await page.waitForFunction(
        (n) => document.querySelectorAll('.log li').length > n && !document.querySelector('.notice'),
        before,
    );
    same(before + 1, await page.locator('.log li').count(), 'once');
});

await check('offline: the page says so at once, and goes on when it is back', async () => {
    await edsger.context().setOffline(true);
    await says(edsger, 'The connection to the server is lost');
    await edsger.context().setOffline(false);
    await edsger.waitForFunction(() => !document.querySelector('.notice'));
});

await check(
    'a killed server: the page says so, and after its start all goes on to the end of the round',
    async () => {
        await server.kill();
        for (const page of pages) {
            await page.waitForFunction(() =>
                /connection to the server is lost/.test(document.body.textContent),
            );
        }
        await server.start();
        for (const page of pages) {
            await page.waitForFunction(
                () => !/connection to the server is lost/.test(document.body.textContent),
            );
        }
        for (let turns = 0; turns < 150; turns += 1) {
            const page = await mover();
            if (!page) break;
            await playTurn(page);
        }
        for (const page of pages) await page.waitForSelector('.round-end');
        const ends = await Promise.all(
            pages.map((page) => page.locator('.end-cost').allTextContents()),
        );
        same(ends[0], ends[1]);
        same(ends[0], ends[2]);
        await shot(ada, 'table-round-end');
    },
);

await check('the next round begins when everybody is ready', async () => {
    for (const page of pages) {
        const button = await page.$('button:text("Next round")');
        if (button) await button.click();
    }
    if (!(await ada.$('button:text("New game")'))) {
        for (const page of pages) await page.waitForSelector('.card');
        await mover();
    }
    for (const page of pages) same([], page.problems);
});

await check('a link to a table that is not there: a sentence and a way on', async () => {
    await grace.goto(`${server.url}t/aaaaaaaaaaaa`);
    await grace.waitForSelector('.notice.bad');
    // An address that is none is not answered in the words of the protocol.
    for (const [where, said] of [
        ['#/table/not%20a%20table', 'This address is not complete or has a typing error.'],
        ['#/replay/not%20a%20record', 'This server does not have this record'],
    ]) {
        await grace.goto(`${server.url}${where}`);
        await grace.waitForSelector(`.notice.bad:has-text("${said}")`);
    }
    await grace.goto(`${server.url}#/table/aaaaaaaaaaaa`);
    await grace.click('a:text("Tables")');
    await grace.waitForSelector('.setup');
});

// On the page's own clock, stopped before the cut, so that nothing depends on how quick this machine is.
await check('a connection that breaks is tried again soon, then less and less often', async () => {
    let attempts = 0;
    let cut = null; // breaks the connection
    await grace.clock.install();
    await grace.routeWebSocket(/\/api\/v1\/socket$/, (socket) => {
        attempts += 1;
        if (cut) socket.close({ code: 1012 });
        else cut = () => socket.close({ code: 1012 });
        if (attempts === 1) socket.connectToServer();
    });
    const LOST = 'The connection to the server is lost';
    const seen = () => grace.evaluate((words) => document.body.textContent.includes(words), LOST);
    const passes = async (ms) => {
        await grace.clock.runFor(ms);
        await grace.evaluate(() => new Promise((resolve) => { queueMicrotask(resolve); }));
    };
    await grace.goto(`${server.url}#/tables`);
    await grace.reload();
    await grace.waitForSelector('.setup');
    same(1, attempts);
    await grace.clock.pauseAt(await grace.evaluate(() => Date.now() + 1000));
    await cut();
    await sleep(400); // longer than the first attempt takes: the clock of this machine does not count
    await passes(99);
    same([1, false], [attempts, await seen()]);
    await passes(202);
    same(2, attempts, 'the first attempt comes within 300 ms');
    await says(grace, LOST);
    const counts = [];
    for (let second = 0; second < 60; second += 1) {
        await passes(1000);
        counts.push(attempts);
    }
    holds(counts[4] >= 4 && counts[4] <= 6, `${counts[4]} attempts in five seconds`);
    holds(counts[59] - counts[9] <= 20, `${counts[59] - counts[9]} attempts in fifty seconds`);
    holds(counts[59] - counts[9] >= 6, `${counts[59] - counts[9]} attempts in fifty seconds`);
});

await browser.close();
await server.remove();
finish();
