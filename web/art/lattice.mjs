// The lattice of a board in the units of the artwork: UNIT for a line's length, x to the east,
// y to the south.  Knows board files; must not know geography.

export const UNIT = 100;
const ROW = (UNIT * Math.sqrt(3)) / 2;

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ name: string, col: number, row: number }} Junction */
/** @typedef {{ a: string, b: string, kind: "single" | "double" | "ferry", over?: string }} Line */
/** @typedef {{ id: string, name: string, group: string, junction: string, dashed: boolean,
 *              lonlat: [number, number] }} City */
/** @typedef {{ id: string, cities: City[], junctions: Junction[], lines: Line[] }} Board */

/** @param {Junction} junction @returns {Point} */
export function junctionPoint({ col, row }) {
    return { x: (col - row / 2) * UNIT, y: row * ROW };
}

/** Every junction's place by its name. @param {Board} board @returns {Map<string, Point>} */
export function latticePoints(board) {
    return new Map(board.junctions.map((junction) => [junction.name, junctionPoint(junction)]));
}

/** @param {Line} line */
export function lineName(line) {
    return `${line.a}-${line.b}`;
}

/**
 * The sheet: the lattice and what is needed around it for names and some sea.
 * @param {Board} board @returns {[number, number, number, number]} left, top, right, bottom
 */
export function sheetOf(board) {
    const points = [...latticePoints(board).values()];
    const xs = points.map((point) => point.x);
    const ys = points.map((point) => point.y);
    return [
        Math.floor(Math.min(...xs) - 1.32 * UNIT),
        Math.floor(Math.min(...ys) - 0.98 * UNIT),
        Math.ceil(Math.max(...xs) + 1.32 * UNIT),
        Math.ceil(Math.max(...ys) + 0.98 * UNIT),
    ];
}
