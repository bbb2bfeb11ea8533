// Hit testing: which junction or line a pointer means.  Pure: a scene and a point in, an id out.
//
// A finger misses by some pixels.  On a phone that shows the whole board, even the best guess among
// the legal lines is wrong more often than not.  Therefore an ambiguous touch selects nothing: the
// map zooms in, and the next touch is unambiguous.

import { type Lattice, type LineShape, type Point, distanceTo } from './geometry';
import type { BoardScene } from './scene';

type Choices = Pick<BoardScene, 'legal' | 'legalJunctions' | 'draft' | 'placed'>;

/** True while only a marker can be placed.  Then the zones of junctions fill the map. */
export function isPlacing({ legal, legalJunctions, placed }: Choices): boolean {
    return (legalJunctions.size > 0 || placed) && legal.size === 0;
}

/** True if anything can be chosen or taken back. */
export function isOpen({ legal, legalJunctions, draft, placed }: Choices): boolean {
    return legalJunctions.size > 0 || legal.size > 0 || draft.length > 0 || placed;
}

function nearest(lines: Iterable<LineShape>, point: Point): LineShape | null {
    let best: LineShape | null = null;
    let least = Infinity;
    for (const line of lines) {
        const distance = distanceTo(line, point);
        if (distance < least) [best, least] = [line, distance];
    }
    return best;
}

/** Returns the junction or line that a mouse in the zone `hit` means.  A mouse is exact. */
export function meant(lattice: Lattice, scene: Choices, hit: string, point: Point): string {
    const junction = lattice.junctions.get(hit);
    if (!junction || scene.legal.size === 0 || scene.legalJunctions.has(hit)) return hit;
    // At a junction that cannot be chosen, the nearest of its lines is meant.
    const lines = junction.lines.filter((line): line is LineShape => line !== null);
    const open = lines.filter((line) => scene.legal.has(line.name));
    return nearest(open.length > 0 ? open : lines, point)?.name ?? hit;
}

const FINGER = 8; // error of a finger: standard deviation in pixels
const REACH = 3.25; // maximum distance of a target, in standard deviations
const ENDS = 0.25; // fraction of a line at each end where nobody aims
const SURE = 0.95; // minimum probability for a touch to count as unambiguous

/**
 * Length of a line in pixels from which every touch counts as unambiguous: zooming in further would
 * not help.
 */
export const SURE_FROM = 80;

/**
 * Yields the id of everything that can be chosen or taken back, and its distance from the point in
 * units.
 */
function* chances(lattice: Lattice, scene: Choices, point: Point): Generator<[string, number]> {
    for (const name of scene.legalJunctions) {
        const junction = lattice.junctions.get(name);
        if (junction) yield [name, Math.hypot(point.x - junction.x, point.y - junction.y)];
    }
    for (const name of new Set([...scene.legal, ...scene.draft.map(({ line }) => line)])) {
        const line = lattice.lines.get(name);
        if (line) yield [name, distanceTo(line, point, ENDS)];
    }
}

export interface Touched {
    id: string; // of the most likely target
    sure: boolean;
}

/**
 * Returns the most likely target of a touch and whether it is unambiguous, or null.  `hit` is the
 * zone under the finger, if any; `pixel` is the length of a pixel in units of the sheet.
 */
export function touched(
    lattice: Lattice,
    scene: Choices,
    hit: string | null,
    point: Point,
    pixel: number,
): Touched | null {
    let best: string | null = null;
    let most = 0;
    let sum = 0;
    for (const [id, distance] of chances(lattice, scene, point)) {
        const off = distance / pixel / FINGER;
        if (off > REACH) continue;
        const weight = Math.exp((-off * off) / 2);
        sum += weight;
        if (weight > most) [best, most] = [id, weight];
    }
    if (best === null)
        // While a placed marker can be moved, any junction may be meant.
        return hit === null ? null : { id: meant(lattice, scene, hit, point), sure: !scene.placed };
    return { id: best, sure: most >= SURE * sum };
}
