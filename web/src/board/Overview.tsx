// A small picture of the whole board, shown while zoomed in.  A click moves the view.

import type { JSX } from 'preact';
import { landPath } from './art';
import type { Sight } from './camera';
import type { Lattice, Point } from './geometry';
import { groupStyle } from './groups';
import type { BoardScene } from './scene';

export function Overview({
    scene: { board, art, hand, tracks, ferries },
    lattice,
    sight,
    onPick,
}: {
    scene: BoardScene;
    lattice: Lattice;
    sight: Sight;
    onPick(point: Point): void;
}): JSX.Element {
    const [left, top, right, bottom] = art.sheet;
    const [width, height] = [right - left, bottom - top];
    let laid = '';
    for (const { line } of [...tracks, ...ferries]) {
        const shape = lattice.lines.get(line);
        if (shape) laid += `M${shape.a.x} ${shape.a.y}L${shape.b.x} ${shape.b.y}`;
    }
    return (
        <svg
            class="overview"
            viewBox={`${left} ${top} ${width} ${height}`}
            aria-hidden="true"
            onClick={(event) => {
                const box = event.currentTarget.getBoundingClientRect();
                onPick({
                    x: left + ((event.clientX - box.left) / box.width) * width,
                    y: top + ((event.clientY - box.top) / box.height) * height,
                });
            }}
        >
            <rect class="sea" x={left} y={top} width={width} height={height} />
            <path class="land" d={landPath(art)} />
            <path class="overview-laid" d={laid} />
            {board.cities
                .filter(({ id }) => hand.includes(id))
                .map(({ id, group, junction }) => {
                    const { x, y } = lattice.junctions.get(junction)!;
                    const { path, colour } = groupStyle(group);
                    return (
                        <path
                            key={id}
                            class="locator-sign"
                            d={path}
                            style={{ fill: colour }}
                            transform={`translate(${x} ${y}) scale(6)`}
                        />
                    );
                })}
            <rect
                class="overview-sight"
                x={sight.left}
                y={sight.top}
                width={sight.width * sight.units}
                height={sight.height * sight.units}
            />
        </svg>
    );
}
