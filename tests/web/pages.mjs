#!/usr/bin/env node
// Every page in a real browser: axe-core on each, languages, phone with touch, replay, reload in
// the middle of a game, and what goes wrong: storage denied, a corrupt record, an unreadable game.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import {
    check,
    downloaded,
    drawn,
    findings,
    finish,
    holds,
    launch,
    lingering,
    openPage,
    same,
    shot,
} from './browser.mjs';
import {
    andPlayed,
    awaitTurn,
    playByClicks,
    samePicture,
    startGame,
    typeTurn,
} from './player.mjs';
import { keptGame, Referee } from './referee.mjs';
import { serveSite } from './site.mjs';

const site = await serveSite();
const browser = await launch();
const referee = new Referee();
const RECORD = fs.readFileSync('tests/records/transeuropa.rail', 'utf8');

const SIZES = [
    [360, 640],
    [768, 1024],
    [1280, 800],
    [2560, 1440],
];

async function fits(page) {
    await drawn(page);
    holds(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'it scrolls sideways',
    );
}

// A few turns, or fewer when the round ends.
async function playTurns(page, turns) {
    for (let i = 0; i < turns; i += 1) {
        if ((await awaitTurn(page)) !== 'turn') break;
        referee.load(await keptGame(page));
        await andPlayed(page, () => playByClicks(page, referee.advice()));
    }
    await awaitTurn(page);
}

// A game with a few turns played.
async function someTurns(page, setting, turns) {
    await startGame(page, site.url, setting);
    await playTurns(page, turns);
}

async function openReplay(page, text) {
    await page.goto(`${site.url}#/replay`);
    await page.setInputFiles('input[type="file"]', {
        name: 'game.rail',
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
    });
}

// Both looks of a page, one after the other.
async function findsNothing(page, what, picture) {
    for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        same([], await findings(page), `${what}, ${colorScheme}`);
        if (picture) await shot(page, `${picture}-1280-${colorScheme}`);
    }
}

async function fitsEverywhere(page, name) {
    for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await shot(page, `${name}-${width}`, { fullPage: true });
        await fits(page);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
}

await check('axe-core finds nothing on any page, light and dark, and all fit the screen', async () => {
    const page = await openPage(browser);
    await page.goto(site.url);
    await page.waitForSelector('.setup');
    await findsNothing(page, 'start page', 'start');
    await fitsEverywhere(page, 'start');
    await page.goto(`${site.url}#/learn`);
    await page.waitForSelector('h1:text("How to play TransAmerica")');
    // Of the round that is over.
    await page.waitForSelector('.learn-picture .missing-line', { state: 'attached' });
    await findsNothing(page, 'how to play', 'learn');
    same(1, await page.locator('.learn h2:text("Locomotives and the barrier")').count());
    same(0, await page.locator('.learn h2:text("Ferries")').count());
    await page.click('.learn nav a:text-is("Trans Europa")');
    await page.waitForSelector('h1:text("How to play Trans Europa")');
    await page.waitForSelector('h2:text("Ferries") ~ .learn-picture .board svg');
    same(0, await page.locator('.learn h2:text("Locomotives and the barrier")').count());
    await fitsEverywhere(page, 'learn');
    await page.goto(`${site.url}#/tutorial`);
    await page.waitForSelector('.tutorial .card');
    await findsNothing(page, 'tutorial', 'tutorial');
    await someTurns(page, { board: 'transamerica', players: 4 }, 3);
    await page.click('button:text("Hint")');
    await page.waitForSelector('.hints');
    await page.click('button:text("What do I still need?")');
    await findsNothing(page, 'game', 'game');
    await openReplay(page, RECORD);
    await page.waitForSelector('.replay input[type="range"]');
    await findsNothing(page, 'replay', 'replay');
    same([], page.problems);
    await page.context().close();
});

// What lies close together is chosen by two touches: after the first, the map has come nearer.
async function touchTwice(page, selector) {
    for (const after of ['.overview', '.confirm:enabled']) {
        const { x, y, width, height } = await page.locator(selector).boundingBox();
        await page.touchscreen.tap(x + width / 2, y + height / 2);
        await page.waitForSelector(after);
    }
}

await check('a phone with touch: a turn by taps, nothing wider than the screen', async () => {
    const page = await openPage(browser, {
        width: 360,
        height: 740,
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
    });
    await page.goto(site.url);
    await page.waitForSelector('.setup');
    await shot(page, 'start-360');
    await someTurns(page, { board: 'transeuropa', players: 3 }, 0);
    await touchTwice(page, '.zone[data-junction="K7"] .zone-small');
    await andPlayed(page, () => page.tap('button.confirm'));
    await awaitTurn(page);
    referee.load(await keptGame(page));
    const [line] = referee.state(1).draft.black;
    same(0, await page.locator('.overview').count(), 'the whole map is back');
    await touchTwice(page, `[data-line="${line}"]`);
    await shot(page, 'game-360');
    holds(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'it scrolls sideways',
    );
    same([], await findings(page), 'axe');
    same([], page.problems);
    await page.context().close();
});

await check(
    'a reload in the middle of a game goes on with it, in the middle of a round',
    async () => {
        const page = await openPage(browser);
        await someTurns(page, { board: 'transamerica', players: 3, level: 'hard' }, 3);
        const before = await samePicture(page, referee);
        const hand = await page.locator('.card-name').allTextContents();
        await page.reload();
        await page.waitForSelector('.board svg');
        await awaitTurn(page);
        same(before, await samePicture(page, referee), 'the state');
        same(hand, await page.locator('.card-name').allTextContents());
        referee.load(await keptGame(page));
        await andPlayed(page, () => playByClicks(page, referee.advice()));
        await awaitTurn(page);
        await page.goto(site.url);
        await page.click('button:text("Go on")');
        await page.waitForSelector('.board svg');
        await samePicture(page, referee);
        same([], page.problems);
        await page.context().close();
    },
);

await check(
    'storage that the browser denies: a sentence, and the game is played all the same',
    async () => {
        const page = await openPage(browser);
        await page.addInitScript(() => {
            Object.defineProperty(globalThis, 'localStorage', {
                get() {
                    throw new DOMException('denied', 'SecurityError');
                },
            });
        });
        await page.goto(site.url);
        await page.waitForSelector('.notice');
        holds(/stores nothing/.test(await page.textContent('.notice')), 'it says nothing');
        await page.click('.hero button[type="submit"]');
        await page.waitForSelector('.board svg');
        await page.waitForFunction(() =>
            /^Your turn/.test(document.querySelector('.status').textContent),
        );
        const isTaken = (await page.textContent('.side .log')).includes('Denver');
        await typeTurn(page, isTaken ? 'chicago' : 'denver');
        await page.waitForSelector('.confirm:enabled');
        await page.click('.confirm');
        await page.waitForFunction(() =>
            /lay one or two/.test(document.querySelector('.status').textContent),
        );
        same([], page.problems);
        await page.context().close();
    },
);

await check('a corrupt record: what is wrong and where, and a way on', async () => {
    const page = await openPage(browser);
    await openReplay(page, RECORD.replace(/^score .*$/m, 'score 1 1 1'));
    await page.waitForSelector('.notice.bad');
    holds(
        /Line \d+: .*\(P1\)\./.test(await page.textContent('.notice.bad')),
        await page.textContent('.notice.bad'),
    );
    await openReplay(page, 'hello\n').catch(() => {});
    await page.goto(site.url);
    await page.waitForSelector('.setup');
    await page.evaluate(() =>
        localStorage.setItem(
            'railhead.game',
            JSON.stringify({
                seed: '0'.repeat(64),
                record: 'railhead 1\nboard nowhere\n',
                seats: [],
            }),
        ),
    );
    await page.goto(`${site.url}#/play`);
    await page.waitForSelector('.notice.bad');
    await page.waitForSelector('.setup');
    await page.context().close();
});

await check(
    'the replay of a record, step by step to its end, with the cards of a seat',
    async () => {
        const page = await openPage(browser);
        await openReplay(page, RECORD);
        await page.waitForSelector('.replay input[type="range"]');
        const events = referee.load({ record: RECORD });
        const last = referee.state(0);
        same(String(events.length), await page.getAttribute('.replay input[type="range"]', 'max'));
        await page.click('[aria-label="One step forward"]');
        await page.waitForFunction(() => document.querySelector('[aria-current="step"]'));
        await page.focus('.replay input[type="range"]');
        await page.keyboard.press('End');
        await page.waitForFunction(
            (n) => document.querySelectorAll('.board .tracks .stick').length === n,
            last.tracks.reduce((sum, [, ...pieces]) => sum + pieces.length, 0),
        );
        same(
            last.points,
            (await page.locator('.score .points').allTextContents()).map((text) =>
                parseInt(text, 10),
            ),
        );
        await page.click('.hands button >> nth=0');
        const lost = last.review[0].lines.length;
        await page.waitForFunction(
            (n) => document.querySelectorAll('.missing-line').length === n,
            lost,
        );
        await page.reload();
        await page.waitForSelector('.replay input[type="range"]');
        same([], page.problems);
        await page.context().close();
    },
);

await check(
    'a replay as one seat saw it: other cards are hidden until the round is over',
    async () => {
        const page = await openPage(browser, { width: 360, height: 740, colorScheme: 'dark' });
        await openReplay(page, RECORD);
        await page.waitForSelector('.replay input[type="range"]');
        const hidden = () => page.locator('.hands li:has-text("cards hidden")').count();
        const end = referee
            .load({ record: RECORD })
            .findIndex(({ kind }) => kind === 'closed');
        same(0, await hidden());
        await page.selectOption('#view', '2');
        await page.waitForFunction(
            () => document.querySelectorAll('.hands [aria-pressed="true"]').length === 1,
        );
        same(2, await hidden());
        await shot(page, 'replay-as-360-dark');
        same([], await findings(page), 'replay as one seat');
        await page.fill('.replay input[type="range"]', String(end - 1)); // the next turn ends the round
        const at = (n) =>
            page.waitForSelector(`.log li[aria-current="step"]:nth-child(${n})`, {
                state: 'attached', // on a phone it is behind a tab
            });
        await at(end - 1);
        same(2, await hidden());
        await page.fill('.replay input[type="range"]', String(end + 1));
        await at(end + 1);
        await page.waitForFunction(
            () => !document.querySelector('.hands').textContent.includes('cards hidden'),
        );
        await page.context().close();
    },
);

await check(
    'the review of a turn says what railhead analyse says, and draws the better one',
    async () => {
        const path = 'tests/records/transeuropa.rail';
        const words = ['analyse', '--json', '--round', '1', path];
        const { rounds } = JSON.parse(execFileSync('build/railhead', words, { encoding: 'utf8' }));
        const { turns } = rounds[0];
        const slips = ['slip', 'mistake', 'blunder'];
        const bad = turns.findIndex(
            ({ verdict, best }) => slips.includes(verdict) && /-/.test(best),
        );
        const fine = turns.findIndex(({ verdict }) => !slips.includes(verdict));
        const page = await openPage(browser);
        await openReplay(page, RECORD);
        await page.waitForSelector('.replay input[type="range"]');
        const better = () => page.getAttribute('.board .lit', 'd');
        await page.fill('.replay input[type="range"]', String(bad + 2)); // the deal is an event too
        same('', (await better()) ?? '');
        await page.click('button:text("Review")');
        await page.waitForSelector('.review:has-text("Better: ")');
        const { verdict, loss } = turns[bad];
        const said = await page.textContent('.review');
        holds(new RegExp(`^A ${verdict}: `).test(said), said);
        holds(
            said.includes(`winning by ${Math.round(loss * 1000) / 10} percentage`),
            `${said} ${loss}`,
        );
        await page.waitForFunction(() => document.querySelector('.board .lit').getAttribute('d'));
        for (const [width, height, colorScheme] of [
            [1280, 800, 'light'],
            [360, 740, 'dark'],
        ]) {
            await page.setViewportSize({ width, height });
            await page.emulateMedia({ colorScheme });
            await drawn(page);
            same(said, await page.textContent('.review'));
            holds(await better(), 'the better turn is not drawn');
            await shot(page, `review-${width}-${colorScheme}`);
            same([], await findings(page), 'review');
        }
        await page.fill('.replay input[type="range"]', String(fine + 2));
        await page.waitForSelector('.review:text-matches("^(The best|A good) turn")');
        same('', (await better()) ?? '');
        await page.fill('.replay input[type="range"]', '1');
        await page.waitForSelector('.review', { state: 'detached' });
        same([], page.problems);
        await page.context().close();
    },
);

await check('a record that is saved is one that the program accepts', async () => {
    const page = await openPage(browser);
    await someTurns(page, { board: 'transamerica', players: 3 }, 3);
    const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.click('button:text("Save the record")'),
    ]);
    const text = await downloaded(download);
    holds(/^deal 2 \? \? \? \? \?$/m.test(text), "the others' cards are in it");
    referee.load({ record: text });
    await page.context().close();
});

for (const [locale, words] of [
    ['fr-FR', 'Jouer'],
    ['de-AT', 'Spielen'],
    ['en-US', 'Play'],
    ['pt-BR', 'Play'],
]) {
    await check(`the browser's language decides: ${locale}`, async () => {
        const page = await openPage(browser, { locale });
        await page.goto(site.url);
        same(words, (await page.textContent('.hero button.primary')).trim());
        same([], await findings(page));
        await page.context().close();
    });
}

await check('every page has its title and its heading, which has the focus after a change', async () => {
    const page = await openPage(browser);
    await startGame(page, site.url, { board: 'transamerica', players: 2, level: 'easy' });
    const current = () => page.locator('.top nav [aria-current="page"]').allTextContents();
    const hasFocus = () =>
        page.waitForFunction(() => document.activeElement?.matches('main h1') === true);
    await hasFocus(); // the button Play is gone
    await awaitTurn(page);
    await page.waitForFunction(() => document.title === 'Your turn · TransAmerica · Railhead');
    const titles = new Set();
    for (const [route, title, where] of [
        ['', 'Railhead', []],
        ['learn', 'How to play TransAmerica · Railhead', ['Learn to play']],
        ['tutorial', 'Try it on the board · Railhead', ['Learn to play']],
        ['games', 'My games · Railhead', ['My games']],
        ['replay', 'Replay · Railhead', ['Replay']],
        ['tables', 'Online tables · Railhead', []],
        ['play', 'Your turn · TransAmerica · Railhead', []],
    ]) {
        await page.evaluate((to) => {
            location.hash = `#/${to}`;
        }, route);
        await page.waitForFunction((wanted) => document.title === wanted, title);
        await hasFocus();
        same(where, await current(), route);
        titles.add(title);
    }
    same(7, titles.size, 'titles');
    await page.click('.top nav a >> nth=1');
    await hasFocus();
    const [now, other] = await page.$$eval('.top nav a', (all) =>
        [all[1], all[0]].map((one) => getComputedStyle(one).fontWeight),
    );
    holds(Number(now) > Number(other), 'the page that one is on looks like the others');
    same([], page.problems);
    await page.context().close();
});

await check('the focus is never lost: playing, confirming, and the steps of the tutorial', async () => {
    const page = await openPage(browser);
    // Whatever has the focus with any picture from now on.
    const focus = () => page.evaluate(() => document.activeElement?.tagName);
    const settled = () => page.waitForFunction(() => document.activeElement !== document.body);
    await startGame(page, site.url, { board: 'transamerica', players: 2, level: 'easy', deals: 3 });
    await awaitTurn(page);
    await typeTurn(page, 'denver');
    await page.waitForSelector('.confirm:enabled');
    await page.focus('.confirm');
    await andPlayed(page, () => page.keyboard.press('Enter'));
    await awaitTurn(page);
    await settled();
    holds((await focus()) !== 'BODY', 'it is on the body');
    await page.waitForFunction(() => document.activeElement.closest('.turn-bar'));
    // It waits beside the button, and comes back to it.
    referee.load(await keptGame(page));
    const [line] = referee.state(1).draft.black;
    await page.evaluate((name) => {
        const zone = document.querySelector(`[data-line="${name}"]`);
        const { left, top, width, height } = zone.getBoundingClientRect();
        const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true };
        zone.dispatchEvent(new MouseEvent('click', at));
    }, line);
    await page.waitForFunction(() => document.activeElement.matches('.confirm'));
    // Undo takes back the only track, and can do no more.
    await page.focus('button[title="Key U"]');
    await page.keyboard.press('Enter');
    await page.waitForSelector('button[title="Key U"]:disabled');
    await page.waitForFunction(() => document.activeElement.closest('.turn-bar'));

    await page.goto(`${site.url}#/tutorial`);
    await page.waitForSelector('.tutorial .card');
    for (const [step, button] of [
        [2, '.turn-bar button:text-is("Next")'],
        [3, '.steps button:text-is("Skip")'],
    ]) {
        await page.focus(button);
        await page.keyboard.press('Enter');
        await page.waitForSelector(`.tab:text("Step ${step} of")`);
        await page.waitForFunction(() => document.activeElement.matches('.tutor'));
    }
    same([], page.problems);
    await page.context().close();
});

await check('half a turn and a plan are there after a reload; a place alone is asked for its line', async () => {
    const page = await openPage(browser);
    await startGame(page, site.url, { board: 'transamerica', players: 2, level: 'easy', variants: ['blocking'], deals: 3 });
    await awaitTurn(page);
    await typeTurn(page, 'chicago');
    await andPlayed(page, () => page.click('.confirm:enabled'));
    await awaitTurn(page);
    for (const [text, said] of [
        ['Chicago', /^Chicago \(\w+\) is one end of a line\. .*“Chicago \w+”/],
        ['Chicago Denver', /^No line leads from Chicago \(\w+\) to Denver \(\w+\)\./],
        ['Atlantis', /no junction, city or line “Atlantis”/],
    ]) {
        await typeTurn(page, text);
        await page.waitForFunction(
            (words) => new RegExp(words).test(document.querySelector('.words .bad')?.textContent),
            said.source,
        );
    }
    // What it names as an example is taken.
    await typeTurn(page, 'Chicago');
    const example = /“(Chicago \w+)”/.exec(await page.textContent('.words .bad'))[1];
    await typeTurn(page, example);
    await page.waitForSelector('.confirm:enabled');
    await page.click('.entry [aria-label="Close"]');
    await page.click('button[title="Key K"]');
    const zone = await page.locator('[data-line="C3-D3"], [data-line="C3-C4"]').first().boundingBox();
    await page.mouse.click(zone.x + zone.width / 2, zone.y + zone.height / 2);
    const lit = () => page.getAttribute('.board .lit', 'd');
    await page.waitForFunction(() => document.querySelector('.board .lit').getAttribute('d'));
    const [plan, draft] = [await lit(), await page.locator('.draft').count()];
    holds(draft > 0, 'nothing is entered');
    await page.reload();
    await page.waitForSelector('.confirm:enabled');
    await page.mouse.move(0, 0);
    await page.waitForFunction((d) => document.querySelector('.board .lit').getAttribute('d') === d, plan);
    same(draft, await page.locator('.draft').count(), 'tracks that are entered');
    // As near as the map comes, a whole triangle and more is seen.
    for (let i = 0; i < 12; i += 1) await page.click('[aria-label="Zoom in"]');
    const scale = await page.$eval('.board-map', (map) => map.getBoundingClientRect().width / map.viewBox.baseVal.width);
    holds(scale * 100 <= 200, `a line is ${scale * 100} pixels long`);
    await page.goto(`${site.url}#/`);
    same(2, await page.locator('.start .quiet:text-is("TransAmerica · 2 players · Easy · Blocking")').count());
    same([], page.problems);
    await page.context().close();
});

await check('the tutorial shows its own lines alone, and board names and dates are the reader’s', async () => {
    const page = await openPage(browser, { locale: 'de-AT' });
    await page.goto(site.url);
    await page.evaluate(() => localStorage.setItem('railhead.missing', 'true'));
    await page.goto(`${site.url}#/tutorial`);
    await page.waitForSelector('.tutorial .card');
    same(0, await page.locator('.missing-line').count());
    await page.goto(`${site.url}#/`);
    await page.waitForSelector('.choice strong:text-is("Trans Europa (klassisch)")');
    await page.context().close();
    const british = await openPage(browser, { locale: 'en-GB' });
    await someTurns(british, { board: 'transamerica', players: 2 }, 0);
    await british.goto(`${site.url}#/games`);
    await british.waitForSelector('.games li');
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' }).format(Date.now());
    await british.waitForSelector(`.games li:has-text("Last played on ${day}")`);
    await british.context().close();
});

await check('all texts grow with the font size of the browser, and the layout holds at twice', async () => {
    const page = await openPage(browser);
    await someTurns(page, { board: 'transeuropa', players: 3 }, 1);
    // Writes down how large every text is; what comes later has not been seen before.
    const measure = () =>
        page.evaluate(() => {
            const hasText = ({ nodeType, data }) => nodeType === 3 && data.trim() !== '';
            const texts = [...document.querySelectorAll('#app :not(svg *)')].filter((one) =>
                [...one.childNodes].some(hasText),
            );
            for (const one of texts) one.sizeBefore = parseFloat(getComputedStyle(one).fontSize);
            return texts.length;
        });
    const stayed = () =>
        page.evaluate(() =>
            [...document.querySelectorAll('#app *')]
                .filter((one) => one.sizeBefore)
                .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 1.3 * one.sizeBefore)
                .map((one) => one.outerHTML.slice(0, 80)),
        );
    for (const [route, title, text] of [
        ['play', 'Your turn · ', '.hand .card'],
        ['', 'Railhead', '.hero .primary'],
        ['games', 'My games', '.games li'],
        ['learn', 'How to play', '.learn h2'],
    ]) {
        await page.evaluate((to) => {
            document.documentElement.style.fontSize = '';
            location.hash = `#/${to}`;
        }, route);
        await page.waitForFunction((begin) => document.title.startsWith(begin), title);
        await page.waitForSelector(text);
        await drawn(page);
        holds((await measure()) > 10, 'there are no texts');
        await page.evaluate(() => {
            document.documentElement.style.fontSize = '200%';
        });
        await drawn(page);
        same([], await stayed(), `texts of #/${route} that do not grow`);
        await fits(page);
        await shot(page, `twice-${route}`);
    }
    same([], page.problems);
    await page.context().close();
});

await check('the end of a round is a show that can be skipped', async () => {
    const page = await openPage(browser, { reducedMotion: 'no-preference' });
    await lingering(page);
    await someTurns(page, { board: 'transamerica', players: 4, deals: 1 }, 60);
    await page.waitForSelector('button:text("Skip")');
    same(1, await page.locator('.end-row').count());
    await shot(page, 'show');
    await page.click('button:text("Skip")');
    await page.waitForFunction(() => document.querySelectorAll('.end-row').length === 4);

    // B3: after round 2 the barrier moves, when everybody's missing lines have been seen.
    await page.click('button:text("Next round")');
    await page.waitForSelector('.round-end', { state: 'detached' });
    await playTurns(page, 60);
    referee.load(await keptGame(page));
    const { barrier, barrierBefore } = referee.state(1);
    const foot = () => page.textContent('.round-end .score-foot');
    holds((await foot()).includes(` ${barrierBefore} point`), `not at ${barrierBefore} yet`);
    await page.click('button:text("Skip")');
    await page.waitForSelector(`.round-end .score-foot:has-text(" ${barrier} point")`);
    same([], page.problems);
    await page.context().close();
});

await browser.close();
await site.close();
finish();
