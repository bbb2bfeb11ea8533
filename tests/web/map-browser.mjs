#!/usr/bin/env node
// What the map does in a real browser: fingers, wheel and keys, moving and zooming, styles and accessibility.
// With PICTURES=1, pictures of every board at three widths, light and dark, are left in build/web-shots/map.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { scratch } from '../tap.mjs';
import { PHONE } from './finger.mjs';
import { startBrowser, takeChosen, toWindow, viewBox } from './map_page.mjs';
import { BOARDS, boardModules, clientPackage, finish, passes, readBoard, same } from './map_tools.mjs';

const PICTURES = 'build/web-shots/map';
const folder = scratch();
const { latticeOf } = await boardModules(folder, 'geometry');
const browser = await startBrowser(join(folder, 'page'));
const lattices = new Map(BOARDS.map((id) => [id, latticeOf(readBoard(id))]));

async function testTouch() {
    const page = await browser.open('transamerica', 'empty', {
        viewport: { width: 360, height: 640 },
        hasTouch: true,
    });
    await page.evaluate(() =>
        window.showScene((scene) => ({ ...scene, legal: new Set(['H5-I5', 'L8-M9']) })),
    );
    const { lines } = lattices.get('transamerica');
    const [middle] = await toWindow(page, [lines.get('H5-I5').middle]);
    await page.touchscreen.tap(middle.x + 3, middle.y + 17);
    same('a finger beside a legal line means that line', ['H5-I5'], await takeChosen(page));
    const far = lines.get('C3-D3');
    const [place] = await toWindow(page, [far.middle]);
    await page.touchscreen.tap(place.x, place.y);
    same(
        'a finger far from legal lines means the line it is on',
        ['C3-D3'],
        await takeChosen(page),
    );
    await testPinch(page);
    await page.close();
}

/** Several legal lines under one finger: none is chosen, the map comes nearer, and goes back. */
async function testNearer() {
    const page = await browser.open('transamerica', 'empty', {
        viewport: { width: PHONE.width, height: PHONE.height },
        hasTouch: true,
        reducedMotion: 'reduce',
    });
    const { lines } = lattices.get('transamerica');
    const fan = ['H5-I5', 'I5-J5', 'I5-J6', 'H4-I5', 'I4-I5'];
    const allow = (legal, draft = []) =>
        page.evaluate(
            ([names, laid]) =>
                window.showScene((scene) => ({
                    ...scene,
                    legal: new Set(names),
                    draft: laid.map((line) => ({ line, own: false })),
                })),
            [legal, draft],
        );
    await allow(fan);
    const whole = await viewBox(page);
    const touchAt = async (line) => {
        const [place] = await toWindow(page, [lines.get(line).middle]);
        await page.touchscreen.tap(place.x, place.y);
    };
    await touchAt('I5-J6');
    same('a finger on several legal lines chooses none', [], await takeChosen(page));
    const near = await viewBox(page);
    passes('the map comes nearer', near[2] < whole[2] / 3 ? [] : [`${whole} became ${near}`]);
    await touchAt('I5-J6');
    same('and there the finger is taken as it is', ['I5-J6'], await takeChosen(page));
    await allow(fan.slice(0, 2), ['I5-J6']);
    await touchAt('I5-J6');
    same('what has been laid is chosen again to take it back', ['I5-J6'], await takeChosen(page));
    await allow([]);
    same('when the turn is over, the whole map is back', whole, await viewBox(page));
    await page.evaluate(() => window.showScene((scene) => ({ ...scene, placed: true })));
    const { x, y } = lattices.get('transamerica').junctions.get('K7');
    for (const chosen of [[], ['K7']]) {
        const [place] = await toWindow(page, [{ x: x + 8, y: y - 10 }]);
        await page.touchscreen.tap(place.x, place.y);
        same('another place for the marker is chosen near by', chosen, await takeChosen(page));
    }
    await page.close();
}

async function testPinch(page) {
    const session = await page.context().newCDPSession(page);
    const before = await viewBox(page);
    const touch = (type, ...touchPoints) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints });
    const at = (x, id) => ({ x, y: 320, id });
    await touch('touchStart', at(150, 0), at(210, 1));
    for (let step = 1; step <= 10; step++)
        await touch('touchMove', at(150 - 6 * step, 0), at(210 + 6 * step, 1));
    await touch('touchEnd');
    const after = await viewBox(page);
    passes(
        'two fingers that part zoom in',
        Math.abs(before[2] / after[2] - 3) < 0.3 ? [] : [`${before[2]} became ${after[2]} wide`],
    );
    same('and choose nothing', [], await takeChosen(page));
}

async function testCamera() {
    const page = await browser.open('transeuropa', 'game');
    const start = await viewBox(page);
    const [zurich] = await toWindow(page, [lattices.get('transeuropa').junctions.get('J9')]);
    // A wheel's place is in whole pixels.
    await page.mouse.move(Math.round(zurich.x), Math.round(zurich.y));
    await page.mouse.wheel(0, -400);
    const [still] = await toWindow(page, [lattices.get('transeuropa').junctions.get('J9')]);
    const zoomed = await viewBox(page);
    passes('the wheel zooms', zoomed[2] < start[2] * 0.5 ? [] : [`${zoomed}`]);
    passes(
        'and what is under the pointer stays there',
        Math.hypot(still.x - zurich.x, still.y - zurich.y) < 1
            ? []
            : [JSON.stringify([zurich, still])],
    );
    await page.mouse.down();
    await page.mouse.move(zurich.x + 90, zurich.y + 40, { steps: 5 });
    await page.mouse.up();
    const moved = await viewBox(page);
    passes(
        'dragging moves the map',
        moved[0] < zoomed[0] - 20 ? [] : [`${zoomed} became ${moved}`],
    );
    same('and chooses nothing', [], await takeChosen(page));
    await page.keyboard.press('0');
    const [middle] = await toWindow(page, [lattices.get('transeuropa').lines.get('J9-K9').middle]);
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    for (let i = 0; i < 12; i++) await page.mouse.move(middle.x + (i % 2) * 3, middle.y);
    await page.mouse.up();
    same('a hand that trembles still clicks', ['J9-K9'], await takeChosen(page));
    same('a click shows no ring', 0, await page.locator('.focus-mark').count());
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    const rest = await viewBox(page);
    await page.focus('.board-map');
    await page.keyboard.press('ArrowRight');
    const panned = await viewBox(page);
    passes('arrows move the map that has the focus', panned[0] > rest[0] ? [] : [`${panned}`]);
    await page.keyboard.press('0');
    same('0 shows the whole board', start.map(Math.round), (await viewBox(page)).map(Math.round));
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    await page.keyboard.press('-');
    const once = await viewBox(page);
    passes(
        '+ and - zoom',
        Math.abs(start[2] / once[2] - 1.4) < 0.01 ? [] : [`${start[2]} became ${once[2]}`],
    );
    await page.close();
}

/** While others play out of sight, the map goes there, and back when it is one's own turn. */
async function testFollowing() {
    const page = await browser.open('transamerica', 'empty', { reducedMotion: 'reduce' });
    const { lines, junctions } = lattices.get('transamerica');
    const show = (change) =>
        page.evaluate(
            ({ legal, ...others }) =>
                window.showScene((scene) => ({ ...scene, ...others, legal: new Set(legal) })),
            change,
        );
    const isSeen = async ({ x, y }) => {
        const [left, top, width, height] = await viewBox(page);
        return x > left && x < left + width && y > top && y < top + height;
    };
    same('the whole map needs no overview', 0, await page.locator('.overview').count());
    const place = { x: junctions.get('B3').x, y: junctions.get('B3').y };
    const [seattle] = await toWindow(page, [place]);
    await page.mouse.move(Math.round(seattle.x), Math.round(seattle.y));
    await page.mouse.wheel(0, -500);
    await show({ legal: ['B3-C4'] }); // a turn of one's own, and its end: from here on others play
    const mine = await viewBox(page);
    await show({ legal: [] });
    const [east, west] = [lines.get('P9-Q9'), lines.get('B3-C4')];
    same('a part of it has one', 1, await page.locator('.overview').count());
    same('what is far away is not seen', false, await isSeen(east.middle));
    await show({ legal: [], tracks: [{ line: east.name, seat: null, last: true }] });
    same('the map goes to where a track is laid', true, await isSeen(east.middle));
    await show({ legal: [west.name] });
    same('and back for the next turn', mine, await viewBox(page));
    await show({ legal: [] });
    await page.keyboard.press('Tab');
    await page.focus('.board-map');
    await page.keyboard.press('ArrowRight');
    const led = await viewBox(page);
    await show({ legal: [], tracks: [{ line: 'Q9-R9', seat: null, last: true }] });
    same('it stays where somebody looks around', led, await viewBox(page));
    const box = await page.locator('.overview').boundingBox();
    await page.mouse.click(box.x + box.width * 0.9, box.y + box.height * 0.7);
    same('a click on the overview leads there', true, await isSeen(lines.get('Q9-R9').middle));
    await page.close();
}

/** Letters and numbers at the edges lie on the rows and columns that they name. */
async function testCoordinates() {
    const page = await browser.open('transeuropa', 'empty');
    const { junctions } = lattices.get('transeuropa');
    same('there are no coordinates unless wanted', false, await page.isVisible('.coordinates'));
    await page.evaluate(() => {
        document.documentElement.dataset.coordinates = 'on';
    });
    const labels = await page.evaluate(() =>
        [...document.querySelectorAll('.coordinates text')].map((text) => {
            const box = text.getBoundingClientRect();
            return {
                name: text.textContent,
                x: box.left + box.width / 2,
                y: box.top + box.height / 2,
            };
        }),
    );
    const faults = [];
    for (const junction of junctions.values()) {
        const [, letter, number] = /^([A-Z]+)(\d+)$/.exec(junction.name);
        const [{ x, y }] = await toWindow(page, [junction]);
        const rows = labels.filter(({ name }) => name === number);
        const columns = labels.filter(({ name }) => name === letter);
        if (rows.length !== 2 || rows.some((label) => Math.abs(label.y - y) > 3))
            faults.push(`the row of ${junction.name}`);
        // Columns run down to the left, half a line with every row.
        const off = (label) => label.x - x + (label.y - y) / Math.sqrt(3);
        if (columns.length === 0 || columns.some((label) => Math.abs(off(label)) > 3))
            faults.push(`the column of ${junction.name}`);
    }
    passes('coordinates lie on their rows and columns', faults);
    await page.close();
}

/** Every hint is on the map with its number; one number where two of them share a line. */
async function testHints() {
    const page = await browser.open('transamerica', 'empty');
    await page.evaluate(() =>
        window.showScene((scene) => ({
            ...scene,
            hints: [
                { lines: ['H5-I5', 'I5-J5'], junction: null },
                { lines: ['H5-I5'], junction: 'K7' },
                { lines: [], junction: 'L8' },
            ],
        })),
    );
    same(
        'hints are numbered on their lines and junctions',
        ['1 2', '1', '2', '3'],
        await page.locator('.hint-mark text').allTextContents(),
    );
    await page.close();
}

async function testKeyboard() {
    const page = await browser.open('transamerica', 'empty');
    const focused = () =>
        page.evaluate(() => {
            const { activeElement: element } = document;
            return [
                element.getAttribute('data-id'),
                element.getAttribute('role'),
                element.getAttribute('aria-label'),
            ];
        });
    await page.focus('.board-map');
    await page.keyboard.press('Tab');
    same('Tab goes from the map to a junction', ['F10', 'button', 'junction F10'], await focused());
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    same('two steps up end in the column where they began', 'F8', (await focused())[0]);
    await page.keyboard.press('6');
    same('what has the focus has a ring', 1, await page.locator('.focus-mark').count());
    same('6 chooses the line to the east', ['F8-G8', 'button', 'line F8-G8'], await focused());
    await page.keyboard.press('PageDown');
    same('Page Down turns to the next line', 'F8-G9', (await focused())[0]);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Enter');
    same(
        'Enter lays it, with Shift in the own colour',
        ['F8-G8', 'F8-G8*'],
        await takeChosen(page),
    );
    await page.keyboard.press('Escape');
    same('Escape goes back to the junction', 'F8', (await focused())[0]);
    await page.evaluate(() =>
        window.showScene((scene) => ({ ...scene, legal: new Set(['F8-F9']) })),
    );
    await page.keyboard.press('Enter');
    same('Enter on a junction goes to a legal line there', 'F8-F9', (await focused())[0]);
    await page.evaluate(() => window.showScene((scene) => ({ ...scene, focus: 'M5' })));
    await page.waitForFunction(() => document.activeElement.getAttribute('data-id') === 'M5');
    same('the app can move the focus', 'M5', (await focused())[0]);
    const stops = await page.evaluate(
        () => document.querySelectorAll('.zone[tabindex="0"]').length,
    );
    same('the lattice is one stop for Tab', 1, stops);
    await page.close();
}

async function testUpdates() {
    const page = await browser.open('transeuropa', 'game');
    const changes = await page.evaluate(async () => {
        let count = 0;
        const observer = new MutationObserver((records) => {
            for (const record of records)
                count +=
                    record.type === 'childList'
                        ? record.addedNodes.length + record.removedNodes.length
                        : 1;
        });
        observer.observe(document.querySelector('.board'), {
            subtree: true,
            childList: true,
            attributes: true,
        });
        window.showScene((scene) => ({
            ...scene,
            tracks: [...scene.tracks, { line: 'N7-O7', seat: null }],
        }));
        await new Promise((done) => {
            requestAnimationFrame(() => requestAnimationFrame(done));
        });
        observer.disconnect();
        return count;
    });
    passes(
        'one more track changes one piece of the drawing',
        changes === 1 ? [] : [`${changes} changes`],
    );
    await page.close();
}

/** What may be laid is an empty place, what is laid a full piece; what is reached is checked off. */
async function testLooks(theme) {
    const page = await browser.open('transeuropa', 'game', { theme });
    const looks = await page.evaluate(() => {
        const alpha = (selector) => {
            const { fill } = getComputedStyle(document.querySelector(selector));
            return Number(/[,/] ?([\d.]+)\)$/.exec(fill.replace(/^rgb\(.*/, 'rgb(, 1)'))[1]);
        };
        const count = (selector) => document.querySelectorAll(selector).length;
        return {
            slot: alpha('.glow .legal') < 0.35,
            stick: alpha('#rh-stick .stick-body') === 1,
            own: count('.own-cities > g'),
            reached: count('.own-cities > .reached'),
            checks: count('.city.own.reached .city-check'),
        };
    });
    same(
        `${theme}: what may be laid is hollow, and what is reached has a check`,
        { slot: true, stick: true, own: 5, reached: 2, checks: 2 },
        looks,
    );
    await page.close();
}

/** In every look of the map, lines, tracks and names stand out from land and sea. */
async function testStyles(theme) {
    const page = await browser.open('transeuropa', 'game', { theme });
    const faults = await page.evaluate(() => {
        const found = [];
        const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        const light = (colour) => {
            canvas.fillStyle = colour;
            canvas.fillRect(0, 0, 1, 1);
            const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data]
                .map((byte) => byte / 255)
                .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const of = (selector, property) =>
            light(getComputedStyle(document.querySelector(selector))[property]);
        for (const style of ['paper', 'night', 'contrast', 'printed']) {
            document.documentElement.dataset.map = style;
            for (const ground of ['land', 'sea'])
                for (const [selector, property, least] of [
                    ['.printed .single', 'stroke', 2.5],
                    ['#rh-stick .stick-body', 'fill', 4.5],
                    ['.names .name:not(.own)', 'fill', 4.5],
                    ['.glow .legal', 'stroke', 1.9],
                ]) {
                    const [one, other] = [of(selector, property), of(`.terrain .${ground}`, 'fill')];
                    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
                    if (ratio < least)
                        found.push(`${style}: ${selector} on ${ground}: ${ratio.toFixed(2)}`);
                }
        }
        return found;
    });
    passes(`${theme}: the board can be made out in every look of the map`, faults);
    await page.close();
}

async function testAccess() {
    const axe = (await clientPackage('axe-core')).default;
    for (const theme of ['light', 'dark']) {
        const page = await browser.open('transeuropa', 'game', { theme });
        await page.evaluate(axe.source);
        const found = await page.evaluate(() =>
            window.axe
                .run(document.querySelector('.board'))
                .then(({ violations }) =>
                    violations
                        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
                        .map(({ id, nodes }) => `${id}: ${nodes.length}, as ${nodes[0].html}`),
                ),
        );
        passes(`${theme}: axe finds nothing serious on the board`, found);
        await page.close();
    }
    const still = await browser.open('transamerica', 'game', { reducedMotion: 'reduce' });
    const moving = await still.evaluate(() => document.getAnimations().length);
    same('nothing moves for people who asked for less motion', 0, moving);
    await still.close();
}

async function takePictures() {
    mkdirSync(PICTURES, { recursive: true });
    const sizes = [
        [360, 640],
        [1280, 830],
        [2560, 1440],
    ];
    for (const id of BOARDS)
        for (const theme of ['light', 'dark'])
            for (const [width, height] of sizes) {
                const page = await browser.open(id, 'game', {
                    theme,
                    viewport: { width, height },
                    reducedMotion: 'reduce',
                });
                await page.screenshot({ path: join(PICTURES, `${id}-${theme}-${width}.png`) });
                await page.close();
            }
}

try {
    await testTouch();
    await testNearer();
    await testCamera();
    await testFollowing();
    await testCoordinates();
    await testHints();
    await testKeyboard();
    await testUpdates();
    for (const theme of ['light', 'dark']) {
        await testLooks(theme);
        await testStyles(theme);
    }
    await testAccess();
    if (process.env.PICTURES) await takePictures();
    passes('no page reported an error', browser.errors);
} finally {
    await browser.close();
}
finish();
