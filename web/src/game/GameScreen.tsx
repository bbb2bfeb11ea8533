// The game screen: the map, and around it the turn, the hand, the points and the log.
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { linesOf, type Board } from '../board-data';
import type { State } from '../core/types';
import { BoardView } from '../map';
import { notify, play as playSound } from '../sound';
import { currentLanguage, t } from '../text';
import { Notice, Pending, saveFile, SeatBadge } from '../ui';
import { Announcer, answerTo, type Asked, type Question } from './Announcer';
import { boardLabels } from './labels';
import { Hand } from './Hand';
import { Log } from './Log';
import { RoundEnd, shownMissing, useShow } from './RoundEnd';
import { groundOf, sceneOf } from './scene';
import { ScoreTrack } from './ScoreTrack';
import type { GameSource, Snapshot } from './source';
import { statusOf, TurnBar } from './TurnBar';
import { useBoard, usePlay, type Play } from './use-game';
import { seatName, turnWords } from './words';

const IDEAS_SHOWN = 3;

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

function Hints({
    board,
    play,
    onPoint,
}: {
    board: Board;
    play: Play;
    onPoint(lines: string[] | null): void;
}) {
    if (!play.advice) return null;
    const ideas = play.advice.ideas.slice(0, IDEAS_SHOWN);
    const shown = ideas.length ? ideas : [{ turn: play.advice.turn, lost: null }];
    return (
        <section class="hints" aria-label={t('hint')}>
            <h2>{t('hintTitle')}</h2>
            <ol>
                {shown.map(({ turn, lost }) => (
                    <li
                        key={turn}
                        onMouseEnter={() => onPoint(linesOf(turn))}
                        onMouseLeave={() => onPoint(null)}
                    >
                        <button type="button" class="link" onClick={() => play.take(turn)}>
                            {turnWords(board, turn)}
                        </button>
                        {lost !== null && <span class="quiet"> {t('hintLost', { n: lost })}</span>}
                    </li>
                ))}
            </ol>
        </section>
    );
}

function Entry({ play }: { play: Play }) {
    const [text, set] = useState('');
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
            <label for="entry">{t('entryLabel')}</label>
            <input
                id="entry"
                value={text}
                autocomplete="off"
                spellcheck={false}
                placeholder="K7-L7"
                onInput={(event) => set(event.currentTarget.value)}
            />
            <button type="submit">{t('entryButton')}</button>
        </form>
    );
}

function noticeWords(snapshot: Snapshot): string | null {
    switch (snapshot.notice?.kind) {
        case 'storage':
            return t('storageFull');
        case 'stayed':
            return t('markerStayed');
        case 'lost':
            return t('connectionLost');
        case 'failed':
            return t('failed', { text: snapshot.notice.text });
        default:
            return null;
    }
}

// ---- Keys ---------------------------------------------------------------------------------------

const QUESTIONS: Record<string, Question> = {
    l: 'last',
    c: 'clock',
    i: 'cities',
    p: 'points',
    s: 'status',
};

function useKeys(play: Play, ask: (question: Question) => void): void {
    useEffect(() => {
        const keys: Record<string, () => void> = {
            f: play.confirm,
            u: play.undo,
            r: play.reset,
            h: play.hint,
            o: play.toggleOwn,
            v: play.toggleMoving,
            k: play.togglePlanning,
            m: play.toggleMissing,
            '/': () => document.getElementById('entry')?.focus(),
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
    }, [play, ask]);
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

function Table({ source, board, onNew }: { source: GameSource; board: Board; onNew(): void }) {
    const play = usePlay(source, board);
    const { snapshot } = play;
    const { state, events, seats } = snapshot;
    const [pointed, setPointed] = useState<string[] | null>(null);
    const [city, setCity] = useState<string | null>(null);
    const [picked, setPicked] = useState(0);
    const [asked, setAsked] = useState<Asked>({ number: 0, words: () => '' });
    const show = useShow(state);
    const over = state.phase === 'round-over' || state.phase === 'game-over';
    const ask = useCallback(
        (question: Question) =>
            setAsked(({ number }) => ({
                number: number + 1,
                words: () => answerTo(question, board, snapshot),
            })),
        [board, snapshot],
    );
    useKeys(play, ask);
    useEffect(() => setPicked(0), [state.round, over]);
    useEffect(() => {
        if (!snapshot.mine) return;
        void playSound('turn');
        notify(statusOf(snapshot));
    }, [snapshot.mine]);
    useEffect(() => {
        if (over) void playSound('end');
    }, [over]);

    const ground = useMemo(() => groundOf(board, state, events), [board, state, events]);
    const scene = useMemo(
        () =>
            sceneOf(ground, state, {
                lit: pointed ?? [...play.plan, ...linesOf(play.advice?.turn ?? '')],
                missing: over ? shownMissing(state, show, picked) : ownMissing(state, play.missing),
                own: play.own,
                moving: play.moving,
                quiet: play.planning,
                ...(over && !show.over ? handOf(state, show.step) : {}),
                ...(city ? { hand: [city] } : {}),
            }),
        [
            ground,
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
    const notice = noticeWords(snapshot);
    const save = (): void =>
        void source.record().then((text) => saveFile(`railhead-${state.board}.rail`, text));

    if (snapshot.curtain) return <Curtain snapshot={snapshot} source={source} />;
    return (
        <div class={`table${over ? ' over' : ''}`}>
            <div class="map">
                <BoardView
                    scene={scene}
                    labels={labels}
                    onLine={play.line}
                    onJunction={play.junction}
                />
                {!over && (
                    <TurnBar
                        snapshot={snapshot}
                        own={play.own}
                        moving={play.moving}
                        missing={play.missing}
                        planning={play.planning}
                        planned={play.plan.length > 0}
                        asking={play.asking}
                        actions={play}
                    />
                )}
                {play.problem && <Notice tone="bad">{play.problem}</Notice>}
                {notice && <Notice>{notice}</Notice>}
            </div>
            <aside class="side">
                {over ? (
                    <RoundEnd
                        {...{ board, state, seats, show, picked }}
                        ready={snapshot.ready}
                        onPick={setPicked}
                        onNext={() => void source.nextRound()}
                        onSave={save}
                        onNew={onNew}
                    />
                ) : (
                    <>
                        <Hints board={board} play={play} onPoint={setPointed} />
                        {state.hand && (
                            <Hand
                                board={board}
                                cities={state.hand}
                                reached={state.missing?.reached ?? []}
                                onPoint={setCity}
                            />
                        )}
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
                        {!snapshot.watching && <Entry play={play} />}
                    </>
                )}
                <Log board={board} seats={seats} events={events} onPoint={setPointed} />
                {!over && (
                    <p class="buttons">
                        <button type="button" onClick={save}>
                            {t('saveRecord')}
                        </button>
                    </p>
                )}
            </aside>
            <Announcer board={board} snapshot={snapshot} asked={asked} />
        </div>
    );
}

export function GameScreen({ source, onNew }: { source: GameSource; onNew(): void }) {
    const board = useBoard(source.snapshot().state.board);
    if (board === null || board instanceof Error) return <Pending value={board} />;
    return <Table source={source} board={board} onNew={onNew} />;
}
