// The six seats: a colour and a sign for each, so that nothing is conveyed by colour alone.  Signs
// are centred on 0,0 with a radius of 10.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export interface SeatStyle {
    seat: number;
    id: 'red' | 'blue' | 'green' | 'amber' | 'violet' | 'teal'; // catalogue key of the colour
    sign: 'cross' | 'ring' | 'bars' | 'chevron' | 'moon' | 'bolt'; // catalogue key of the sign
    colour: string; // name of a custom property in theme.css
    ink: string; // colour of the sign
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

/**
 * The colour and sign that a reader has chosen for their own seat, as numbers of the seats that
 * have them by default; 0 for no choice.
 */
export interface SeatChoice {
    colour: number;
    sign: number;
}

/**
 * Gives the reader's seat the chosen style.  The seat that has that style by default gets the one
 * that the reader's seat would have had.
 */
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

/** Returns a function from a seat (1 to 6) to its style, as this reader sees it. */
export const useSeatStyle = (): typeof seatStyle => useContext(SeatStyles);
