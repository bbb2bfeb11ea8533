// Labels of columns and rows at the edges of the window, if the reader wants them: numbers for
// rows, letters for columns.  Columns run down to the left.

import type { JSX } from 'preact';
import type { Box } from './art';
import type { Sight } from './camera';
import { UNIT, placeOf } from './geometry';
import type { BoardData } from './scene';

const EDGE = 11; // pixels from the edge to the middle of a label

/** Returns the names of rows or columns by number. */
function namesOf(board: BoardData, which: 'col' | 'row'): Map<number, string> {
    const part = which === 'col' ? /^[A-Z]+/ : /\d+$/;
    return new Map(board.junctions.map((one) => [one[which], part.exec(one.name)![0]]));
}

export function Coordinates({
    board,
    sheet,
    sight,
}: {
    board: BoardData;
    sheet: Box;
    sight: Sight;
}): JSX.Element {
    const { left, top, units, width, height } = sight;
    const [xs, ys] = [
        [Math.max(0, (sheet[0] - left) / units), Math.min(width, (sheet[2] - left) / units)],
        [Math.max(0, (sheet[1] - top) / units), Math.min(height, (sheet[3] - top) / units)],
    ].map(([low, high]) => [low! + EDGE, high! - EDGE]) as [number[], number[]];
    const label = (name: string, x: number, y: number): JSX.Element | null =>
        x >= xs[0]! && x <= xs[1]! && y >= ys[0]! && y <= ys[1]! ? (
            <text key={`${name} ${Math.round(x)} ${Math.round(y)}`} x={x} y={y + 4}>
                {name}
            </text>
        ) : null;
    /** Returns the x at which a column crosses the height y of the window, in pixels. */
    const crossing = (col: number, y: number): number => {
        const row = (top + y * units) / placeOf({ col: 0, row: 1 }).y;
        return (placeOf({ col, row }).x - left) / units;
    };
    const far = UNIT / units < 24; // show every other label if they would overlap
    const kept = ([number]: [number, string]): boolean => !far || number % 2 === 0;
    return (
        <svg class="coordinates" aria-hidden="true">
            {[...namesOf(board, 'row')].filter(kept).flatMap(([row, name]) => {
                const y = (placeOf({ col: 0, row }).y - top) / units;
                return xs.map((x) => label(name, x, y));
            })}
            {[...namesOf(board, 'col')].filter(kept).flatMap(([col, name]) =>
                ys.map((y) => label(name, crossing(col, y), y)),
            )}
        </svg>
    );
}
