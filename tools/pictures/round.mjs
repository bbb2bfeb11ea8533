// A round that plays itself, as one SVG without a script: the page's map as a picture, and on it what
// every turn laid, drawn as the page draws it and shown one turn after the other.
import fs from 'node:fs';
import { drawn, openPage } from '../../tests/web/browser.mjs';

const SIZE = { width: 1180, height: 720 };
const [STEP_S, LAST_S] = [0.55, 4];
const PLATE = 44; // the height of a seat's plate
const COLOURS = ['#c5302b', '#1f5fae', '#2b7d32', '#e9b01c']; // as web/src/board/theme.css has them

// In the page: what lies on the map, each piece with a name that it keeps, and the symbols that they use.
// Styles become attributes, since the page's style sheet stays behind.
function pieces(selector) {
    const SHAPE = /^(id|href|d|x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|width|height|points|transform)$/;
    const USUAL = {
        fill: 'rgb(0, 0, 0)', stroke: 'none', 'stroke-width': '1px', 'stroke-linecap': 'butt',
        'stroke-linejoin': 'miter', 'stroke-dasharray': 'none', opacity: '1', 'fill-opacity': '1',
    };
    const rounded = (text) => text.replace(/-?\d+\.\d{2,}/g, (one) => String(Math.round(one * 10) / 10));
    const copied = (element) => {
        const style = getComputedStyle(element);
        const inner = [...element.children].map(copied).filter(Boolean);
        const empty = style.fill === 'none' && style.stroke === 'none' && inner.length === 0;
        if (style.display === 'none' || empty) return null;
        const copy = document.createElementNS('http://www.w3.org/2000/svg', element.localName);
        for (const { name, value } of element.attributes)
            if (SHAPE.test(name)) copy.setAttribute(name, rounded(value));
        for (const [name, usual] of Object.entries(USUAL)) {
            const value = style.getPropertyValue(name);
            if (inner.length && name !== 'opacity') continue; // its parts have their own
            if (value !== usual) copy.setAttribute(name, value);
        }
        copy.append(...inner);
        return copy;
    };
    const written = (element) => copied(element)?.outerHTML.replace(/ xmlns="[^"]*"/g, '');
    const found = [...document.querySelectorAll(selector)];
    const board = document.querySelector('.board').getBoundingClientRect();
    const { a, e, f } = found[0]?.parentNode.getScreenCTM() ?? { a: 1, e: 0, f: 0 };
    const used = new Set(found.flatMap((one) => [...one.querySelectorAll('use')]).map((one) => one.getAttribute('href')));
    return {
        place: `translate(${e - board.left} ${f - board.top}) scale(${a})`,
        symbols: [...used].map((id) => written(document.querySelector(id))).join(''),
        list: found.map((element) => {
            const box = element.getBoundingClientRect();
            const at = [box.left + box.width / 2, box.top + box.height / 2].map(Math.round);
            return { key: `${element.parentNode.getAttribute('class')} ${at}`, svg: written(element) };
        }),
    };
}

const LAID = '.board .board-map .tracks > *, .board .board-map .markers > *';

// ---- The round in the page ----------------------------------------------------------------------

async function openReplay(browser, url, record) {
    const page = await openPage(browser, SIZE);
    await page.goto(`${url}#/`);
    await page.setInputFiles('input[type="file"]', {
        name: 'round.rail',
        mimeType: 'text/plain',
        buffer: Buffer.from(record),
    });
    await page.waitForSelector('.replay .board svg');
    await page.evaluate(() => {
        document.querySelector('.board-zoom').style.display = 'none';
    });
    return page;
}

async function stepOn(page, to) {
    await page.click('button[aria-label="One step forward"]');
    await page.waitForFunction((n) => document.body.innerText.includes(`${n} of `), to);
    await drawn(page);
}

// What each turn added; the last step is the end, which adds nothing to the map.
async function watch(page, turns) {
    const since = new Map();
    for (let step = 0; step < turns; step += 1) {
        await stepOn(page, step + 2);
        for (const { key } of (await page.evaluate(pieces, LAID)).list)
            if (!since.has(key)) since.set(key, step);
    }
    const steps = Array.from({ length: turns + 1 }, () => []);
    await stepOn(page, turns + 2);
    const { list, place, symbols } = await page.evaluate(pieces, LAID);
    for (const { key, svg } of list) steps[since.get(key)]?.push(svg);
    return { place, symbols, steps: steps.map((parts) => parts.filter(Boolean).join('')) };
}

// ---- The drawing ----------------------------------------------------------------------------------

// When each step begins, in percent of the whole.
function moments(steps) {
    const all = steps * STEP_S + LAST_S;
    const at = (step) => `${Math.round((1e4 * step * STEP_S) / all) / 100}%`;
    return { all: `${Math.round(all * 100) / 100}s`, at };
}

// Everything that appears with a step is one group, which waits for its moment and then stays.
function appearing(steps, { all, at }) {
    const rules = steps.map(
        (_, i) =>
            `.s${i}{animation:s${i} ${all} step-end infinite}` +
            `@keyframes s${i}{0%{opacity:0}${at(i + 1)}{opacity:1}}`,
    );
    const groups = steps.map((svg, i) => `<g class="s${i}">${svg}</g>`);
    return { rules: rules.join('\n'), groups: groups.join('\n') };
}

// A plate for each seat below the map, lit while it moves, with what it lost in the end.
function plates(seats, movers, top, width, { all, at }) {
    const wide = width / seats.length;
    const rules = [];
    const groups = seats.map(({ name, colour, lost }, i) => {
        const frames = movers.flatMap((mover, step) =>
            mover === i + 1 ? [`${at(step + 1)}{opacity:1}${at(step + 2)}{opacity:0}`] : [],
        );
        rules.push(
            `.p${i}{opacity:0;animation:p${i} ${all} step-end infinite}` +
                `@keyframes p${i}{0%{opacity:0}${frames.join('')}}`,
        );
        const [x, middle] = [i * wide, top + PLATE / 2];
        const end = lost === 0 ? 'connected' : `−${lost}`;
        return `<rect class="p${i}" x="${x + 3}" y="${top + 4}" width="${wide - 6}" height="${PLATE - 8}" rx="8" fill="${colour}" fill-opacity=".22"/>
<circle cx="${x + 24}" cy="${middle}" r="8" fill="${colour}"/>
<text x="${x + 42}" y="${middle}">${name}</text>
<text class="s${movers.length}" x="${x + wide - 16}" y="${middle}" text-anchor="end" style="font-weight:bold">${end}</text>`;
    });
    return { rules: rules.join('\n'), groups: groups.join('\n') };
}

function drawing({ width, height, picture, seats, movers, place, symbols, steps }) {
    const when = moments(steps.length);
    const laid = appearing(steps, when);
    const below = plates(seats, movers, height, width, when);
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + PLATE}" width="${width}" height="${height + PLATE}">
<title>A round of TransAmerica, turn by turn</title>
<style>
text{font:16px system-ui,sans-serif;dominant-baseline:central;fill:#2b2620}
${laid.rules}
${below.rules}
@media(prefers-reduced-motion:reduce){*{animation:none!important}}
</style>
<defs>${symbols}</defs>
<clipPath id="sheet"><rect width="${width}" height="${height + PLATE}" rx="10"/></clipPath>
<g clip-path="url(#sheet)">
<rect width="${width}" height="${height + PLATE}" fill="#fbf8f1"/>
<image width="${width}" height="${height}" href="data:image/webp;base64,${picture.toString('base64')}"/>
<g transform="${place}">
${laid.groups}
</g>
${below.groups}
</g>
</svg>
`;
}

export async function drawRound(browser, url, record, file, takeWebp) {
    const lines = record.split('\n');
    const round = lines.slice(lines.indexOf('round 1'), lines.indexOf('round 2'));
    const movers = round.filter((line) => /^\d /.test(line)).map((line) => Number(line[0]));
    const lost = round.find((line) => line.startsWith('score ')).split(' ').slice(1).map(Number);

    const page = await openReplay(browser, url, record);
    const clip = await page.locator('.board').boundingBox();
    await takeWebp(page, `${file}.webp`, clip);
    const picture = fs.readFileSync(`${file}.webp`);
    fs.rmSync(`${file}.webp`);
    const names = (await page.locator('.score-name').allInnerTexts()).map((one) => one.split(/\s/)[0]);
    const seats = lost.map((points, i) => ({ name: names[i], colour: COLOURS[i], lost: points }));
    const { width, height } = clip;
    const watched = await watch(page, movers.length);
    fs.writeFileSync(file, drawing({ width, height, picture, seats, movers, ...watched }));
    await page.context().close();
}
