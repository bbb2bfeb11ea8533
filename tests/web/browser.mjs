// A real browser for the tests: Debian's Chromium, driven by playwright-core; and tests that speak
// TAP.  With PICTURES=1, pictures of what is seen are left in build/web-shots.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PATIENCE_S, until } from '../tap.mjs';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
export const { chromium } = require('playwright-core');
const SHOTS = 'build/web-shots';
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
fs.mkdirSync(SHOTS, { recursive: true });

const programOf = (name) =>
    execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
const chromiumAt = (executablePath) => ({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
});

// The one without windows draws pages alone, in two thirds of the other's time.
export const CHROMIUM = chromiumAt(programOf('chromium-headless-shell || command -v chromium'));

// The one that tests/run has started for all of them, or one of our own; close() ends what is ours.
export function launch() {
    const shared = process.env.RAILHEAD_BROWSER;
    return shared ? chromium.connect(shared) : chromium.launch(CHROMIUM);
}

// One that finds railhead.test on this machine: a host that browsers do not take for a secure one.
export const launchResolving = () =>
    chromium.launch({
        ...CHROMIUM,
        args: [...CHROMIUM.args, '--host-resolver-rules=MAP railhead.test 127.0.0.1'],
    });

// One that has windows, of which one is in front, and notifications.
export const launchWindowed = () => chromium.launch(chromiumAt(programOf('chromium')));

// Waits as long as all tests do.
export function patient(page) {
    page.setDefaultTimeout(1000 * PATIENCE_S);
    return page;
}

// A page that fails the test when a script throws or something is written as an error.  Only whoever
// wants it keeps the site for use without a network, which costs as much as looking at it.
export async function openPage(browser, { width = 1280, height = 800, ...options } = {}) {
    const context = await browser.newContext({
        viewport: { width, height },
        locale: 'en-GB',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        ...options,
    });
    const page = await context.newPage();
    page.problems = [];
    page.on('pageerror', (error) => page.problems.push(String(error.stack ?? error)));
    page.on('console', (message) => {
        // A static site has no server to ask who one is, and browsers write that down.
        const asked = message.location().url.endsWith('/api/v1/me');
        if (message.type() === 'error' && !asked) page.problems.push(message.text());
    });
    return patient(page);
}

// Shows of a page that is opened after this last thirty times as long, which is until somebody skips
// them: however slow the machine is, what is shown for a second can be looked at.
export const lingering = (page) =>
    page.addInitScript(() => {
        const [times, shortest] = [30, 100];
        const { setTimeout: later, performance: clock } = globalThis;
        const [now, began] = [clock.now.bind(clock), clock.now()];
        clock.now = () => began + (now() - began) / times;
        globalThis.setTimeout = (run, ms = 0, ...args) =>
            later(run, ms > shortest ? times * ms : ms, ...args);
    });

// From now on a bot thinks until `thoughtEnds`, and a worker that thinks answers nothing else: however
// quick bots are, what a page does meanwhile can be looked at.
export const endlessThought = (page) =>
    page.evaluate(() => {
        const { postMessage } = Worker.prototype;
        const held = [];
        Worker.prototype.postMessage = function post(call, ...rest) {
            if (call.name === 'botTurn' || held.length > 0)
                held.push(() => postMessage.call(this, call, ...rest));
            else postMessage.call(this, call, ...rest);
        };
        globalThis.thoughtEnds = () => {
            Worker.prototype.postMessage = postMessage;
            for (const send of held) send();
        };
    });
export const thoughtEnds = (page) => page.evaluate(() => globalThis.thoughtEnds());

// A picture to look at, if somebody wants to: each takes as long as a page does to open.
export async function shot(page, name, options = {}) {
    if (!process.env.PICTURES) return;
    await page.screenshot({ path: path.join(SHOTS, `${name}.png`), ...options });
}

// A page that has another size or other colours now has been drawn with them.
export const drawn = (page) =>
    page.evaluate(
        () =>
            new Promise((done) => {
                requestAnimationFrame(() => requestAnimationFrame(() => done()));
            }),
    );

// What a page gave to be kept, as bytes or as text.  The browser may keep its files where we cannot
// read them.
export async function downloadedBytes(download) {
    return Buffer.concat(await (await download.createReadStream()).toArray());
}
export const downloaded = async (download) => (await downloadedBytes(download)).toString('utf8');

// Asks the server that the page came from as the page would; with a body it is a POST.
export const ask = (page, path, body) =>
    page.evaluate(
        async ([where, what]) => {
            const response = await fetch(`api/v1/${where}`, {
                ...(what ? { method: 'POST', body: JSON.stringify(what) } : {}),
                headers: { 'content-type': 'application/json' },
            });
            return response.json();
        },
        [path, body],
    );

// Writes at a table, with more lines beside it than anybody may say at once, until the page shows that
// one of its own was refused: which one.
export function sayTooMuch(page, table) {
    const chatter = () =>
        page.evaluate(
            (where) =>
                Promise.all(
                    Array.from({ length: 20 }, (_, i) =>
                        fetch(where, {
                            method: 'POST',
                            body: JSON.stringify({ do: 'chat', text: `abc ${i}` }),
                            headers: { 'content-type': 'application/json' },
                        }),
                    ),
                ).then(() => {}),
            `api/v1/tables/${table}`,
        );
    let said = 0;
    return until(async () => {
        said += 1;
        const line = `abc, abc ${said}`;
        await page.fill('#chat', line);
        await Promise.all([chatter(), page.click('.chat form button')]);
        await page.waitForSelector(`.notice.bad, .chat li:has(span:text-is("${line}"))`);
        return (await page.$('.notice.bad')) && line;
    }, 'a refusal');
}

// What axe-core finds on a page as it is, one line for each kind.  The thousand pieces of a map are
// looked through once, by map-browser.mjs: here an empty one takes its place, since axe-core walks over
// what it is to leave out, too.
export async function findings(page) {
    if (!(await page.evaluate(() => Boolean(globalThis.axe)))) await page.evaluate(axe);
    const { violations } = await page.evaluate(async () => {
        const { activeElement } = document;
        const maps = [...document.querySelectorAll('.board-map')];
        const empty = maps.map((map) => map.cloneNode(false));
        maps.forEach((map, i) => map.replaceWith(empty[i]));
        try {
            return await globalThis.axe.run(document, { resultTypes: ['violations'] });
        } finally {
            maps.forEach((map, i) => empty[i].replaceWith(map));
            activeElement?.focus({ preventScroll: true });
        }
    });
    return violations.map(
        ({ id, impact, nodes }) =>
            `${impact} ${id}: ${nodes[0].html.slice(0, 160)} ${
                nodes[0].failureSummary?.split('\n')[1] ?? ''
            }`,
    );
}

// ---- What is said of it ---------------------------------------------------------------------

export { finish, test as check } from '../tap.mjs';

export function same(expected, got, what = '') {
    const [one, other] = [expected, got].map((value) => JSON.stringify(value));
    if (one !== other) throw new Error(`${what} expected ${one}\ngot ${other}`);
}

export function holds(condition, sentence) {
    if (!condition) throw new Error(sentence);
}
