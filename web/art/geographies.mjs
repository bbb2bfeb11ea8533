// Which geography is under a board.

import { readFileSync } from 'node:fs';

/** @typedef {import("./lattice.mjs").Board} Board */
/** @typedef {import("./geography.mjs").GeoData} GeoData */

/** @returns {GeoData[]} */
const geographies = () =>
    ['usa', 'europe'].map((name) =>
        JSON.parse(readFileSync(new URL(`geo/${name}.geojson`, import.meta.url), 'utf8')),
    );

/** The geography in which all cities of a board lie. @param {Board} board @returns {GeoData} */
export function geographyFor(board) {
    const found = geographies().find(({ bbox: [west, south, east, north] }) =>
        board.cities.every(
            ({ lonlat: [lon, lat] }) => lon > west && lon < east && lat > south && lat < north,
        ),
    );
    if (!found) throw new Error(`no geography holds all cities of ${board.id}`);
    return found;
}
