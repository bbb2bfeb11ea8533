// The layers that never change while a board is shown: the map, the printed lines, the cities and
// their names.  They are made once for a board and a scale.

import type { JSX } from 'preact';
import { type BoardArt, type ScaleName, areaPath, landPath, linesPath, peakPaths } from './art';
import type { Lattice } from './geometry';
import { groupStyle } from './groups';
import { type PrintArt, printOf } from './print';
import type { BoardData, CityData } from './scene';

export function Terrain({ art }: { art: BoardArt }): JSX.Element {
    const [left, top, right, bottom] = art.sheet;
    const land = landPath(art);
    const lakes = areaPath(art.lakes);
    const { ridges, shades } = peakPaths(art.peaks);
    return (
        <g class="terrain" clip-path="url(#rh-sheet)">
            <defs>
                <clipPath id="rh-sheet">
                    <rect x={left} y={top} width={right - left} height={bottom - top} rx="14" />
                </clipPath>
                <clipPath id="rh-land">
                    <path d={land} clip-rule="evenodd" />
                </clipPath>
            </defs>
            <rect class="sea" x={left} y={top} width={right - left} height={bottom - top} />
            <path class="graticule" d={linesPath(art.graticule)} />
            <path class="shore wide" d={land} />
            <path class="shore" d={land} />
            <path class="land" d={land} />
            <g clip-path="url(#rh-land)">
                <path class="range" d={areaPath(art.ranges)} />
            </g>
            <path class="peak-shade" d={shades} />
            <path class="peak" d={ridges} />
            <path class="border" d={linesPath(art.borders)} />
            <path class="river" d={linesPath(art.rivers)} />
            <path class="lake" d={lakes} />
            <path class="coast" d={land} />
        </g>
    );
}

/** The frame, above the land and below everything that is played. */
export function Frame({ art }: { art: BoardArt }): JSX.Element {
    const [left, top, right, bottom] = art.sheet;
    return (
        <rect
            class="frame"
            x={left + 3}
            y={top + 3}
            width={right - left - 6}
            height={bottom - top - 6}
            rx="12"
        />
    );
}

interface LayerProps {
    art: BoardArt;
    lattice: Lattice;
    scale: ScaleName;
}

export function PrintedLines<Scale extends ScaleName>({
    art,
    lattice,
    scale,
}: {
    art: PrintArt<Scale>;
    lattice: Lattice;
    scale: Scale;
}): JSX.Element {
    const print = printOf(lattice, art, scale);
    const radius = art.names[scale].dot * 0.8;
    let dots = '';
    for (const { x, y, city } of lattice.junctions.values())
        if (!city)
            dots += `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
    return (
        <g class="printed">
            <path class="single" d={print.single} />
            <path class="tunnel-deck" d={print.tunnelDeck} />
            <path class="tunnel" d={print.tunnelRails} />
            <path class="tunnel-end" d={print.tunnelEnds} />
            <path class="tunnel-mouth" d={print.tunnelMouths} />
            <path class="pier" d={print.piers} />
            <path class="bridge-deck" d={print.bridgeDeck} />
            <path class="bridge" d={print.bridgeRails} />
            <path class="ferry" d={print.ferry} />
            <path class="buoy" d={print.buoys} />
            <path class="dot" d={dots} />
        </g>
    );
}

interface CitiesProps extends LayerProps {
    board: BoardData;
    hand: string[];
}

function CitySign({
    city,
    at,
    size,
    lit,
}: {
    city: CityData;
    at: { x: number; y: number };
    size: number;
    lit: boolean;
}): JSX.Element {
    const style = groupStyle(city.group);
    const factor = (size / 11.4) * (lit ? 1.14 : 1);
    return (
        <g
            class={`city${city.dashed ? ' dashed' : ''}${lit ? ' own' : ''}`}
            transform={`translate(${at.x} ${at.y})`}
        >
            {lit && <circle class="city-glow" r={size * 2.1} />}
            {lit && <circle class="city-ring" r={size * 1.5} />}
            <g transform={`scale(${factor})`}>
                <path class="city-halo" d={style.path} />
                <path class="city-sign" d={style.path} style={{ fill: style.colour }} />
            </g>
        </g>
    );
}

export function Cities({ board, art, lattice, scale, hand }: CitiesProps): JSX.Element {
    return (
        <g class="cities">
            {board.cities.map((city) => (
                <CitySign
                    key={city.id}
                    city={city}
                    at={lattice.junctions.get(city.junction)!}
                    size={art.names[scale].city}
                    lit={hand.includes(city.id)}
                />
            ))}
        </g>
    );
}

export function Names({ board, art, scale, hand }: Omit<CitiesProps, 'lattice'>): JSX.Element {
    const { size, cities } = art.names[scale];
    return (
        <g class="names" font-size={size}>
            {board.cities.map((city) => {
                const rows = cities[city.id]!;
                const lit = hand.includes(city.id);
                return (
                    <g key={city.id} class={lit ? 'name own' : 'name'}>
                        {lit &&
                            rows.map(({ text, box }) => (
                                <rect
                                    key={text}
                                    class="plate"
                                    x={box[0] - size * 0.26}
                                    y={box[1] - size * 0.16}
                                    width={box[2] - box[0] + size * 0.52}
                                    height={box[3] - box[1] + size * 0.32}
                                    rx={size * 0.36}
                                />
                            ))}
                        {rows.map(({ text, box }) => (
                            <text
                                key={text}
                                x={box[0]}
                                y={(box[1] + box[3]) / 2 + size * 0.34}
                                textLength={box[2] - box[0]}
                                lengthAdjust="spacingAndGlyphs"
                            >
                                {text}
                            </text>
                        ))}
                    </g>
                );
            })}
        </g>
    );
}
