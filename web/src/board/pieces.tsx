// The wooden pieces: tracks, halves of ferries, start markers, and locomotives for the score track.

import type { JSX } from 'preact';
import type { Box, ScaleName } from './art';
import { type JunctionShape, type LineShape, type Point, UNIT, pointOn } from './geometry';
import { useSeatStyle } from './seats';

const LENGTH = 83; // of a track, in units; leaves the dots of junctions free
const HALF_LENGTH = 40; // of a track on one half of a ferry, in units

export const THICKNESS: Record<ScaleName, number> = { near: 13, middle: 15, far: 19 };

/** Returns the path of the wood grain: a few lines along the stick. */
function grain(length: number, thickness: number): string {
    const [l, t] = [length / 2, thickness / 2];
    return (
        `M${-l * 0.86} ${-t * 0.08}C${-l * 0.4} ${-t * 0.3} ${-l * 0.1} ${t * 0.2} ${l * 0.35} ${-t * 0.02}` +
        `M${-l * 0.55} ${t * 0.42}C${-l * 0.1} ${t * 0.25} ${l * 0.4} ${t * 0.6} ${l * 0.88} ${t * 0.34}`
    );
}

function StickSymbol({
    id,
    length,
    thickness,
}: {
    id: string;
    length: number;
    thickness: number;
}): JSX.Element {
    const [l, t] = [length / 2, thickness / 2];
    return (
        <g id={id}>
            <rect x={-l} y={-t} width={length} height={thickness} rx={t * 0.5} class="stick-body" />
            <path d={grain(length, thickness)} class="stick-grain" />
            <rect
                x={-l + 2.4}
                y={-t + 1.3}
                width={length - 4.8}
                height={t * 0.42}
                rx={t * 0.2}
                class="stick-light"
            />
        </g>
    );
}

/** Symbols that tracks refer to.  Include them once per drawing. */
export function PieceSymbols({ scale }: { scale: ScaleName }): JSX.Element {
    const thickness = THICKNESS[scale];
    return (
        <defs>
            <StickSymbol id="rh-stick" length={LENGTH} thickness={thickness} />
            <StickSymbol id="rh-half" length={HALF_LENGTH} thickness={thickness} />
            <rect
                id="rh-stick-edge"
                x={-LENGTH / 2 - 5}
                y={-thickness / 2 - 5}
                width={LENGTH + 10}
                height={thickness + 10}
                rx={thickness * 0.5}
            />
            <rect
                id="rh-half-edge"
                x={-HALF_LENGTH / 2 - 4}
                y={-thickness / 2 - 4}
                width={HALF_LENGTH + 8}
                height={thickness + 8}
                rx={thickness * 0.45}
            />
        </defs>
    );
}

export interface StickProps {
    line: LineShape;
    seat: number | null;
    half?: 0 | 1 | undefined; // half of a ferry; 0 is the half at the junction named first
    last?: boolean | undefined;
    by?: number | undefined; // the seat whose sign a black track carries
    look?: 'laid' | 'draft' | 'preview';
}

/** A small disc with the sign of the seat that laid a new track. */
function LaidBy({ seat, at }: { seat: number; at: Point }): JSX.Element {
    const style = useSeatStyle()(seat);
    return (
        <g class="laid-by" data-by={seat} transform={`translate(${at.x} ${at.y})`}>
            <circle r="13" style={{ fill: style.colour }} />
            <path d={style.path} style={{ fill: style.ink }} transform="scale(.8)" />
        </g>
    );
}

/** One track on its line, with its shadow. */
export function Stick({ line, seat, half, last, by, look = 'laid' }: StickProps): JSX.Element {
    const at = half === undefined ? line.middle : pointOn(line, half === 0 ? 0.26 : 0.74);
    const symbol = half === undefined ? 'rh-stick' : 'rh-half';
    const turn = `translate(${at.x} ${at.y}) rotate(${line.angle})`;
    const styleOf = useSeatStyle();
    const style = seat === null ? null : styleOf(seat);
    const lift = look === 'draft' ? 5 : 2.6;
    return (
        <g
            class={`stick ${look}${last ? ' last' : ''}`}
            style={style ? { '--stick': style.colour } : undefined}
            data-piece={line.name}
        >
            <use href={`#${symbol}-edge`} class="stick-edge" transform={turn} />
            <use
                href={`#${symbol}`}
                class="stick-shadow"
                transform={`translate(${at.x + lift * 0.7} ${at.y + lift}) rotate(${line.angle})`}
            />
            <use href={`#${symbol}`} transform={turn} />
            {style && (
                <path
                    d={style.path}
                    class="stick-sign"
                    style={{ fill: style.ink }}
                    transform={`translate(${at.x} ${at.y}) scale(.52)`}
                />
            )}
            {!style && by !== undefined && <LaidBy seat={by} at={at} />}
        </g>
    );
}

/**
 * Distance of a pin's head from its junction: the centre of a triangle of lines, where it covers no
 * track.
 */
const HEAD_AT = UNIT / Math.sqrt(3);
const HEAD = 17; // its radius
export const MARKER_SIZE: Record<ScaleName, number> = { near: 1, middle: 1.16, far: 1.4 };
/**
 * Degrees, in order of preference: upright, leaning further and further, hanging.  One for each
 * triangle at a junction.
 */
const LEANS = [0, 60, -60, 180, 120, -120];

/** Returns the path of an upright pin.  `size` scales only the head. */
function pinPath(size: number): string {
    const r = HEAD * size;
    const foot = HEAD_AT - 0.96 * r; // where the needle meets the head
    return `M0 0L-2.6 ${-foot}L${-0.26 * r} ${-foot}A${r} ${r} 0 1 1 ${0.26 * r} ${-foot}L2.6 ${-foot}Z`;
}

/**
 * Returns a point beside a junction, in the direction `lean` between two of its lines.  By default
 * it is the head of a pin that leans so.
 */
export function headAt(at: Point, lean: number, away = HEAD_AT): Point {
    const angle = (lean * Math.PI) / 180;
    return { x: at.x + Math.sin(angle) * away, y: at.y - Math.cos(angle) * away };
}

export function boxDistance([left, top, right, bottom]: Box, { x, y }: Point): number {
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
}

/** Returns the lean of a marker that covers the least of names and of other markers' heads. */
export function leanOf(at: Point, names: Box[], heads: Point[], size: number): number {
    let best = 0;
    let most = -Infinity;
    for (const lean of LEANS) {
        const head = headAt(at, lean);
        if (heads.some((other) => Math.hypot(other.x - head.x, other.y - head.y) < 1)) continue;
        const needle = { x: (at.x + head.x) / 2, y: (at.y + head.y) / 2 };
        const gap = (box: Box): number =>
            boxDistance(box, needle) > 3 ? boxDistance(box, head) : -1;
        const free = Math.min(HEAD * size, ...names.map(gap));
        if (free > most) [best, most] = [lean, free];
    }
    return best;
}

/** A start marker: a pin on its junction. */
export function Marker({
    junction,
    seat,
    lean,
    size,
    last,
    blocks,
    ghost,
}: {
    junction: JunctionShape;
    seat: number;
    lean: number;
    size: number;
    last?: boolean | undefined;
    blocks?: boolean | undefined; // V2: it blocks the player
    ghost?: boolean | undefined;
}): JSX.Element {
    const style = useSeatStyle()(seat);
    const head = headAt(junction, lean);
    const pin = pinPath(size);
    const foot = `translate(${junction.x} ${junction.y})`;
    return (
        <g class={`marker${last ? ' last' : ''}${ghost ? ' ghost' : ''}`} data-marker={seat}>
            {blocks && (
                <g class="marker-block" transform={`${foot} scale(${size})`}>
                    <circle r="15" />
                    <path d="M-8.5 0H8.5" />
                </g>
            )}
            <path
                class="marker-shadow"
                d={pin}
                transform={`${foot} rotate(${lean + 8}) scale(1 0.96)`}
            />
            <path
                class="marker-body"
                d={pin}
                style={{ fill: style.colour }}
                transform={`${foot} rotate(${lean})`}
            />
            <path
                d={style.path}
                style={{ fill: style.ink }}
                transform={`translate(${head.x} ${head.y}) scale(${size * 1.06})`}
            />
        </g>
    );
}

/** A locomotive in a seat's colour with its sign, for the score track. */
export function Locomotive({ seat }: { seat: number }): JSX.Element {
    const style = useSeatStyle()(seat);
    return (
        <svg class="locomotive" viewBox="0 0 56 40" aria-hidden="true">
            <path
                class="loco-body"
                style={{ fill: style.colour }}
                d="M3 8H20V5H1V8H3V27H50L54 32H56L52 25V17H46V7H48V4H39V7H41V17H32V13A3 3 0 0 0 26 13V17H20V8Z"
            />
            <path class="loco-body" style={{ fill: style.colour }} d="M3 26H51V30H3Z" />
            <g class="loco-wheels">
                <circle cx="11" cy="32" r="6" />
                <circle cx="25" cy="32" r="6" />
                <circle cx="37.5" cy="33.5" r="4.5" />
                <circle cx="47" cy="33.5" r="4.5" />
            </g>
            <path
                d={style.path}
                style={{ fill: style.ink }}
                transform="translate(11.5 17) scale(.62)"
            />
        </svg>
    );
}
