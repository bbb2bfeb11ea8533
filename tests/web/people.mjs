#!/usr/bin/env node
// People at a table of a real server: talk and who may talk, leaving and coming back, watching,
// somebody who keeps the others waiting, and the live clock.
import { ask, check, findings, finish, holds, launch, openPage, same, sayTooMuch, shot } from './browser.mjs';
import { playAdvised, typeTurn } from './player.mjs';
import { Referee } from './referee.mjs';
import { Server } from './server.mjs';

const server = Server.withClock();
await server.start();
const browser = await launch();
const referee = new Referee();

async function person(name, options) {
    const page = await openPage(browser, options);
    page.on('console', () => {
        // The server is stopped on purpose, and browsers write that down.
        page.problems = page.problems.filter((one) => !/WebSocket|ERR_|status of 4/.test(one));
    });
    await page.goto(server.url);
    await ask(page, 'me', { name });
    return page;
}

const eventsOf = async (page, id) => (await ask(page, `tables/${id}/events?after=0`)).events;

// A running game of two people, seen by both pages; the id of its table.
async function game(host, guest, clock) {
    const { id } = await ask(host, 'tables', {
        board: 'transamerica',
        seats: ['me', 'open'],
        clock,
        public: true,
    });
    await ask(guest, `tables/${id}`, { do: 'sit', seat: 2 });
    await ask(host, `tables/${id}`, { do: 'start' });
    for (const page of [host, guest]) {
        await page.goto(`${server.url}#/table/${id}`);
        await page.waitForSelector('.board svg');
    }
    return id;
}

const isMover = (page) =>
    page.evaluate(() => /^Your turn/.test(document.querySelector('.status')?.textContent ?? ''));

// [whose turn it is, the other]
async function inOrder(one, other) {
    await Promise.race(
        [one, other].map((page) => page.waitForSelector('.status:text-matches("^Your turn")')),
    );
    return (await isMover(one)) ? [one, other] : [other, one];
}

// Places the start marker; a bot may answer before anybody sees that it is its turn.
async function place(page) {
    const before = await page.locator('.side .log li').count();
    const taken = (await page.textContent('.side .log')).includes('K7');
    await typeTurn(page, taken ? 'J8' : 'K7');
    await page.click('.confirm:enabled');
    await page.waitForFunction(
        (n) => document.querySelectorAll('.side .log li').length > n,
        before,
    );
}

const OFFER = 'button:text("Let a bot play")';
const ada = await person('Ada');
const grace = await person('Grace');
const watcher = await person('Edsger', { width: 360, height: 740 });
const table = await game(ada, grace);

await check('a program is called one where its name stands', async () => {
    const { id } = await ask(grace, 'tables', { board: 'transamerica', seats: ['me', 'open'] });
    await ask(ada, `tables/${id}`, { do: 'sit', seat: 2, program: true });
    await watcher.goto(`${server.url}#/table/${id}`);
    await watcher.waitForSelector('.table-seats:has-text("Ada (program)")');
    await ask(grace, `tables/${id}`, { do: 'close' });
});

const choose = async (page, setting, value) => {
    await page.click('.settings summary');
    await page.selectOption(setting, value);
    await page.keyboard.press('Escape');
};

const CHAT = '.tab[data-panel="chat"]';
const lines = (page) => page.locator('.chat .log li').allTextContents();
const write = async (page, text) => {
    await page.fill('#chat', text);
    await page.click('.chat form button');
};

await check('what is said is heard by everybody, as plain text', async () => {
    await watcher.goto(`${server.url}#/table/${table}`);
    const all = [ada, grace, watcher];
    for (const page of all) await page.click(CHAT);
    await write(ada, 'Good luck!');
    await grace.waitForSelector('.chat li:has-text("Good luck!")');
    await write(grace, '<b>you</b> & me');
    for (const page of all) await page.waitForSelector('.chat li:has-text("<b>you</b> & me")');
    // A word that is longer than the list is wide goes on in the next line.
    await write(watcher, 'x'.repeat(200));
    for (const page of all) {
        await page.waitForSelector(`.chat li:has-text("${'x'.repeat(200)}")`);
        same(0, await page.$eval('.chat .log', (list) => list.scrollWidth - list.clientWidth), 'cut off');
    }
    await write(watcher, 'Hello from the side');
    for (const page of all) {
        await page.waitForSelector('.chat li:has-text("Hello from the side")');
        same(
            [
                'Ada Good luck!',
                'Grace <b>you</b> & me',
                `Edsger ${'x'.repeat(200)}`,
                'Edsger Hello from the side',
            ],
            await lines(page),
        );
    }
});

await check('phrases are one tap away, and each reads them in their own language', async () => {
    await choose(grace, '#language', 'de');
    await ada.dblclick('.phrases button:text-is("Good luck!")');
    await grace.waitForSelector('.chat li:last-child:has-text("Viel Glück!")');
    await grace.click('.phrases button:text-is("Danke!")');
    await ada.waitForSelector('.chat li:last-child:has-text("Thanks!")');
    same(
        ['Good luck!', 'Thanks!'], // a double click is one
        (await eventsOf(ada, table)).filter(({ kind }) => kind === 'chat').slice(-2).map(({ text }) => text),
        'as it is sent',
    );
    await choose(grace, '#language', 'en');
    await grace.waitForSelector('.chat li:last-child:has-text("Thanks!")');
    for (const page of [ada, watcher]) same([], await findings(page), 'phrases');

    // On a phone there is room for three lines, and for thumbs.
    const places = (selector) =>
        watcher.locator(selector).evaluateAll((all) =>
            all.map((one) => {
                const { right, bottom, height } = one.getBoundingClientRect();
                return { height, inside: right <= innerWidth && bottom <= innerHeight };
            }),
        );
    for (const [width, height] of [[360, 640], [640, 360]]) {
        await watcher.setViewportSize({ width, height });
        const [log] = await places('.chat .log');
        holds(log.height >= 66, `${width}x${height}: lines have ${log.height} pixels`);
        const thumbs = await places('.chat button');
        holds(thumbs.every((one) => one.height >= 44), `${width}x${height}: ${JSON.stringify(thumbs)}`);
        if (width < height) holds(thumbs.every(({ inside }) => inside), 'a phrase needs a swipe');
        await shot(watcher, `phrases-${width}`);
    }
    await watcher.setViewportSize({ width: 360, height: 740 });
    await shot(watcher, 'phrases');
});

await check('a colour that I choose is mine for me alone', async () => {
    const colours = (page) =>
        page.$$eval('.score-row .badge', (all) => all.map((one) => one.firstChild.style.fill));
    same(['var(--seat-1)', 'var(--seat-2)'], await colours(grace));
    await choose(grace, '#seat-colour', '6');
    same(['var(--seat-1)', 'var(--seat-6)'], await colours(grace));
    await choose(grace, '#seat-colour', '1');
    same(['var(--seat-2)', 'var(--seat-1)'], await colours(grace));
    same(['var(--seat-1)', 'var(--seat-2)'], await colours(ada), 'for the other');
    await choose(grace, '#seat-colour', '0');
});

await check('the host mutes somebody and gives the word back; others cannot', async () => {
    same(0, await grace.locator('.talkers button').count());
    await ada.click('button:text("Mute Grace")');
    await grace.waitForSelector('text=The host has muted you: you can read, but not write.');
    same(0, await grace.locator('#chat').count());
    await watcher.waitForSelector('.chat li:has-text("The host has muted Grace.")');
    await shot(ada, 'talk-muted');
    same([], await findings(ada), 'talk');
    await grace.reload();
    await grace.click(CHAT);
    await grace.waitForSelector('text=The host has muted you: you can read, but not write.');
    await ada.click('button:text("Unmute Grace")');
    await write(grace, 'Thank you');
    await ada.waitForSelector('.chat li:has-text("Thank you")');
});

await check('too many lines: the page says to wait, and keeps what was typed', async () => {
    const line = await sayTooMuch(watcher, table);
    await watcher.waitForSelector('.notice.bad:has-text("wait a little")');
    same(line, await watcher.inputValue('#chat'), 'what was typed');
});

await check('watching is said, and no hand is seen', async () => {
    await watcher.reload();
    await watcher.waitForSelector('.table-bar:has-text("You are watching")');
    same(0, await watcher.locator('.card').count());
    same(0, await watcher.locator('.table-bar button, .turn-bar button, #entry, [title="Key /"]').count());
    await ada.waitForSelector('.table-bar:has-text("1 person is watching")');
    await shot(watcher, 'watching');
    same([], await findings(watcher), 'watching');
    await watcher.context().close();
    await ada.waitForFunction(() => !document.querySelector('.table-bar .watching'));
});

await check('a player leaves, a bot plays on, and the player comes back', async () => {
    const [mover, other] = await inOrder(ada, grace);
    const map = await mover.locator('.map').boundingBox();
    await mover.click('.table-bar button:text("Leave")');
    await mover.waitForSelector('[role="alertdialog"]:has-text("A bot plays for you")');
    same(map, await mover.locator('.map').boundingBox(), 'the map under the question');
    await shot(mover, 'leave');
    same([], await findings(mover), 'leave');
    await mover.click('[role="alertdialog"] button:text("Stay")');
    await mover.waitForSelector('[role="alertdialog"]', { state: 'detached' });
    same(0, await mover.locator('.status:text-is("A bot is playing for you.")').count());
    await mover.click('.table-bar button:text("Leave")');
    await mover.click('[role="alertdialog"] button:text("Leave")');
    await mover.waitForSelector('.status:text-is("A bot is playing for you.")');
    await other.waitForSelector('.status:text-matches("^Your turn")');
    await place(other);
    await other.waitForSelector('.status:text-matches("^Your turn: lay")'); // the bot has played
    await shot(mover, 'left');
    same([], await findings(mover), 'left');
    await mover.click('.turn-bar button:text("I am back")');
    await mover.waitForSelector('.table-bar button:text("Leave")');
    same(
        ['away', 'back'],
        (await eventsOf(ada, table))
            .map(({ kind }) => kind)
            .filter((kind) => kind === 'away' || kind === 'back'),
    );
});

await check('after two minutes a bot is offered for the mover; the server decides', async () => {
    const [mover, other] = await inOrder(ada, grace);
    // The server, started again, lets the turn begin anew; the page must not count from before.
    await server.restartLater(130000);
    await other.clock.install();
    await other.reload();
    await other.waitForSelector('.table-bar button:text("Leave")');
    same(0, await other.locator(OFFER).count());
    await other.clock.fastForward(130000); // the page's clock: the server's goes as before
    await other.waitForSelector(OFFER);
    same(0, await mover.locator(OFFER).count());
    await shot(other, 'waiting-long');
    same([], await findings(other), 'waiting for somebody');
    await other.click(OFFER);
    await other.waitForSelector('.notice.bad:has-text("has not lasted two minutes yet.")');
});

await check(
    'two minutes later a bot plays for whoever is not there, until the return',
    async () => {
        const [mover, other] = await inOrder(ada, grace);
        const [seat, name] = mover === ada ? [1, 'Ada'] : [2, 'Grace'];
        const before = (await eventsOf(ada, table)).length;
        const place = mover.url();
        await mover.goto('about:blank'); // gone, without a word
        server.later(125000);
        await other.reload();
        await other.waitForSelector(
            `.table-bar:has-text("waiting for ${name} for more than two minutes")`,
        );
        await other.click(OFFER);
        await other.waitForSelector('.status:text-matches("^Your turn")'); // the bot has played
        same(0, await other.locator(OFFER).count());
        await other.waitForSelector(`.score-row:has-text("${name}") abbr[title="a bot is playing"]`);
        await shot(other, 'away');
        const since = (await eventsOf(other, table)).slice(before);
        same(
            [
                ['away', seat, 'time', undefined],
                ['turn', seat, undefined, 'bot'],
            ],
            since.slice(0, 2).map((event) => [event.kind, event.seat, event.why, event.by]),
        );
        await mover.goto(place);
        await mover.waitForSelector('.status:text-is("A bot is playing for you.")');
        await mover.click('.turn-bar button:text("I am back")');
        await mover.waitForSelector('.table-bar button:text("Leave")');
        await other.waitForFunction(() => !document.querySelector('abbr[title="a bot is playing"]'));
        await playAdvised(other, referee);
        await mover.waitForSelector('.status:text-matches("^Your turn")'); // and plays again
    },
);

// "4:57" in seconds.
const seconds = (text) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
const clocks = async (page) => (await page.locator('.clock').allTextContents()).map(seconds);

await check('the live clock: the bank of the mover goes down, a turn adds to it', async () => {
    const live = await game(ada, grace, { kind: 'live', bank: 300, increment: 15 });
    const [mover, other] = await inOrder(ada, grace);
    const seat = mover === ada ? 0 : 1;
    for (const page of [mover, other]) {
        await page.waitForFunction(
            (i) => /^[0-4]:/.test(document.querySelectorAll('.clock')[i].textContent),
            seat,
        );
        same(300, (await clocks(page))[1 - seat], 'the other waits');
    }
    await shot(mover, 'clock');
    await place(mover);
    const events = await eventsOf(ada, live);
    const [round, turn] = ['round', 'turn'].map((one) => events.find(({ kind }) => kind === one));
    same(300000 - (turn.at - round.at) + 15000, turn.left, 'ms are left');
    const rest = Math.ceil(turn.left / 1000);
    for (const page of [mover, other]) {
        await page.waitForFunction(
            ([i, text]) => document.querySelectorAll('.clock')[i].textContent === text,
            [seat, `${Math.floor(rest / 60)}:${String(rest % 60).padStart(2, '0')}`],
        );
    }
});

await check('a server that is started again gives the mover their time back', async () => {
    const [mover, other] = await inOrder(ada, grace);
    const seat = mover === ada ? 0 : 1;
    await server.restartLater(200000);
    for (const page of [mover, other]) {
        await page.reload();
        await page.waitForSelector('.clock');
        holds((await clocks(page))[seat] > 150, 'the bank goes on from before');
    }
});

await check('a bank that is used up: a bot plays, and who is back gets ten seconds', async () => {
    await game(ada, grace, { kind: 'live', bank: 300, increment: 0 });
    const [late] = await inOrder(ada, grace);
    const seat = late === ada ? 0 : 1;
    server.later(125000 + 285000);
    await late.reload();
    await late.waitForSelector('.clock.short');
    server.later(125000 + 301000);
    await late.waitForSelector('.status:text-is("A bot is playing for you.")');
    await late.waitForFunction(
        (i) => document.querySelectorAll('.clock')[i].textContent === '0:00',
        seat,
    );
    await late.click('.turn-bar button:text("I am back")');
    await late.waitForSelector('.table-bar button:text("Leave")');
    holds((await clocks(late))[seat] > 0, 'no time is shown');
    for (const page of [ada, grace]) same([], page.problems);
});

await check('a slow clock that ran out: who is back has a whole day again', async () => {
    await game(ada, grace, { kind: 'slow', days: 1 });
    const [late, other] = await inOrder(ada, grace);
    const seat = late === ada ? 0 : 1;
    server.later(500000 + 25 * 60 * 60 * 1000);
    await late.waitForSelector('.status:text-is("A bot is playing for you.")');
    await late.click('.turn-bar button:text("I am back")');
    await late.waitForSelector('.table-bar button:text("Leave")');
    await other.waitForFunction(() => !document.querySelector('abbr[title="a bot is playing"]'));
    await playAdvised(other, referee);
    await late.waitForSelector('.status:text-matches("^Your turn")');
    for (const page of [late, other]) {
        await page.waitForSelector(`.score-row:nth-child(${seat + 1}) .clock`);
        same(1, await page.locator('.clock').count(), 'only the clock of the mover runs');
        const shown = await page.locator('.clock').textContent();
        holds(/^(1 day|2[34] (h|hours))/.test(shown), `${shown} is left`);
    }
});

await check('a turn is taken back when the other agrees, and stands when not', async () => {
    await game(ada, grace);
    const [first, second] = await inOrder(ada, grace);
    await place(first);
    await second.waitForSelector('.status:text-matches("^Your turn")');
    await first.click('.entry [aria-label="Close"]');
    const map = () => second.locator('.map').boundingBox();
    const before = await map();
    await first.click('button:text-is("Ask to take back my turn"):enabled');
    await first.waitForSelector('.words:has-text("The others are asked")');
    await second.waitForSelector('.words:has-text("asks to take back their last turn.")');
    same(before, await map(), 'nothing moves');
    await shot(second, 'takeback');
    same([], await findings(second), 'a turn that is asked for');
    await second.click('.answers button:text-is("Agree")');
    await first.waitForSelector('.status:text-matches("^Your turn")');
    await second.waitForSelector('.words:has-text("has taken back their last turn.")');
    for (const page of [first, second])
        same(0, await page.locator('.side .log li:has-text("start marker")').count());
    await place(first);
    await first.click('.entry [aria-label="Close"]');
    await first.keyboard.press('b');
    await second.click('.answers button:text-is("Refuse")');
    await first.waitForSelector('.words:has-text("your turn stands")');
    await first.waitForSelector('button:text-is("Ask to take back my turn"):disabled');
    for (const page of [first, second]) same([], page.problems);
});

await check('a rematch for all: one asks, the other joins, and it begins', async () => {
    const id = await game(ada, grace);
    for (const page of [ada, grace]) await ask(page, `tables/${id}`, { do: 'leave' });
    for (const page of [ada, grace]) await page.waitForSelector('.game-end');
    await ada.click('.turn-bar button:text-is("Rematch")');
    await ada.waitForSelector('.waiting li:has-text("Grace"):has-text("still to come")');
    await ada.waitForSelector('.status:text("The rematch starts when everybody is here.")');
    same([], await findings(ada), 'the table of a rematch');
    await grace.waitForSelector('.status:has-text("Ada wants a rematch.")');
    await shot(grace, 'rematch');
    const there = await grace.evaluate(() => location.hash);
    await grace.evaluate(() => (location.hash = '#/'));
    await grace.waitForSelector('.waiting-for-me a:text-is("Join the rematch")');
    await grace.waitForSelector('.tables li:has-text("Join the rematch"):has-text("Ada"):has-text("Grace")');
    await shot(grace, 'rematch-start');
    await grace.evaluate((hash) => (location.hash = hash), there);
    await grace.click('.turn-bar button:text-is("Join")');
    for (const page of [ada, grace]) await page.waitForSelector('.map .board svg');
    const [one, two] = await Promise.all([ada, grace].map((page) => page.evaluate(() => location.hash)));
    same(one, two, 'both are at one table');
    holds(!one.endsWith(id), 'the table is a new one');
    for (const page of [ada, grace]) same([], page.problems);
});

await browser.close();
await server.remove();
finish();
