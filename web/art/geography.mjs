// Real geography bent onto a lattice: reads one of geo/*.geojson and gives outlines in the units
// of the artwork, cut to the sheet.  How a layer looks is the browser's business.

import { UNIT, junctionPoint } from './lattice.mjs';
import { clipLine, clipRing, ringArea } from './outline.mjs';
import { fitSpline } from './spline.mjs';

/** @typedef {import("./lattice.mjs").Board} Board */
/** @typedef {import("./lattice.mjs").Point} Point */
/** @typedef {import("./outline.mjs").Box} Box */
/** @typedef {[number, number]} Degrees longitude and latitude */
/** @typedef {{ bbox: number[], features: { properties: { layer: string, name?: string },
 *              geometry: { type: string, coordinates: any } }[] }} GeoData */
/** @typedef {{ land: Point[][], lakes: Point[][], ranges: Point[][], rivers: Point[][],
 *              borders: Point[][], meridians: Point[][] }} Geography */

const SMOOTHING = 8; // the cities stay within a sixth of a line, the coasts look like themselves
const STEP = 0.25; // degrees: a straight edge of the map is a curve on the lattice
const BLEED = 40; // drawn beyond the sheet, so that no edge of the cut is seen
const BEYOND = 4 * UNIT; // where the data end, land goes on so far

/** The map from degrees to the sheet. @param {Board} board */
export function projection(board) {
    const latitudes = board.cities.map((city) => city.lonlat[1]);
    const middle = latitudes.reduce((sum, lat) => sum + lat, 0) / latitudes.length;
    const shrink = Math.cos((middle * Math.PI) / 180); // of a degree of longitude there
    const flat = (/** @type {Degrees} */ [lon, lat]) => ({ x: lon * shrink, y: -lat });
    const junctions = new Map(board.junctions.map((junction) => [junction.name, junction]));
    const places = board.cities.map((city) => {
        const junction = junctions.get(city.junction);
        if (!junction)
            throw new Error(`${city.id} stands on ${city.junction}, which is no junction`);
        const point = junctionPoint(junction);
        return { x: point.x / UNIT, y: point.y / UNIT };
    });
    const spline = fitSpline(
        board.cities.map((city) => flat(city.lonlat)),
        places,
        SMOOTHING,
    );
    return (/** @type {Degrees} */ degrees) => {
        const point = spline(flat(degrees));
        return { x: point.x * UNIT, y: point.y * UNIT };
    };
}

/** @param {Degrees[]} line @returns {Degrees[]} */
function inSmallSteps(line) {
    /** @type {Degrees[]} */
    const result = [line[0]];
    for (let i = 1; i < line.length; i++) {
        const [[lon, lat], [nextLon, nextLat]] = [line[i - 1], line[i]];
        const steps = Math.ceil(Math.hypot(nextLon - lon, nextLat - lat) / STEP) || 1;
        for (let k = 1; k <= steps; k++)
            result.push([lon + ((nextLon - lon) * k) / steps, lat + ((nextLat - lat) * k) / steps]);
    }
    return result;
}

/** How far, on the sheet, a point is moved out that lies on the edge of the data: land goes on
 * there. @param {number[]} bbox @returns {(degrees: Degrees) => Point} */
function beyond([west, south, east, north]) {
    const push = (
        /** @type {number} */ value,
        /** @type {number} */ low,
        /** @type {number} */ high,
    ) => (value <= low + 0.01 ? -BEYOND : value >= high - 0.01 ? BEYOND : 0);
    return ([lon, lat]) => ({ x: push(lon, west, east), y: -push(lat, south, north) });
}

/** All lines or rings of a geometry. @param {{ type: string, coordinates: any }} geometry
 * @returns {Degrees[][]} */
function parts({ type, coordinates }) {
    if (type === 'LineString') return [coordinates];
    if (type === 'MultiLineString' || type === 'Polygon') return coordinates;
    if (type === 'MultiPolygon') return coordinates.flat();
    throw new Error(`a geometry of type ${type} cannot be drawn`);
}

/**
 * @param {GeoData} data @param {(degrees: Degrees) => Point} project @param {Box} sheet
 * @returns {Geography}
 */
export function geographyOf(data, project, sheet) {
    const box = /** @type {Box} */ ([
        sheet[0] - BLEED,
        sheet[1] - BLEED,
        sheet[2] + BLEED,
        sheet[3] + BLEED,
    ]);
    const push = beyond(data.bbox);
    const onward = (/** @type {Degrees} */ degrees) => {
        const [point, more] = [project(degrees), push(degrees)];
        return { x: point.x + more.x, y: point.y + more.y };
    };
    const of = (/** @type {string} */ layer) =>
        data.features
            .filter((feature) => feature.properties.layer === layer)
            .flatMap((feature) => parts(feature.geometry));
    const rings = (/** @type {string} */ layer, /** @type {number} */ smallest) =>
        of(layer)
            .map((ring) => clipRing(inSmallSteps(ring).map(onward), box))
            .filter((ring) => ring.length > 2 && ringArea(ring) >= smallest);
    const lines = (/** @type {Degrees[][]} */ list) =>
        list.flatMap((line) => clipLine(inSmallSteps(line).map(project), box));
    return {
        land: rings('land', 12),
        lakes: rings('lake', 18),
        ranges: rings('range', 60),
        rivers: lines(of('river')),
        borders: lines(of('border')),
        meridians: lines(graticule(data.bbox)),
    };
}

/** Every fifth meridian and parallel. @param {number[]} bbox @returns {Degrees[][]} */
function graticule([west, south, east, north]) {
    /** @type {Degrees[][]} */
    const result = [];
    const [w, s, e, n] = [west - 6, south - 6, east + 6, north + 6];
    for (let lon = Math.ceil(w / 5) * 5; lon <= e; lon += 5)
        result.push([
            [lon, s],
            [lon, n],
        ]);
    for (let lat = Math.ceil(s / 5) * 5; lat <= n; lat += 5)
        result.push([
            [w, lat],
            [e, lat],
        ]);
    return result;
}
