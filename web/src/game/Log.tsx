// What has happened, in words; pointing at a turn lights its lines.
import { useEffect, useRef } from 'preact/hooks';
import type { Board } from '../board-data';
import { linesOf } from '../board-data';
import type { GameEvent } from '../core/types';
import { SeatBadge } from '../ui';
import { t } from '../text';
import type { SeatInfo } from './source';
import { eventWords } from './words';

// What a review says of a turn, as a sign with its words.
export interface Mark {
    sign: string;
    words: string;
}

export function Log({
    board,
    seats,
    events,
    onPoint,
    onPick,
    picked,
    marks,
}: {
    board: Board;
    seats: readonly SeatInfo[];
    events: readonly GameEvent[];
    onPoint(lines: string[] | null): void;
    onPick?: (index: number) => void;
    picked?: number;
    marks?: ReadonlyMap<number, Mark>; // by the number of an event, from 1
}) {
    const end = useRef<HTMLOListElement>(null);
    useEffect(() => {
        // With the next picture: until the last one has been drawn, scrolling would wait for it.
        const frame = requestAnimationFrame(() => {
            const list = end.current;
            const item = picked === undefined ? list?.lastElementChild : list?.children[picked];
            if (list && item instanceof HTMLElement) {
                list.scrollTop = item.offsetTop - list.clientHeight + item.clientHeight + 8;
            }
        });
        return () => cancelAnimationFrame(frame);
    }, [events.length, picked]);
    const point = (event: GameEvent): void =>
        onPoint(event.kind === 'turn' ? linesOf(event.turn) : null);
    return (
        <ol class="log" ref={end} aria-label={t('log')} tabIndex={0}>
            {events.map((event, i) => {
                const words = eventWords(board, seats, event);
                return (
                    <li
                        key={i}
                        class={`log-${event.kind}`}
                        aria-current={picked === i ? 'step' : undefined}
                        onMouseEnter={() => point(event)}
                        onMouseLeave={() => onPoint(null)}
                    >
                        {event.kind === 'turn' && <SeatBadge seat={event.seat} size={16} />}
                        {onPick ? (
                            <button type="button" class="link" onClick={() => onPick(i)}>
                                {words}
                            </button>
                        ) : (
                            <span>{words}</span>
                        )}
                        {marks?.has(i + 1) && (
                            <abbr class="mark" title={marks.get(i + 1)!.words}>
                                {marks.get(i + 1)!.sign}
                            </abbr>
                        )}
                    </li>
                );
            })}
        </ol>
    );
}
