// Land and sea under boards, for those who have no pen: node land.mjs BOARD.json...  writes C, a grid
// of signs for each board, '#' where there is land.  Where a sign is: src/board_file/land.h.
// The same files give the same bytes.

import { readFileSync } from 'node:fs';
import { geographyFor } from './geographies.mjs';
import { geographyOf, projection } from './geography.mjs';
import { UNIT, latticePoints } from './lattice.mjs';
import { ringHolds } from './outline.mjs';

/** @typedef {import("./lattice.mjs").Board} Board */

const COLUMNS = 12; // to a line's length
const ROWS = 6; // to a row of junctions
const AROUND = 3; // lines and rows beyond the lattice, on each side
const ROW = (UNIT * Math.sqrt(3)) / 2;

/** @param {Board} board */
function gridOf(board) {
    const points = [...latticePoints(board).values()];
    const left = Math.min(...points.map((point) => point.x)) / UNIT - AROUND;
    const right = Math.max(...points.map((point) => point.x)) / UNIT + AROUND;
    const bottom = Math.round(Math.max(...points.map((point) => point.y)) / ROW) + AROUND;
    const sheet = /** @type {[number, number, number, number]} */ ([
        left * UNIT,
        -AROUND * ROW,
        right * UNIT,
        bottom * ROW,
    ]);
    const { land, lakes } = geographyOf(geographyFor(board), projection(board), sheet);
    const rows = [];
    for (let row = 0; row <= (bottom + AROUND) * ROWS; row++) {
        let signs = '';
        for (let column = 0; column <= Math.round((right - left) * COLUMNS); column++) {
            const point = {
                x: (left + column / COLUMNS) * UNIT,
                y: (row / ROWS - AROUND) * ROW,
            };
            const inside = (/** @type {{ x: number, y: number }[][]} */ rings) =>
                rings.some((ring) => ringHolds(ring, point));
            signs += inside(land) && !inside(lakes) ? '#' : '.';
        }
        rows.push(signs);
    }
    return { id: board.id, left: Math.round(left * COLUMNS), top: -AROUND * ROWS, rows };
}

const boards = process.argv.slice(2);
if (boards.length === 0) {
    console.error('usage: node land.mjs BOARD.json...');
    process.exit(2);
}
const grids = boards.map((path) => gridOf(JSON.parse(readFileSync(path, 'utf8'))));
const text = (/** @type {string} */ words) => JSON.stringify(words);
const signs = grids.map(
    ({ rows }, i) =>
        `static const char *const signs_${i}[] = {\n    ${rows.map(text).join(',\n    ')},\n};\n`,
);
const lines = grids.map(
    ({ id, left, top, rows }, i) =>
        `    {${text(id)}, ${left}, ${top}, ${rows[0].length}, ${rows.length}, signs_${i}},`,
);
process.stdout.write(
    [
        '/* Made by web/art/land.mjs from the board files and the geography; not to be edited. */',
        '#include "board_file/land.h"',
        '',
        ...signs,
        'const struct land land_table[] = {',
        ...lines,
        '};',
        '',
        `const unsigned land_table_count = ${grids.length};`,
        '',
    ].join('\n'),
);
