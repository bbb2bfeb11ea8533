// A still picture of the board with a railway across it, for pages without a game.

import { Fragment, type JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { BoardArt } from './art';
import { type JunctionShape, latticeOf } from './geometry';
import { Cities, Frame, PrintedLines, Terrain } from './ground';
import { Markers, Tracks } from './layers';
import { PieceSymbols } from './pieces';
import type { BoardData } from './scene';

/** Returns the lines of a shortest path over land between two junctions. */
function wayBetween(from: JunctionShape, to: JunctionShape): string[] {
    const before = new Map<JunctionShape, { at: JunctionShape; line: string } | null>([
        [from, null],
    ]);
    for (const at of before.keys()) {
        for (const line of at.lines) {
            if (!line || line.kind === 'ferry') continue;
            const next = line.a === at ? line.b : line.a;
            if (!before.has(next)) before.set(next, { at, line: line.name });
        }
    }
    const lines: string[] = [];
    for (let step = before.get(to); step; step = before.get(step.at)) lines.push(step.line);
    return lines;
}

const SCALE = 'far'; // the scale for few pixels: large signs

/** Returns the artwork without cuts in the lines, for a picture without names. */
function bare(art: BoardArt): BoardArt {
    return { ...art, names: { ...art.names, [SCALE]: { ...art.names[SCALE], cuts: {} } } };
}

/** Returns how many layers to draw now: one more after each frame, so that no frame takes long. */
function useLayers(all: number): number {
    const [layers, setLayers] = useState(0);
    useEffect(() => {
        if (layers >= all) return undefined;
        const timer = setTimeout(() => setLayers(layers + 1));
        return () => clearTimeout(timer);
    }, [layers]);
    return layers;
}

export function BoardPicture({ board, art }: { board: BoardData; art: BoardArt }): JSX.Element {
    const drawing = useMemo(() => {
        const lattice = latticeOf(board);
        const cities = board.cities.map(({ junction }) => lattice.junctions.get(junction)!);
        const across = cities.sort((one, other) => one.x - other.x);
        const [west, east] = [across[0]!, across[across.length - 1]!];
        const tracks = wayBetween(west, east).map((line) => ({ line, seat: null }));
        const markers = [west, east].map(({ name }, i) => ({ seat: i + 1, junction: name }));
        const common = { board, art: bare(art), lattice, scale: SCALE } as const;
        return [
            <Fragment key="ground">
                <PieceSymbols scale={SCALE} />
                <Terrain art={art} />
                <Frame art={art} />
            </Fragment>,
            <PrintedLines key="lines" {...common} />,
            <Fragment key="pieces">
                <Tracks lattice={lattice} tracks={tracks} />
                <Cities {...common} hand={[]} reached={[]} />
                <Markers {...common} markers={markers} />
            </Fragment>,
        ];
    }, [board, art]);
    const layers = useLayers(drawing.length);
    const [left, top, right, bottom] = art.sheet;
    return (
        <div class={`picture scale-${SCALE}`} aria-hidden="true">
            <svg class="board-map" viewBox={`${left} ${top} ${right - left} ${bottom - top}`}>
                {drawing.slice(0, layers)}
            </svg>
        </div>
    );
}
