// The artwork of one board, put together from its lattice and the geography of its continent.

import { geographyOf, projection } from './geography.mjs';
import { sheetOf } from './lattice.mjs';
import { placeNames } from './names.mjs';
import { encode, simplify, simplifyRing } from './outline.mjs';
import { peaksOf, tunnelsOf } from './relief.mjs';

/** @typedef {import("./lattice.mjs").Board} Board */
/** @typedef {import("./lattice.mjs").Point} Point */

/** Three sizes of letters and signs: for a map that is seen near, from the middle, and far.
 * The browser takes the one that can be read. */
export const SCALES = {
    near: { size: 19, city: 17, dot: 5, track: 8 },
    middle: { size: 28, city: 21, dot: 7, track: 9 },
    far: { size: 46, city: 27, dot: 9, track: 11 },
};

const EXACT = 0.7; // how far an outline may be from the true one
const COARSE = 2.5;

/** @param {Board} board @param {import("./geography.mjs").GeoData} data */
export function artOf(board, data) {
    const sheet = sheetOf(board);
    const geography = geographyOf(data, projection(board), sheet);
    const rings = (/** @type {Point[][]} */ list, /** @type {number} */ tolerance) =>
        list.map((ring) => encode(simplifyRing(ring, tolerance))).filter((ring) => ring.length > 4);
    const lines = (/** @type {Point[][]} */ list, /** @type {number} */ tolerance) =>
        list.map((line) => encode(simplify(line, tolerance))).filter((line) => line.length > 2);
    return {
        format: 'railhead-art 1',
        board: board.id,
        sheet,
        land: rings(geography.land, EXACT),
        lakes: rings(geography.lakes, EXACT),
        ranges: rings(geography.ranges, COARSE),
        rivers: lines(geography.rivers, EXACT),
        borders: lines(geography.borders, 1.2),
        graticule: lines(geography.meridians, 1.2),
        peaks: peaksOf(board, geography, sheet).flat(),
        tunnels: tunnelsOf(board, geography),
        names: namesOf(board, sheet),
    };
}

/** @param {Board} board @param {[number, number, number, number]} sheet */
function namesOf(board, sheet) {
    return Object.fromEntries(
        Object.entries(SCALES).map(([key, scale]) => {
            const { places, cuts } = placeNames(board, sheet, scale);
            const cities = Object.fromEntries(
                places.map((place, i) => [
                    board.cities[i].id,
                    place.rows.map((text, row) => ({
                        text,
                        box: place.boxes[row].map((value) => Math.round(value * 10) / 10),
                    })),
                ]),
            );
            const { size, city, dot } = scale;
            return [key, { size, city, dot, cities, cuts }];
        }),
    );
}
