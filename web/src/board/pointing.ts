// What a pointer at a place of the sheet means.  Pure: the scene and the place in, a junction or a
// line out.
//
// A finger misses by some pixels.  On a phone that shows the whole board even the best guess among
// the legal lines is wrong more often than not, so a touch that could mean several of them chooses
// none: the map comes nearer, and the next touch there is sure.

import { type Lattice, type LineShape, type Point, distanceTo } from './geometry';
import type { BoardScene } from './scene';

type Choices = Pick<BoardScene, 'legal' | 'legalJunctions' | 'draft' | 'placed'>;

/** While there is nothing to do but to place a marker, junctions take all the room. */
export function isPlacing({ legal, legalJunctions, placed }: Choices): boolean {
    return (legalJunctions.size > 0 || placed) && legal.size === 0;
}

/** Something can be chosen or taken back. */
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

/** The junction or line that is meant by a mouse in the zone `hit`, which is exact. */
export function meant(lattice: Lattice, scene: Choices, hit: string, point: Point): string {
    const junction = lattice.junctions.get(hit);
    if (!junction || scene.legal.size === 0 || scene.legalJunctions.has(hit)) return hit;
    // At a junction that cannot be chosen, one of its lines is meant.
    const lines = junction.lines.filter((line): line is LineShape => line !== null);
    const open = lines.filter((line) => scene.legal.has(line.name));
    return nearest(open.length > 0 ? open : lines, point)?.name ?? hit;
}

const FINGER = 8; // pixels by which a finger misses, as a standard deviation
const REACH = 3.25; // such deviations: what is farther away was not meant
const ENDS = 0.25; // the shares of a line at which nobody aims
const SURE = 0.95; // the least chance with which something is taken as meant

/** Pixels of a line's length from which on a touch is taken as it is: nearer helps no more. */
export const SURE_FROM = 80;

/** What can be chosen, or taken back, and how far away it is. */
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
    id: string; // of what was meant most likely
    sure: boolean;
}

/**
 * What is meant by a finger in the zone `hit`, if in any: of all that can be chosen, the likeliest.
 * `pixel` is its length on the sheet.
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
        // Any junction may be meant in the place of the one where the marker stands.
        return hit === null ? null : { id: meant(lattice, scene, hit, point), sure: !scene.placed };
    return { id: best, sure: most >= SURE * sum };
}
