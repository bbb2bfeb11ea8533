// The score track: a row for each player with the locomotive at its points, and the barrier.
import { useEffect, useState } from 'preact/hooks';
import type { State } from '../core/types';
import { Locomotive } from '../map';
import { PlayerLabel } from '../players';
import { t } from '../text';
import type { Clock, SeatInfo } from './source';

// From 0 at the engine house to 1 at the last space that a locomotive can stand on.
function along(points: number, start: number, lowest: number): number {
    return Math.max(0, Math.min(1, (start - points) / (start - lowest)));
}

// "4:05", "2 d 3 h"
export function timeWords(ms: number): string {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const hours = Math.floor(seconds / 3600);
    if (hours >= 1) return t('hoursLeft', { n: hours });
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

// What is left to a seat; that of the seat to move goes down.
function TimeLeft({ clock, seat, runs }: { clock: Clock; seat: number; runs: boolean }) {
    const [now, tick] = useState(Date.now());
    useEffect(() => {
        if (!runs) return undefined;
        const timer = setInterval(() => tick(Date.now()), 1000);
        return () => clearInterval(timer);
    }, [runs]);
    const left = clock.left[seat - 1];
    if (left === null || left === undefined) return null;
    const rest = runs ? left - Math.max(0, now - clock.at) : left;
    return <span class={`clock${rest < 20000 ? ' short' : ''}`}>{timeWords(rest)}</span>;
}

export function ScoreTrack({
    state,
    seats,
    points = state.points,
    thinking = 0,
    barrier,
    clock = null,
}: {
    state: State;
    seats: readonly SeatInfo[];
    points?: readonly number[];
    thinking?: number;
    barrier?: number | null;
    clock?: Clock | null;
}) {
    const wall = barrier === undefined ? state.barrier : barrier;
    const lowest = Math.min(0, ...points);
    const start = state.startPoints;
    const percent = (value: number): string => `${along(value, start, lowest) * 100}%`;
    return (
        <div class="score" role="group" aria-label={t('scoreTrack')}>
            <ol class="score-rows">
                {seats.map(({ seat }) => (
                    <li key={seat} class={`score-row${seat === state.toMove ? ' to-move' : ''}`}>
                        <span class="score-name">
                            <PlayerLabel seats={seats} seat={seat} />
                            {seat === state.first && (
                                <abbr class="first" title={t('startingPlayer')}>
                                    ①
                                </abbr>
                            )}
                            {seat === thinking && (
                                <span class="dots" title={t('thinking')}>
                                    …
                                </span>
                            )}
                            {clock && (
                                <TimeLeft clock={clock} seat={seat} runs={seat === clock.runs} />
                            )}
                            {seats[seat - 1]?.away && (
                                <abbr class="first" title={t('whoIsAway')}>
                                    ☾
                                </abbr>
                            )}
                        </span>
                        <span class="rail" aria-hidden="true">
                            {wall !== null && (
                                <span class="barrier" style={{ left: percent(wall + 0.5) }} />
                            )}
                            <span class="engine" style={{ left: percent(points[seat - 1]!) }}>
                                <Locomotive seat={seat} />
                            </span>
                        </span>
                        <span class="points">{t('pointsShort', { n: points[seat - 1]! })}</span>
                    </li>
                ))}
            </ol>
            <p class="score-foot">{wall === null ? t('noBarrier') : t('barrierAt', { n: wall })}</p>
        </div>
    );
}
