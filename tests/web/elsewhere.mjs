// The page in other browsers than Chromium: a game against bots on a narrow screen, kept over a
// reload, and a table at a server on a wide one, all by clicks of a mouse.
//
//     node tests/web/elsewhere.mjs firefox       or webkit
import fs from 'node:fs';
import path from 'node:path';
import { PATIENCE_S, after, finish, scratch, sleep, test } from '../tap.mjs';
import * as drivers from './drivers.mjs';
import { Server } from './server.mjs';

const [, , which] = process.argv;
const NARROW = { width: 360, height: 640 };
const WIDE = { width: 1280, height: 800 };
const SHOTS = 'build/web-shots';

// The site with a script before all others, which writes down what goes wrong, over reloads too.
function watchedSite() {
    const folder = scratch();
    fs.cpSync('build/web', folder, { recursive: true });
    fs.writeFileSync(
        path.join(folder, 'watch.js'),
        `const note = (what) => {
            const all = JSON.parse(sessionStorage.getItem('problems') ?? '[]');
            sessionStorage.setItem('problems', JSON.stringify([...all, String(what)]));
        };
        addEventListener('error', ({ target, error, message }) =>
            note(\`\${message ?? target.src ?? target.href} \${error?.stack ?? ''}\`), true);
        addEventListener('unhandledrejection', ({ reason }) =>
            note(\`\${reason} \${reason?.stack ?? ''}\`));
        addEventListener('securitypolicyviolation', ({ blockedURI }) => note(blockedURI));
        console.error = (...words) => note(words.join(' '));
        localStorage.setItem('railhead.language', '"en"');
        localStorage.setItem('railhead.pace', '0');`,
    );
    for (const name of ['index.html', 'table.html']) {
        const file = path.join(folder, name);
        const html = fs.readFileSync(file, 'utf8');
        fs.writeFileSync(file, html.replace('<link', '<script src="watch.js"></script>\n<link'));
        fs.rmSync(`${file}.gz`);
    }
    return folder;
}

const server = new Server();
server.web = watchedSite();
await server.start();
after(() => server.process.kill('SIGKILL'));
after(() => fs.rmSync(server.data, { recursive: true, force: true }));
const page = await drivers[which](NARROW);

// ---- Somebody at the page -----------------------------------------------------------------------

// What `find` gives in the page, once that is something.
async function until(find, ...args) {
    const end = Date.now() + 1000 * PATIENCE_S;
    for (;;) {
        const found = await page.evaluate(find, ...args);
        if (found) return found;
        if (Date.now() > end) {
            const shown = await page.evaluate(() => [
                location.href,
                sessionStorage.getItem('problems'),
                document.body.innerText,
            ]);
            throw new Error(
                `waited for ${find} with ${JSON.stringify(args)} at ${shown.join('\n')}`,
            );
        }
        await sleep(20);
    }
}

// The middle of what can be clicked: the first that matches, with these words if some are given.
// It is brought into sight, and must be what lies there.
const middleOf = (selector, words) => {
    const element = [...document.querySelectorAll(selector)].find(
        (one) => !one.disabled && (!words || one.textContent.trim() === words),
    );
    if (!element) return null;
    element.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = element.getBoundingClientRect();
    const at = { x: x + width / 2, y: y + height / 2 };
    return element.contains(document.elementFromPoint(at.x, at.y)) ? at : null;
};

async function click(selector, words = '') {
    const { x, y } = await until(middleOf, selector, words);
    await page.click(x, y);
}

const says = (pattern) =>
    until(
        (source) => new RegExp(source).test(document.querySelector('.status')?.textContent ?? ''),
        pattern.source,
    );

const count = (selector) =>
    page.evaluate((all) => document.querySelectorAll(all).length, selector);

// Clicks on one zone of the map after the other, until a turn can be confirmed; which it was.
async function choose(attribute, names) {
    for (const name of names) {
        await click(`.zone[${attribute}="${name}"]`);
        const taken = await until(() =>
            document.querySelector('.confirm:enabled')
                ? 'yes'
                : document.querySelector('.notice.bad') && 'no',
        );
        if (taken === 'yes') return name;
    }
    throw new Error(`none of ${names.join()} can be chosen`);
}

const board = JSON.parse(fs.readFileSync('boards/transamerica.json', 'utf8'));
const CITIES = board.cities.map(({ junction }) => junction);
const cityAt = (place) => board.cities.find(({ junction }) => junction === place).name;
const linesAt = (junction) =>
    board.lines
        .filter(({ a, b, kind }) => kind === 'single' && [a, b].includes(junction))
        .map(({ a, b }) => `${a}-${b}`);

// The marker and a first track; each is answered by two bots.
async function playTwice() {
    await says(/^Your turn: choose/);
    const start = await choose('data-junction', CITIES.slice(8));
    await says(new RegExp(`^Start marker on ${cityAt(start)} `));
    await click('.confirm');
    await says(/^Your turn: lay/);
    same(3, await count('.board .markers .marker'), 'markers');
    await choose('data-line', linesAt(start));
    same(1, await count('.board .drafts .stick'), 'tracks that are being laid');
    await click('.confirm');
    await until(() => document.querySelectorAll('.board .tracks .stick').length > 2);
    await says(/^Your turn: lay/);
    return count('.board .tracks .stick');
}

function same(expected, got, what) {
    if (expected !== got) throw new Error(`${what}: expected ${expected}, got ${got}`);
}

async function quiet() {
    const problems = await page.evaluate(() => sessionStorage.getItem('problems'));
    same(null, problems, 'problems');
}

const shot = (name) => page.picture(path.join(SHOTS, `${which}-${name}.png`));

// ---- What is to work ----------------------------------------------------------------------------

fs.mkdirSync(SHOTS, { recursive: true });
let tracks = 0;

await test('a game against bots, by clicks on the map of a narrow screen', async () => {
    await page.goto(server.url);
    await until(() => document.querySelector('.hero-picture svg'));
    same(NARROW.width, await page.evaluate(() => innerWidth), 'width');
    await shot('start');
    await click('.hero button[type="submit"]');
    tracks = await playTwice();
    await shot('narrow');
    await quiet();
});

await test('the game is there after a reload, and goes on', async () => {
    await page.goto(`${server.url}?again`);
    await click('button', 'Go on');
    await says(/^Your turn: lay/);
    same(tracks, await count('.board .tracks .stick'), 'tracks');
    await quiet();
});

await test('a table at a server is opened and played at, on a wide screen', async () => {
    await page.resize(WIDE);
    await page.goto(`${server.url}#/tables`);
    await click('button', 'Open the table');
    await click('button', 'Fill with bots');
    await click('button', 'Start the game');
    await playTwice();
    same(WIDE.width, await page.evaluate(() => innerWidth), 'width');
    await shot('wide');
    await quiet();
});

await page.close();
finish();
