// Who is in a seat: people are shown by the seat's sign, bots by a face and their level.
//
// A face is composed of a few parts: the hat and the mouth show the level, hair and the rest the
// seat.  Centred on 0,0 with a radius of 16; the same on light and dark pages.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { SeatInfo } from './game/source';
import { botName, seatName } from './game/words';
import { LEVELS } from './generated/lists';
import { SeatStyles, seatStyles, useSeatStyle } from './board/seats';
import { kept } from './store';
import { t } from './text';
import { SeatBadge } from './ui';

const INK = '#3b2f22';
const PAPER = '#f6f0e1';
const SKINS = ['#f2c9a1', '#c98d5b', '#f7dcc3', '#94603a'];
const HAIRS = ['#4a3020', '#b5702c', '#2b2320', '#8d8a86', '#dcae55'];

// [behind the head, in front of it]
const HAIR: readonly (readonly [string, string])[] = [
    ['', 'M-6.4 0C-8-10 8-10 6.4 0C5-3 3-4.6 0-4.6S-5-3-6.4 0Z'], // short
    ['M-8 9C-9.5-12 9.5-12 8 9Z', 'M-6-1C-6-9 6-9 6-1C4-2 1-3 0-5.4C-2-3-4-2-6-1Z'], // long
    [
        '',
        'M-6.6 0a2.8 2.8 0 0 1-.6-5 3 3 0 0 1 4-3.4 3.6 3.6 0 0 1 6.4 0 3 3 0 0 1 4 3.4 2.8 2.8 0 0 1-.6 5C5-4 3-4.4 0-4.4S-5-4-6.6 0ZM-3.8 4C-2 2 2 2 3.8 4Q1.6 4.4 0 3.4Q-1.6 4.4-3.8 4Z',
    ], // curls and a moustache
    [
        'M-11-2a3 3 0 1 0 6 0a3 3 0 1 0-6 0ZM5-2a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z',
        'M-6.3 0C-7-9.5 7-9.5 6.3 0Q4-5 0-6Q-4-5-6.3 0Z',
    ], // two buns
    ['', 'M-6.2 1V2.6C-6 10 6 10 6.2 2.6V1Q4.4 3.2 0 3.2Q-4.4 3.2-6.2 1Z'], // a beard
    ['M-8 4C-9-12 9-12 8 4Z', 'M-6.2-2C-6.5-9 6.5-9 6.2-2Z'], // a bob
];

const BEARD = 5; // the seat with a beard, which includes the mouth

const MOUTHS = ['M-2.8 3.6Q0 7 2.8 3.6Z', 'M-2.2 4Q0 5.6 2.2 4', 'M-2 4.6H2', 'M-2 4.6Q1 4.8 2.4 3.6', 'M-2.6 4Q0 4.8 2.6 4'];

// A flat cap, a conductor's peaked cap, a top hat, a laurel wreath; [material, path] for each
// piece.
const HATS: readonly (readonly [string, string])[][] = [
    [],
    [['#8b7355', 'M-7-3.4C-8-11 5-12 7-4.4L10-3C9-1.8 6-2.4 4-3.2Z']],
    [
        ['#27425e', 'M-6.4-4L-8-9C-3-12.6 3-12.6 8-9L6.4-4Z'],
        ['#171310', 'M-6.6-4.6C-3-3 3-3 6.6-4.6C6-1.4-6-1.4-6.6-4.6Z'],
        ['#e9b01c', 'M-1.4-7.4a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0Z'],
    ],
    [
        ['#2a2522', 'M-9-4.8H-4.8L-5.2-12.2H5.2L4.8-4.8H9V-3.2H-9Z'],
        ['#a33b2a', 'M-5-7.2H5V-5H-5Z'],
    ],
    [
        ['#d9a514', 'M-7.4 0C-10.4-3-10.4-7.4-7.6-10.6C-5.4-7.6-5.4-3-7.4 0Z'],
        ['#d9a514', 'M7.4 0C10.4-3 10.4-7.4 7.6-10.6C5.4-7.6 5.4-3 7.4 0Z'],
        ['#e9b01c', 'M-6.6-5.4C-6.4-9.6-3.6-11.8-.6-12C-1-8.6-3.4-5.8-6.6-5.4Z'],
        ['#e9b01c', 'M6.6-5.4C6.4-9.6 3.6-11.8.6-12C1-8.6 3.4-5.8 6.6-5.4Z'],
    ],
];

function Head({ level, seat }: { level: number; seat: number }) {
    const skin = SKINS[(level + seat * 3) % SKINS.length]!;
    const hair = HAIRS[(level * 2 + seat * 3) % HAIRS.length]!;
    const [back, front] = HAIR[seat - 1]!;
    return (
        <g stroke={INK} stroke-width=".7" stroke-linejoin="round">
            <path d={back} fill={hair} />
            <path d="M-6-1A6 6.8 0 0 1 6-1V1.4A6 6.8 0 0 1-6 1.4Z" fill={skin} />
            <path d={front} fill={hair} />
            <path
                d={MOUTHS[level]}
                fill={level === 0 ? PAPER : 'none'}
                stroke={seat === BEARD ? PAPER : INK}
            />
            <path d="M-2.5-.6v.4M2.5-.6v.4" stroke-width="1.8" stroke-linecap="round" />
            {(level + seat) % 3 === 0 && (
                <path
                    d="M-4.9-.4a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0M.3-.4a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0"
                    fill="none"
                />
            )}
            {HATS[level]!.map(([colour, path]) => (
                <path key={path} d={path} fill={colour} />
            ))}
        </g>
    );
}

const levelOf = (bot: string | null): number => LEVELS.findIndex((one) => one === bot);

// A seat's symbol beside a name: a bot's face with the sign of its seat, or only the sign.
export function Face({ seat, bot, size = 30 }: { seat: number; bot: string | null; size?: number }) {
    const level = levelOf(bot);
    const { colour, ink, path } = useSeatStyle()(seat);
    if (level < 0) return <SeatBadge seat={seat} size={size} />;
    return (
        <svg class="badge" width={size} height={size} viewBox="-16 -16 32 32" aria-hidden="true">
            <circle r="15.5" style={{ fill: colour }} />
            <circle r="13.4" fill={PAPER} />
            <path d="M-10 9C-8 5 8 5 10 9A13.4 13.4 0 0 1-10 9Z" style={{ fill: colour }} />
            <Head level={level} seat={seat} />
            <g transform="translate(9.2 9.2) scale(.42)">
                <circle r="15" style={{ fill: colour }} stroke={PAPER} stroke-width="2.5" />
                <path d={path} style={{ fill: ink }} />
            </g>
        </svg>
    );
}

// The symbol with the name, and a bot's level in a lighter colour.
export function PlayerLabel({
    seats,
    seat,
    size,
}: {
    seats: readonly SeatInfo[];
    seat: number;
    size?: number;
}) {
    const { bot = null, name = '', you = false } = seats[seat - 1] ?? {};
    return (
        <>
            <Face seat={seat} bot={bot} {...(size ? { size } : {})} />
            <span class="name">
                {you && name ? t('andYou', { name }) : seatName(seats, seat)}
                {levelOf(bot) >= 0 && <small> {botName(bot!)}</small>}
            </span>
        </>
    );
}

// ---- The reader's own colour and sign -----------------------------------------------------------

export const COLOUR_KEY = 'seat-colour';
export const SIGN_KEY = 'seat-sign';

// Applies the reader's own colour and sign to `seat` in everything inside; 0 if the reader has no
// seat.
export function OwnSeat({ seat, children }: { seat: number; children: ComponentChildren }) {
    const colour = kept<number>(COLOUR_KEY) ?? 0;
    const sign = kept<number>(SIGN_KEY) ?? 0;
    const styles = useMemo(() => seatStyles(seat, { colour, sign }), [seat, colour, sign]);
    return <SeatStyles.Provider value={styles}>{children}</SeatStyles.Provider>;
}
