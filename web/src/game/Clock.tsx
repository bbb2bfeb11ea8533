// Clocks: the remaining time beside a seat's name, and the running clock in the turn bar.
import { useEffect, useState } from 'preact/hooks';
import { t } from '../text';
import { SeatBadge } from '../ui';
import type { Clock, SeatInfo } from './source';
import { seatName } from './words';

// Formats a duration: "4:05", "2 d 3 h".
export function timeWords(ms: number): string {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const hours = Math.floor(seconds / 3600);
    if (hours >= 1) return t('hoursLeft', { n: hours });
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

// Returns a seat's remaining time in milliseconds, or null if it has no clock.  Counts down if its
// clock is running.
function useTimeLeft(clock: Clock, seat: number): number | null {
    const runs = seat === clock.runs;
    const [now, tick] = useState(Date.now());
    useEffect(() => {
        if (!runs) return undefined;
        const timer = setInterval(() => tick(Date.now()), 1000);
        return () => clearInterval(timer);
    }, [runs]);
    const left = clock.left[seat - 1] ?? null;
    return left === null || !runs ? left : left - Math.max(0, now - clock.at);
}

export function TimeLeft({ clock, seat }: { clock: Clock; seat: number }) {
    const left = useTimeLeft(clock, seat);
    if (left === null) return null;
    return <span class={`clock${left < clock.short ? ' short' : ''}`}>{timeWords(left)}</span>;
}

// The running clock, visible on every screen.  A status for screen readers is added when the
// reader's own time runs short.
export function TurnClock({
    clock,
    seats,
    own,
}: {
    clock: Clock;
    seats: readonly SeatInfo[];
    own: number;
}) {
    const left = useTimeLeft(clock, clock.runs);
    if (left === null) return null;
    const isMine = clock.runs === own;
    const isShort = left < clock.short;
    return (
        <div class={`turn-clock${isMine ? ' mine' : ''}${isShort ? ' short' : ''}`}>
            <SeatBadge seat={clock.runs} size={20} />
            <span class="turn-clock-name">{isMine ? t('you') : seatName(seats, clock.runs)}</span>
            <strong role="timer">{timeWords(left)}</strong>
            <span class="sr-only" role="status">
                {isMine && isShort ? t('timeShort') : ''}
            </span>
        </div>
    );
}
