// The game screen: the map, and around it the turn bar, the cards, the points and the log.
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Board } from '../board-data';
import type { Missing, State } from '../core/types';
import { setTitle } from '../heading';
import { BoardView } from '../map';
import { OwnSeat } from '../players';
import { notify, play as playSound } from '../sound';
import { currentLanguage, list, refusalText, t } from '../text';
import { ActButton, Notice, Pending, saveFile, SeatBadge, useFirstFocus } from '../ui';
import { Announcer, answerTo, type Asked, type Question } from './Announcer';
import { GameEnd, type Onwards } from './GameEnd';
import { boardLabels } from './labels';
import { cityPanels, neededBy, openHands, type SeenHand } from './Hand';
import { Hints, ideasOf } from './Hints';
import { Log } from './Log';
import { newTracks, useShown, type Shown } from './pace';
import { Panels, type Panel } from './Panels';
import { RoundEnd, shownHands, shownMissing, useShow } from './RoundEnd';
import { problemOf, RuleLink } from './RuleLink';
import { groundOf, sceneOf, trainOf } from './scene';
import { ScoreTrack } from './ScoreTrack';
import type { GameSource, Snapshot } from './source';
import { type Main, type Problem, statusOf, TurnBar } from './TurnBar';
import { useBoard, usePlay, type Play } from './use-game';
import { eventWords, isYou, seatName } from './words';

// The chat of a table, if there is one.
export interface Talk {
    news: number;
    content: ComponentChildren;
    onSeen(): void;
}

export interface GameScreenProps extends Onwards {
    source: GameSource;
    talk?: Talk | undefined;
    aside?: Aside | undefined;
}

// What a table adds to the turn bar.  `telling` and `main` come before everything else; `problem`
// is what the server refused.
export interface Aside {
    telling?: string | undefined;
    main?: Main | undefined;
    problem?: Problem | undefined;
}

// ---- Parts --------------------------------------------------------------------------------------

function Curtain({ snapshot, source }: { snapshot: Snapshot; source: GameSource }) {
    const name = seatName(snapshot.seats, snapshot.curtain);
    const part = useFirstFocus<HTMLElement>();
    return (
        <section ref={part} class="curtain" aria-labelledby="curtain-title">
            <SeatBadge seat={snapshot.curtain} size={72} />
            <h2 id="curtain-title">{t('curtainTitle', { name })}</h2>
            <p>{t('curtainText')}</p>
            <ActButton class="primary big" act={() => source.liftCurtain()}>
                {t('curtainLift', { name })}
            </ActButton>
        </section>
    );
}

// A text field for the turn, opened on request.
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

// The menu of rarely used commands.
function More({
    play,
    watching,
    takes,
    typing,
    onType,
    onSave,
}: {
    play: Play;
    takes: boolean; // turns may be taken back at this table
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
                    <ActButton
                        title={t('keyTakeBack')}
                        disabled={!play.snapshot.takesBack}
                        act={play.takeBack}
                    >
                        {t(play.snapshot.asksBack ? 'askTakeBack' : 'takeBack')}
                    </ActButton>
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

// A request to take back a turn: the others agree or refuse, and the player who asked can withdraw
// it.
function Takeback({ play }: { play: Play }) {
    return (
        <>
            {takebackWords(play.snapshot)}{' '}
            <span class="answers">
                {play.snapshot.takeback?.mine && (
                    <ActButton act={() => play.answer(true)}>{t('agree')}</ActButton>
                )}
                <ActButton act={() => play.answer(false)}>
                    {t(play.snapshot.takeback?.mine ? 'refuse' : 'withdraw')}
                </ActButton>
            </span>
        </>
    );
}

// The notice of a game source.  A notice about an event can be closed; one about a lost connection
// stays until the connection is back.
function SourceNotice({ snapshot }: { snapshot: Snapshot }) {
    const [closed, close] = useState<Snapshot['notice']>(null);
    const { notice } = snapshot;
    if (!notice || notice === closed) return null;
    const lasts = notice.kind === 'lost' || notice.kind === 'failed';
    return (
        <Notice {...(lasts ? {} : { onClose: () => close(notice), fades: JSON.stringify(notice) })}>
            <NoticeWords snapshot={snapshot} />
        </Notice>
    );
}

// Returns the action for the main button when no turn is to be entered.
function mainAt({ state, ready }: Snapshot, play: Play, onwards: Onwards): Main | undefined {
    if (state.phase === 'game-over')
        return onwards.onRematch
            ? { words: t('rematch'), act: onwards.onRematch }
            : { words: t('newGame'), act: onwards.onNew };
    if (state.phase !== 'round-over' || ready === 'no') return undefined;
    return { words: t('nextRound'), act: ready === 'yes' ? play.nextRound : undefined };
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
    // In a layout effect, so that a key pressed immediately after a render refers to what is on
    // screen.
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

// Plays sounds for tracks when they appear, own cities when they are reached, the own turn, and the
// ends of rounds and games.
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

// Returns the missing routes to draw while a round is played: the player's own if enabled, and that
// of the player whose face-up hand was clicked.
function routes({ missing, viewer, open }: State, wanted: boolean, picked: number): Missing[] {
    const theirs = open.filter(({ seat }) => seat === picked && seat !== viewer);
    return [...(missing && (wanted || picked === viewer) ? [missing] : []), ...theirs];
}

// Returns the hands to mark on the map while a round is played: all face-up hands, or only the one
// that was picked.
const markedHands = (state: State, picked: number): SeenHand[] =>
    openHands(state).filter(({ seat }) => picked === 0 || seat === picked);

// Returns the cards of a seat that are revealed at the end of a round.
function handOf({ shown, review }: State, index: number) {
    const { reached = [] } = review.find(({ seat }) => seat === index + 1) ?? {};
    return { hand: shown[index] ?? [], reached };
}

// Returns whose turn it is, for the title of the browser tab.
function turnTitle({ state, mine, seats, own, curtain }: Snapshot): string {
    const { phase, round, winners, toMove } = state;
    const names = list(winners.map((seat) => seatName(seats, seat)));
    if (phase === 'game-over') return t('gameOver', { n: winners.length, names });
    if (phase === 'round-over') return t('roundOver', { round });
    if (phase !== 'playing') return '';
    const seat = curtain || toMove;
    const isMine = isYou(seats, seat) || (mine && seat === own);
    return isMine ? t('myTurn') : t('turnOfTitle', { name: seatName(seats, seat) });
}

function useTurnTitle(snapshot: Snapshot): void {
    const turn = turnTitle(snapshot);
    useEffect(() => setTitle({ turn }), [turn]);
    useEffect(() => () => setTitle({ turn: '' }), []);
}

// ---- The screen ---------------------------------------------------------------------------------

function Table({ source, board, talk, aside, ...onwards }: GameScreenProps & { board: Board }) {
    const play = usePlay(source, board);
    const shown = useShown(play.snapshot);
    const { snapshot } = shown;
    const { state, events, seats } = snapshot;
    const [pointed, setPointed] = useState<string[] | null>(null);
    const [city, setCity] = useState<string | null>(null);
    const [picked, setPicked] = useState(0);
    const [panel, setPanel] = useState('');
    const [typing, setTyping] = useState(0); // number of times it was opened; 0 while closed
    const [asked, setAsked] = useState<Asked>({ number: 0, words: () => '' });
    const show = useShow(state);
    const takes =
        source.takeBack !== undefined &&
        (snapshot.asksBack !== undefined || seats.some(({ you }) => you));
    const { takeback } = play.snapshot;
    const asksMe = takeback?.mine === true;
    const main = aside?.main ?? mainAt(snapshot, play, onwards);
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
    useTurnTitle(snapshot);
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
                missing: over
                    ? shownMissing(state, show, picked)
                    : routes(state, play.missing, picked),
                needed: neededBy(
                    over ? shownHands(state, show, picked) : markedHands(state, picked),
                ),
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
    const labels = useMemo(
        () => boardLabels(board, state, seats),
        [board, state, seats, currentLanguage()],
    );
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
        ...cityPanels(board, state, setCity, { seats, picked, onPick: setPicked }),
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
                        onPick={setPicked}
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
                main={main}
                showing={shown}
                telling={
                    aside?.telling ??
                    (shown.turn ? eventWords(board, seats, shown.turn) : undefined)
                }
                problem={problemOf(play) ?? aside?.problem}
                notice={
                    takeback ? (
                        <Notice>
                            <Takeback play={play} />
                        </Notice>
                    ) : (
                        <SourceNotice snapshot={snapshot} />
                    )
                }
            />
            {/* Another key at the end of a round: its panels are different and have other places. */}
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
