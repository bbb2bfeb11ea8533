// The tutorial: each rule by doing it, on the real board, a step at a time.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Board } from '../board-data';
import { boardLabels } from '../game/labels';
import { LessonGame } from '../game/lesson';
import { Hand } from '../game/Hand';
import { groundOf, sceneOf } from '../game/scene';
import { errorWords } from '../game/server-words';
import type { SeatInfo } from '../game/source';
import { TurnBar } from '../game/TurnBar';
import { useBoard, usePlay } from '../game/use-game';
import { BoardView } from '../map';
import { currentLanguage, t } from '../text';
import { Notice, Pending, useWords } from '../ui';
import { LESSONS, type Lesson } from './lessons';

function Step({
    game,
    board,
    lesson,
    number,
    onNext,
    onAgain,
}: {
    game: LessonGame;
    board: Board;
    lesson: Lesson;
    number: number;
    onNext(): void;
    onAgain(): void;
}) {
    const play = usePlay(game, board);
    const { state, events } = play.snapshot;
    const [passed, setPassed] = useState(!lesson.asks);
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
                missing: over
                    ? state.review.map(({ seat, lines }) => ({ seat, lines }))
                    : play.missing && state.missing
                      ? [{ seat: 1, lines: state.missing.lines }]
                      : [],
            }),
        [ground, passed, play.own, play.plan, play.planning, play.missing],
    );
    const labels = useMemo(() => boardLabels(board, state), [board, state, currentLanguage()]);
    const last = number === LESSONS.length;
    return (
        <div class="table tutorial">
            <div class="map">
                <BoardView
                    scene={scene}
                    labels={labels}
                    onLine={play.line}
                    onJunction={play.junction}
                />
                {lesson.asks && !played && (
                    <TurnBar
                        snapshot={play.snapshot}
                        own={play.own}
                        moving={false}
                        missing={play.missing}
                        planning={play.planning}
                        planned={play.plan.length > 0}
                        asking={false}
                        actions={play}
                    />
                )}
                {play.problem && <Notice tone="bad">{play.problem}</Notice>}
            </div>
            <aside class="side">
                <p class="quiet">{t('tutorStep', { n: number, all: LESSONS.length })}</p>
                <div role="status" class="tutor">
                    <p>{t(lesson.text)}</p>
                    {passed && lesson.asks && <p class="well">{t(lesson.done)}</p>}
                    {played && !passed && <p class="well">{t('tutorOther')}</p>}
                </div>
                <div class="buttons">
                    {passed &&
                        (last ? (
                            <a class="button primary big" href="#/">
                                {t('play')}
                            </a>
                        ) : (
                            <button type="button" class="primary big" onClick={onNext}>
                                {t('tutorNext')}
                            </button>
                        ))}
                    {lesson.asks && (played || passed) && (
                        <button type="button" onClick={onAgain}>
                            {t('tutorAgain')}
                        </button>
                    )}
                    {!passed && !last && (
                        <button type="button" onClick={onNext}>
                            {t('skip')}
                        </button>
                    )}
                </div>
                {state.hand && (
                    <Hand
                        board={board}
                        cities={state.hand}
                        reached={state.missing?.reached ?? []}
                        onPoint={() => {}}
                    />
                )}
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
    onNext(): void;
    onAgain(): void;
}) {
    const board = useBoard(game.snapshot().state.board);
    if (board === null || board instanceof Error) return <Pending value={board} />;
    return <Step game={game} board={board} {...rest} />;
}

export function Tutorial() {
    const [at, setAt] = useState({ step: 0, attempt: 0 });
    const [game, setGame] = useState<LessonGame | null>(null);
    const [problem, setProblem] = useWords();
    const lesson = LESSONS[at.step]!;
    useEffect(() => {
        let opened: LessonGame | undefined;
        let alive = true;
        const seats: SeatInfo[] = [
            { seat: 1, name: '', bot: null, you: true },
            { seat: 2, name: '', bot: null },
        ];
        LessonGame.open(lesson.record, seats).then(
            (value) => {
                opened = value;
                if (alive) setGame(value);
                else value.close();
            },
            (error: unknown) => setProblem(() => errorWords(error)),
        );
        return () => {
            alive = false;
            setGame(null);
            opened?.close();
        };
    }, [at]);
    return (
        <main class="play" id="main" tabIndex={-1}>
            <h1 class="sr-only">{t('tutorTitle')}</h1>
            {problem && <Notice tone="bad">{problem}</Notice>}
            {game && (
                <Opened
                    key={`${at.step} ${at.attempt}`}
                    game={game}
                    lesson={lesson}
                    number={at.step + 1}
                    onNext={() => setAt({ step: at.step + 1, attempt: 0 })}
                    onAgain={() => setAt({ ...at, attempt: at.attempt + 1 })}
                />
            )}
        </main>
    );
}
