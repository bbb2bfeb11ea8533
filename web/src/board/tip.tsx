// The tooltip with the name of the place under the pointer or focus, in the same size at every
// zoom.

import type { JSX } from 'preact';
import type { Lattice } from './geometry';
import { groupStyle } from './groups';
import type { BoardData } from './scene';

export function Tip({
    lattice,
    board,
    id,
}: {
    lattice: Lattice;
    board: BoardData;
    id: string | null;
}): JSX.Element | null {
    const junction = id === null ? undefined : lattice.junctions.get(id);
    if (!junction) return null;
    const city = board.cities.find((one) => one.junction === junction.name);
    const text = city ? `${city.name} · ${junction.name}` : junction.name;
    const width = text.length * 7.6 + (city ? 40 : 20);
    return (
        <g
            class="tip"
            style={{ transform: `translate(${junction.x}px, ${junction.y}px) scale(var(--px))` }}
        >
            <rect x={-width / 2} y="-58" width={width} height="28" rx="14" />
            {city && (
                <path
                    d={groupStyle(city.group).path}
                    style={{ fill: groupStyle(city.group).colour }}
                    class="city-sign"
                    transform={`translate(${-width / 2 + 18} -44) scale(.75)`}
                />
            )}
            <text x={city ? 10 : 0} y="-39">
                {text}
            </text>
        </g>
    );
}
