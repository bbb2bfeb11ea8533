// What a pointer at a place of the sheet means.  Pure: the scene and the place in, a junction or a
// line out.

import { type Lattice, type LineShape, type Point, distanceTo } from './geometry';
import type { BoardScene } from './scene';

type Choices = Pick<BoardScene, 'legal' | 'legalJunctions'>;

/** While there is nothing to do but to place a marker, junctions take all the room. */
export function isPlacing({ legal, legalJunctions }: Choices): boolean {
    return legalJunctions.size > 0 && legal.size === 0;
}

/** Something can be chosen. */
export function isOpen({ legal, legalJunctions }: Choices): boolean {
    return legalJunctions.size > 0 || legal.size > 0;
}

function nearest(lines: Iterable<LineShape>, point: Point, reach: number): LineShape | null {
    let best: LineShape | null = null;
    let least = reach;
    for (const line of lines) {
        const distance = distanceTo(line, point);
        if (distance < least) [best, least] = [line, distance];
    }
    return best;
}

/**
 * The junction or line that is meant by a pointer in the zone `hit`.  `reach` is how far away a
 * legal line may be that a finger meant; 0 for a mouse, which is exact.
 */
export function meant(
    lattice: Lattice,
    scene: Choices,
    hit: string,
    point: Point,
    reach: number,
): string {
    const junction = lattice.junctions.get(hit);
    if (junction && (scene.legal.size === 0 || scene.legalJunctions.has(hit))) return hit;
    if (scene.legal.has(hit)) return hit;
    const legal = [...scene.legal].flatMap((name) => lattice.lines.get(name) ?? []);
    const close = nearest(legal, point, reach);
    if (close) return close.name;
    if (!junction) return hit;
    // At a junction that cannot be chosen, one of its lines is meant.
    const lines = junction.lines.filter((line): line is LineShape => line !== null);
    const open = lines.filter((line) => scene.legal.has(line.name));
    return nearest(open.length > 0 ? open : lines, point, Infinity)?.name ?? hit;
}
