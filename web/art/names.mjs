// Where the names of the cities stand, for one size of letters.  Every city has thousands of
// places around it, each with a cost; the names then take the cheapest places that do not
// overlap.  A line that a name must stand on is cut there, so that none runs through a name.

import { UNIT, latticePoints, lineName } from './lattice.mjs';
import { rowsOf, textWidth } from './letters.mjs';

/** @typedef {import("./lattice.mjs").Board} Board */
/** @typedef {import("./lattice.mjs").Point} Point */
/** @typedef {import("./outline.mjs").Box} Box */
/** @typedef {{ size: number, city: number, dot: number, track: number }} Scale
 *  the size of letters; half of that of city signs, of dots and of a track's thickness */
/** @typedef {{ rows: string[], boxes: Box[], cost: number, cut: Stroke[] }} Place */
/** @typedef {{ name: string, a: Point, b: Point, room: Box, half: number }} Stroke
 *  `room` is its box with what a track takes up around it */

/** Half of what a line takes up when it is drawn. */
const HALF_WIDTH = { single: 2.2, double: 5.5, ferry: 7 };
const KEPT = 120; // of the places of a city, the cheapest and different ones
const SWEEPS = 40;
const STEP = 4; // between places that are tried
const FARTHEST = 0.6 * UNIT; // from a city's sign to its name
const ROOM = 12; // around a line: no track is thicker
const FORBIDDEN = 1e9;

/** @param {Box} one @param {Box} other @param {number} gap */
function boxesMeet(one, other, gap = 0) {
    return (
        one[0] < other[2] + gap &&
        other[0] < one[2] + gap &&
        one[1] < other[3] + gap &&
        other[1] < one[3] + gap
    );
}

/** @param {Box} box @param {Point} point */
function boxDistance(box, point) {
    const x = Math.max(box[0] - point.x, 0, point.x - box[2]);
    const y = Math.max(box[1] - point.y, 0, point.y - box[3]);
    return Math.hypot(x, y);
}

/**
 * The part of a stroke that lies in a box, from 0 at its first end to 1, or null.
 * @param {Point} a @param {Point} b @param {Box} box @returns {[number, number] | null}
 */
export function partInBox(a, b, box) {
    let [from, to] = [0, 1];
    for (const [start, step, low, high] of [
        [a.x, b.x - a.x, box[0], box[2]],
        [a.y, b.y - a.y, box[1], box[3]],
    ]) {
        if (Math.abs(step) < 1e-9) {
            if (start <= low || start >= high) return null;
            continue;
        }
        const [first, second] = [(low - start) / step, (high - start) / step];
        from = Math.max(from, Math.min(first, second));
        to = Math.min(to, Math.max(first, second));
    }
    return from < to ? [from, to] : null;
}

/** @param {Box} box @param {number} by @returns {Box} */
function grown(box, by) {
    return [box[0] - by, box[1] - by, box[2] + by, box[3] + by];
}

/** @param {Box} box @param {Box} inner */
function boxHolds(box, inner) {
    return inner[0] >= box[0] && inner[1] >= box[1] && inner[2] <= box[2] && inner[3] <= box[3];
}

/** @param {Board} board @returns {Stroke[]} */
export function strokesOf(board) {
    const points = latticePoints(board);
    return board.lines.map((line) => {
        const a = /** @type {Point} */ (points.get(line.a));
        const b = /** @type {Point} */ (points.get(line.b));
        const half = HALF_WIDTH[line.kind] + 2;
        /** @type {Box} */
        const box = [
            Math.min(a.x, b.x),
            Math.min(a.y, b.y),
            Math.max(a.x, b.x),
            Math.max(a.y, b.y),
        ];
        return { name: lineName(line), a, b, room: grown(box, ROOM), half };
    });
}

/** Rows of letters, how they stand above each other, and how wide they are.
 * @typedef {{ rows: string[], widths: number[], align: -1 | 0 | 1 }} Layout */

/** The ways to write a name. @param {string} name @param {number} size @returns {Layout[]} */
function layoutsOf(name, size) {
    return rowsOf(name).flatMap((rows) => {
        const widths = rows.map((row) => textWidth(row, size));
        const aligns = /** @type {(-1 | 0 | 1)[]} */ (rows.length > 1 ? [0, -1, 1] : [0]);
        return aligns.map((align) => ({ rows, widths, align }));
    });
}

/** The boxes of a layout's rows around a middle. @param {Layout} layout @param {number} x
 * @param {number} y @param {number} size @returns {Box[]} */
function rowBoxes({ widths, align }, x, y, size) {
    const widest = Math.max(...widths);
    return widths.map((width, i) => {
        const middle = y + (i - (widths.length - 1) / 2) * size * 0.98;
        const left = x - width / 2 + (align * (widest - width)) / 2;
        return [left, middle - size * 0.42, left + width, middle + size * 0.42];
    });
}

/** A city and what lies around it.
 * @typedef {{ city: Point, others: Point[], strokes: Stroke[], dots: Point[], paper: Box,
 *             scale: Scale }} Site */

/** @param {Box[]} boxes @param {Point} point */
function boxesDistance(boxes, point) {
    let least = Infinity;
    for (const box of boxes) least = Math.min(least, boxDistance(box, point));
    return least;
}

/** What it costs to stand on lines and dots. @param {Box[]} boxes @param {Site} site */
function groundCost(boxes, { strokes, dots, scale }) {
    const large = scale.size > 0.4 * UNIT; // letters for which there is no free room
    let cost = 0;
    for (const box of boxes) {
        for (const stroke of strokes) {
            if (!boxesMeet(box, stroke.room)) continue;
            const part = partInBox(stroke.a, stroke.b, grown(box, stroke.half));
            if (!part) {
                if (partInBox(stroke.a, stroke.b, grown(box, scale.track))) cost += 14;
                continue;
            }
            const share = part[1] - part[0];
            if (share > (large ? 1 : 0.5)) return FORBIDDEN;
            cost += 60 + 400 * share * share * (stroke.half - 2);
        }
        for (const dot of dots)
            if (boxDistance(box, dot) < scale.dot) cost += large ? 300 : FORBIDDEN;
    }
    return cost;
}

/** What it costs to be here for the city's sake. @param {Box[]} boxes @param {Site} site */
function bondCost(boxes, { city, others, scale }) {
    const near = boxesDistance(boxes, city);
    const gap = near - scale.city;
    if (gap < 1 || gap > FARTHEST) return FORBIDDEN;
    let cost = gap * 2 + (gap > 0.18 * UNIT ? (gap - 0.18 * UNIT) * 8 : 0);
    for (const other of others) {
        const distance = boxesDistance(boxes, other);
        if (distance < scale.city + 2) return FORBIDDEN;
        // Nobody may wonder whose name it is.
        if (distance < near + 0.2 * UNIT) cost += distance < near + 0.04 * UNIT ? 1500 : 600;
    }
    let [left, right] = [Infinity, -Infinity];
    for (const box of boxes) [left, right] = [Math.min(left, box[0]), Math.max(right, box[2])];
    // Beside or centred reads better than askew.
    return cost + Math.min(Math.abs((left + right) / 2 - city.x), 0.6 * UNIT) * 0.25;
}

/** What a place costs, or FORBIDDEN. @param {Layout} layout @param {Box[]} boxes
 * @param {Site} site */
function placeCost({ align, rows }, boxes, site) {
    if (boxes.some((box) => !boxHolds(site.paper, box))) return FORBIDDEN;
    const bond = bondCost(boxes, site);
    if (bond >= FORBIDDEN) return FORBIDDEN;
    const manner = (align === 0 ? 0 : 4) + (rows.length > 1 ? 6 : 0);
    return bond + manner + groundCost(boxes, site);
}

/** All places worth a thought for one city, the cheapest first. @param {string} name
 * @param {Site} site @returns {Place[]} */
function placesOf(name, site) {
    const { city, scale, strokes } = site;
    /** @type {Place[]} */
    const places = [];
    for (const layout of layoutsOf(name, scale.size)) {
        const { rows, widths } = layout;
        const reachY = scale.city + FARTHEST + (rows.length * scale.size) / 2;
        const reachX = scale.city + FARTHEST + Math.max(...widths) / 2;
        for (let dy = -reachY; dy <= reachY; dy += STEP) {
            for (let dx = -reachX; dx <= reachX; dx += STEP) {
                const boxes = rowBoxes(layout, city.x + dx, city.y + dy, scale.size);
                const cost = placeCost(layout, boxes, site);
                if (cost < FORBIDDEN) places.push({ rows, boxes, cost, cut: [] });
            }
        }
    }
    places.sort((p, q) => p.cost - q.cost);
    const kept = thinned(places);
    for (const place of kept) place.cut = strokes.filter((stroke) => cutBy(stroke, place.boxes));
    return kept;
}

/** The cheapest places, without those that say the same a hair beside. @param {Place[]} places */
function thinned(places) {
    /** @type {Place[]} */
    const kept = [];
    for (const place of places) {
        if (kept.length === KEPT) break;
        const known = kept.some(
            ({ boxes }) =>
                boxes.length === place.boxes.length &&
                Math.abs(boxes[0][0] - place.boxes[0][0]) < 9 &&
                Math.abs(boxes[0][1] - place.boxes[0][1]) < 9,
        );
        if (!known) kept.push(place);
    }
    return kept;
}

/** @param {Stroke} stroke @param {Box[]} boxes */
function cutBy(stroke, boxes) {
    return boxes.some((box) => partInBox(stroke.a, stroke.b, grown(box, stroke.half)));
}

/** What two names cost because of each other: most if one covers the other, something if both cut
 * the same line. @param {Place} one @param {Place} other @param {number} gap
 * @param {number} overlap */
function pairCost(one, other, gap, overlap) {
    const both = one.cut.filter((stroke) => other.cut.includes(stroke)).length;
    return both * 150 + (placesMeet(one, other, gap) ? overlap : 0);
}

/** @param {Place} one @param {Place} other @param {number} gap */
function placesMeet(one, other, gap) {
    return one.boxes.some((box) => other.boxes.some((second) => boxesMeet(box, second, gap)));
}

/** Moves every name to its cheapest place beside the others'; tells whether one moved.
 * @param {Place[][]} choices @param {Place[]} chosen @param {number} gap
 * @param {number} overlap @returns {boolean} */
function sweep(choices, chosen, gap, overlap) {
    let moved = false;
    choices.forEach((places, i) => {
        const cost = (/** @type {Place} */ place) =>
            chosen.reduce(
                (sum, other, k) => sum + (k === i ? 0 : pairCost(place, other, gap, overlap)),
                place.cost,
            );
        let [best, least] = [chosen[i], cost(chosen[i])];
        for (const place of places) {
            if (place.cost >= least) break; // they are sorted
            const here = cost(place);
            if (here < least) [best, least] = [place, here];
        }
        moved ||= best !== chosen[i];
        chosen[i] = best;
    });
    return moved;
}

/** A place for every city.  Sweep by sweep an overlap costs more, so that the one with the better
 * way out goes. @param {Place[][]} choices @param {number} gap @returns {Place[]} */
function settle(choices, gap) {
    const chosen = choices.map((places) => places[0]);
    const overlaps = () =>
        chosen.some((one, i) => chosen.some((other, k) => k > i && placesMeet(one, other, gap)));
    for (let turn = 0; turn < SWEEPS; turn++)
        if (!sweep(choices, chosen, gap, 200 + 200 * turn) && !overlaps()) break;
    return chosen;
}

/**
 * The names at one size, in the order of the board's cities, and the cuts in the lines.
 * @param {Board} board @param {Box} sheet @param {Scale} scale
 */
export function placeNames(board, sheet, scale) {
    const points = latticePoints(board);
    const strokes = strokesOf(board);
    const cities = board.cities.map((city) => /** @type {Point} */ (points.get(city.junction)));
    const dots = [...points.values()].filter((point) => !cities.includes(point));
    const paper = grown(sheet, -8 - scale.size * 0.3);
    const choices = board.cities.map(({ name }, i) => {
        const city = cities[i];
        const reach = 2.3 * UNIT + textWidth(name, scale.size);
        const close = (/** @type {Point} */ p) => Math.hypot(p.x - city.x, p.y - city.y) < reach;
        return placesOf(name, {
            city,
            others: cities.filter((other) => other !== city && close(other)),
            strokes: strokes.filter((stroke) => close(stroke.a) || close(stroke.b)),
            dots: dots.filter(close),
            paper,
            scale,
        });
    });
    const lost = choices.findIndex((places) => places.length === 0);
    if (lost >= 0) throw new Error(`there is no room for the name ${board.cities[lost].name}`);
    const chosen = settle(choices, scale.size * 0.14);
    return { places: chosen, cuts: cutsOf(strokes, chosen) };
}

/** Where the lines are cut for the names: the share of each that is left out.
 * @param {Stroke[]} strokes @param {Place[]} places @returns {Record<string, [number, number][]>} */
function cutsOf(strokes, places) {
    /** @type {Record<string, [number, number][]>} */
    const cuts = {};
    for (const stroke of strokes) {
        const parts = places
            .flatMap((place) => place.boxes)
            .map((box) => partInBox(stroke.a, stroke.b, grown(box, stroke.half)))
            .filter((part) => part !== null)
            .sort((p, q) => p[0] - q[0]);
        if (parts.length === 0) continue;
        /** @type {[number, number][]} */
        const merged = [];
        for (const [from, to] of parts) {
            const last = merged.at(-1);
            if (last && from <= last[1] + 0.04) last[1] = Math.max(last[1], to);
            else merged.push([from, to]);
        }
        cuts[stroke.name] = merged.map(([from, to]) => [round(from), round(to)]);
    }
    return cuts;
}

/** @param {number} share */
function round(share) {
    return Math.round(share * 1000) / 1000;
}
