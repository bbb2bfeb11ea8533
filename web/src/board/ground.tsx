// The static layers: the land, the printed lines, the cities and their names.  They are rendered
// once per board and scale.

import type { JSX } from 'preact';
import { type BoardArt, type ScaleName, areaPath, landPath, linesPath, peakPaths } from './art';
import type { Lattice, Point } from './geometry';
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

/** The frame of the map, above the land and below the pieces. */
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
            <path class="hidden-line" d={print.hidden} />
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
    reached: string[];
}

export const CHECK = 'M-5.4 .4L-1.6 4.4L5.6-4.4';

function CitySign({
    city,
    at,
    size,
    state,
}: {
    city: CityData;
    at: Point;
    size: number;
    state: OwnState;
}): JSX.Element {
    const style = groupStyle(city.group);
    return (
        <g
            class={`city${city.dashed ? ' dashed' : ''}${state && ` ${state}`}`}
            transform={`translate(${at.x} ${at.y}) scale(${size / 11.4})`}
        >
            <path class="city-halo" d={style.path} />
            <path class="city-sign" d={style.path} style={{ fill: style.colour }} />
            {state === 'own reached' && (
                <>
                    <path class="city-check-case" d={CHECK} />
                    <path class="city-check" d={CHECK} />
                </>
            )}
        </g>
    );
}

type OwnState = '' | 'own' | 'own reached';

function ownState(city: CityData, { hand, reached }: Pick<CitiesProps, 'hand' | 'reached'>) {
    if (!hand.includes(city.id)) return '';
    return reached.includes(city.id) ? 'own reached' : 'own';
}

/** The signs of the cities. */
export function Cities({ board, art, lattice, scale, ...own }: CitiesProps): JSX.Element {
    return (
        <g class="cities">
            {board.cities.map((city) => (
                <CitySign
                    key={city.id}
                    city={city}
                    at={lattice.junctions.get(city.junction)!}
                    size={art.names[scale].city}
                    state={ownState(city, own)}
                />
            ))}
        </g>
    );
}

/**
 * Marks the player's own cities, below the pieces so that it hides none: a ring and a filled plate
 * for a city still to be reached, an outlined plate for a city already reached.
 */
export function OwnCities({ board, art, lattice, scale, ...own }: CitiesProps): JSX.Element {
    const { size, city: radius, cities } = art.names[scale];
    return (
        <g class="own-cities">
            {board.cities
                .filter(({ id }) => own.hand.includes(id))
                .map((city) => {
                    const { x, y } = lattice.junctions.get(city.junction)!;
                    return (
                        <g key={city.id} class={ownState(city, own)}>
                            <circle class="city-glow" cx={x} cy={y} r={radius * 2.1} />
                            <circle class="city-ring" cx={x} cy={y} r={radius * 1.5} />
                            {cities[city.id]!.map(({ text, box }) => (
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
                        </g>
                    );
                })}
        </g>
    );
}

export function Names({ board, art, scale, ...own }: Omit<CitiesProps, 'lattice'>): JSX.Element {
    const { size, cities } = art.names[scale];
    return (
        <g class="names" font-size={size}>
            {board.cities.flatMap((city) =>
                cities[city.id]!.map(({ text, box }) => (
                    <text
                        key={`${city.id} ${text}`}
                        class={`name ${ownState(city, own)}`}
                        x={box[0]}
                        y={(box[1] + box[3]) / 2 + size * 0.34}
                        textLength={box[2] - box[0]}
                        lengthAdjust="spacingAndGlyphs"
                    >
                        {text}
                    </text>
                )),
            )}
        </g>
    );
}
