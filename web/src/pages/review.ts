// The expert's reviews in a replay, as words, signs and charts.
import type { Board } from '../board-data';
import type { Review } from '../core/types';
import type { Line } from '../game/Chart';
import type { Mark } from '../game/Log';
import { BAD as BAD_VERDICTS, type Story } from '../game/story';
import { turnWords } from '../game/words';
import { t } from '../text';
import type { Key } from '../text/en';

export type Said = Review | 'thinking';

const BAD: Record<string, Key> = {
    slip: 'reviewSlip',
    mistake: 'reviewMistake',
    blunder: 'reviewBlunder',
};
const OTHER: Record<string, Key> = {
    unknown: 'reviewNone',
    forced: 'reviewForced',
    best: 'reviewBest',
    good: 'reviewGood',
};

// Returns the better turn if the review names one, otherwise ''.
export const betterTurn = (said: Said | null): string =>
    said && said !== 'thinking' && (said.verdict ?? '') in BAD ? said.best : '';

export function reviewWords(board: Board, said: Said): string {
    if (said === 'thinking') return t('reviewThinking');
    const { verdict = '' } = said;
    const bad = BAD[verdict];
    if (!bad) return t(OTHER[verdict] ?? 'reviewHidden');
    return [
        t(bad, { n: said.loss }),
        ...(said.points >= 0.05 ? [t('reviewPoints', { n: said.points })] : []),
        t('reviewBetter', { turn: turnWords(board, said.best) }),
    ].join(' ');
}

// ---- Marks and charts
// -----------------------------------------------------------------------------

const SIGNS: Record<string, [sign: string, words: Key]> = {
    slip: ['?!', 'markSlip'],
    mistake: ['?', 'markMistake'],
    blunder: ['??', 'markBlunder'],
};

// Returns the marks of reviewed turns for the list.  `seen` returns whether a seat's turns may be
// reviewed.
export function marksOf(story: Story, seen: (seat: number) => boolean): Map<number, Mark> {
    const marks = new Map<number, Mark>();
    for (const [at, { verdict = '' }] of story.reviews) {
        const event = story.events[at - 1];
        const mark = SIGNS[verdict];
        if (mark && event?.kind === 'turn' && seen(event.seat))
            marks.set(at, { sign: mark[0], words: t(mark[1]) });
    }
    return marks;
}

// Returns each seat's probability to win after its own turns, in percent.
export function chanceLines(story: Story, seats: readonly number[]): Line[] {
    const judged = [...story.reviews].sort(([one], [other]) => one - other);
    return seats.map((seat) => ({
        seat,
        points: judged.flatMap(([at, { verdict, chance }]): [number, number][] => {
            const event = story.events[at - 1];
            const isOurs = event?.kind === 'turn' && event.seat === seat;
            return isOurs && verdict && !['unknown', 'forced'].includes(verdict)
                ? [[at, chance]]
                : [];
        }),
    }));
}

// Returns what each seat misses after every event.
export function missingLines(story: Story, seats: readonly number[]): Line[] {
    return seats.map((seat) => ({
        seat,
        points: story.missing.flatMap((costs, at): [number, number][] => {
            const cost = costs[seat - 1];
            return typeof cost === 'number' ? [[at, cost]] : [];
        }),
    }));
}

// Returns the bad turns as points of the chart of probabilities.
export function badTurns(story: Story, lines: readonly Line[]) {
    return lines.flatMap(({ seat, points }) =>
        points
            .filter(([at]) => BAD_VERDICTS.includes(story.reviews.get(at)?.verdict ?? ''))
            .map(([at, chance]) => ({
                x: at,
                y: chance,
                seat,
                words: t(SIGNS[story.reviews.get(at)!.verdict!]![1]),
            })),
    );
}
