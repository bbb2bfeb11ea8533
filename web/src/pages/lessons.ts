// The positions of the tutorial: records up to the reader's turn, and the task in each.
import type { BoardId, GameEvent, State } from '../core/types';
import { BOARDS } from '../generated/lists';
import type { Key } from '../text/en';

export interface Attempt {
    state: State;
    played: GameEvent[];
    refused: boolean;
}

export interface Lesson {
    text: Key;
    done: Key;
    record: string;
    lit?: string[]; // lines to highlight
    asks: boolean; // the step has a task, not only a text
    passed(attempt: Attempt): boolean;
}

function position(board: BoardId, deals: string[], turns: string[], first = 1): string {
    return [
        'railhead 1',
        `board ${board}`,
        `rules ${BOARDS.find(({ id }) => id === board)!.rules}`,
        'seats 2',
        'round 1',
        `first ${first}`,
        ...deals.map((hand, i) => `deal ${i + 1} ${hand}`),
        ...turns,
        '',
    ].join('\n');
}

const WEST = [
    'sacramento helena salt-lake-city washington phoenix',
    'los-angeles chicago st-louis winston dallas',
];
const NORTH = ['vilnius roma oslo amsterdam london', 'minsk tirana glasgow wien madrid'];
const america = (turns: string[]): string => position('transamerica', WEST, turns);
const europa = (turns: string[]): string => position('transeuropa', NORTH, turns);

// Two networks that have just been joined, for every board.
const MET = ['1 @K7', '2 @N7', '1 K7-L7', '2 M7-N7', '1 L7-M7'];
export const MEETING: Record<string, string> = Object.fromEntries(
    BOARDS.map(({ id }) => [id, position(id, id === 'transamerica' ? WEST : NORTH, MET)]),
);
export const HALF_A_FERRY = europa(['1 @F5', '2 @K9', '1 E4~F5', '2 J9-K9']);

// A round that ends with the next track.
const LATE = [
    'sacramento helena salt-lake-city winston new-orleans',
    'medford minneapolis santa-fe charleston memphis',
];
const LATE_TURNS = [
    '2 @P10',
    '1 @E5',
    '2 P10-Q10 Q10-R11',
    '1 E4-E5 E3-E4',
    '2 R11-S11 S11-T11',
    '1 E3-F4 F4-G5',
    '2 O9-P10',
    '1 G5-H6 H6-I6',
    '2 N9-O9 M9-N9',
    '1 D2-E3 I6-J7',
    '2 L9-M9 K9-L9',
    '1 D5-E5 C5-D5',
    '2 J9-K9 I9-J9',
    '1 C5-C6',
    '2 K8-K9 J7-K8',
    '1 R10-R11 R9-R10',
    '2 B4-C5',
    '1 P10-P11 P11-Q12',
    '2 I5-I6 I4-I5',
];
const NEARLY = position('transamerica', LATE, LATE_TURNS, 2);
const CLOSING = ['end 1', 'score 0 4', 'points 13 9', 'barrier 0'];
export const ROUND_OVER = position(
    'transamerica',
    LATE,
    [...LATE_TURNS, '1 Q12-Q13', ...CLOSING],
    2,
);

const turnOf = ({ played }: Attempt): string => {
    const [event] = played;
    return event?.kind === 'turn' ? event.turn : '';
};

export const LESSONS: Lesson[] = [
    { text: 'tutorHand', done: 'tutorHand', record: america([]), asks: false, passed: () => true },
    {
        text: 'tutorPlace',
        done: 'tutorPlaceDone',
        record: america([]),
        asks: true,
        passed: (one) => turnOf(one) !== '',
    },
    {
        text: 'tutorLay',
        done: 'tutorLayDone',
        record: america(['1 @E5', '2 @N7']),
        lit: ['D4-E5', 'D3-D4'],
        asks: true,
        passed: (one) => turnOf(one).split(' ').length === 2,
    },
    {
        text: 'tutorDouble',
        done: 'tutorDoubleDone',
        lit: ['D2-D3'],
        asks: true,
        record: america(['1 @E5', '2 @N7', '1 D4-E5 D3-D4', '2 M7-N7 L7-M7']),
        passed: (one) => turnOf(one) === 'D2-D3',
    },
    {
        text: 'tutorRefused',
        done: 'tutorRefusedDone',
        lit: ['O4-P5'],
        asks: true,
        record: america(['1 @E5', '2 @N7', '1 D4-E5 D3-D4', '2 M7-N7 L7-M7', '1 D2-D3', '2 K7-L7']),
        passed: ({ refused }) => refused,
    },
    {
        text: 'tutorMeet',
        done: 'tutorMeetDone',
        lit: ['L7-M7'],
        asks: true,
        record: america(['1 @K7', '2 @N7', '1 K7-L7', '2 M7-N7']),
        passed: ({ played }) => played[0]?.kind === 'turn' && played[0].met.length > 0,
    },
    {
        text: 'tutorHelp',
        done: 'tutorHelp',
        record: MEETING['transamerica']!,
        asks: false,
        passed: () => true,
    },
    {
        text: 'tutorEnd',
        done: 'tutorEndDone',
        record: NEARLY,
        lit: ['Q12-Q13'],
        asks: true,
        passed: ({ state }) => state.phase !== 'playing',
    },
    {
        text: 'tutorScore',
        done: 'tutorScore',
        record: ROUND_OVER,
        asks: false,
        passed: () => true,
    },
    {
        text: 'tutorFerry',
        done: 'tutorFerryDone',
        record: europa(['1 @F5', '2 @K9']),
        lit: ['E4-F5'],
        asks: true,
        passed: (one) => turnOf(one).includes('~'),
    },
    {
        text: 'tutorOwn',
        done: 'tutorOwnDone',
        lit: ['E4-F5'],
        asks: true,
        record: HALF_A_FERRY,
        passed: (one) => turnOf(one).includes('*'),
    },
];
