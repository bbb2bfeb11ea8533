// The log of the game in words.  Pointing at a turn highlights its lines on the map.
import { useEffect, useRef } from 'preact/hooks';
import type { Board } from '../board-data';
import { linesOf } from '../board-data';
import type { GameEvent } from '../core/types';
import { SeatBadge } from '../ui';
import { t } from '../text';
import type { SeatInfo } from './source';
import { eventWords } from './words';

// The verdict of a review about a turn: a sign and its meaning.
export interface Mark {
    sign: string;
    words: string;
}

// Scrolls the list just far enough to show a row, without scrolling the page.
function reveal(list: HTMLElement, row: HTMLElement): void {
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
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
    marks?: ReadonlyMap<number, Mark>; // by event number, from 1
}) {
    const list = useRef<HTMLOListElement>(null);
    const mouse = useRef('');
    useEffect(() => {
        // In the next frame: reading positions now would force a synchronous layout.
        const frame = requestAnimationFrame(() => {
            const rows = list.current?.children;
            const row = rows?.[picked ?? rows.length - 1];
            if (row instanceof HTMLElement) reveal(list.current!, row);
        });
        return () => cancelAnimationFrame(frame);
    }, [events.length, picked]);
    // Ignores events of a mouse that did not move: scrolling the list also moves rows below a
    // resting mouse.
    const point = (event: GameEvent, { clientX, clientY }: MouseEvent): void => {
        const place = `${clientX} ${clientY}`;
        if (place === mouse.current) return;
        mouse.current = place;
        onPoint(event.kind === 'turn' ? linesOf(event.turn) : null);
    };
    return (
        <ol class="log" ref={list} aria-label={t('log')} tabIndex={0}>
            {events.map((event, i) => {
                const words = eventWords(board, seats, event);
                return (
                    <li
                        key={i}
                        class={`log-${event.kind}`}
                        aria-current={picked === i ? 'step' : undefined}
                        onMouseMove={(moved) => point(event, moved)}
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
