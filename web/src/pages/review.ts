// What the expert says of the turn that a replay shows.  It thinks in a worker of its own, so that
// the slider never waits for it; what was said once is remembered.
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { Board } from '../board-data';
import { openCore, type CoreClient } from '../core/client';
import type { Review } from '../core/types';
import { turnWords } from '../game/words';
import { t } from '../text';
import type { Key } from '../text/en';

const PAUSE_MS = 200; // whoever runs through the turns does not want each of them

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

// The better turn, where there was one.
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

function useReviewer(record: string, wanted: boolean): CoreClient | null {
    const [core, setCore] = useState<CoreClient | null>(null);
    useEffect(() => {
        if (!wanted) return undefined;
        let opened: CoreClient | undefined;
        let alive = true;
        openCore()
            .then(async (value) => {
                opened = value;
                await value.load(record);
                if (alive) setCore(value);
            })
            .catch(() => {
                // It goes on thinking, and the replay without it.
            });
        return () => {
            alive = false;
            opened?.close();
            setCore(null);
        };
    }, [record, wanted]);
    return core;
}

// Of the turn after so many events; null where nothing is wanted.
export function useReview(record: string, at: number, wanted: boolean): Said | null {
    const core = useReviewer(record, wanted);
    const known = useRef(new Map<number, Review>());
    const [, changed] = useReducer((n: number) => n + 1, 0);
    useEffect(() => {
        if (!core || known.current.has(at)) return undefined;
        const timer = setTimeout(() => {
            void core
                .seek(at)
                .then(() => core.review())
                .then((review) => {
                    known.current.set(at, review);
                    changed(undefined as never);
                })
                .catch(() => {});
        }, PAUSE_MS);
        return () => clearTimeout(timer);
    }, [core, at]);
    return wanted ? (known.current.get(at) ?? 'thinking') : null;
}
