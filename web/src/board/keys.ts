// Keyboard navigation on the lattice.  Arrows walk between junctions.  A digit chooses a line by
// its direction on a keypad (7 9 / 4 6 / 1 3).  Page Down and Page Up cycle through the lines of a
// junction.  On a line, an arrow goes to the end on that side.  Pure: a place and a key in, a place
// out.

import { type JunctionShape, type Lattice, type LineShape, otherEnd } from './geometry';

/** From keypad digit to direction: E, SE, SW, W, NW, NE. */
const DIGITS: Record<string, number> = { 6: 0, 3: 1, 1: 2, 4: 3, 7: 4, 9: 5 };
/**
 * Directions to try for an arrow, in order: first the one that leads back towards the column where
 * the walk began.
 */
const ARROWS: Record<string, { across: number; ways: [number, number] }> = {
    ArrowRight: { across: 1, ways: [0, 0] },
    ArrowLeft: { across: -1, ways: [3, 3] },
    ArrowUp: { across: 0, ways: [4, 5] },
    ArrowDown: { across: 0, ways: [2, 1] },
};

export interface Walker {
    id: string; // id of the junction or line with the focus
    from: string; // id of the junction from which a line was chosen
    column: number; // the x to which vertical steps return
}

export function walkerAt(lattice: Lattice, id: string): Walker | null {
    const junction = lattice.junctions.get(id);
    if (junction) return { id, from: id, column: junction.x };
    const line = lattice.lines.get(id);
    return line ? { id, from: line.a.name, column: line.a.x } : null;
}

function ontoJunction(junction: JunctionShape, column = junction.x): Walker {
    return { id: junction.name, from: junction.name, column };
}

/**
 * Returns the nearest junction in the direction of an arrow, for use where no line leads there;
 * null if there is none.
 */
function jump(
    lattice: Lattice,
    at: JunctionShape,
    key: string,
    column: number,
): JunctionShape | null {
    let best: JunctionShape | null = null;
    let least = Infinity;
    for (const other of lattice.junctions.values()) {
        const [dx, dy] = [other.x - at.x, other.y - at.y];
        const ahead = { ArrowRight: dx, ArrowLeft: -dx, ArrowDown: dy, ArrowUp: -dy }[key]!;
        const beside =
            key === 'ArrowRight' || key === 'ArrowLeft'
                ? Math.abs(dy) * 4
                : Math.abs(other.x - column);
        if (ahead < 1) continue;
        const cost = ahead + beside * 1.2;
        if (cost < least) [best, least] = [other, cost];
    }
    return best;
}

function stepFromJunction(
    lattice: Lattice,
    at: JunctionShape,
    walker: Walker,
    key: string,
): Walker | null {
    const arrow = ARROWS[key]!;
    const ends = arrow.ways
        .map((way) => at.lines[way])
        .filter((line): line is LineShape => !!line)
        .map((line) => otherEnd(line, at))
        .sort((p, q) => Math.abs(p.x - walker.column) - Math.abs(q.x - walker.column));
    const next = ends[0] ?? jump(lattice, at, key, walker.column);
    if (!next) return null;
    return ontoJunction(next, arrow.across === 0 ? walker.column : next.x);
}

function endTowards(line: LineShape, key: string): JunctionShape {
    const [dx, dy] = [line.b.x - line.a.x, line.b.y - line.a.y];
    const ahead = { ArrowRight: dx, ArrowLeft: -dx, ArrowDown: dy || dx, ArrowUp: -dy || -dx }[
        key
    ]!;
    return ahead > 0 ? line.b : line.a;
}

/** Returns the place to which a key leads, or null if it leads nowhere or is no navigation key. */
export function walk(lattice: Lattice, walker: Walker, key: string): Walker | null {
    const line = lattice.lines.get(walker.id);
    const from = lattice.junctions.get(walker.from);
    if (!from) return null;
    const direction = DIGITS[key];
    if (direction !== undefined) {
        const chosen = from.lines[direction];
        return chosen ? { id: chosen.name, from: from.name, column: walker.column } : null;
    }
    if (key === 'PageDown') return nextLine(lattice, walker);
    if (key === 'PageUp') return nextLine(lattice, walker, undefined, -1);
    if (!(key in ARROWS)) return null;
    return line
        ? ontoJunction(endTowards(line, key))
        : stepFromJunction(lattice, from, walker, key);
}

/** Returns the next accepted line around a junction: clockwise, or counter-clockwise if `step` is -1. */
export function nextLine(
    lattice: Lattice,
    walker: Walker,
    accepts: (line: string) => boolean = () => true,
    step: 1 | -1 = 1,
): Walker | null {
    const from = lattice.junctions.get(walker.from);
    if (!from) return null;
    const index = from.lines.findIndex((line) => line?.name === walker.id);
    const start = index < 0 && step < 0 ? 0 : index; // no line is chosen yet: start at east
    for (let i = 1; i <= 6; i++) {
        const line = from.lines[(start + i * step + 12) % 6];
        if (line && accepts(line.name)) return { ...walker, id: line.name };
    }
    return null;
}
