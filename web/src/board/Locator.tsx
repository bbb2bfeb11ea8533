// A small map that shows the location of a city, for cards.

import type { JSX } from 'preact';
import { type BoardArt, landPath } from './art';
import { UNIT, placeOf } from './geometry';
import { groupStyle } from './groups';
import type { BoardData, CityData } from './scene';

const SIGN = (UNIT * 1.5) / 11.4; // scale factor of the city's sign

export function Locator({
    board,
    art,
    city,
}: {
    board: BoardData;
    art: BoardArt;
    city: CityData;
}): JSX.Element {
    const [left, top, right, bottom] = art.sheet;
    const { x, y } = placeOf(board.junctions.find(({ name }) => name === city.junction)!);
    const style = groupStyle(city.group);
    return (
        <svg
            class="locator"
            viewBox={`${left} ${top} ${right - left} ${bottom - top}`}
            aria-hidden="true"
        >
            <rect class="sea" x={left} y={top} width={right - left} height={bottom - top} rx="60" />
            <path class="land" d={landPath(art)} />
            <path
                class="locator-sign"
                d={style.path}
                style={{ fill: style.colour }}
                transform={`translate(${x} ${y}) scale(${SIGN})`}
            />
        </svg>
    );
}
