// The dynamic layers: highlights, tracks, markers, missing lines, the preview under the pointer.
// Each takes only the part of the scene that it draws, so that the others are not rendered again.

import type { JSX } from 'preact';
import type { BoardArt, Box, ScaleName } from './art';
import { type Lattice, type LineShape, type Point, pointOn, text } from './geometry';
import { MARKER_SIZE, Marker, Stick, THICKNESS, headAt, leanOf } from './pieces';
import { needPlaces } from './needs';
import type { BoardScene, FerryPiece, Hint, TrackPiece } from './scene';
import { useSeatStyle } from './seats';

const SLOT = 0.16; // fraction of a line at each end where the slot is rounded

function linesPath(lattice: Lattice, names: Iterable<string>): string {
    let path = '';
    for (const name of names) {
        const line = lattice.lines.get(name);
        if (line) path += `M${text(line.a)}L${text(line.b)}`;
    }
    return path;
}

/** Returns the path of empty slots in the shape of tracks: they show where tracks may be laid. */
function slotsPath(lattice: Lattice, names: Iterable<string>, scale: ScaleName): string {
    const half = THICKNESS[scale] / 2;
    let path = '';
    for (const name of names) {
        const line = lattice.lines.get(name);
        if (!line) continue;
        const corner = (along: number, across: number): string =>
            text(pointOn(line, along, across * half));
        const round = `A${half} ${half} 0 0 1 `;
        path +=
            `M${corner(SLOT, -1)}L${corner(1 - SLOT, -1)}${round}${corner(1 - SLOT, 1)}` +
            `L${corner(SLOT, 1)}${round}${corner(SLOT, -1)}Z`;
    }
    return path;
}

/**
 * Highlights below the pieces: where tracks and the marker may be placed, and lines that the log or
 * a hint refers to.
 */
export function Glow({
    lattice,
    scale,
    legal,
    lit,
    legalJunctions,
}: {
    lattice: Lattice;
    scale: ScaleName;
    legal: Set<string>;
    lit: string[];
    legalJunctions: Set<string>;
}): JSX.Element {
    const slots = slotsPath(lattice, legal, scale);
    return (
        <g class="glow">
            <path class="lit" d={linesPath(lattice, lit)} />
            <path class="legal-case" d={slots} />
            <path class="legal" d={slots} />
            {[...legalJunctions].map((name) => {
                const junction = lattice.junctions.get(name);
                return (
                    junction && (
                        <circle
                            key={name}
                            class="legal-junction"
                            cx={junction.x}
                            cy={junction.y}
                            r={junction.city ? 25 : 13}
                        />
                    )
                );
            })}
        </g>
    );
}

export function Tracks({
    lattice,
    tracks,
}: {
    lattice: Lattice;
    tracks: TrackPiece[];
}): JSX.Element {
    return (
        <g class="tracks">
            {tracks.map(({ line, seat, last, by }) => {
                const shape = lattice.lines.get(line);
                return shape && <Stick key={line} line={shape} seat={seat} last={last} by={by} />;
            })}
        </g>
    );
}

export function Ferries({
    lattice,
    ferries,
}: {
    lattice: Lattice;
    ferries: FerryPiece[];
}): JSX.Element {
    return (
        <g class="tracks">
            {ferries.flatMap(({ line, halves, last, by }) => {
                const shape = lattice.lines.get(line);
                if (!shape) return [];
                return halves.map((seat, i) => (
                    <Stick
                        key={`${line}~${i}`}
                        line={shape}
                        seat={seat}
                        half={i === 0 ? 0 : 1}
                        // Marks only the newest half.
                        last={last && i === halves.length - 1}
                        by={i === halves.length - 1 ? by : undefined}
                    />
                ));
            })}
        </g>
    );
}

/** V2: track that the player cannot reach because of markers, drawn as crossed out. */
export function Beyond({ lattice, lines }: { lattice: Lattice; lines: string[] }): JSX.Element {
    return <path class="beyond" d={linesPath(lattice, lines)} />;
}

/** The places to which the marker can be moved, above the tracks because they are at the ends of tracks. */
export function MarkerPlaces({
    lattice,
    scale,
    places,
}: {
    lattice: Lattice;
    scale: ScaleName;
    places: Iterable<string>;
}): JSX.Element {
    const radius = { near: 15, middle: 20, far: 30 }[scale];
    return (
        <g class="marker-places">
            {[...places].map((name) => {
                const at = lattice.junctions.get(name);
                return (
                    at && (
                        <g key={name} data-place={name} transform={`translate(${at.x} ${at.y})`}>
                            <circle class="marker-place-case" r={radius} />
                            <circle class="marker-place" r={radius} />
                            <circle class="marker-place-dot" r={radius * 0.35} />
                        </g>
                    )
                );
            })}
        </g>
    );
}

/** Returns the half of a ferry that would be laid next, or undefined if the line is no ferry. */
function nextHalf(line: LineShape, ferries: FerryPiece[]): 0 | 1 | undefined {
    if (line.kind !== 'ferry') return undefined;
    return ferries.some((ferry) => ferry.line === line.name && ferry.halves.length > 0) ? 1 : 0;
}

export function Draft({
    lattice,
    draft,
    ferries,
    seat,
}: {
    lattice: Lattice;
    draft: BoardScene['draft'];
    ferries: FerryPiece[];
    seat: number | undefined;
}): JSX.Element {
    return (
        <g class="drafts">
            {draft.map(({ line, own }) => {
                const shape = lattice.lines.get(line);
                return (
                    shape && (
                        <Stick
                            key={line}
                            line={shape}
                            seat={own ? (seat ?? null) : null}
                            half={nextHalf(shape, ferries)}
                            look="draft"
                        />
                    )
                );
            })}
        </g>
    );
}

/** A preview of the track under the pointer or the focus. */
export function Preview({
    lattice,
    scene,
    id,
}: {
    lattice: Lattice;
    scene: BoardScene;
    id: string | null;
}): JSX.Element | null {
    if (id === null) return null;
    const line = lattice.lines.get(id);
    if (line && scene.legal.has(id)) {
        const begun = [
            ...scene.ferries,
            ...scene.draft.map(({ line: name }) => ({ line: name, halves: [null] })),
        ];
        return <Stick line={line} seat={null} half={nextHalf(line, begun)} look="preview" />;
    }
    const junction = lattice.junctions.get(id);
    if (junction && scene.seat && scene.legalJunctions.has(id))
        return <Marker junction={junction} seat={scene.seat} lean={0} size={MARKER_SIZE.middle} ghost />;
    return null;
}

export function Markers({
    lattice,
    art,
    scale,
    board,
    markers,
    needed = [],
}: {
    lattice: Lattice;
    art: BoardArt;
    scale: ScaleName;
    board: BoardScene['board'];
    markers: BoardScene['markers'];
    needed?: BoardScene['needed'];
}): JSX.Element {
    const { cities } = art.names[scale];
    const size = MARKER_SIZE[scale];
    const names = board.cities.flatMap((city) => cities[city.id]!.map((row) => row.box));
    const taken: Point[] = []; // places already covered by heads of markers and by signs beside cities
    for (const { junction, side } of needPlaces(board, art, lattice, scale, needed).values())
        taken.push(headAt(junction, side));
    return (
        <g class="markers">
            {markers.map(({ seat, junction: name, last, blocks }) => {
                const junction = lattice.junctions.get(name);
                if (!junction) return null;
                const close = names.filter((box: Box) => Math.abs(box[1] - junction.y) < 200);
                const lean = leanOf(junction, close, taken, size);
                taken.push(headAt(junction, lean));
                return (
                    <Marker
                        key={seat}
                        junction={junction}
                        seat={seat}
                        lean={lean}
                        size={size}
                        last={last}
                        blocks={blocks}
                    />
                );
            })}
        </g>
    );
}

/**
 * The cheapest missing lines at the end of a round.  Lines that several seats miss are drawn side
 * by side.
 */
export function Missing({
    lattice,
    missing,
    scale,
}: {
    lattice: Lattice;
    missing: BoardScene['missing'];
    scale: ScaleName;
}): JSX.Element {
    const size = { near: 1.15, middle: 1.5, far: 2 }[scale];
    const sharers = new Map<string, number[]>();
    for (const { seat, lines } of missing)
        for (const line of lines) sharers.set(line, [...(sharers.get(line) ?? []), seat]);
    const isBarred = (line: string, seat: number): boolean =>
        missing.some((route) => route.seat === seat && route.barred.includes(line));
    return (
        <g class="missing" style={{ '--size': size }}>
            {[...sharers].flatMap(([name, seats]) => {
                const line = lattice.lines.get(name);
                if (!line) return [];
                const across = (i: number): number => (i - (seats.length - 1) / 2) * 10 * size;
                return seats.map((seat, i) => (
                    <MissingLine
                        key={`${name} ${seat}`}
                        line={line}
                        seat={seat}
                        across={across(i)}
                        barred={isBarred(name, seat)}
                    />
                ));
            })}
        </g>
    );
}

const CROSS = 'M-4.5-4.5L4.5 4.5M4.5-4.5L-4.5 4.5';

function MissingLine({
    line,
    seat,
    across,
    barred,
}: {
    line: LineShape;
    seat: number;
    across: number;
    barred: boolean; // it cannot be laid at the moment
}): JSX.Element {
    const style = useSeatStyle()(seat);
    const at = pointOn(line, 0.5, across);
    const path = `M${text(pointOn(line, 0.1, across))}L${text(pointOn(line, 0.9, across))}`;
    return (
        <g data-missing={line.name} class={barred ? 'barred' : ''}>
            <path class="missing-case" d={path} />
            <path class="missing-line" d={path} style={{ stroke: style.colour }} />
            <g transform={`translate(${at.x} ${at.y})`}>
                <g class="missing-bead">
                    <circle r="9" style={barred ? { stroke: style.colour } : { fill: style.colour }} />
                    {barred ? (
                        <path class="missing-cross" d={CROSS} />
                    ) : (
                        <path d={style.path} style={{ fill: style.ink }} transform="scale(.56)" />
                    )}
                </g>
            </g>
        </g>
    );
}

/** Returns the ranks of the hints that name each line or junction. */
function ranksOf(hints: Hint[], namesOf: (hint: Hint) => string[]): Map<string, number[]> {
    const ranks = new Map<string, number[]>();
    hints.forEach((hint, i) => {
        for (const name of namesOf(hint)) ranks.set(name, [...(ranks.get(name) ?? []), i + 1]);
    });
    return ranks;
}

/** Hints by rank: numbers on lines, and at junctions where the marker would be placed. */
export function HintMarks({
    lattice,
    hints,
    scale,
}: {
    lattice: Lattice;
    hints: Hint[];
    scale: ScaleName;
}): JSX.Element {
    const size = { near: 1, middle: 1.35, far: 1.9 }[scale];
    const lines = ranksOf(hints, (hint) => hint.lines);
    const junctions = ranksOf(hints, ({ junction }) => (junction ? [junction] : []));
    return (
        <g class="hint-marks">
            <path class="hint-lines" d={slotsPath(lattice, lines.keys(), scale)} />
            {[...lines].map(([name, ranks]) => {
                const line = lattice.lines.get(name);
                return line && <HintMark key={name} at={line.middle} ranks={ranks} size={size} />;
            })}
            {[...junctions].map(([name, ranks]) => {
                const at = lattice.junctions.get(name);
                if (!at) return null;
                return (
                    <g key={name}>
                        <circle class="hint-ring" cx={at.x} cy={at.y} r={24 * size} />
                        <HintMark at={headAt(at, 0)} ranks={ranks} size={size} />
                    </g>
                );
            })}
        </g>
    );
}

function HintMark({
    at,
    ranks,
    size,
}: {
    at: Point;
    ranks: number[];
    size: number;
}): JSX.Element {
    const words = ranks.join(' ');
    const width = 12 + words.length * 8;
    return (
        <g class="hint-mark" transform={`translate(${at.x} ${at.y}) scale(${size})`}>
            <rect x={-width / 2} y="-10" width={width} height="20" rx="10" />
            <text y="5">{words}</text>
        </g>
    );
}

/** The focus indicator: a ring at a junction, a frame around a line. */
export function FocusMark({
    lattice,
    id,
}: {
    lattice: Lattice;
    id: string | null;
}): JSX.Element | null {
    const junction = id === null ? undefined : lattice.junctions.get(id);
    const line = id === null ? undefined : lattice.lines.get(id);
    if (junction) return <circle class="focus-mark" cx={junction.x} cy={junction.y} r="30" />;
    if (!line) return null;
    return (
        <rect
            class="focus-mark"
            x="-50"
            y="-15"
            width="100"
            height="30"
            rx="15"
            transform={`translate(${line.middle.x} ${line.middle.y}) rotate(${line.angle})`}
        />
    );
}
