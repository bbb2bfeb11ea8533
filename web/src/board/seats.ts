// The six seats: a colour and a sign for each, so that nothing is told by colour alone.
// Signs are drawn around 0,0 within a radius of 10.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export interface SeatStyle {
    seat: number;
    id: 'red' | 'blue' | 'green' | 'amber' | 'violet' | 'teal'; // the colour's name in the catalogues
    sign: 'cross' | 'ring' | 'bars' | 'chevron' | 'moon' | 'bolt'; // and the sign's
    colour: string; // a custom property of theme.css
    ink: string; // of the sign on that colour
    path: string;
}

function style(
    seat: number,
    id: SeatStyle['id'],
    sign: SeatStyle['sign'],
    path: string,
): SeatStyle {
    return { seat, id, sign, colour: `var(--seat-${seat})`, ink: `var(--seat-${seat}-ink)`, path };
}

export const SEATS: readonly SeatStyle[] = [
    style(1, 'red', 'cross', 'M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z'),
    style(
        2,
        'blue',
        'ring',
        'M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9ZM0-4.2A4.2 4.2 0 1 0 0 4.2A4.2 4.2 0 1 0 0-4.2Z',
    ),
    style(3, 'green', 'bars', 'M-8-8H-2.5V8H-8ZM2.5-8H8V8H2.5Z'),
    style(4, 'amber', 'chevron', 'M0-9L9.5 2.5V9L0-1.5L-9.5 9V2.5Z'),
    style(5, 'violet', 'moon', 'M4-8.6A9 9 0 1 0 4 8.6A9.6 9.6 0 0 1 4-8.6Z'),
    style(6, 'teal', 'bolt', 'M2.5-10L-7 2H-1L-2.5 10L7-2.5H1Z'),
];

function seatStyle(seat: number): SeatStyle {
    const found = SEATS[seat - 1];
    if (!found) throw new Error(`there is no seat ${seat}`);
    return found;
}

/** What a reader has chosen for the own seat, as the seat that has it by itself; 0 for no choice. */
export interface SeatChoice {
    colour: number;
    sign: number;
}

/** The own seat has what was chosen, and the seat that would have it gets what the own one had. */
export function seatStyles(own: number, { colour, sign }: SeatChoice): typeof seatStyle {
    const instead = (seat: number, chosen: number): number =>
        own === 0 || !SEATS[chosen - 1] ? seat : seat === own ? chosen : seat === chosen ? own : seat;
    return (seat) => ({
        ...seatStyle(instead(seat, colour)),
        seat,
        sign: seatStyle(instead(seat, sign)).sign,
        path: seatStyle(instead(seat, sign)).path,
    });
}

export const SeatStyles = createContext(seatStyle);

/** The style of a seat from 1 to 6, as this reader sees it. */
export const useSeatStyle = (): typeof seatStyle => useContext(SeatStyles);
