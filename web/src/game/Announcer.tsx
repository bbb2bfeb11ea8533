// The live region for screen readers: reads out turns, whose turn it is, and answers to keys that
// ask a question.
import { useEffect, useRef } from 'preact/hooks';
import type { Board } from '../board-data';
import { list, t } from '../text';
import { useWords, type Words } from '../ui';
import { timeWords } from './Clock';
import { handName, openHands } from './Hand';
import { statusOf } from './TurnBar';
import type { Snapshot } from './source';
import { cityName, eventWords, seatName } from './words';

// An answer to a question.  It is read out again whenever `number` changes.
export interface Asked {
    number: number;
    words: Words;
}

export type Question = 'last' | 'clock' | 'cities' | 'points' | 'status';

// Returns the remaining time of every player who has a clock.
function clockWords({ seats, clock }: Snapshot): string {
    if (!clock) return t('noClock');
    const people = seats.filter(({ seat }) => typeof clock.left[seat - 1] === 'number');
    return list(
        people.map(({ seat }) => {
            const used = seat === clock.runs ? Math.max(0, Date.now() - clock.at) : 0;
            return `${seatName(seats, seat)}: ${timeWords(clock.left[seat - 1]! - used)}`;
        }),
    );
}

export function answerTo(question: Question, board: Board, snapshot: Snapshot): string {
    const { state, events, seats } = snapshot;
    switch (question) {
        case 'last': {
            const last = [...events].reverse().find(({ kind }) => kind === 'turn');
            return last ? eventWords(board, seats, last) : t('nothingYet');
        }
        case 'clock':
            return clockWords(snapshot);
        case 'cities': {
            const words = (cities: readonly string[], reached: readonly string[] = []): string =>
                list(
                    cities.map(
                        (id) =>
                            `${cityName(board, id)} (${
                                reached.includes(id) ? t('cityReached') : t('cityOpen')
                            })`,
                    ),
                );
            const others = openHands(state).filter(({ seat }) => seat !== state.viewer);
            return [
                ...(state.hand ? [words(state.hand, state.missing?.reached)] : []),
                ...others.map(
                    ({ seat, cities, missing }) =>
                        `${handName(seats, seat)}: ${words(cities ?? [], missing?.reached)}`,
                ),
            ].join('. ');
        }
        case 'points':
            return list(
                seats.map(
                    ({ seat }) =>
                        `${seatName(seats, seat)}: ${t('pointsShort', {
                            n: state.points[seat - 1]!,
                        })}`,
                ),
            );
        default:
            return `${statusOf(board, snapshot)} ${t('supplyLeft', { n: state.supply })}`;
    }
}

// The polite live region.
export function Announcer({
    board,
    snapshot,
    asked,
}: {
    board: Board;
    snapshot: Snapshot;
    asked: Asked;
}) {
    const [text, set] = useWords();
    const heard = useRef(snapshot.events.length);
    const drafted = useRef('');
    const draft = snapshot.state.draft?.turn ?? '';
    useEffect(() => {
        const fresh = snapshot.events.slice(heard.current);
        heard.current = snapshot.events.length;
        // A premove is read out when it is entered, and not again with each turn of the opponents.
        const planned = snapshot.ahead !== undefined && draft !== drafted.current;
        drafted.current = draft;
        const speaks = snapshot.mine || planned;
        if (fresh.length === 0 && !speaks) return;
        set(() =>
            [
                ...fresh.map((event) => eventWords(board, snapshot.seats, event)),
                ...(speaks ? [statusOf(board, snapshot)] : []),
            ].join('. '),
        );
    }, [snapshot.events.length, snapshot.mine, draft]);
    useEffect(() => {
        if (asked.number > 0) set(asked.words);
    }, [asked.number]);
    return (
        <div class="sr-only" role="status" aria-live="polite" id="announcer">
            {text}
        </div>
    );
}
