#!/usr/bin/env node
// Each board as it is drawn in a real browser: its lines are printed and can be chosen, its names can be read,
// and nothing hides or covers what matters.
import { join } from 'node:path';
import { randomNumbers, scratch } from '../tap.mjs';
import { drawn } from './browser.mjs';
import { PHONE, missed } from './finger.mjs';
import { KINDS_FEW, coveredNames, hiddenPieces } from './map_sight.mjs';
import { startBrowser, takeChosen, toWindow, viewBox } from './map_page.mjs';
import { BOARDS, boardModules, finish, passes, readBoard, readJson, same } from './map_tools.mjs';

const folder = scratch();
const { GROUPS, SEATS, SURE_FROM, THICKNESS, latticeOf, pointOn, scaleFor, touched, walk, walkerAt } =
    await boardModules(folder, 'camera', 'geometry', 'keys', 'pieces', 'pointing', 'seats', 'groups');
const browser = await startBrowser(join(folder, 'page'));
const lattices = new Map(BOARDS.map((id) => [id, latticeOf(readBoard(id))]));
const arts = new Map(BOARDS.map((id) => [id, readJson(join(folder, 'page/art', `${id}.art.json`))]));

function differences(wanted, got) {
    const faults =
        wanted.length === got.length ? [] : [`${wanted.length} asked, ${got.length} heard`];
    wanted.forEach((name, i) => {
        if (got[i] !== undefined && got[i] !== name) faults.push(`${name} was taken as ${got[i]}`);
    });
    return faults;
}

/** Another size of the window, with the board drawn for it. */
async function resize(page, width, height) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    await viewBox(page);
}

/** The printed lines, measured: each is there, and the lengths add up to each being there once. */
async function testPrint(page, id) {
    const { lines } = lattices.get(id);
    const { cuts } = arts.get(id).names.near;
    const left = (line) =>
        100 * (1 - (cuts[line.name] ?? []).reduce((sum, [a, b]) => sum + b - a, 0));
    const of = (kind) => [...lines.values()].filter((line) => line.kind === kind);
    const sum = (list) => list.reduce((total, line) => total + left(line), 0);
    const seen = await page.evaluate(() => {
        const long = (name) => document.querySelector(`.printed .${name}`).getTotalLength();
        return {
            single: long('single'),
            double: long('bridge') + long('tunnel') + long('tunnel-end'),
        };
    });
    const faults = [];
    for (const [kind, wanted] of [
        ['single', sum(of('single'))],
        ['double', 2 * sum(of('double'))],
    ])
        if (Math.abs(seen[kind] - wanted) > 0.004 * wanted + 1)
            faults.push(`${kind} lines are ${seen[kind]} long, not ${wanted}`);
    const probes = [...lines.values()].flatMap((line) => probesOf(line, cuts[line.name] ?? []));
    const missed = await page.evaluate(
        (list) =>
            list
                .filter(({ name, x, y, layers }) => {
                    const hit = [...document.querySelectorAll('.printed path')]
                        .filter((path) => path.isPointInStroke(new DOMPoint(x, y)))
                        .map((path) => path.getAttribute('class'));
                    return !layers.some((layer) => hit.includes(layer));
                })
                .map(({ name, layers }) => `${name} is not among ${layers}`),
        probes,
    );
    passes(`${id}: each line of the board is printed once, as what it is`, [...faults, ...missed]);
}

/** A place on the line, outside of names, that must be inked. */
function probesOf(line, cuts) {
    const free = (t) => cuts.every(([from, to]) => t < from - 0.08 || t > to + 0.08);
    // The wave of a ferry crosses its line every tenth; rails run 3.6 beside theirs.
    const [shares, across, layers] = {
        single: [[0.5, 0.3, 0.7, 0.15, 0.85], 0, ['single']],
        double: [[0.1, 0.15, 0.9, 0.85], 3.6, ['bridge', 'tunnel-end']],
        ferry: [[0.145, 0.25, 0.355, 0.645, 0.75, 0.855], 0, ['ferry']],
    }[line.kind];
    const share = shares.find(free);
    return share === undefined
        ? []
        : [{ name: line.name, ...pointOn(line, share, across), layers }];
}

/** Clicks on hundreds of places, told to the page as a mouse would; what a mouse does is below. */
async function clickAll(page, places) {
    await page.evaluate(
        (list) => {
            for (const { x, y } of list)
                for (const [type, buttons] of [
                    ['pointermove', 0],
                    ['pointerdown', 1],
                    ['pointerup', 0],
                    ['click', 0],
                ])
                    document.elementFromPoint(x, y).dispatchEvent(
                        new PointerEvent(type, {
                            clientX: x,
                            clientY: y,
                            pointerId: 1,
                            pointerType: 'mouse',
                            isPrimary: true,
                            buttons,
                            bubbles: true,
                            cancelable: true,
                        }),
                    );
        },
        await toWindow(page, places),
    );
}

async function testClicks(page, id, width, height) {
    await resize(page, width, height);
    const lines = [...lattices.get(id).lines.values()];
    await clickAll(
        page,
        lines.map((line) => line.middle),
    );
    passes(
        `${id}, ${width} px: a click on the middle of each line chooses that line`,
        differences(
            lines.map((line) => line.name),
            await takeChosen(page),
        ),
    );
}

async function testMarkers(id) {
    const page = await browser.open(id, 'marker', { viewport: { width: 360, height: 640 } });
    const junctions = [...lattices.get(id).junctions.values()];
    // Anywhere in its cell: a third of a line to the north-east is still nearer than any other.
    const places = junctions.map(({ x, y }) => ({ x: x + 20, y: y - 34 }));
    await clickAll(page, places);
    passes(
        `${id}: while a marker is placed, a click means the nearest junction`,
        differences(
            junctions.map((junction) => junction.name),
            await takeChosen(page),
        ),
    );
    await page.close();
}

/** The lines at the ends of what one network of `count` lines, grown at random, has laid. */
function legalLines({ junctions, lines }, count, random) {
    const reached = new Set([[...junctions.keys()][random(junctions.size)]]);
    const laid = new Set();
    const open = () =>
        [...lines.values()].filter(
            ({ name, a, b }) => !laid.has(name) && (reached.has(a.name) || reached.has(b.name)),
        );
    for (let i = 0; i < count; i++) {
        const choice = open();
        const { name, a, b } = choice[random(choice.length)];
        laid.add(name);
        reached.add(a.name).add(b.name);
    }
    return open();
}

/** A finger that misses by 8 pixels, on the whole board and, where that is not sure, nearer. */
function testFinger(id, random) {
    const lattice = lattices.get(id);
    const [left, , right] = arts.get(id).sheet;
    const whole = (right - left) / PHONE.width; // units for a pixel
    const AIMS = 2000;
    let wrong = 0;
    for (let i = 0; i < AIMS; i++) {
        const legal = legalLines(lattice, i % 25, random);
        const scene = {
            legal: new Set(legal.map(({ name }) => name)),
            legalJunctions: new Set(),
            draft: [],
            placed: false,
        };
        const line = legal[random(legal.length)];
        const touch = (pixel) =>
            touched(lattice, scene, line.name, missed(line.middle, random, pixel), pixel);
        const first = touch(whole);
        const taken = first.sure ? first : touch(100 / SURE_FROM);
        if (taken.id !== line.name) wrong += 1;
    }
    passes(
        `${id}: of lines aimed at with a finger that misses, 95 in 100 are taken`,
        wrong <= AIMS * 0.05 ? [] : [`${wrong} of ${AIMS} were others`],
    );
}

function testWalking(id) {
    const lattice = lattices.get(id);
    const start = [...lattice.junctions.keys()][0];
    const seen = new Set([start]);
    const queue = [start];
    for (const name of queue)
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
            const next = walk(lattice, walkerAt(lattice, name), key);
            if (!next || seen.has(next.id)) continue;
            seen.add(next.id);
            queue.push(next.id);
        }
    const lost = [...lattice.junctions.keys()].filter((name) => !seen.has(name));
    passes(`${id}: arrow keys reach every junction`, lost);
    const reached = new Set();
    for (const name of lattice.junctions.keys())
        for (const key of '134679') reached.add(walk(lattice, walkerAt(lattice, name), key)?.id);
    const missed = [...lattice.lines.keys()].filter((name) => !reached.has(name));
    passes(`${id}: a digit at one of its ends chooses each line`, missed);
}

/** Names, signs and markers leave so much in sight of what is laid or may be that it can be seen. */
async function testSight(page, id, width, height) {
    await resize(page, width, height);
    const [, , seen] = await viewBox(page);
    const thickness = THICKNESS[scaleFor((100 * width) / seen)];
    passes(
        `${id}, ${width} px: no name, sign or marker hides what is played on a line`,
        await hiddenPieces(page, lattices.get(id), {
            pointOn,
            thickness,
            // Names are written over tracks, and on a phone they are as high as tracks are thick.
            ...(width < 600 ? { share: 0.33 } : { share: 0.9, kinds: KINDS_FEW }),
        }),
    );
}

/** Names are written over everything that is laid, whatever line it is on. */
async function testWritten(id, width, height) {
    const page = await browser.open(id, 'empty', {
        viewport: { width, height },
        deviceScaleFactor: 2,
        reducedMotion: 'reduce',
    });
    passes(
        `${id}, ${width} px: nothing that is laid on any line covers a name`,
        await coveredNames(page, lattices.get(id)),
    );
    await page.close();
}

async function testReading(page, id, width, height, scale, smallest) {
    await resize(page, width, height);
    const faults = await page.evaluate(
        ([wanted, least]) => {
            const found = [];
            if (!document.querySelector(`.board.scale-${wanted}`))
                found.push('another scale is shown');
            for (const text of document.querySelectorAll('text.name')) {
                const height = text.getBoundingClientRect().height / 1.15;
                if (height < least)
                    found.push(`${text.textContent} is ${height.toFixed(1)} px high`);
                const long = text.getComputedTextLength();
                const room = Number(text.getAttribute('textLength'));
                if (text.getBBox().width > room * 1.06 + 1)
                    found.push(`${text.textContent} is ${long} long in a room of ${room}`);
            }
            return found;
        },
        [scale, smallest],
    );
    passes(`${id}, ${width} px: names can be read and keep to their places`, faults);
}

try {
    same('six seats have six signs', 6, new Set(SEATS.map((seat) => seat.path)).size);
    same('five groups have five shapes', 5, new Set(GROUPS.map((group) => group.path)).size);
    const random = randomNumbers();
    for (const id of BOARDS) {
        testWalking(id);
        testFinger(id, random);
        const page = await browser.open(id, 'empty', { reducedMotion: 'reduce' });
        await testPrint(page, id);
        await testClicks(page, id, 1280, 830);
        await testClicks(page, id, 360, 640);
        await testReading(page, id, 360, 640, 'far', 7.5);
        await testReading(page, id, 820, 600, 'middle', 9.5);
        await testReading(page, id, 1280, 900, 'near', 10);
        await testSight(page, id, 768, 560);
        await testSight(page, id, 1280, 830);
        await page.close();
        const phone = await browser.open(id, 'empty', { deviceScaleFactor: 2, reducedMotion: 'reduce' });
        await testSight(phone, id, 360, 300);
        await phone.close();
        await testMarkers(id);
        for (const [width, height] of [[360, 300], [820, 600], [1280, 900]])
            await testWritten(id, width, height);
    }
    passes('no page reported an error', browser.errors);
} finally {
    await browser.close();
}
finish();
