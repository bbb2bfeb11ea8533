#!/usr/bin/env node
// Sounds and notifications in a real browser: none unless wanted, a tune of its own for tracks, cities,
// my turn and the ends, as loud as is set; and a notification for whoever looks elsewhere.
import { check, findings, finish, holds, launchWindowed, openPage, same, shot } from './browser.mjs';
import { andPlayed, awaitTurn, linesOf, playByClicks, startGame, typeTurn } from './player.mjs';
import { keptGame, Referee } from './referee.mjs';
import { serveSite } from './site.mjs';

const site = await serveSite();
const browser = await launchWindowed();
const referee = new Referee();

// What the page has sounded and shown, beside doing it: pitches of tunes, and notifications.
function observe() {
    globalThis.heard = [];
    globalThis.gains = [];
    globalThis.notes = [];
    globalThis.focused = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function observed(...args) {
        globalThis.heard.push(this.frequency.value);
        return start.apply(this, args);
    };
    const { setValueAtTime } = AudioParam.prototype;
    AudioParam.prototype.setValueAtTime = function observed(...args) {
        globalThis.gains.push(args[0]);
        return setValueAtTime.apply(this, args);
    };
    const Real = globalThis.Notification;
    globalThis.Notification = class extends Real {
        constructor(title, options) {
            super(title, options);
            globalThis.notes.push(this);
            this.shown = new Promise((resolve, reject) => {
                this.addEventListener('show', () => resolve(true));
                this.addEventListener('error', () => reject(new Error('it was not shown')));
            });
        }
    };
    const { focus } = globalThis;
    globalThis.focus = () => {
        globalThis.focused += 1;
        focus.call(globalThis);
    };
}

async function newPage() {
    const page = await openPage(browser);
    await page.addInitScript(observe);
    return page;
}

const heard = (page) => page.evaluate(() => globalThis.heard.splice(0).map(Math.round));
const choose = async (page, setting, value) => {
    if (!(await page.locator('.settings[open]').count())) await page.click('.settings summary');
    await page.selectOption(setting, value);
};
const playTurn = async (page) => {
    referee.load(await keptGame(page));
    const turn = referee.advice();
    await andPlayed(page, () => playByClicks(page, turn));
    return turn;
};

const TURN = [523, 659];
const TUNES = {
    game: [392, 523, 659, 784, 659, 784, 1047],
    round: [392, 523, 659, 784],
    city: [784, 1047],
    turn: TURN,
    track: [147],
};

// The tunes one after the other; each is begun as a whole.
async function tunes(page) {
    const left = await heard(page);
    const found = [];
    while (left.length > 0) {
        const name = Object.keys(TUNES).find((one) => `${left},`.startsWith(`${TUNES[one]},`));
        holds(name, `no tune begins like ${left}`);
        left.splice(0, TUNES[name].length);
        found.push(name);
    }
    return found;
}

const awaitTune = (page, name) =>
    page.waitForFunction(
        (tune) => `,${globalThis.heard.map(Math.round)},`.includes(`,${tune},`),
        String(TUNES[name]),
    );
const awaitHeard = (page, count) =>
    page.waitForFunction((n) => globalThis.heard.length >= n, count);

await check('nothing is heard or shown unless the reader wants it', async () => {
    const page = await newPage();
    await page.context().grantPermissions(['notifications']);
    await startGame(page, site.url, { players: 2, level: 'easy' });
    for (let i = 0; i < 3; i += 1) {
        same('turn', await awaitTurn(page));
        await playTurn(page);
    }
    await awaitTurn(page);
    same([], await heard(page));
    same(0, await page.evaluate(() => globalThis.notes.length));
    await page.context().close();
});

await check('tracks, cities, my turn and the end of a round have a tune each', async () => {
    const page = await newPage();
    await page.goto(site.url);
    await choose(page, '#sound', 'on');
    await awaitHeard(page, TURN.length);
    same(TURN, await heard(page), 'what it sounds like');
    await startGame(page, site.url, { players: 2, level: 'easy', deals: 1 });
    const counts = {};
    const count = async () => {
        const found = await tunes(page);
        for (const name of found) counts[name] = (counts[name] ?? 0) + 1;
        return found;
    };
    for (let turns = 0; ; turns += 1) {
        holds(turns < 60, 'the round does not end');
        const now = await awaitTurn(page);
        holds(now !== 'game-over', 'it is over with its first round: take other deals');
        if (now !== 'turn') break;
        await awaitTune(page, 'turn');
        same(1, (await count()).filter((name) => name === 'turn').length, `turn ${turns + 1}`);
        const laid = linesOf(await playTurn(page)).length;
        if (laid > 0) await page.waitForFunction(() => globalThis.heard.length > 0);
    }
    await awaitTune(page, 'round');
    same('round', (await count()).at(-1));
    same(1, counts.round);
    holds(counts.track > 0 && counts.city > 0, JSON.stringify(counts));
    holds(counts.city <= 5, 'more cities than there are');
    await choose(page, '#sound', 'off');
    await page.click('.settings summary'); // which lay over the button
    await page.click('button:text("Next round")');
    await page.waitForSelector('.round-end', { state: 'detached' });
    same('turn', await awaitTurn(page));
    await playTurn(page);
    await awaitTurn(page);
    same([], await heard(page), 'switched off');
    same([], page.problems);
    await page.context().close();
});

await check('sounds are as loud as is set, and the volume is kept', async () => {
    const page = await newPage();
    await page.goto(site.url);
    await page.click('.settings summary');
    same(0, await page.locator('#volume').count(), 'without sounds');
    await choose(page, '#sound', 'on');
    await awaitHeard(page, TURN.length);
    const loud = async (key) => {
        await page.evaluate(() => globalThis.gains.splice(0));
        await page.focus('#volume');
        await page.keyboard.press(key);
        await page.waitForFunction(() => globalThis.gains.length >= 2);
        return (await page.evaluate(() => globalThis.gains))[0];
    };
    const [most, least] = [await loud('End'), await loud('Home')];
    holds(least > 0 && most > 5 * least, `${least} to ${most}`);
    await page.reload();
    await page.click('.settings summary');
    same('1', await page.inputValue('#volume'));
    same([], await findings(page), 'volume');
    await page.context().close();
});

await check('my turn while I look elsewhere: a notification, and a click comes back', async () => {
    const page = await newPage();
    await page.context().grantPermissions(['notifications']);
    await startGame(page, site.url, { players: 2, level: 'medium' });
    await choose(page, '#notify', 'on');
    same('on', await page.inputValue('#notify'));
    await awaitTurn(page);
    await playTurn(page);
    await awaitTurn(page);
    same(0, await page.evaluate(() => globalThis.notes.length), 'while the page is looked at');
    // A turn is entered, and played when another page is in front: the bot answers to nobody's eyes.
    referee.load(await keptGame(page));
    await typeTurn(page, referee.advice());
    await page.waitForSelector('.confirm:enabled');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
    const other = await page.context().newPage();
    await other.bringToFront();
    await page.waitForFunction(() => !document.hasFocus());
    await page.evaluate(() => document.querySelector('.confirm').click());
    await page.waitForFunction(() => globalThis.notes.length === 1);
    same(true, await page.evaluate(() => globalThis.notes[0].shown), 'shown');
    const [title, body, icon] = await page.evaluate(() => {
        const [note] = globalThis.notes;
        return [note.title, note.body, note.icon];
    });
    same(['Railhead', true], [title, /^Your turn: /.test(body)], body);
    same(200, (await page.request.get(icon)).status(), 'the icon');
    await page.evaluate(() => globalThis.notes[0].dispatchEvent(new Event('click')));
    same(1, await page.evaluate(() => globalThis.focused));
    same([], page.problems);
    await page.context().close();
});

await check('a browser that does not allow it: a sentence, and the setting stays off', async () => {
    const page = await newPage();
    await page.goto(site.url);
    await page.context().clearPermissions(); // a headless browser refuses what it cannot ask
    await choose(page, '#notify', 'on');
    await page.waitForSelector('text=This browser does not let this page notify you.');
    same('off', await page.inputValue('#notify'));
    await shot(page, 'settings-denied');
    same([], await findings(page), 'settings');
    await page.context().close();
});

await check('storage that is denied: what is set counts until the page is closed', async () => {
    const page = await newPage();
    await page.addInitScript(() => {
        Object.defineProperty(globalThis, 'localStorage', {
            get() {
                throw new DOMException('denied', 'SecurityError');
            },
        });
    });
    await page.goto(site.url);
    await choose(page, '#sound', 'on');
    await awaitHeard(page, TURN.length);
    same([], page.problems);
    await page.context().close();
});

await browser.close();
await site.close();
finish();
