// The animated end of a round: hands are revealed, missing lines are drawn seat by seat,
// locomotives and the barrier move.  It can be skipped, and is skipped with reduced motion.
import { useEffect, useState } from 'preact/hooks';
import type { Board } from '../board-data';
import type { Missing, State } from '../core/types';
import { PlayerLabel } from '../players';
import { useReducedMotion } from '../ui';
import { list, t } from '../text';
import { handName, OpenHand, openHands, type SeenHand } from './Hand';
import { ScoreTrack } from './ScoreTrack';
import type { SeatInfo } from './source';
import { isYou, seatName } from './words';

const STEP_MS = 1600;
const LINE_MS = 140;

// Progress of the animation: seats 0 to n - 1 one after the other, then the points.
export interface Show {
    step: number;
    lines: number;
    over: boolean;
    skip(): void;
}

export function useShow(state: State): Show {
    const still = useReducedMotion();
    const running = state.phase === 'round-over' || state.phase === 'game-over';
    const id = running ? `${state.round}` : '';
    const [at, set] = useState({ id: '', step: 0, lines: 0 });
    const { review } = state;
    const current = at.id === id ? at : { id, step: 0, lines: 0 };
    const over = !running || still || current.step >= review.length;
    useEffect(() => {
        if (over) return undefined;
        const here = review[current.step]!;
        const more = current.lines < here.lines.length;
        const timer = setTimeout(
            () =>
                set(
                    more
                        ? { ...current, lines: current.lines + 1 }
                        : { id, step: current.step + 1, lines: 0 },
                ),
            more ? LINE_MS : STEP_MS,
        );
        return () => clearTimeout(timer);
    }, [id, current.step, current.lines, over]);
    return { ...current, over, skip: () => set({ id, step: review.length, lines: 0 }) };
}

// Returns the hands revealed so far, or only that of the seat that was picked.
export function shownHands(state: State, show: Show, picked: number): SeenHand[] {
    return openHands(state).filter(({ seat }) =>
        show.over ? picked === 0 || seat === picked : seat <= show.step + 1,
    );
}

// Returns the missing lines drawn on the board so far.
export function shownMissing(
    state: State,
    show: Show,
    picked: number,
): Missing[] {
    if (show.over) return state.review.filter(({ seat }) => picked === 0 || seat === picked);
    const here = state.review[show.step];
    return here ? [{ ...here, lines: here.lines.slice(0, show.lines) }] : [];
}

// `hidden`: not revealed yet, but its space is reserved.
function Row({
    board,
    state,
    seats,
    missing,
    active,
    hidden,
    onPick,
}: {
    board: Board;
    state: State;
    seats: readonly SeatInfo[];
    missing: Missing;
    active: boolean;
    hidden: boolean;
    onPick(seat: number): void;
}) {
    const { seat, cost, reached } = missing;
    const look = hidden ? 'end-wait' : `end-row${active ? ' active' : ''}`;
    return (
        <li class={look} aria-hidden={hidden}>
            <button
                type="button"
                class="link end-name"
                onClick={() => onPick(seat)}
                title={
                    isYou(seats, seat)
                        ? t('showMissingMine')
                        : t('showMissingOf', { name: seatName(seats, seat) })
                }
            >
                <PlayerLabel seats={seats} seat={seat} />
            </button>
            <strong class="end-cost">
                {cost === 0 ? t('connected') : t('lostPoints', { n: cost })}
            </strong>
            <OpenHand
                board={board}
                cities={state.shown[seat - 1] ?? []}
                reached={reached}
                name={handName(seats, seat)}
            />
        </li>
    );
}

export function RoundEnd({
    board,
    state,
    seats,
    show,
    picked,
    onPick,
    onSave,
}: {
    board: Board;
    state: State;
    seats: readonly SeatInfo[];
    show: Show;
    picked: number;
    onPick(seat: number): void;
    onSave(): void;
}) {
    const before = state.points.map((points, i) => points + state.lost[i]!);
    const points = state.points.map((value, i) =>
        show.over || i < show.step ? value : before[i]!,
    );
    const barrier = show.over ? state.barrier : state.barrierBefore;
    const finished = state.phase === 'game-over';
    return (
        <section class="round-end" aria-labelledby="round-end-title">
            <h2 id="round-end-title" tabIndex={-1}>
                {t('roundOver', { round: state.round })}
            </h2>
            <p>
                {state.connected.length
                    ? t('logConnected', {
                          names: list(state.connected.map((seat) => seatName(seats, seat))),
                      })
                    : t('logNobody')}
            </p>
            <ol class="end-rows">
                {state.review.map((missing, i) => (
                    <Row
                        key={missing.seat}
                        {...{ board, state, seats, missing, onPick }}
                        active={show.over ? picked === missing.seat : i === show.step}
                        hidden={!show.over && i > show.step}
                    />
                ))}
            </ol>
            <ScoreTrack state={state} seats={seats} points={points} barrier={barrier} />
            {state.barrier !== state.barrierBefore && (
                <p class={`notice${barrier === state.barrier ? '' : ' wait'}`}>
                    {t('barrierMoved', { n: state.barrier ?? 0 })}
                </p>
            )}
            <div class="buttons">
                <button
                    type="button"
                    data-ever={[t('skip'), t('showAllMissing')].join('\n')}
                    onClick={() => (show.over ? onPick(0) : show.skip())}
                    disabled={show.over && picked === 0}
                >
                    {show.over ? t('showAllMissing') : t('skip')}
                </button>
                {!finished && (
                    <button type="button" onClick={onSave}>
                        {t('saveRecord')}
                    </button>
                )}
            </div>
        </section>
    );
}
