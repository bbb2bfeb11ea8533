// The place of the zoom buttons: a corner of the map where they cover no city.  It depends only on
// the size of the map when all of it is visible, so the buttons never move while in use.

import type { BoardArt, Box, ScaleName } from './art';
import { scaleFor } from './camera';
import { type Lattice, UNIT } from './geometry';

/** Class names of the buttons: two edges, and row or column. */
export type ZoomPlace = string;

const BUTTON = 44; // pixels with touch; smaller with a mouse
const GAP = 4;
const MARGIN = 10; // pixels, on wide maps; elsewhere the buttons are at the edge
const MARGIN_NARROW = 2;
const LONG = 3 * BUTTON + 2 * GAP;
const NARROW_MAX = 900; // maximum width in pixels at which the buttons form a row if possible

interface Size {
    width: number;
    height: number;
}

/** Returns the box of the buttons with their margin, in pixels of the map. */
function boxOf(place: ZoomPlace, { width, height }: Size): Box {
    const isRow = place.includes('row');
    const margin = width <= NARROW_MAX ? MARGIN_NARROW : MARGIN;
    const [w, h] = (isRow ? [LONG, BUTTON] : [BUTTON, LONG]).map((n) => n + 2 * margin) as [
        number,
        number,
    ];
    const left = place.includes('left') ? 0 : width - w;
    const top = place.includes('top') ? 0 : height - h;
    return [left, top, left + w, top + h];
}

const meet = (one: Box, other: Box): boolean =>
    one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

/** Returns the boxes of all signs and of all names, in pixels of a drawing that shows the whole sheet. */
function citiesOn(drawing: Size, art: BoardArt, lattice: Lattice): { signs: Box[]; names: Box[] } {
    const [left, top, right, bottom] = art.sheet;
    const units = Math.max((right - left) / drawing.width, (bottom - top) / drawing.height);
    const scale: ScaleName = scaleFor(UNIT / units);
    const { city: radius, cities } = art.names[scale];
    const x0 = (left + right) / 2 - (drawing.width * units) / 2;
    const y0 = (top + bottom) / 2 - (drawing.height * units) / 2;
    const seen = ([l, t, r, b]: Box): Box => [
        (l - x0) / units,
        (t - y0) / units,
        (r - x0) / units,
        (b - y0) / units,
    ];
    const at = [...lattice.junctions.values()].filter(({ city }) => city);
    return {
        signs: at.map(({ x, y }) => seen([x - radius, y - radius, x + radius, y + radius])),
        names: Object.values(cities).flatMap((rows) => rows.map(({ box }) => seen(box))),
    };
}

/**
 * Returns the place that covers no city's sign and the fewest names.  `board` is the size of the
 * map's area; `drawing`, at its top left, is the size of the drawing of the sheet.
 */
export function zoomPlace(board: Size, drawing: Size, art: BoardArt, lattice: Lattice): ZoomPlace {
    const { signs, names } = citiesOn(drawing, art, lattice);
    const ways = board.width <= NARROW_MAX ? ['row', 'column'] : ['column', 'row'];
    const corners = ['right bottom', 'left bottom', 'right top']; // the overview occupies the last corner
    const places = corners.flatMap((corner) => ways.map((way) => `${corner} ${way}`));
    const covered = (place: ZoomPlace): number => {
        const box = boxOf(place, board);
        const count = (all: Box[]): number => all.filter((one) => meet(box, one)).length;
        return 100 * count(signs) + count(names);
    };
    return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}
