// The rules of each board on one page, with pictures.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import howToPlay, { type Part } from 'words:how-to-play';
import type { State } from '../core/types';
import { BOARDS } from '../generated/lists';
import { boardLabels } from '../game/labels';
import { LessonGame } from '../game/lesson';
import { groundOf, sceneOf } from '../game/scene';
import { ScoreTrack } from '../game/ScoreTrack';
import type { SeatInfo, Snapshot } from '../game/source';
import { useBoard } from '../game/use-game';
import { boardName } from '../game/words';
import { Heading } from '../heading';
import { BoardPicture, BoardView, Sign, Signs, SIGNS, type SignName } from '../map';
import { currentLanguage, t } from '../text';
import type { Key } from '../text/en';
import { Pending } from '../ui';
import { HALF_A_FERRY, MEETING, ROUND_OVER } from './lessons';

// From the letter of a rule's id to the part that explains it.
const PART_OF: Record<string, string> = {
    S: 'turn',
    T: 'turn',
    N: 'network',
    F: 'ferries',
    R: 'end',
    P: 'score',
    B: 'points',
    V: 'variants',
};

const SIGN_WORDS: Record<SignName, Key> = {
    single: 'signSingle',
    bridge: 'signBridge',
    tunnel: 'signTunnel',
    ferry: 'signFerry',
    track: 'signTrack',
    half: 'signHalf',
    marker: 'signMarker',
};
const FERRIES: readonly SignName[] = ['ferry', 'half'];
const TWO: SeatInfo[] = [1, 2].map((seat) => ({ seat, name: '', bot: null }));

function Legend({ ferries }: { ferries: boolean }) {
    return (
        <>
            <h3>{t('learnSigns')}</h3>
            <Signs>
                <ul class="signs">
                    {SIGNS.filter((name) => ferries || !FERRIES.includes(name)).map((name) => (
                        <li key={name}>
                            <Sign name={name} /> {t(SIGN_WORDS[name])}
                        </li>
                    ))}
                </ul>
            </Signs>
        </>
    );
}

// ---- Pictures -------------------------------------------------------------------------------------

// A picture of a position: the last turn of the record, or the missing lines.
function Position({ record, board: id }: { record: string; board: string }) {
    const board = useBoard(id);
    const [shown, setShown] = useState<Snapshot | null>(null);
    useEffect(() => {
        let alive = true;
        setShown(null);
        LessonGame.open(record, TWO).then(
            (game) => {
                if (alive) setShown(game.snapshot());
                game.close();
            },
            () => {}, // ignored: it is only a picture
        );
        return () => {
            alive = false;
        };
    }, [record]);
    const scene = useMemo(() => {
        if (!shown || board === null || board instanceof Error) return null;
        const { state, events } = shown;
        return sceneOf(groundOf(board, state, events), state, {
            missing: state.review,
            quiet: true,
        });
    }, [shown, board]);
    return (
        <div class="learn-picture" aria-hidden="true" inert>
            {scene && board !== null && !(board instanceof Error) && (
                <BoardView
                    scene={scene}
                    labels={boardLabels(board, shown!.state, TWO)}
                    onLine={() => {}}
                    onJunction={() => {}}
                />
            )}
        </div>
    );
}

function Overview({ board: id }: { board: string }) {
    const board = useBoard(id);
    return (
        <div class="learn-picture">
            {board !== null && !(board instanceof Error) && (
                <BoardPicture board={board.data} art={board.art} />
            )}
        </div>
    );
}

// The score track at the end of a game between three players, with the barrier if the board has
// one.
function Points({ barrier }: { barrier: number }) {
    const seats: SeatInfo[] = [1, 2, 3].map((seat) => ({ seat, name: '', bot: null }));
    const state = { startPoints: 13, points: [11, 8, 5], barrier, toMove: 0, first: 0 };
    return <ScoreTrack state={state as unknown as State} seats={seats} />;
}

function pictureOf(name: string, board: string): ComponentChildren {
    switch (name) {
        case 'goal':
            return <Overview board={board} />;
        case 'turn':
            return <Legend ferries={board === 'transeuropa'} />;
        case 'network':
            return <Position record={MEETING[board]!} board={board} />;
        case 'ferries':
            return <Position record={HALF_A_FERRY} board={board} />;
        case 'score':
            return board === 'transamerica' && <Position record={ROUND_OVER} board={board} />;
        case 'points':
            return <Points barrier={board === 'transamerica' ? 2 : 1} />;
        default:
            return null;
    }
}

// ---- The page -------------------------------------------------------------------------------------

interface TextProps extends Pick<Part, 'title' | 'text'> {
    wanted?: boolean; // the address names this part
    children?: ComponentChildren;
}

function Text({ title, text, wanted = false, children }: TextProps) {
    const told = useRef<HTMLElement>(null);
    useEffect(() => {
        if (!wanted) return;
        told.current!.scrollIntoView({ block: 'start' });
        told.current!.focus();
    }, [wanted]);
    return (
        <section ref={told} {...(wanted ? { class: 'told', tabIndex: -1 } : {})}>
            <h2>{title}</h2>
            {text.split('\n').map((line) => (
                <p key={line}>{line}</p>
            ))}
            {children}
        </section>
    );
}

function useParts(board: string): Part[] | Error | null {
    const [parts, setParts] = useState<Record<string, Part[]> | Error | null>(null);
    const language = currentLanguage();
    useEffect(() => {
        let alive = true;
        howToPlay[language]!().then(
            (loaded) => alive && setParts(loaded.default),
            (error: unknown) => alive && setParts(new Error(String(error))),
        );
        return () => {
            alive = false;
        };
    }, [language]);
    return parts === null || parts instanceof Error ? parts : parts[board]!;
}

// `about` is the id of a board, or of a rule such as "T5".
export function Learn({ about }: { about: string }) {
    const part = PART_OF[/^[A-Z]\d/.test(about) ? about.charAt(0) : ''];
    const wanted = part === 'ferries' ? 'transeuropa' : about;
    const id = BOARDS.find((one) => one.id === wanted)?.id ?? BOARDS[0].id;
    const parts = useParts(id);
    return (
        <main class="learn panel" id="main">
            <Heading>{t('howToPlay', { board: boardName(id) })}</Heading>
            <nav class="buttons" aria-label={t('board')}>
                {BOARDS.map((one) => (
                    <a
                        key={one.id}
                        class="button"
                        href={`#/learn/${one.id}`}
                        aria-current={one.id === id ? 'page' : undefined}
                    >
                        {boardName(one.id)}
                    </a>
                ))}
            </nav>
            <p class="buttons">
                {part && (
                    <button type="button" onClick={() => history.back()}>
                        {t('back')}
                    </button>
                )}
                <a class="button primary" href="#/tutorial">
                    {t('tutorTitle')}
                </a>
            </p>
            {Array.isArray(parts) ? (
                parts.map(({ name, title, text }) => (
                    <Text key={`${id} ${name}`} {...{ title, text, wanted: name === part }}>
                        {pictureOf(name, id)}
                    </Text>
                ))
            ) : (
                <Pending value={parts} />
            )}
            <Text title={t('learnScreen')} text={t('learnScreenText')} />
            <Text title={t('learnKeys')} text={t('learnKeysText')} />
            <a class="button primary" href="#/">
                {t('play')}
            </a>
        </main>
    );
}
