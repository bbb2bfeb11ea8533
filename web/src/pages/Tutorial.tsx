// The tutorial: learning each rule by doing, on the real board, step by step.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { loadBoard, type Board } from '../board-data';
import type { Setup } from '../core/types';
import { boardLabels } from '../game/labels';
import { LessonGame } from '../game/lesson';
import { cityPanels } from '../game/Hand';
import { Panels, type Panel } from '../game/Panels';
import { problemOf } from '../game/RuleLink';
import { groundOf, sceneOf } from '../game/scene';
import { ScoreTrack } from '../game/ScoreTrack';
import { errorWords } from '../game/server-words';
import type { SeatInfo } from '../game/source';
import { type Main, TurnBar } from '../game/TurnBar';
import { useBoard, usePlay } from '../game/use-game';
import { Heading } from '../heading';
import { BoardView } from '../map';
import { currentLanguage, t } from '../text';
import { Pending, Remark, useWords } from '../ui';
import { LESSONS, type Lesson } from './lessons';

function Step({
    game,
    board,
    lesson,
    number,
    follows,
    onNext,
    onAgain,
    onPlay,
}: {
    game: LessonGame;
    board: Board;
    lesson: Lesson;
    number: number;
    follows: boolean; // another step was shown before this one
    onNext(): void;
    onAgain(): void;
    onPlay(): void;
}) {
    const play = usePlay(game, board);
    const { state, events } = play.snapshot;
    const [passed, setPassed] = useState(!lesson.asks);
    const text = useRef<HTMLDivElement>(null);
    // The button that had the focus has been removed.
    useEffect(() => {
        if (follows) text.current!.focus({ preventScroll: true });
    }, []);
    const played = game.played.length > 0;
    const succeeded = lesson.passed({ state, played: game.played, refused: play.problem !== '' });
    useEffect(() => {
        if (succeeded && lesson.asks) setPassed(true);
    }, [succeeded]);
    const ground = useMemo(() => groundOf(board, state, events), [board, state, events]);
    const over = state.phase !== 'playing';
    const scene = useMemo(
        () =>
            sceneOf(ground, state, {
                lit: passed ? play.plan.slice() : [...play.plan, ...(lesson.lit ?? [])],
                own: play.own,
                quiet: play.planning,
                missing: over ? state.review : [],
            }),
        [ground, passed, play.own, play.plan, play.planning],
    );
    const labels = useMemo(() => boardLabels(board, state, play.snapshot.seats), [board, state, currentLanguage()]);
    const last = number === LESSONS.length;
    const next: Main = last
        ? { words: t('tutorPlay'), act: onPlay }
        : { words: t('tutorNext'), act: onNext };
    // After a turn other than the lesson's, the only action is to try again.
    const main = passed ? next : played ? { words: t('tutorAgain'), act: onAgain } : undefined;
    const [panel, setPanel] = useState('step');
    const panels: Panel[] = [
        {
            id: 'step',
            name: t('tutorStep', { n: number, all: LESSONS.length }),
            content: (
                <div role="status" class="tutor" ref={text} tabIndex={-1}>
                    <p>{t(lesson.text)}</p>
                    {passed && lesson.asks && <p class="well">{t(lesson.done)}</p>}
                    {played && !passed && <p class="well">{t('tutorOther')}</p>}
                    {over && <ScoreTrack state={state} seats={play.snapshot.seats} />}
                </div>
            ),
        },
        ...cityPanels(board, state, () => {}),
    ];
    return (
        <div class="table tutorial">
            <div class="map">
                <BoardView
                    scene={scene}
                    labels={labels}
                    onLine={play.line}
                    onJunction={play.junction}
                />
            </div>
            <TurnBar
                board={board}
                snapshot={play.snapshot}
                own={play.own}
                moving={false}
                missing={false}
                planning={play.planning}
                planned={play.plan.length > 0}
                asking={false}
                bare
                actions={play}
                main={main}
                telling={main && t(lesson.asks ? (passed ? 'tutorWell' : 'tutorNot') : 'tutorRead')}
                problem={problemOf(play)}
            />
            <aside class="side">
                <Panels panels={panels} shown={panel} onShow={setPanel} />
                <div class="buttons steps">
                    <button type="button" onClick={onNext} disabled={last || passed}>
                        {t('skip')}
                    </button>
                    <button
                        type="button"
                        onClick={onAgain}
                        disabled={!lesson.asks || !(played || passed)}
                    >
                        {t('tutorAgain')}
                    </button>
                </div>
            </aside>
        </div>
    );
}

function Opened({
    game,
    ...rest
}: {
    game: LessonGame;
    lesson: Lesson;
    number: number;
    follows: boolean;
    onNext(): void;
    onAgain(): void;
    onPlay(): void;
}) {
    const board = useBoard(game.snapshot().state.board);
    if (board === null || board instanceof Error) return <Pending value={board} />;
    return <Step game={game} board={board} {...rest} />;
}

// A small game on the board of the lessons, against a weak bot.
const FIRST_GAME: Setup = {
    board: 'transamerica',
    variants: [],
    seats: [
        { name: '', bot: null },
        { name: '', bot: 'easy' },
        { name: '', bot: 'easy' },
    ],
};

// The current step stays on screen until the next one has been loaded.
interface Place {
    step: number;
    attempt: number;
}

export function Tutorial({ onPlay }: { onPlay(setup: Setup): void }) {
    const [at, setAt] = useState<Place>({ step: 0, attempt: 0 });
    const [shown, setShown] = useState<{ at: Place; game: LessonGame } | null>(null);
    const [problem, setProblem] = useWords();
    useEffect(() => {
        let alive = true;
        const seats: SeatInfo[] = [
            { seat: 1, name: '', bot: null, you: true },
            { seat: 2, name: '', bot: null },
        ];
        LessonGame.open(LESSONS[at.step]!.record, seats).then(
            async (game) => {
                await loadBoard(game.snapshot().state.board).catch(() => {}); // the page shows an error
                if (alive) setShown({ at, game });
                else game.close();
            },
            (error: unknown) => setProblem(() => errorWords(error)),
        );
        return () => {
            alive = false;
        };
    }, [at]);
    useEffect(() => () => shown?.game.close(), [shown]);
    return (
        <main class="play" id="main" tabIndex={-1}>
            <Heading hidden>{t('tutorTitle')}</Heading>
            <Remark words={problem} set={setProblem} />
            {shown && (
                <Opened
                    key={`${shown.at.step} ${shown.at.attempt}`}
                    game={shown.game}
                    lesson={LESSONS[shown.at.step]!}
                    number={shown.at.step + 1}
                    follows={shown.at.step + shown.at.attempt > 0}
                    onPlay={() => onPlay(FIRST_GAME)}
                    onNext={() => setAt({ step: shown.at.step + 1, attempt: 0 })}
                    onAgain={() => setAt({ ...shown.at, attempt: shown.at.attempt + 1 })}
                />
            )}
        </main>
    );
}
