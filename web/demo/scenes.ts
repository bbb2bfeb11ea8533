// Scenes to look at: tracks grown at random from a few markers, the same for the same board.
// They follow the lattice, not the rules: no game need ever look like this.

import { type Lattice, type LineShape, latticeOf } from '../src/board/geometry';
import type { BoardArt } from '../src/board/art';
import type { BoardData, BoardScene } from '../src/board/scene';

export type SceneName = 'empty' | 'marker' | 'game' | 'end';

function randomFrom(seed: number): () => number {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/** Grows one network by `count` lines, along the way it went before where it can. */
function grow(
    lattice: Lattice,
    start: string,
    count: number,
    laid: Set<string>,
    random: () => number,
): void {
    let at = lattice.junctions.get(start)!;
    let direction = Math.floor(random() * 6);
    const visited = [at];
    for (let i = 0; i < count; i++) {
        const turn = [0, 0, 0, 1, 5][Math.floor(random() * 5)]!;
        direction = (direction + turn) % 6;
        const line = at.lines[direction];
        if (!line || laid.has(line.name)) {
            at = visited[Math.floor(random() * visited.length)]!;
            direction = Math.floor(random() * 6);
            continue;
        }
        laid.add(line.name);
        at = line.a === at ? line.b : line.a;
        visited.push(at);
    }
}

function touching(lattice: Lattice, laid: Set<string>): LineShape[] {
    const reached = new Set<string>();
    for (const name of laid) {
        const line = lattice.lines.get(name)!;
        reached.add(line.a.name).add(line.b.name);
    }
    return [...lattice.lines.values()].filter(
        (line) => !laid.has(line.name) && (reached.has(line.a.name) || reached.has(line.b.name)),
    );
}

export function sceneOf(name: SceneName, board: BoardData, art: BoardArt): BoardScene {
    const lattice = latticeOf(board);
    const empty: BoardScene = {
        board,
        art,
        tracks: [],
        ferries: [],
        markers: [],
        draft: [],
        placed: false,
        seat: 1,
        legal: new Set(),
        legalJunctions: new Set(),
        moving: false,
        beyond: [],
        hand: ['green', 'blue', 'yellow', 'orange', 'red'].map(
            (group, i) => board.cities.filter((city) => city.group === group)[(i * 3 + 1) % 7]!.id,
        ),
        reached: [],
        needed: [],
        lit: [],
        hints: [],
        missing: [],
        focus: null,
    };
    if (name === 'empty') return empty;
    if (name === 'marker')
        return {
            ...empty,
            legalJunctions: new Set(board.junctions.map((junction) => junction.name)),
        };
    return gameScene(empty, lattice, name === 'end');
}

function gameScene(empty: BoardScene, lattice: Lattice, atEnd: boolean): BoardScene {
    const { board } = empty;
    const random = randomFrom(board.lines.length * 7);
    const markers = [3, 9, 16, 22, 27, 33].map((city, i) => ({
        seat: i + 1,
        junction: i % 2 ? board.cities[city]!.junction : board.junctions[city * 5 + 8]!.name,
    }));
    const laid = new Set<string>();
    for (const { junction } of markers) grow(lattice, junction, atEnd ? 15 : 9, laid, random);
    const names = [...laid];
    const ferries = names
        .filter((line) => lattice.lines.get(line)!.kind === 'ferry')
        .map((line, i) => ({
            line,
            halves: i % 3 === 0 ? [null] : i % 3 === 1 ? [2, 5] : [null, 3],
        }));
    const land = names.filter((line) => lattice.lines.get(line)!.kind !== 'ferry');
    const tracks = land.map((line, i) => ({
        line,
        seat: i % 13 === 5 ? (i % 6) + 1 : null,
        last: !atEnd && i >= land.length - 2,
    }));
    const open = touching(lattice, laid).map((line) => line.name);
    if (atEnd) {
        const missing = [1, 4, 5].map((seat, i) => ({
            seat,
            lines: open.slice(i * 5 + 3, i * 5 + 8),
            barred: [],
        }));
        missing[1]!.lines.push(open[4]!, open[5]!);
        return { ...empty, tracks, ferries, markers, missing, lit: land.slice(0, 3) };
    }
    const reached = empty.hand.filter((_, i) => i % 2 === 1);
    const draft = open
        .filter((_, i) => i % 19 === 7)
        .slice(0, 2)
        .map((line, i) => ({ line, own: i === 1 }));
    return {
        ...empty,
        reached,
        tracks,
        ferries,
        markers,
        draft,
        legal: new Set(open.filter((line) => !draft.some((one) => one.line === line)).slice(0, 70)),
    };
}
