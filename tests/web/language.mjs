#!/usr/bin/env node
// Another language in the middle of everything: it reaches all that is shown and all that is read
// out, at once, and nothing else changes.
import fs from 'node:fs';
import { check, findings, finish, holds, launch, openPage, same, sayTooMuch, shot } from './browser.mjs';
import { andPlayed, awaitTurn, playByClicks, startGame, typeTurn } from './player.mjs';
import { keptGame, Referee } from './referee.mjs';
import { Server } from './server.mjs';

const RECORD = fs.readFileSync('tests/records/transeuropa.rail', 'utf8');
const server = new Server();
await server.start();
const browser = await launch();
const referee = new Referee();

const LANGUAGES = { fr: 'Réglages', de: 'Einstellungen', en: 'Settings' };
const ENGLISH =
    /\b(the|your|you|is|of|or|to|not|with|this|that|and|turn|tracks?|what|round|reached|key|seat|left)\b/i;

async function choose(page, language) {
    await page.evaluate(() => {
        document.querySelector('.settings').open = true;
    });
    await page.selectOption('#language', language);
    await page.waitForSelector(`.settings summary:has-text("${LANGUAGES[language]}")`);
    await page.evaluate(() => {
        document.querySelector('.settings').open = false;
    });
}

// Everything that is read: texts, and what stands in attributes for screen readers and pointers.
const everything = (page) =>
    page.evaluate(() => {
        const found = [];
        const app = document.getElementById('app');
        const walk = document.createTreeWalker(app, NodeFilter.SHOW_ALL);
        for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            if (node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '')
                found.push(node.textContent.trim());
            if (node.nodeType !== Node.ELEMENT_NODE) continue;
            for (const name of ['aria-label', 'aria-description', 'title', 'placeholder'])
                if (node.getAttribute(name)) found.push(node.getAttribute(name));
        }
        return found;
    });

// What does not fit on a phone, with the settings open: whatever reaches over an edge.
async function sticksOut(page) {
    const { width, height } = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 760 });
    const found = await page.evaluate(() => {
        document.querySelector('.settings').open = true;
        const shown = [...document.querySelectorAll('#app *')].filter(
            (one) =>
                // What lies in a row that scrolls reaches over no edge.
                !one.closest('svg, .skip, .sr-only, .phrases') &&
                one.getBoundingClientRect().width > 1,
        );
        const over = shown.filter((one) => {
            const { left, right } = one.getBoundingClientRect();
            return left < -1 || right > innerWidth + 1;
        });
        document.querySelector('.settings').open = false;
        return over.map((one) => `${one.localName}.${one.className}: ${one.textContent}`);
    });
    await page.setViewportSize({ width, height });
    return found;
}

// English before, English nowhere in between, and the same as before in the end.
async function throughAll(page, name) {
    await choose(page, 'en'); // so that the settings have been looked into
    const before = await everything(page);
    holds(
        before.some((text) => ENGLISH.test(text)),
        'there was no English to begin with',
    );
    for (const language of ['de', 'fr']) {
        await choose(page, language);
        const left = (await everything(page)).filter((text) => ENGLISH.test(text));
        same([], left, `${name} in ${language}:`);
        same(language, await page.getAttribute('html', 'lang'));
        same([], await sticksOut(page), `${name} in ${language} on a phone:`);
        await shot(page, `language-${name}-${language}`);
    }
    same([], await findings(page), name);
    await choose(page, 'en');
    same(before, await everything(page), name);
}

await check(
    'in a game: the turn, a refusal, a hint, the log, names, what is read out',
    async () => {
        const page = await openPage(browser);
        await startGame(page, server.url, { board: 'transeuropa', players: 3 });
        for (let i = 0; i < 3; i += 1) {
            same('turn', await awaitTurn(page));
            referee.load(await keptGame(page));
            await andPlayed(page, () => playByClicks(page, referee.advice()));
        }
        await awaitTurn(page);
        await page.click('button:text("Hint")');
        await page.waitForSelector('.hints li');
        await typeTurn(page, 'A1-A2');
        await page.waitForSelector('.notice.bad');
        await page.focus('.board-map');
        await page.keyboard.press('i');
        await page.waitForFunction(() =>
            /reached/.test(document.querySelector('#announcer').textContent),
        );
        await throughAll(page, 'game');
        same([], page.problems);
    },
);

await check('on the map: junctions and lines are read out in the new language', async () => {
    const page = await openPage(browser);
    await startGame(page, server.url, { board: 'transeuropa', players: 2 });
    await awaitTurn(page);
    const told = async () => {
        await page.focus('.board-map');
        await page.keyboard.press('Enter');
        await page.keyboard.press('6');
        return page.evaluate(() => {
            const id = document.querySelector('.board-map').getAttribute('aria-activedescendant');
            const one = id ? document.getElementById(id) : document.activeElement;
            return one.getAttribute('aria-label') ?? one.textContent;
        });
    };
    const words = [];
    for (const language of ['en', 'de', 'fr']) {
        await choose(page, language);
        words.push(await told());
    }
    holds(/no track|can be laid/.test(words[0]), words[0]);
    holds(/Schiene|gelegt/.test(words[1]), words[1]);
    holds(/rail|posé/.test(words[2]), words[2]);
    await page.context().close();
});

await check('at the end of a round, and with several people at one screen', async () => {
    const page = await openPage(browser);
    await page.goto(server.url);
    await page.evaluate(() => {
        localStorage.setItem('railhead.together', 'true');
        localStorage.setItem('railhead.pace', '0');
    });
    await page.reload();
    await page.click('.hero button[type="submit"]');
    await page.waitForSelector('.curtain');
    await throughAll(page, 'curtain');
    await page.evaluate(() => localStorage.setItem('railhead.together', 'false'));
    await startGame(page, server.url, { board: 'transamerica', players: 2 });
    for (let turns = 0; (await awaitTurn(page)) === 'turn'; turns += 1) {
        holds(turns < 60, 'the round does not end');
        referee.load(await keptGame(page));
        await andPlayed(page, () => playByClicks(page, referee.advice()));
    }
    await throughAll(page, 'round-end');
    await page.context().close();
});

await check('in a replay, with a record that was refused', async () => {
    const page = await openPage(browser);
    await page.goto(`${server.url}#/replay`);
    const file = (text) => ({
        name: 'game.rail',
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
    });
    await page.setInputFiles('input[type="file"]', file(RECORD.replace(/^name .*\n/gm, '')));
    await page.waitForSelector('.replay .side');
    await page.setInputFiles('input[type="file"]', file(RECORD.replace(/^end .*$/m, 'end')));
    await page.waitForSelector('.notice.bad');
    await throughAll(page, 'replay');
    await page.context().close();
});

await check('at a table: waiting, refused by the server, and playing', async () => {
    const page = await openPage(browser);
    page.on('console', () => {
        page.problems = page.problems.filter((one) => !/status of 4/.test(one));
    });
    await page.goto(`${server.url}#/tables`);
    await page.fill('#my-name', 'x'.repeat(32));
    await page.click('.my-name button');
    await page.waitForSelector('.my-name [role="status"]:has-text("Saved.")');
    await throughAll(page, 'tables');
    await page.click('button:text("Open the table")');
    await page.waitForSelector('.waiting');
    await throughAll(page, 'waiting');
    await page.click('button:text("Fill with bots")');
    await page.click('button:text("Start the game"):enabled');
    await page.waitForSelector('.board svg');
    await page.click('.tab[data-panel="chat"]');
    await page.waitForSelector('.status:text-matches("^Your turn")'); // from here on nothing changes
    await sayTooMuch(page, page.url().split('/').at(-1));
    await throughAll(page, 'table');
    await page.goto(`${server.url}#/table/aaaaaaaaaaaa`);
    await page.waitForSelector('.notice.bad');
    await throughAll(page, 'no-table');
    same([], page.problems);
    await page.context().close();
});

await check('on the account page, with what is wrong there', async () => {
    const page = await openPage(browser);
    await page.goto(`${server.url}#/account`);
    await page.fill('#sign-in-login', 'nobody-here');
    await page.fill('#sign-in-password', 'correct horse');
    await page.click('#sign-in button');
    await page.waitForSelector('.notice.bad');
    await throughAll(page, 'account');
    await page.context().close();
});

await browser.close();
await server.remove();
finish();
