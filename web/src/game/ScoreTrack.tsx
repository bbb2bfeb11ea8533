// The score track: a row for each player with the locomotive at its points, and the barrier.
import type { State } from '../core/types';
import { Locomotive, SeatBadge } from '../ui';
import { t } from '../text';
import type { SeatInfo } from './source';
import { seatName } from './words';

// From 0 at the engine house to 1 at the last space that a locomotive can stand on.
function along(points: number, start: number, lowest: number): number {
    return Math.max(0, Math.min(1, (start - points) / (start - lowest)));
}

export function ScoreTrack({ state, seats, points = state.points, thinking = 0, barrier }: {
    state: State;
    seats: readonly SeatInfo[];
    points?: readonly number[];
    thinking?: number;
    barrier?: number | null;
}) {
    const wall = barrier === undefined ? state.barrier : barrier;
    const lowest = Math.min(0, ...points);
    const start = state.startPoints;
    const percent = (value: number): string => `${along(value, start, lowest) * 100}%`;
    return (
        <section class="score" aria-label={t('scoreTrack')}>
            <ol class="score-rows">
                {seats.map(({ seat }) => (
                    <li key={seat} class={`score-row${seat === state.toMove ? ' to-move' : ''}`}>
                        <span class="score-name">
                            <SeatBadge seat={seat} />
                            <span class="name">{seatName(seats, seat)}</span>
                            {seat === state.first && <abbr class="first" title={t('startingPlayer')}>①</abbr>}
                            {seat === thinking && <span class="dots" title={t('thinking')}>…</span>}
                        </span>
                        <span class="rail" aria-hidden="true">
                            {wall !== null && <span class="barrier" style={{ left: percent(wall + 0.5) }} />}
                            <span class="engine" style={{ left: percent(points[seat - 1]!) }}>
                                <Locomotive seat={seat} size={30} />
                            </span>
                        </span>
                        <span class="points">{t('pointsShort', { n: points[seat - 1]! })}</span>
                    </li>
                ))}
            </ol>
            <p class="score-foot">
                {wall === null ? t('noBarrier') : t('barrierAt', { n: wall })}
            </p>
        </section>
    );
}
