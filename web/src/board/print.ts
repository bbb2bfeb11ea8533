// The printed lines of the sheet as a few long paths: single lines, bridges, tunnels and ferries.
// Lines are cut below names; what remains below a name is drawn faintly.

import type { NameScale, ScaleName } from './art';
import { type Lattice, type LineShape, pointOn, text } from './geometry';

export interface Print {
    single: string;
    bridgeDeck: string;
    bridgeRails: string;
    piers: string;
    tunnelDeck: string;
    tunnelRails: string; // the dashed part
    tunnelEnds: string;
    tunnelMouths: string;
    ferry: string;
    buoys: string;
    hidden: string; // the parts below names
}

type Part = [from: number, to: number];

const PORTAL = 0.24; // fraction of the line at which a tunnel begins; it ends as far from the other end
const PIERS = [0.23, 0.41, 0.59, 0.77];
const ARCS = 4; // arcs of the wave on one half of a ferry

/** Returns the parts of a line that remain after the cuts. */
export function withoutCuts([from, to]: Part, cuts: Part[]): Part[] {
    const left: Part[] = [];
    let start = from;
    for (const [cutFrom, cutTo] of cuts) {
        if (cutFrom > start) left.push([start, Math.min(cutFrom, to)]);
        start = Math.max(start, cutTo);
        if (start >= to) break;
    }
    if (start < to) left.push([start, to]);
    return left.filter((part) => part[1] - part[0] > 0.01);
}

function stroke(line: LineShape, part: Part, cuts: Part[], across = 0): string {
    return withoutCuts(part, cuts)
        .map(
            ([from, to]) =>
                `M${text(pointOn(line, from, across))}L${text(pointOn(line, to, across))}`,
        )
        .join('');
}

function bothRails(line: LineShape, part: Part, cuts: Part[], gauge: number): string {
    return stroke(line, part, cuts, gauge) + stroke(line, part, cuts, -gauge);
}

function isCut(cuts: Part[], at: number): boolean {
    return cuts.some(([from, to]) => at > from - 0.03 && at < to + 0.03);
}

/** Returns short bars across the line: piers of a bridge, portals of a tunnel. */
function bars(line: LineShape, at: number[], cuts: Part[], reach: number): string {
    return at
        .filter((share) => !isCut(cuts, share))
        .map(
            (share) =>
                `M${text(pointOn(line, share, reach))}L${text(pointOn(line, share, -reach))}`,
        )
        .join('');
}

/** Returns one half of a ferry as a wave. */
function wave(line: LineShape, [from, to]: Part, cuts: Part[], height: number): string {
    let path = '';
    const arc = (to - from) / ARCS;
    for (let i = 0; i < ARCS; i++) {
        const start = from + i * arc;
        if (isCut(cuts, start) || isCut(cuts, start + arc) || isCut(cuts, start + arc / 2))
            continue;
        const bend = text(pointOn(line, start + arc / 2, i % 2 ? -height : height));
        path += `M${text(pointOn(line, start))}Q${bend} ${text(pointOn(line, start + arc))}`;
    }
    return path;
}

function buoy(line: LineShape, radius: number): string {
    const { x, y } = line.middle;
    return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

/** The part of the artwork that is needed to draw lines. */
export interface PrintArt<Scale extends ScaleName> {
    tunnels: string[];
    names: Record<Scale, Pick<NameScale, 'dot' | 'cuts'>>;
}

export function printOf<Scale extends ScaleName>(
    lattice: Lattice,
    art: PrintArt<Scale>,
    scale: Scale,
): Print {
    const print: Print = {
        single: '',
        bridgeDeck: '',
        bridgeRails: '',
        piers: '',
        tunnelDeck: '',
        tunnelRails: '',
        tunnelEnds: '',
        tunnelMouths: '',
        ferry: '',
        buoys: '',
        hidden: '',
    };
    const tunnels = new Set(art.tunnels);
    const gauge = { near: 3.6, middle: 4.4, far: 5.6 }[scale];
    for (const line of lattice.lines.values()) {
        const cuts = art.names[scale].cuts[line.name] ?? [];
        print.hidden += cuts.map((cut) => stroke(line, cut, [])).join('');
        if (line.kind === 'single') {
            print.single += stroke(line, [0, 1], cuts);
        } else if (line.kind === 'ferry') {
            print.ferry += wave(line, [0.04, 0.46], cuts, gauge * 2.1);
            print.ferry += wave(line, [0.54, 0.96], cuts, gauge * 2.1);
            if (!isCut(cuts, 0.5)) print.buoys += buoy(line, gauge * 0.75);
        } else if (tunnels.has(line.name)) {
            print.tunnelDeck += stroke(line, [PORTAL, 1 - PORTAL], cuts);
            print.tunnelRails += bothRails(line, [PORTAL, 1 - PORTAL], cuts, gauge);
            print.tunnelEnds += bothRails(line, [0, PORTAL], cuts, gauge);
            print.tunnelEnds += bothRails(line, [1 - PORTAL, 1], cuts, gauge);
            print.tunnelMouths += bars(line, [PORTAL, 1 - PORTAL], cuts, gauge * 2.1);
        } else {
            print.bridgeDeck += stroke(line, [0, 1], cuts);
            print.bridgeRails += bothRails(line, [0, 1], cuts, gauge);
            print.piers += bars(line, PIERS, cuts, gauge * 1.9);
        }
    }
    return print;
}
