// What the land says about the lines: which double lines bridge water and which go through
// mountains, and where the little peaks of the ranges stand.

import { UNIT, latticePoints, lineName } from './lattice.mjs';
import { distanceToLine, ringHolds } from './outline.mjs';

/** @typedef {import("./lattice.mjs").Board} Board */
/** @typedef {import("./lattice.mjs").Point} Point */
/** @typedef {import("./geography.mjs").Geography} Geography */

/**
 * The double lines that are tunnels.  A board file may say what a line crosses; where it does not,
 * a line that keeps away from rivers and lakes and runs in a range is a tunnel.
 * @param {Board} board @param {Geography} geography @returns {string[]}
 */
export function tunnelsOf(board, geography) {
    const points = latticePoints(board);
    return board.lines
        .filter((line) => {
            if (line.kind !== 'double') return false;
            if (line.over !== undefined) return /mountain/.test(line.over);
            const a = /** @type {Point} */ (points.get(line.a));
            const b = /** @type {Point} */ (points.get(line.b));
            return runsInMountains(a, b, geography);
        })
        .map(lineName);
}

/** @param {Point} a @param {Point} b @param {Geography} geography */
function runsInMountains(a, b, geography) {
    let [high, wet] = [0, 0];
    for (let t = 0.05; t < 1; t += 0.1) {
        const point = { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
        if (geography.ranges.some((ring) => ringHolds(ring, point))) high++;
        if (geography.lakes.some((ring) => ringHolds(ring, point))) wet += 3;
        if (geography.rivers.some((river) => distanceToLine(river, point) < 0.11 * UNIT)) wet++;
    }
    return high > wet + 1;
}

/** Numbers in [0, 1) that are the same everywhere. @param {number} seed */
function randomFrom(seed) {
    let state = seed >>> 0;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/**
 * Peaks over the ranges, north before south: x, y and size of each.  They keep off cities and off
 * each other, and stand a little unevenly.
 * @param {Board} board @param {Geography} geography
 * @param {[number, number, number, number]} sheet @returns {[number, number, number][]}
 */
export function peaksOf(board, geography, sheet) {
    const random = randomFrom(board.lines.length);
    const points = latticePoints(board);
    const cities = board.cities.map((city) => /** @type {Point} */ (points.get(city.junction)));
    /** @type {[number, number, number][]} */
    const peaks = [];
    const pitch = 0.3 * UNIT;
    let row = 0;
    for (let y = sheet[1]; y < sheet[3]; y += pitch * 0.74, row++) {
        for (let x = sheet[0] + (row % 2) * pitch * 0.5; x < sheet[2]; x += pitch) {
            const peak = { x: x + (random() - 0.5) * 9, y: y + (random() - 0.5) * 7 };
            const size = 7.5 + random() * 5;
            const foot = { x: peak.x, y: peak.y - size / 2 };
            const lone = random() < 0.12; // a gap here and there
            if (lone || !geography.ranges.some((ring) => ringHolds(ring, foot))) continue;
            if (!geography.land.some((ring) => ringHolds(ring, foot))) continue;
            if (geography.lakes.some((ring) => ringHolds(ring, foot))) continue;
            if (geography.rivers.some((river) => distanceToLine(river, foot) < 6)) continue;
            if (cities.some((city) => Math.hypot(city.x - foot.x, city.y - foot.y) < 0.3 * UNIT))
                continue;
            peaks.push([Math.round(peak.x), Math.round(peak.y), Math.round(size)]);
        }
    }
    return peaks;
}
