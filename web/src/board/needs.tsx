// Cards that lie face up: each city of such a card shows the sign of the player who holds it.
// There is one card per city, so a city shows at most one sign.  A city still to be reached has a
// filled disc and a ring in the player's colour.  A city already reached has an empty disc, no
// ring, and a tick on its sign.

import type { JSX } from 'preact';
import type { BoardArt, Box, ScaleName } from './art';
import type { Lattice, Point } from './geometry';
import { CHECK } from './ground';
import { boxDistance, headAt } from './pieces';
import type { BoardData, NeededCity } from './scene';
import { useSeatStyle } from './seats';

const RADIUS: Record<ScaleName, number> = { near: 14, middle: 20, far: 33 };

/**
 * Candidate places beside a city, between two lines, in degrees: upper right, upper left, lower
 * right, lower left, above, below.
 */
const SIDES = [60, -60, 120, -120, 0, 180];

interface Place {
    junction: Point; // position of the city
    side: number; // degrees clockwise from upright
    at: Point;
}

/** Returns the place of a city's disc that covers the least of any name. */
function placeOf(city: Point, radius: number, away: number, names: Box[]): Place {
    let best: Place | null = null;
    let most = -Infinity;
    for (const side of SIDES) {
        const at = headAt(city, side, away);
        const gap = Math.min(radius, ...names.map((box) => boxDistance(box, at)));
        if (gap > most) [best, most] = [{ junction: city, side, at }, gap];
    }
    return best!;
}

/** Returns the places of all discs by city id. */
export function needPlaces(
    board: BoardData,
    art: BoardArt,
    lattice: Lattice,
    scale: ScaleName,
    needed: readonly NeededCity[],
): Map<string, Place> {
    const { cities, city: size } = art.names[scale];
    const radius = RADIUS[scale];
    const names = board.cities.flatMap(({ id }) => cities[id]!.map(({ box }) => box));
    const junctions = new Map(board.cities.map(({ id, junction }) => [id, junction]));
    return new Map(
        needed.map(({ city }) => {
            const at = lattice.junctions.get(junctions.get(city)!)!;
            return [city, placeOf(at, radius, 0.8 * size + 0.75 * radius, names)];
        }),
    );
}

function Need({
    need: { seat, city, reached },
    place: { junction, at },
    size,
    radius,
}: {
    need: NeededCity;
    place: Place;
    size: number; // scale of the city's sign
    radius: number; // radius of the disc
}): JSX.Element {
    const style = useSeatStyle()(seat);
    return (
        <g
            class={`need${reached ? ' reached' : ''}`}
            style={{ '--seat': style.colour, '--seat-ink': style.ink }}
            data-need={city}
            data-seat={seat}
        >
            {reached ? (
                <g transform={`translate(${junction.x} ${junction.y}) scale(${size / 11.4})`}>
                    <path class="city-check-case" d={CHECK} />
                    <path class="city-check" d={CHECK} />
                </g>
            ) : (
                <circle class="need-ring" cx={junction.x} cy={junction.y} r={size * 1.25} />
            )}
            <g transform={`translate(${at.x} ${at.y}) scale(${radius / 15})`}>
                <circle class="need-disc" r={reached ? 13.5 : 15} />
                <path class="need-sign" d={style.path} transform={reached ? 'scale(.8)' : ''} />
            </g>
        </g>
    );
}

export function Needs({
    board,
    art,
    lattice,
    scale,
    needed,
}: {
    board: BoardData;
    art: BoardArt;
    lattice: Lattice;
    scale: ScaleName;
    needed: readonly NeededCity[];
}): JSX.Element {
    const places = needPlaces(board, art, lattice, scale, needed);
    return (
        <g class="needs">
            {needed.map((need) => (
                <Need
                    key={need.city}
                    need={need}
                    place={places.get(need.city)!}
                    size={art.names[scale].city}
                    radius={RADIUS[scale]}
                />
            ))}
        </g>
    );
}
