// The replay of a record: a slider over all events, from one seat's view or with all cards.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { openCore, type CoreClient } from '../core/client';
import type { Fault, GameEvent, KnownHand, Seating, State } from '../core/types';
import { Hands, neededBy, type SeenHand } from '../game/Hand';
import { boardLabels } from '../game/labels';
import { Log } from '../game/Log';
import { Panels, type Panel } from '../game/Panels';
import { Chart } from '../game/Chart';
import { Stories } from '../game/GameEnd';
import { groundOf, sceneOf } from '../game/scene';
import { ScoreTrack } from '../game/ScoreTrack';
import { faultWords } from '../game/server-words';
import type { SeatInfo } from '../game/source';
import { useStory, type Story } from '../game/story';
import { Words } from '../game/TurnBar';
import { useBoard } from '../game/use-game';
import { eventWords, seatTitle } from '../game/words';
import { linesOf, type Board } from '../board-data';
import { Heading } from '../heading';
import { BoardView } from '../map';
import { keep, kept } from '../store';
import { t } from '../text';
import { OwnSeat } from '../players';
import { Notice, Pending, saveFile } from '../ui';
import { OtherRecord, RecordDrop, type TakeFile } from './RecordDrop';
import {
    badTurns,
    betterTurn,
    chanceLines,
    marksOf,
    missingLines,
    reviewWords,
    type Said,
} from './review';
import { Share } from './ShareLink';

const STEP_MS = 900;

interface Opened {
    core: CoreClient;
    events: GameEvent[];
    first: State;
    seats: SeatInfo[];
}

async function open(record: string, own: number): Promise<Opened | Fault> {
    const core = await openCore();
    const loaded = await core.load(record);
    if (loaded.fault) {
        core.close();
        return loaded.fault;
    }
    const first = await core.state(0);
    const seats = seatsOf(first, loaded.seats ?? []);
    if (seats[own - 1]) seats[own - 1]!.you = true;
    return { core, events: loaded.events ?? [], first, seats };
}

// Returns the seats of a saved game, or else from the names in the record.
function seatsOf(state: State, seating: readonly Seating[]): SeatInfo[] {
    return state.names.map((name, i) => {
        const bot = seating[i]?.bot ?? /^bot (\w+)$/.exec(name)?.[1] ?? null;
        return { seat: i + 1, name, bot };
    });
}

// Returns the seat of the only person among bots, who is probably the reader, or 0.
function lonePerson(seats: readonly SeatInfo[]): number {
    const people = seats.filter(({ bot }) => bot === null);
    return people.length === 1 ? people[0]!.seat : 0;
}

// The choice of the view.  In the view of one seat, the others' cards are hidden until the round is
// over.
function View({
    seats,
    viewer,
    onChange,
}: {
    seats: SeatInfo[];
    viewer: number;
    onChange(seat: number): void;
}) {
    return (
        <p class="replay-view">
            <label for="view">{t('replayView')}</label>{' '}
            <select
                id="view"
                value={String(viewer)}
                onChange={(event) => onChange(Number(event.currentTarget.value))}
            >
                <option value="0">{t('replayAllCards')}</option>
                {seats.map(({ seat }) => (
                    <option key={seat} value={String(seat)}>
                        {t('replayAs', { name: seatTitle(seats, seat) })}
                    </option>
                ))}
            </select>
        </p>
    );
}

// Returns the hands that the viewer sees; viewer 0 sees all.
function seenHands(hands: KnownHand[], { shown }: State, viewer: number): SeenHand[] {
    return hands.map(({ hand, missing }, i) => {
        const seat = i + 1;
        const seen = viewer === 0 || seat === viewer || shown[i] !== null;
        return seen ? { seat, cities: hand, missing } : { seat, cities: null, missing: null };
    });
}

const NO_MARKS = new Map<number, never>();
const PERCENT = [0, 50, 100];

// Charts of the whole game.  A click jumps to the turn.
function Graphs({
    board,
    seats,
    story,
    at,
    onPick,
}: {
    board: Board;
    seats: SeatInfo[];
    story: Story;
    at: number;
    onPick(at: number): void;
}) {
    const all = seats.map(({ seat }) => seat);
    const chances = chanceLines(story, all);
    const missing = missingLines(story, all);
    const most = Math.max(1, ...missing.flatMap(({ points }) => points.map(([, cost]) => cost)));
    const common = { from: 1, until: Math.max(2, story.events.length), low: 0, at, onPick };
    return (
        <div class="graphs">
            <figure>
                <figcaption>{t('chanceGraph')}</figcaption>
                <Chart
                    {...common}
                    name={t('chanceGraph')}
                    high={100}
                    ticks={PERCENT.map((n) => ({ y: n, words: t('percent', { n }) }))}
                    lines={chances}
                    marks={badTurns(story, chances)}
                />
            </figure>
            <figure>
                <figcaption>{t('missingGraph')}</figcaption>
                <Chart
                    {...common}
                    name={t('missingGraph')}
                    high={most}
                    ticks={[0, most].map((y) => ({ y, words: String(y) }))}
                    lines={missing}
                />
            </figure>
            <Stories board={board} seats={seats} story={story} />
        </div>
    );
}

const FIELDS = 'input:not([type="range"]), select, textarea';

// Returns whether the focused element needs the key itself.  Only if the focus came from the
// keyboard: a click on the map or on a row of the list also leaves the focus there.
const takes = (target: Element, isSpace: boolean): boolean =>
    isSpace ? target.matches('button, a, summary') : target.closest('.board-map') !== null;

// Arrow keys step through the game and Space plays it, wherever the focus is.
function useReplayKeys(step: (by: number) => void, run: () => void): void {
    const byPointer = useRef(false); // the focus was set by the pointer
    useLayoutEffect(() => {
        const point = (): void => {
            byPointer.current = true;
        };
        const press = (event: KeyboardEvent): void => {
            const { key, target } = event;
            if (key === 'Tab') byPointer.current = false;
            const isSpace = key === ' ';
            if (!isSpace && key !== 'ArrowLeft' && key !== 'ArrowRight') return;
            if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
            if (!(target instanceof Element) || target.matches(FIELDS)) return;
            if (!byPointer.current && takes(target, isSpace)) return;
            event.preventDefault();
            event.stopPropagation();
            if (isSpace) run();
            else step(key === 'ArrowLeft' ? -1 : 1);
        };
        const options = { capture: true };
        addEventListener('pointerdown', point, options);
        addEventListener('keydown', press, options);
        return () => {
            removeEventListener('pointerdown', point, options);
            removeEventListener('keydown', press, options);
        };
    }, [step, run]);
}

interface Shown {
    record: string;
    onFile: TakeFile;
    link?: string | undefined; // '' if a server could store the record; undefined without a server
    own?: number | undefined; // the reader's seat, or 0; undefined if unknown
}

function Player({ opened, board, record, link, onFile }: Shown & { opened: Opened; board: Board }) {
    const { core, events, seats } = opened;
    const start = Math.min(1, events.length); // the first deal is the earliest position
    const [at, setAt] = useState(start);
    const [playing, setPlaying] = useState(false);
    const [viewer, setViewer] = useState(0);
    const [judged, setJudged] = useState(() => kept<boolean>('review') ?? false);
    const [picked, setPicked] = useState(0);
    const [panel, setPanel] = useState('');
    const [pointed, setPointed] = useState<string[] | null>(null);
    const [shown, setShown] = useState<{ at: number; state: State; hands: KnownHand[] }>();
    useEffect(() => {
        let alive = true;
        const show = async (): Promise<void> => {
            await core.seek(at);
            const next = { at, state: await core.state(0), hands: await core.hands() };
            if (alive) setShown(next);
        };
        void show().catch(() => {}); // another record has replaced this one
        return () => {
            alive = false;
        };
    }, [core, at]);
    const ended = at >= events.length;
    useEffect(() => {
        if (ended) setPlaying(false);
        if (!playing || ended) return undefined;
        const timer = setTimeout(() => setAt(at + 1), STEP_MS);
        return () => clearTimeout(timer);
    }, [playing, at]);
    const go = (to: number): void => {
        setPlaying(false);
        setAt(Math.max(start, Math.min(events.length, to)));
    };
    const run = (): void => {
        if (ended) setAt(start);
        setPlaying(!playing);
    };
    useReplayKeys((by) => go(at + by), run);
    const last = events[at - 1];
    // A review of another player's turn would reveal their cards.
    const isOpen = last?.kind === 'turn' && (viewer === 0 || last.seat === viewer);
    const story = useStory(record, at, { wanted: judged, whole: judged && viewer === 0 });
    const said: Said | null = judged && isOpen ? (story.reviews.get(at) ?? 'thinking') : null;
    const ground = useMemo(
        () => shown && groundOf(board, shown.state, events.slice(0, shown.at)),
        [board, shown],
    );
    if (!shown || !ground) return null;
    const { state } = shown;
    const hands = seenHands(shown.hands, state, viewer);
    const known = hands[picked - 1];
    const marked = picked === 0 ? hands : hands.filter(({ seat }) => seat === picked);
    const better = linesOf(betterTurn(said));
    const scene = sceneOf(
        ground,
        { ...state, draft: null },
        {
            lit: pointed ?? better,
            hand: [...(known?.cities ?? [])],
            reached: known?.missing?.reached ?? [],
            needed: neededBy(marked),
            missing: known?.missing ? [known.missing] : [],
        },
    );
    const event = events[at - 1];
    const panels: Panel[] = [
        {
            id: 'hands',
            name: t('replayView'),
            keeps: true,
            content: (
                <>
                    <View
                        seats={seats}
                        viewer={viewer}
                        onChange={(seat) => {
                            setViewer(seat);
                            setPicked(seat);
                        }}
                    />
                    <Hands
                        board={board}
                        seats={seats}
                        hands={hands}
                        picked={picked}
                        onPick={setPicked}
                    />
                </>
            ),
        },
        {
            id: 'points',
            name: t('scoreTrack'),
            keeps: true,
            content: <ScoreTrack state={state} seats={seats} />,
        },
        {
            id: 'log',
            name: t('logTab'),
            content: (
                <Log
                    board={board}
                    seats={seats}
                    events={events}
                    onPoint={setPointed}
                    onPick={(i) => go(i + 1)}
                    picked={at - 1}
                    marks={judged ? marksOf(story, (seat) => viewer === 0 || seat === viewer) : NO_MARKS}
                />
            ),
        },
        ...(judged && viewer === 0
            ? [
                  {
                      id: 'graph',
                      name: t('reviewTab'),
                      content: <Graphs {...{ board, seats, story, at }} onPick={go} />,
                  },
              ]
            : []),
        {
            id: 'more',
            name: t('more'),
            content: (
                <div class="more">
                    <p class="buttons">
                        <button
                            type="button"
                            onClick={() => saveFile(`railhead-${state.board}.rail`, record)}
                        >
                            {t('saveRecord')}
                        </button>
                    </p>
                    {link !== undefined && <Share key={record} record={record} link={link} />}
                    <OtherRecord onFile={onFile} />
                </div>
            ),
        },
    ];
    return (
        <div class="table replay">
            {/* The map and the hands follow when the core has reached the position. */}
            <div class="map" aria-busy={shown.at !== at}>
                <BoardView scene={scene} labels={boardLabels(board, state, seats, hands)} />
            </div>
            <div class="turn-bar">
                <Words>
                    <p class="status" role="status">
                        {event ? eventWords(board, seats, event) : t('replayStart')}
                    </p>
                    {said && (
                        <p class="review" role="status">
                            {reviewWords(board, said)}
                        </p>
                    )}
                </Words>
                <input
                    type="range"
                    min={start}
                    max={events.length}
                    value={at}
                    aria-label={t('replaySlider')}
                    onInput={(e) => go(Number(e.currentTarget.value))}
                />
                <div class="buttons">
                    <button type="button" onClick={() => go(start)} aria-label={t('toStart')}>
                        «
                    </button>
                    <button type="button" onClick={() => go(at - 1)} aria-label={t('stepBack')}>
                        ‹
                    </button>
                    <button
                        type="button"
                        class="primary"
                        aria-pressed={playing}
                        data-ever={[t('pause'), t('run'), t('runAgain')].join('\n')}
                        onClick={run}
                    >
                        {ended ? t('runAgain') : t(playing ? 'pause' : 'run')}
                    </button>
                    <button type="button" onClick={() => go(at + 1)} aria-label={t('stepOn')}>
                        ›
                    </button>
                    <button
                        type="button"
                        onClick={() => go(events.length)}
                        aria-label={t('toEnd')}
                    >
                        »
                    </button>
                    <button
                        type="button"
                        class="judge"
                        aria-pressed={judged}
                        onClick={() => {
                            keep('review', !judged);
                            setJudged(!judged);
                        }}
                    >
                        {t('review')}
                    </button>
                    <span class="quiet replay-at">
                        {t('replayAt', { n: at, all: events.length })}
                    </span>
                </div>
            </div>
            <aside class="side">
                <Panels panels={panels} shown={panel} onShow={setPanel} />
            </aside>
        </div>
    );
}

function Opener({ record, link, own, onFile }: Shown) {
    const [opened, set] = useState<Opened | Fault | Error | null>(null);
    useEffect(() => {
        let core: CoreClient | undefined;
        set(null);
        open(record, own ?? 0).then(
            (result) => {
                if ('core' in result) core = result.core;
                set(result);
            },
            (error: unknown) => set(error instanceof Error ? error : new Error(String(error))),
        );
        return () => core?.close();
    }, [record, own]);
    if (opened === null || opened instanceof Error) return <Pending value={opened} />;
    if (!('core' in opened)) {
        return (
            <>
                <Notice tone="bad">{faultWords(opened)}</Notice>
                <RecordDrop onFile={onFile} />
            </>
        );
    }
    return <WithBoard key={record} {...{ opened, record, link, own, onFile }} />;
}

function WithBoard({ opened, record, link, own, onFile }: Shown & { opened: Opened }) {
    const board = useBoard(opened.first.board);
    if (board === null)
        return (
            <p class="loading" role="status">
                {t('loading')}
            </p>
        );
    if (board instanceof Error)
        return <Notice tone="bad">{t('failed', { text: board.message })}</Notice>;
    return (
        <OwnSeat seat={own ?? lonePerson(opened.seats)}>
            <Player {...{ opened, board, record, link, onFile }} />
        </OwnSeat>
    );
}

export function Replay({
    record,
    ...others
}: Omit<Shown, 'record'> & { record: string | null }) {
    return (
        <main class={record === null ? 'learn panel' : 'replay-page'} id="main">
            <Heading hidden={record !== null}>{t('replay')}</Heading>
            {record === null ? (
                <>
                    <p>{t('replayText')}</p>
                    <RecordDrop onFile={others.onFile} />
                </>
            ) : (
                <Opener record={record} {...others} />
            )}
        </main>
    );
}
