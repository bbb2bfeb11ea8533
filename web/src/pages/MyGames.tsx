// All games of this browser: resume, replay, delete, export and import.
import { useEffect, useState } from 'preact/hooks';
import { openCore } from '../core/client';
import {
    forgetGameInHand,
    giveUp,
    readGame,
    seatsOf,
    shelveGameInHand,
} from '../game/local';
import type { TableInfo } from '../game/server-types';
import { errorWords, RecordError } from '../game/server-words';
import { boardName, seatName, seatTitle } from '../game/words';
import {
    allGames,
    brought,
    countGames,
    deleteGame,
    exported,
    type Game,
    goesOn,
    keepGames,
    latestGames,
} from '../games';
import { Heading } from '../heading';
import { OwnSeat } from '../players';
import { onGames } from '../tabs';
import { day, list, t } from '../text';
import { Question, Remark, saveFile, SeatBadge, useWords, type Words } from '../ui';
import { TableList } from './TableList';

const SHOWN = 30;

// Returns the seat of the only person, who is the reader, or 0.
const lonePerson = (seats: Game['seats']): number =>
    seatsOf(seats).find(({ you }) => you)?.seat ?? 0;

// ---- One game
// -------------------------------------------------------------------------------------

function how({ seats, round, winners, gaveUp }: Game): string {
    const infos = seatsOf(seats);
    if (winners.length > 0) {
        const names = list(winners.map((seat) => seatName(infos, seat)));
        return t('gameWinner', { n: winners.length, names });
    }
    return gaveUp ? t('gameGivenUp', { round }) : t('roundNumber', { round });
}

function Players({ game }: { game: Game }) {
    const infos = seatsOf(game.seats);
    const own = infos.find(({ you }) => you)?.seat ?? 0;
    return (
        <div class="who">
            <OwnSeat seat={own}>
                {infos.map(({ seat }, i) => (
                    <span key={seat} class={game.winners.includes(seat) ? 'won' : ''}>
                        <SeatBadge seat={seat} size={16} /> {seatTitle(infos, seat)}
                        <span class="quiet"> {t('pointsShort', { n: game.points[i] ?? 0 })}</span>
                    </span>
                ))}
            </OwnSeat>
        </div>
    );
}

interface RowProps {
    game: Game;
    onGoOn(game: Game): void;
    onWatch(record: string, own: number): void;
    onGiveUp(game: Game): unknown;
    onDelete(game: Game): unknown;
}

function Row({ game, onGoOn, onWatch, onGiveUp, onDelete }: RowProps) {
    const [asked, setAsked] = useState<'delete' | 'giveUp' | null>(null);
    const running = goesOn(game);
    const back = (): void => setAsked(null);
    return (
        <li>
            <div>
                <strong>{boardName(game.board)}</strong> · {how(game)}
                <div class="quiet">{t('lastPlayed', { day: day(game.changed) })}</div>
                <Players game={game} />
            </div>
            <div class="buttons">
                {game.winners.length === 0 && (
                    <button
                        type="button"
                        class={running ? 'primary' : ''}
                        onClick={() => onGoOn(game)}
                    >
                        {t('goOn')}
                    </button>
                )}
                {running ? (
                    <button type="button" onClick={() => setAsked('giveUp')}>
                        {t('giveUp')}
                    </button>
                ) : (
                    <button type="button" onClick={() => onWatch(game.record, lonePerson(game.seats))}>
                        {t('watchAgain')}
                    </button>
                )}
                <button type="button" onClick={() => setAsked('delete')}>
                    {t('deleteGame')}
                </button>
            </div>
            {asked === 'delete' && (
                <Question
                    text={t('deleteGameAsk')}
                    no={t('keepGame')}
                    yes={t('deleteGame')}
                    onNo={back}
                    onYes={() => onDelete(game)}
                />
            )}
            {asked === 'giveUp' && (
                <Question
                    text={t('giveUpAsk')}
                    no={t('giveUpNo')}
                    yes={t('giveUp')}
                    onNo={back}
                    onYes={() => {
                        back();
                        onGiveUp(game);
                    }}
                />
            )}
        </li>
    );
}

// ---- Import
// ---------------------------------------------------------------------------------------

// Imports the games of a file after the core has checked each.  Returns a message about the result.
async function importGames(file: File): Promise<Words> {
    const found = brought(await file.text());
    if (!found) return () => t('importBad', { name: file.name });
    const core = await openCore();
    const good: Game[] = [];
    let refused = 0;
    try {
        for (const game of found) {
            try {
                good.push({ ...game, ...(await readGame(core, game)) });
            } catch (error) {
                if (!(error instanceof RecordError)) throw error;
                refused += 1;
            }
        }
    } finally {
        core.close();
    }
    const news = await keepGames(good);
    const known = good.length - news;
    return () =>
        [
            t('imported', { n: news }),
            known > 0 ? t('importKnown', { n: known }) : '',
            refused > 0 ? t('importRefused', { n: refused }) : '',
        ]
            .filter(Boolean)
            .join(' ');
}

function Import({ onFile }: { onFile(file: File): void }) {
    return (
        <label class="button file">
            {t('importGames')}
            <input
                class="sr-only"
                type="file"
                accept=".json,application/json"
                onChange={(event) => {
                    const [file] = event.currentTarget.files ?? [];
                    if (file) onFile(file);
                    event.currentTarget.value = ''; // allows the same file to be chosen again
                }}
            />
        </label>
    );
}

// ---- The page ---------------------------------------------------------------------------------------

function useShelf() {
    const [games, setGames] = useState<{ shown: Game[]; count: number } | null>(null);
    const [most, setMost] = useState(SHOWN);
    const [said, setSaid] = useWords();
    const load = async (): Promise<void> => {
        const [shown, count] = await Promise.all([latestGames(most), countGames()]);
        setGames({ shown, count });
    };
    const act = (what: () => Promise<Words | void>): Promise<void> => {
        setSaid(null);
        return what()
            .then((words) => {
                if (words) setSaid(words);
                return load();
            })
            .catch((error: unknown) =>
                setSaid(() =>
                    error instanceof DOMException ? t('myGamesDenied') : errorWords(error),
                ),
            );
    };
    useEffect(() => void act(shelveGameInHand), [most]);
    useEffect(() => onGames(() => void load().catch(() => {})), [most]);
    return { games, said, setSaid, act, more: () => setMost(most + SHOWN) };
}

export function MyGames({
    onGoOn,
    onWatch,
    onDeleted,
    tables,
    me,
}: {
    onGoOn(game: Game): void;
    onWatch(record: string, own: number): void;
    onDeleted(id: string): void;
    tables: TableInfo[];
    me: string;
}) {
    const { games, said, setSaid, act, more } = useShelf();
    const remove = async ({ id }: Game): Promise<void> => {
        onDeleted(id); // so that it is not saved again
        await deleteGame(id);
        forgetGameInHand(id);
    };
    const save = async (): Promise<void> =>
        saveFile('railhead-games.json', exported(await allGames()));
    return (
        <main class="start" id="main">
            <section class="panel hero">
                <Heading>{t('myGames')}</Heading>
                <p>{t('myGamesText')}</p>
                <div class="buttons">
                    <button
                        type="button"
                        disabled={!games || games.count === 0}
                        onClick={() => act(save)}
                    >
                        {t('exportGames')}
                    </button>
                    <Import onFile={(file) => act(() => importGames(file))} />
                </div>
                <Remark words={said} set={setSaid} tone="plain" />
            </section>
            {games && (
                <section class="panel games">
                    <h2>
                        {games.count > 0
                            ? t('myGamesCount', { n: games.count })
                            : t('myGamesNone')}
                    </h2>
                    <ol>
                        {games.shown.map((game) => (
                            <Row
                                key={game.id}
                                {...{ game, onGoOn, onWatch }}
                                onGiveUp={(one) => act(() => giveUp(one))}
                                onDelete={(one) => act(() => remove(one))}
                            />
                        ))}
                    </ol>
                    {games.shown.length < games.count && (
                        <button type="button" onClick={more}>
                            {t('showMore')}
                        </button>
                    )}
                </section>
            )}
            {tables.length > 0 && <TableList title={t('myTables')} {...{ tables, me }} empty="" />}
        </main>
    );
}
