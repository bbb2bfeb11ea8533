// The signs of the map one by one, drawn by the same code as the map, for the page that explains
// them.

import type { ComponentChildren, JSX } from 'preact';
import { type Lattice, UNIT, latticeOf } from './geometry';
import { PrintedLines } from './ground';
import { Ferries, Tracks } from './layers';
import { MARKER_SIZE, Marker, PieceSymbols } from './pieces';
import type { LineKind } from './scene';

const SCALE = 'near';
const LINE = 'A1-B1';

export const SIGNS = ['single', 'bridge', 'tunnel', 'ferry', 'track', 'half', 'marker'] as const;
export type SignName = (typeof SIGNS)[number];

const KINDS: Partial<Record<SignName, LineKind>> = {
    bridge: 'double',
    tunnel: 'double',
    ferry: 'ferry',
    half: 'ferry',
};

/** Returns the smallest possible board: one line. */
function lineOf(kind: LineKind): Lattice {
    const junctions = [
        { name: 'A1', col: 0, row: 0 },
        { name: 'B1', col: 1, row: 0 },
    ];
    return latticeOf({ junctions, lines: [{ a: 'A1', b: 'B1', kind }], cities: [] });
}

export function Sign({ name }: { name: SignName }): JSX.Element {
    const lattice = lineOf(KINDS[name] ?? 'single');
    const art = {
        tunnels: name === 'tunnel' ? [LINE] : [],
        names: { [SCALE]: { dot: 5, cuts: {} } },
    };
    const above = name === 'marker' ? 80 : 20; // units of the sheet above the sign
    return (
        <svg
            class={`board-map sign scale-${SCALE}`}
            viewBox={`-14 ${-above} ${UNIT + 28} ${above + 20}`}
            aria-hidden="true"
        >
            <PrintedLines art={art} lattice={lattice} scale={SCALE} />
            {name === 'track' && <Tracks lattice={lattice} tracks={[{ line: LINE, seat: null }]} />}
            {name === 'half' && (
                <Ferries lattice={lattice} ferries={[{ line: LINE, halves: [1] }]} />
            )}
            {name === 'marker' && (
                <Marker junction={lattice.junctions.get('A1')!} seat={1} lean={0} size={MARKER_SIZE.near} />
            )}
        </svg>
    );
}

/** Wrap signs in this component: it defines the SVG symbols that they share. */
export function Signs({ children }: { children: ComponentChildren }): JSX.Element {
    return (
        <>
            <svg class="sr-only" aria-hidden="true">
                <PieceSymbols scale={SCALE} />
            </svg>
            {children}
        </>
    );
}
