// The geometry of the lattice: positions of junctions and lines, neighbours, and the zone of each
// for the pointer. 100 units are the length of a line, as in the artwork.

import type { BoardData, LineKind } from './scene';

export interface Point {
    x: number;
    y: number;
}

export interface JunctionShape extends Point {
    name: string;
    city: string | null; // the city's id, or null
    lines: (LineShape | null)[]; // indexed by direction: E, SE, SW, W, NW, NE
}

export interface LineShape {
    name: string;
    kind: LineKind;
    a: JunctionShape;
    b: JunctionShape;
    middle: Point;
    angle: number; // degrees: -60, 0 or 60, so that pieces are never upside down
}

export interface Lattice {
    junctions: Map<string, JunctionShape>;
    lines: Map<string, LineShape>;
}

export const UNIT = 100;
const ROW = UNIT * Math.sqrt(0.75);
/** Column and row offsets of the neighbour in each direction. */
const STEPS = [
    [1, 0],
    [1, 1],
    [0, 1],
    [-1, 0],
    [-1, -1],
    [0, -1],
] as const;

/** Returns the position of a junction on the sheet. */
export const placeOf = ({ col, row }: { col: number; row: number }): Point => ({
    x: (col - row / 2) * UNIT,
    y: row * ROW,
});

export function latticeOf(board: Pick<BoardData, 'junctions' | 'lines' | 'cities'>): Lattice {
    const junctions = new Map<string, JunctionShape>();
    const cities = new Map(board.cities.map((city) => [city.junction, city.id]));
    for (const { name, col, row } of board.junctions) {
        const junction: JunctionShape = {
            name,
            ...placeOf({ col, row }),
            city: cities.get(name) ?? null,
            lines: STEPS.map(() => null),
        };
        junctions.set(name, junction);
    }
    const lines = new Map<string, LineShape>();
    for (const { a, b, kind } of board.lines) addLine(junctions, lines, a, b, kind);
    return { junctions, lines };
}

function addLine(
    junctions: Map<string, JunctionShape>,
    lines: Map<string, LineShape>,
    nameA: string,
    nameB: string,
    kind: LineKind,
): void {
    const a = junctions.get(nameA);
    const b = junctions.get(nameB);
    if (!a || !b) throw new Error(`the line ${nameA}-${nameB} has an end that is no junction`);
    const name = `${nameA}-${nameB}`;
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const slope = Math.round((Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI);
    const line = { name, kind, a, b, middle, angle: slope > 90 ? slope - 180 : slope };
    lines.set(name, line);
    a.lines[directionOf(a, b)] = line;
    b.lines[directionOf(b, a)] = line;
}

/** Returns the direction as an index: 0 is east, then clockwise in steps of 60 degrees. */
function directionOf(from: Point, to: Point): number {
    const turns = Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 3);
    return (Math.round(turns) + 6) % 6;
}

export function otherEnd(line: LineShape, junction: JunctionShape): JunctionShape {
    return line.a === junction ? line.b : line.a;
}

/**
 * Returns a point of a line: `along` as a fraction of its length, `across` in units to its right
 * (negative: left).
 */
export function pointOn(line: LineShape, along: number, across = 0): Point {
    const [dx, dy] = [line.b.x - line.a.x, line.b.y - line.a.y];
    return {
        x: line.a.x + dx * along - (dy / UNIT) * across,
        y: line.a.y + dy * along + (dx / UNIT) * across,
    };
}

export function text(point: Point): string {
    return `${Math.round(point.x * 10) / 10} ${Math.round(point.y * 10) / 10}`;
}

/**
 * Returns the zone of a line, which reaches to the centres of the two triangles beside it.  The
 * zones tile the lattice.
 */
export function lineZone(line: LineShape): string {
    const reach = ROW / 3;
    const corners = [line.a, pointOn(line, 0.5, reach), line.b, pointOn(line, 0.5, -reach)];
    return `M${corners.map(text).join('L')}Z`;
}

/**
 * Returns the zone of a junction while a marker is being placed: all points nearer to it than to
 * any other.
 */
export function junctionZone({ x, y }: Point): string {
    const radius = UNIT / Math.sqrt(3);
    const corners = STEPS.map((_, i) => {
        const angle = ((i * 60 + 30) * Math.PI) / 180;
        return text({ x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) });
    });
    return `M${corners.join('L')}Z`;
}

/** Returns the distance of a point from a line, shortened at both ends by the fraction `without`. */
export function distanceTo(line: LineShape, point: Point, without = 0): number {
    const [dx, dy] = [line.b.x - line.a.x, line.b.y - line.a.y];
    const t = ((point.x - line.a.x) * dx + (point.y - line.a.y) * dy) / (dx * dx + dy * dy);
    const foot = pointOn(line, Math.min(1 - without, Math.max(without, t)));
    return Math.hypot(point.x - foot.x, point.y - foot.y);
}
