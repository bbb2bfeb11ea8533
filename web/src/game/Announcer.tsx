// What happens, for those who listen: turns, whose turn it is, and what was asked for by a key.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Board } from '../board-data';
import { list, t } from '../text';
import { statusOf } from './TurnBar';
import type { Snapshot } from './source';
import { cityName, eventWords, seatName } from './words';

export type Question = 'last' | 'cities' | 'points' | 'status';

export function answerTo(question: Question, board: Board, snapshot: Snapshot): string {
    const { state, events, seats } = snapshot;
    switch (question) {
        case 'last': {
            const last = [...events].reverse().find(({ kind }) => kind === 'turn');
            return last ? eventWords(board, seats, last) : t('nothingYet');
        }
        case 'cities': {
            const reached = state.missing?.reached ?? [];
            return list(
                (state.hand ?? []).map(
                    (id) =>
                        `${cityName(board, id)} (${
                            reached.includes(id) ? t('cityReached') : t('cityOpen')
                        })`,
                ),
            );
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
            return `${statusOf(snapshot)} ${t('supplyLeft', { n: state.supply })}`;
    }
}

// The polite region; `asked` is said again each time its number changes.
export function Announcer({
    board,
    snapshot,
    asked,
}: {
    board: Board;
    snapshot: Snapshot;
    asked: { number: number; text: string };
}) {
    const [text, set] = useState('');
    const heard = useRef(snapshot.events.length);
    useEffect(() => {
        const fresh = snapshot.events.slice(heard.current);
        heard.current = snapshot.events.length;
        const words = fresh.map((event) => eventWords(board, snapshot.seats, event));
        if (snapshot.mine) words.push(statusOf(snapshot));
        if (words.length > 0) set(words.join('. '));
    }, [snapshot.events.length, snapshot.mine, snapshot.state.draft?.turn]);
    useEffect(() => {
        if (asked.number > 0) set(asked.text);
    }, [asked.number]);
    return (
        <div class="sr-only" role="status" aria-live="polite" id="announcer">
            {text}
        </div>
    );
}
