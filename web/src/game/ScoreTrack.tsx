// The score track: a row per player with a locomotive at the player's points, and the barrier.
import type { State } from '../core/types';
import { Locomotive } from '../map';
import { PlayerLabel } from '../players';
import { t } from '../text';
import { TimeLeft } from './Clock';
import type { Clock, SeatInfo } from './source';

// Returns a position on the track: 0 is the engine house, 1 the last space for a locomotive.
function along(points: number, start: number, lowest: number): number {
    return Math.max(0, Math.min(1, (start - points) / (start - lowest)));
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
            <ol class={`score-rows${clock ? ' timed' : ''}`}>
                {seats.map(({ seat }) => (
                    <li
                        key={seat}
                        class={`score-row${seat === state.toMove ? ' to-move' : ''}${seats[seat - 1]?.you ? ' mine' : ''}`}
                    >
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
                        <span class="score-end">
                            <span class="points">
                                {t('pointsShort', { n: points[seat - 1]! })}
                            </span>
                            {clock && <TimeLeft clock={clock} seat={seat} />}
                        </span>
                    </li>
                ))}
            </ol>
            <p class="score-foot">{wall === null ? t('noBarrier') : t('barrierAt', { n: wall })}</p>
        </div>
    );
}
