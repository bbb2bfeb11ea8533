// The game screen: the map, and around it the turn, the hand, the points and the log.
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Board } from '../board-data';
import type { State } from '../core/types';
import { BoardView } from '../map';
import { OwnSeat } from '../players';
import { notify, play as playSound } from '../sound';
import { currentLanguage, refusalText, t } from '../text';
import { Pending, saveFile, SeatBadge } from '../ui';
import { Announcer, answerTo, type Asked, type Question } from './Announcer';
import { GameEnd, type Onwards } from './GameEnd';
import { boardLabels } from './labels';
import { cityPanels } from './Hand';
import { Hints, ideasOf } from './Hints';
import { Log } from './Log';
import { newTracks, useShown, type Shown } from './pace';
import { Panels, type Panel } from './Panels';
import { RoundEnd, shownMissing, useShow } from './RoundEnd';
import { RuleLink } from './RuleLink';
import { groundOf, sceneOf, trainOf } from './scene';
import { ScoreTrack } from './ScoreTrack';
import type { GameSource, Snapshot } from './source';
import { statusOf, TurnBar } from './TurnBar';
import { useBoard, usePlay, type Play } from './use-game';
import { eventWords, seatName } from './words';

// Talk at the table, where there is some.
export interface Talk {
    news: number;
    content: ComponentChildren;
    onSeen(): void;
}

export interface GameScreenProps extends Onwards {
    source: GameSource;
    talk?: Talk | undefined;
}

// ---- Parts --------------------------------------------------------------------------------------

function Curtain({ snapshot, source }: { snapshot: Snapshot; source: GameSource }) {
    const name = seatName(snapshot.seats, snapshot.curtain);
    return (
        <section class="curtain" aria-labelledby="curtain-title">
            <SeatBadge seat={snapshot.curtain} size={72} />
            <h2 id="curtain-title">{t('curtainTitle', { name })}</h2>
            <p>{t('curtainText')}</p>
            <button
                type="button"
                class="primary big"
                autofocus
                onClick={() => void source.liftCurtain()}
            >
                {t('curtainLift', { name })}
            </button>
        </section>
    );
}

// A turn in writing, once it is asked for.
function Entry({ play, onClose }: { play: Play; onClose(): void }) {
    const [text, set] = useState('');
    const field = useRef<HTMLInputElement>(null);
    useEffect(() => field.current?.focus({ preventScroll: true }), []);
    return (
        <form
            class="entry"
            onSubmit={(event) => {
                event.preventDefault();
                if (text.trim() === '') play.confirm();
                else
                    void play.type(text).then((taken) => {
                        if (taken) set('');
                    });
            }}
        >
            <label for="entry" class="sr-only">
                {t('entryLabel')}
            </label>
            <input
                id="entry"
                value={text}
                autocomplete="off"
                spellcheck={false}
                placeholder="K7-L7"
                ref={field}
                onInput={(event) => set(event.currentTarget.value)}
                onKeyDown={(event) => {
                    if (event.key === 'Escape') onClose();
                }}
            />
            <button type="submit">{t('entryButton')}</button>
            <button type="button" aria-label={t('close')} onClick={onClose}>
                ✕
            </button>
        </form>
    );
}

// What is seldom wanted.
function More({
    play,
    watching,
    takes,
    typing,
    onType,
    onSave,
}: {
    play: Play;
    takes: boolean; // turns back, at this table
    watching: boolean;
    typing: number;
    onType(typing: number): void;
    onSave(): void;
}) {
    return (
        <div class="more">
            {typing > 0 && !watching && (
                <Entry key={typing} play={play} onClose={() => onType(0)} />
            )}
            {/* They keep their place below the field. */}
            <p class={`buttons${typing > 0 ? ' covered' : ''}`}>
                {!watching && (
                    <button type="button" title={t('keyType')} onClick={() => onType(1)}>
                        {t('entryLabel')}
                    </button>
                )}
                {takes && (
                    <button
                        type="button"
                        title={t('keyTakeBack')}
                        disabled={!play.snapshot.takesBack}
                        onClick={play.takeBack}
                    >
                        {t(play.snapshot.asksBack ? 'askTakeBack' : 'takeBack')}
                    </button>
                )}
                <button type="button" onClick={onSave}>
                    {t('saveRecord')}
                </button>
            </p>
        </div>
    );
}

function NoticeWords({ snapshot }: { snapshot: Snapshot }) {
    switch (snapshot.notice?.kind) {
        case 'refused':
            return <>{t('takebackRefused')}</>;
        case 'takenBack':
            return (
                <>{t('takenBackBy', { name: seatName(snapshot.seats, snapshot.notice.seat) })}</>
            );
        case 'storage':
            return <>{t('storageFull')}</>;
        case 'dropped':
            return (
                <>
                    {t('turnDropped', { why: refusalText(snapshot.notice.why) })}{' '}
                    <RuleLink rule={snapshot.notice.why.rule} />
                </>
            );
        case 'stayed':
            return (
                <>
                    {t('markerStayed')} <RuleLink rule="V2" />
                </>
            );
        case 'lost':
            return <>{t('connectionLost')}</>;
        case 'failed':
            return <>{t('failed', { text: snapshot.notice.text })}</>;
        default:
            return null;
    }
}

function takebackWords({ takeback, seats }: Snapshot): string {
    if (!takeback?.mine) return t('takebackAsked');
    return t('takebackWanted', { name: seatName(seats, takeback.seat) });
}

// Somebody wants to take back a turn: the others agree or not, and who asked can let it be.
function Takeback({ play }: { play: Play }) {
    return (
        <>
            {takebackWords(play.snapshot)}{' '}
            <span class="answers">
                {play.snapshot.takeback?.mine && (
                    <button type="button" onClick={() => play.answer(true)}>
                        {t('agree')}
                    </button>
                )}
                <button type="button" onClick={() => play.answer(false)}>
                    {t(play.snapshot.takeback?.mine ? 'refuse' : 'withdraw')}
                </button>
            </span>
        </>
    );
}

// ---- Keys ---------------------------------------------------------------------------------------

const QUESTIONS: Record<string, Question> = {
    l: 'last',
    c: 'clock',
    i: 'cities',
    p: 'points',
    s: 'status',
};

function useKeys(
    play: Play,
    { running, again, skip }: Shown,
    ask: (question: Question) => void,
    type: () => void,
): void {
    // With what is shown and not after it: a key that is pressed at once means what can be seen.
    useLayoutEffect(() => {
        const keys: Record<string, () => void> = {
            f: play.confirm,
            u: play.planning ? play.unplan : play.undo,
            r: play.planning ? play.clearPlan : play.reset,
            h: play.hint,
            o: play.toggleOwn,
            v: play.toggleMoving,
            k: play.togglePlanning,
            m: play.toggleMissing,
            a: running ? skip : again,
            b: play.takeBack,
            '/': type,
        };
        const press = (event: KeyboardEvent): void => {
            const target = event.target as HTMLElement;
            if (
                event.ctrlKey ||
                event.altKey ||
                event.metaKey ||
                /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
            )
                return;
            const question = QUESTIONS[event.key];
            const run = question ? () => ask(question) : keys[event.key];
            if (!run) return;
            event.preventDefault();
            run();
        };
        addEventListener('keydown', press);
        return () => removeEventListener('keydown', press);
    }, [play, ask, running, again]);
}

// ---- Sounds -------------------------------------------------------------------------------------

// Tracks as they are shown or entered, own cities as they are reached, the own turn, the ends.
function useSounds(board: Board, snapshot: Snapshot, over: boolean): void {
    const { round, tracks, draft, missing, phase } = snapshot.state;
    const pieces = tracks.reduce((sum, track) => sum + track.length - 1, draft?.tracks.length ?? 0);
    const reached = missing?.reached.length ?? 0;
    const last = useRef({ round, pieces, reached });
    useEffect(() => {
        const before = last.current;
        last.current = { round, pieces, reached };
        if (round !== before.round) return;
        if (reached > before.reached) void playSound('city');
        else if (pieces > before.pieces) void playSound('track');
    }, [round, pieces, reached]);
    useEffect(() => {
        if (!snapshot.mine) return;
        void playSound('turn');
        notify(statusOf(board, snapshot));
    }, [snapshot.mine]);
    useEffect(() => {
        if (over) void playSound(phase === 'game-over' ? 'game' : 'round');
    }, [over]);
}

function ownMissing({ missing, viewer }: State, wanted: boolean) {
    return missing && wanted ? [{ seat: viewer, lines: missing.lines }] : [];
}

// The cards that are turned over at the end of a round, one seat after the other.
function handOf({ shown, review }: State, index: number) {
    const { reached = [] } = review.find(({ seat }) => seat === index + 1) ?? {};
    return { hand: shown[index] ?? [], reached };
}

// ---- The screen ---------------------------------------------------------------------------------

function Table({ source, board, talk, ...onwards }: GameScreenProps & { board: Board }) {
    const play = usePlay(source, board);
    const shown = useShown(play.snapshot);
    const { snapshot } = shown;
    const { state, events, seats } = snapshot;
    const [pointed, setPointed] = useState<string[] | null>(null);
    const [city, setCity] = useState<string | null>(null);
    const [picked, setPicked] = useState(0);
    const [panel, setPanel] = useState('');
    const [typing, setTyping] = useState(0); // how often it was asked for, 0 when it was closed
    const [asked, setAsked] = useState<Asked>({ number: 0, words: () => '' });
    const show = useShow(state);
    const takes =
        source.takeBack !== undefined &&
        (snapshot.asksBack !== undefined || seats.some(({ you }) => you));
    const { takeback } = play.snapshot;
    const asksMe = takeback?.mine === true;
    const over = state.phase === 'round-over' || state.phase === 'game-over';
    const ask = useCallback(
        (question: Question) =>
            setAsked(({ number }) => ({
                number: number + 1,
                words: () => answerTo(question, board, snapshot),
            })),
        [board, snapshot],
    );
    const onShow = (id: string): void => {
        setPanel(id);
        if (id === 'chat') talk?.onSeen();
    };
    useKeys(play, shown, ask, () => {
        setTyping((times) => times + 1);
        setPanel('more');
    });
    useEffect(() => {
        setPicked(0);
        setPanel('');
    }, [state.round, over]);
    useEffect(() => {
        if (play.asking) setPanel('hints');
    }, [play.asking]);
    useEffect(() => {
        if (panel === 'chat') talk?.onSeen();
    }, [talk?.news]);
    useSounds(board, snapshot, over);
    useEffect(() => {
        if (asksMe) notify(takebackWords(play.snapshot));
    }, [asksMe]);

    const ground = useMemo(
        () => groundOf(board, state, events, over ? undefined : newTracks(events, state.viewer)),
        [board, state, events, over],
    );
    const train = useMemo(
        () => (over && show.over ? trainOf(state, snapshot.own) : null),
        [state.phase, state.round, over && show.over],
    );
    const scene = useMemo(
        () =>
            sceneOf(ground, state, {
                train,
                lit: pointed ?? [...play.plan],
                hints: ideasOf(play.advice).map(({ turn }) => turn),
                missing: over ? shownMissing(state, show, picked) : ownMissing(state, play.missing),
                own: play.own,
                moving: play.moving,
                quiet: play.planning,
                ...(over && !show.over ? handOf(state, show.step) : {}),
                ...(city ? { hand: [city] } : {}),
            }),
        [
            ground,
            train,
            pointed,
            city,
            play.advice,
            play.missing,
            play.own,
            play.moving,
            play.plan,
            play.planning,
            picked,
            show.step,
            show.lines,
            show.over,
        ],
    );
    const labels = useMemo(() => boardLabels(board, state), [board, state, currentLanguage()]);
    const save = (): void =>
        void source.record().then((text) => saveFile(`railhead-${state.board}.rail`, text));

    if (snapshot.curtain) return <Curtain snapshot={snapshot} source={source} />;

    const log: Panel = {
        id: 'log',
        name: t('logTab'),
        content: <Log board={board} seats={seats} events={events} onPoint={setPointed} />,
    };
    const chat: Panel[] = talk
        ? [{ id: 'chat', name: t('chatTab'), news: talk.news, content: talk.content }]
        : [];
    const more: Panel = {
        id: 'more',
        name: t('more'),
        keeps: true,
        content: (
            <More
                play={play}
                watching={snapshot.watching === true}
                takes={takes}
                typing={typing}
                onType={setTyping}
                onSave={save}
            />
        ),
    };
    const playing: Panel[] = [
        ...cityPanels(board, state, setCity),
        {
            id: 'points',
            name: t('scoreTrack'),
            keeps: true,
            content: (
                <>
                    <p class="facts">
                        <span>{t('roundNumber', { round: state.round })}</span>
                        <span>{t('supplyLeft', { n: state.supply })}</span>
                    </p>
                    <ScoreTrack
                        state={state}
                        seats={seats}
                        thinking={snapshot.thinking}
                        clock={snapshot.clock}
                    />
                </>
            ),
        },
        log,
        ...(snapshot.hints
            ? [
                  {
                      id: 'hints',
                      name: t('hintsTab'),
                      content: <Hints board={board} play={play} onPoint={setPointed} />,
                  },
              ]
            : []),
        ...chat,
        more,
    ];
    const ended: Panel[] = [
        {
            id: 'end',
            name: t('endTab'),
            keeps: true,
            content: (
                <>
                    {state.phase === 'game-over' && show.over && (
                        <GameEnd
                            {...{ source, board, state, seats, onwards }}
                            closed={events.filter((event) => event.kind === 'closed')}
                        />
                    )}
                    <RoundEnd
                        {...{ board, state, seats, show, picked }}
                        ready={snapshot.ready}
                        onPick={setPicked}
                        onNext={() => void source.nextRound()}
                        onSave={save}
                    />
                </>
            ),
        },
        log,
        ...chat,
    ];
    return (
        <div class={`table${over ? ' over' : ''}`}>
            <div class="map">
                <BoardView
                    scene={scene}
                    labels={labels}
                    onLine={(line, own) => {
                        shown.skip();
                        play.line(line, own);
                    }}
                    onJunction={(junction) => {
                        shown.skip();
                        play.junction(junction);
                    }}
                />
            </div>
            <TurnBar
                board={board}
                snapshot={snapshot}
                own={play.own}
                moving={play.moving}
                missing={play.missing}
                planning={play.planning}
                planned={play.plan.length > 0}
                asking={play.asking}
                actions={play}
                over={over}
                showing={shown}
                {...(shown.turn ? { telling: eventWords(board, seats, shown.turn) } : {})}
                problem={
                    play.problem && (
                        <>
                            {play.problem} <RuleLink rule={play.rule} />
                        </>
                    )
                }
                notice={
                    takeback ? (
                        <Takeback play={play} />
                    ) : (
                        snapshot.notice && <NoticeWords snapshot={snapshot} />
                    )
                }
            />
            {/* At the end of a round it is another one: its panels are others, and have other places. */}
            <aside class="side" key={over ? 'ended' : 'playing'}>
                <Panels panels={over ? ended : playing} shown={panel} onShow={onShow} />
            </aside>
            <Announcer board={board} snapshot={snapshot} asked={asked} />
        </div>
    );
}

export function GameScreen(props: GameScreenProps) {
    const board = useBoard(props.source.snapshot().state.board);
    if (board === null || board instanceof Error) return <Pending value={board} />;
    return (
        <OwnSeat seat={props.source.snapshot().own}>
            <Table {...props} board={board} />
        </OwnSeat>
    );
}
