// The end of a game: the winner, how the game went, and what to do next.
import { useEffect, useState } from 'preact/hooks';
import type { Board } from '../board-data';
import type { ClosedEvent, State } from '../core/types';
import { Locomotive } from '../map';
import { Share, ShareLink } from '../pages/ShareLink';
import { site } from '../root';
import { keep, kept } from '../store';
import { list, number, t } from '../text';
import { PlayerLabel } from '../players';
import { saveFile, useReducedMotion } from '../ui';
import { Chart } from './Chart';
import { pictureOf } from './picture';
import { api } from './link';
import { recordLink, withName } from './record-link';
import type { Person } from './server-types';
import type { GameSource, SeatInfo } from './source';
import { seatStory, useStory, type SeatStory, type Story } from './story';
import { seatName, turnWords } from './words';

const SPARKS = 18;
const SHARED_NAME = 'shared-name'; // storage key: the reader's name in links that they share

// What can follow the game.  Only the callbacks that are present are offered.  The main button of
// the bar is the rematch if there is one, otherwise a new game.
export interface Onwards {
    onNew(): unknown;
    onRematch?: (() => unknown) | undefined;
    onReview?: ((record: string) => void) | undefined;
}

// Returns the seats in order of their points, best first.  Ties share a place.
function places({ points, winners }: State): { seat: number; place: number; won: boolean }[] {
    const won = (seat: number): number => (winners.includes(seat) ? 1 : 0);
    const seats = points.map((_, i) => i + 1);
    const order = (one: number, other: number): number =>
        won(other) - won(one) || points[other - 1]! - points[one - 1]!;
    return seats.sort(order).map((seat) => ({
        seat,
        place: 1 + seats.filter((other) => order(other, seat) < 0).length,
        won: winners.includes(seat),
    }));
}

// Flying tracks and a passing train.  Not shown with reduced motion.
function Celebration({ seat }: { seat: number }) {
    if (useReducedMotion()) return null;
    return (
        <div class="celebration" aria-hidden="true">
            {Array.from({ length: SPARKS }, (_, i) => (
                <span key={i} class={`spark spark-${(i % 6) + 1}`} style={{ '--i': i }} />
            ))}
            <span class="passing">
                <Locomotive seat={seat} />
            </span>
        </div>
    );
}

function Ranking({ state, seats }: { state: State; seats: readonly SeatInfo[] }) {
    return (
        <ol class="ranking">
            {places(state).map(({ seat, place, won }, i) => (
                <li key={seat} class={won ? 'won' : ''} style={{ '--i': i }}>
                    <span class="place">{number(place)}</span>
                    <PlayerLabel seats={seats} seat={seat} size={won ? 44 : 30} />
                    <span class="points">{t('pointsShort', { n: state.points[seat - 1]! })}</span>
                </li>
            ))}
        </ol>
    );
}

// The points after each round, from the start to the last one.
export function PointsChart({ state, closed }: { state: State; closed: readonly ClosedEvent[] }) {
    const rounds = [state.points.map(() => state.startPoints), ...closed.map((one) => one.points)];
    const low = Math.min(0, ...rounds.flat());
    const high = Math.max(...rounds.flat());
    const ends = [...new Set([low, 0, high])].map((y) => ({ y, words: number(y) }));
    return (
        <figure>
            <figcaption>{t('pointsByRound')}</figcaption>
            <Chart
                name={t('pointsByRound')}
                until={closed.length}
                low={low}
                high={high}
                ticks={ends}
                lines={state.points.map((_, i) => ({
                    seat: i + 1,
                    points: rounds.map((points, round) => [round, points[i]!]),
                }))}
            />
            <table class="sr-only">
                <caption>{t('pointsByRound')}</caption>
                {closed.map(({ round, points }) => (
                    <tr key={round}>
                        <th>{t('roundNumber', { round })}</th>
                        {points.map((value, i) => (
                            <td key={i}>{value}</td>
                        ))}
                    </tr>
                ))}
            </table>
        </figure>
    );
}

function luckWords(luck: number): string {
    if (Math.abs(luck) < 0.5) return t('luckNone');
    return luck > 0 ? t('luckGood', { n: luck }) : t('luckBad', { n: -luck });
}

// One player's statistics of the game, as far as they are known yet.
function SeatLines({ board, story, of }: { board: Board; story: Story; of: SeatStory }) {
    const turn = (at: number): string => {
        const event = story.events[at - 1];
        return event?.kind === 'turn' ? turnWords(board, event.turn) : '';
    };
    return (
        <ul>
            {of.best && (
                <li>{t('bestTurn', { turn: turn(of.best.at), n: of.best.saved })}</li>
            )}
            {of.worst && <li>{t('worstTurn', { turn: turn(of.worst.at), n: of.worst.loss })}</li>}
            {of.luck !== null && <li>{luckWords(of.luck)}</li>}
            {of.accuracy !== null && story.complete && (
                <li>{t('accuracy', { n: Math.round(of.accuracy) })}</li>
            )}
        </ul>
    );
}

export function Stories({
    board,
    seats,
    story,
}: {
    board: Board;
    seats: readonly SeatInfo[];
    story: Story;
}) {
    const turns = story.events.filter(({ kind }) => kind === 'turn').length;
    return (
        <section class="stories" aria-label={t('gameStory')}>
            {seats.map(({ seat }) => (
                <div key={seat} class="story" data-seat={seat}>
                    <p class="story-name">
                        <PlayerLabel seats={seats} seat={seat} />
                    </p>
                    <SeatLines board={board} story={story} of={seatStory(story, seat)} />
                </div>
            ))}
            {!story.complete && turns > 0 && (
                <p class="quiet" role="status">
                    {t('reviewProgress', { n: story.reviews.size, all: turns })}
                </p>
            )}
        </section>
    );
}

interface SharingProps {
    board: Board;
    state: State;
    record: string;
    nameless: number; // the reader's seat if the record has no name for it, otherwise 0
}

function Sharing({ board, state, record, nameless }: SharingProps) {
    const [link, setLink] = useState('');
    const [name, setName] = useState(() => kept<string>(SHARED_NAME) ?? '');
    useEffect(() => {
        if (nameless === 0 || name !== '' || !site.hasServer) return;
        api<Person>('me').then(
            (me) => setName((typed) => typed || me.name),
            () => {}, // ignored: the reader can type a name
        );
    }, []);
    const named = withName(record, nameless, name.trim());
    useEffect(() => {
        let alive = true; // ignores a link for a previous name that is ready late
        if (named) void recordLink(named).then((made) => alive && setLink(made));
        return () => {
            alive = false;
        };
    }, [named]);
    const picture = (): void => {
        const drawn = document.querySelector('.table .map .board');
        if (!drawn) return;
        void pictureOf(drawn, board.art.sheet).then((image) =>
            saveFile(`railhead-${state.board}.png`, image),
        );
    };
    return (
        <div class="sharing">
            {nameless > 0 && (
                <label>
                    {t('shareName')}{' '}
                    <input
                        id="share-name"
                        value={name}
                        maxLength={32}
                        autocomplete="nickname"
                        onInput={(event) => {
                            setName(event.currentTarget.value);
                            keep(SHARED_NAME, event.currentTarget.value);
                        }}
                    />
                </label>
            )}
            {link && <ShareLink link={link} />}
            {site.hasServer && <Share key={named} record={named} link="" />}
            <p class="buttons">
                <button type="button" onClick={picture}>
                    {t('savePicture')}
                </button>
                <button
                    type="button"
                    onClick={() => saveFile(`railhead-${state.board}.rail`, named)}
                >
                    {t('saveRecord')}
                </button>
            </p>
        </div>
    );
}

export function GameEnd({
    source,
    board,
    state,
    seats,
    closed,
    onwards,
}: {
    source: GameSource;
    board: Board;
    state: State;
    seats: readonly SeatInfo[];
    closed: readonly ClosedEvent[];
    onwards: Onwards;
}) {
    const [record, setRecord] = useState('');
    const [sharing, setSharing] = useState(false);
    useEffect(() => {
        void source.record().then(setRecord);
    }, [source]);
    const story = useStory(record, 0, { wanted: record !== '', whole: true });
    const { onNew, onRematch, onReview } = onwards;
    return (
        <section class="game-end" aria-labelledby="game-end-title">
            <Celebration seat={state.winners[0] ?? 1} />
            <h2 id="game-end-title">
                {t('gameOver', {
                    names: list(state.winners.map((seat) => seatName(seats, seat))),
                    n: state.winners.length,
                })}
            </h2>
            <Ranking state={state} seats={seats} />
            {state.takenBack > 0 && (
                <p class="quiet taken-back">{t('takenBack', { n: state.takenBack })}</p>
            )}
            <p class="buttons">
                {onReview && (
                    <button type="button" disabled={!record} onClick={() => onReview(record)}>
                        {t('review')}
                    </button>
                )}
                {onRematch && (
                    <button type="button" onClick={onNew}>
                        {t('newGame')}
                    </button>
                )}
                <button
                    type="button"
                    aria-pressed={sharing}
                    onClick={() => setSharing(!sharing)}
                >
                    {t('share')}
                </button>
            </p>
            {sharing && (
                <Sharing
                    {...{ board, state, record }}
                    nameless={seats.find(({ you, name }) => you && !name)?.seat ?? 0}
                />
            )}
            <PointsChart state={state} closed={closed} />
            <Stories board={board} seats={seats} story={story} />
        </section>
    );
}
