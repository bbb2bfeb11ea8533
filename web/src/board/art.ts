// The artwork of a board, as web/art generates it, and its outlines as SVG paths.

export type Box = [left: number, top: number, right: number, bottom: number];
export type ScaleName = 'near' | 'middle' | 'far';

/** Points as x, y pairs, each relative to the one before. */
export type Outline = number[];

export interface NameRow {
    text: string;
    box: Box;
}

export interface NameScale {
    size: number; // font size
    city: number; // radius of a city's sign
    dot: number;
    cities: Record<string, NameRow[]>;
    cuts: Record<string, [number, number][]>; // below names, as fractions of the line
}

export interface BoardArt {
    sheet: Box;
    land: Outline[];
    lakes: Outline[];
    ranges: Outline[];
    rivers: Outline[];
    borders: Outline[];
    graticule: Outline[];
    peaks: number[]; // x, y and size of each
    tunnels: string[]; // double lines drawn as tunnels; all others are bridges
    names: Record<ScaleName, NameScale>;
}

interface Point {
    x: number;
    y: number;
}

function decode(outline: Outline): Point[] {
    const points: Point[] = [];
    let x = 0;
    let y = 0;
    for (let i = 0; i < outline.length; i += 2) {
        x += outline[i]!;
        y += outline[i + 1]!;
        points.push({ x, y });
    }
    return points;
}

const ROUNDING = 7; // maximum distance from a corner at which its rounding begins, in units of the sheet

/** Returns the point on the edge from a corner to the next point where the corner's rounding ends. */
function beside(corner: Point, next: Point): string {
    const length = Math.hypot(next.x - corner.x, next.y - corner.y);
    const share = length > 2 * ROUNDING ? ROUNDING / length : 0.5;
    const x = corner.x + (next.x - corner.x) * share;
    const y = corner.y + (next.y - corner.y) * share;
    return `${round(x)} ${round(y)}`;
}

function corner(before: Point, at: Point, after: Point): string {
    return `${beside(at, before)}Q${at.x} ${at.y} ${beside(at, after)}`;
}

function ringPath(points: Point[]): string {
    const count = points.length;
    const corners = points.map((p, i) =>
        corner(points[(i + count - 1) % count]!, p, points[(i + 1) % count]!),
    );
    return `M${corners.join('L')}Z`;
}

function linePath(points: Point[]): string {
    const [first, last] = [points[0]!, points[points.length - 1]!];
    const corners = points.slice(1, -1).map((p, i) => corner(points[i]!, p, points[i + 2]!));
    return `M${[`${first.x} ${first.y}`, ...corners, `${last.x} ${last.y}`].join('L')}`;
}

export function areaPath(outlines: Outline[]): string {
    return outlines.map((outline) => ringPath(decode(outline))).join('');
}

const lands = new WeakMap<BoardArt, string>();

/** Returns the path of the land.  It is drawn on every card and therefore cached. */
export function landPath(art: BoardArt): string {
    const path = lands.get(art) ?? areaPath(art.land);
    lands.set(art, path);
    return path;
}

export function linesPath(outlines: Outline[]): string {
    return outlines.map((outline) => linePath(decode(outline))).join('');
}

/** Returns the paths of the mountains: their ridges, and their shaded sides. */
export function peakPaths(peaks: number[]): { ridges: string; shades: string } {
    let ridges = '';
    let shades = '';
    for (let i = 0; i < peaks.length; i += 3) {
        const [x, y, s] = [peaks[i]!, peaks[i + 1]!, peaks[i + 2]!];
        const at = (dx: number, dy: number) => `${round(x + dx * s)} ${round(y + dy * s)}`;
        ridges += `M${at(-1, 0)}Q${at(-0.35, -0.5)} ${at(0, -1.15)}Q${at(0.4, -0.4)} ${at(1, 0)}`;
        shades += `M${at(0, -1.15)}Q${at(0.4, -0.4)} ${at(1, 0)}L${at(0.28, 0)}L${at(0.08, -0.32)}L${at(0.2, -0.5)}Z`;
    }
    return { ridges, shades };
}

export function round(value: number): number {
    return Math.round(value * 10) / 10;
}
