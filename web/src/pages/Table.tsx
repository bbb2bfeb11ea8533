// A table at a server: the waiting room until the game starts, then the game, with the chat below
// it.
import { useEffect, useReducer, useState } from 'preact/hooks';
import { GameScreen } from '../game/GameScreen';
import { ServerTable } from '../game/server';
import { errorWords } from '../game/server-words';
import { boardName, seatName } from '../game/words';
import { Heading } from '../heading';
import { OwnSeat } from '../players';
import { notify } from '../sound';
import { keep } from '../store';
import { t } from '../text';
import type { Key } from '../text/en';
import { Notice, useWords } from '../ui';
import type { Aside } from '../game/GameScreen';
import { ServerError } from '../game/server-types';
import { Chat, ChatPanel, useNews } from './Chat';
import { settleName } from './name';
import { TableBar, type Rematch, type Say } from './TableBar';
import { WaitingRoom } from './WaitingRoom';

const REFUSED: Record<string, Key> = { missing: 'tableMissing', field: 'addressBad' };
const WRONG_KEY = 'seat-is-invited';

// Id of the rematch that the reader has joined, where a seat is reserved.
let joined = '';

// Returns the name of a seated person.
function nameOf(table: ServerTable, who: string): string {
    return seatName(table.seats(), table.table!.seats.findIndex((seat) => seat.who === who) + 1);
}

// Offers a rematch, or joins the one that another player has offered.
function useRematch(table: ServerTable | null, me: string, say: Say): Rematch | null {
    const [asked, setAsked] = useState(false);
    const rematch = table?.rematch ?? null;
    const wanted = rematch && rematch.who !== me ? nameOf(table!, rematch.who) : undefined;
    const go = (): void => {
        if (!rematch) return;
        joined = rematch.table;
        location.hash = `/table/${rematch.table}`;
    };
    useEffect(() => {
        if (asked) go();
    }, [asked, rematch?.table]);
    useEffect(() => {
        if (wanted && table!.may('join')) notify(t('rematchWanted', { name: wanted }));
    }, [rematch?.table]);
    if (!table?.may('rematch') && !table?.may('join')) return null;
    return {
        wanted,
        onRematch: () => {
            setAsked(true);
            return rematch ? undefined : say({ do: 'rematch' });
        },
    };
}

// Takes the reserved seat at a rematch.
function useJoined(table: ServerTable | null, me: string, say: Say): void {
    const kept = table?.table?.seats.findIndex(({ kind, who }) => kind === 'invited' && who === me);
    useEffect(() => {
        if (kept === undefined || kept < 0 || joined !== table!.id) return;
        joined = '';
        say({ do: 'sit', seat: kept + 1 });
    }, [kept]);
}

// Returns what the table adds to the turn bar.
function asideOf(table: ServerTable, rematch: Rematch | null, say: Say): Aside {
    if (table.amAway && table.table!.state === 'running')
        return {
            telling: t('botPlaysForMe'),
            main: { words: t('iAmBack'), act: () => say({ do: 'back' }) },
        };
    if (!rematch?.wanted) return {};
    return {
        telling: t('rematchWanted', { name: rematch.wanted }),
        main: { words: t('rematchJoin'), act: rematch.onRematch },
    };
}

interface TableProps {
    id: string;
    invitation: string;
    me: string;
    onTurn(mine: boolean): void; // called when it becomes, or stops being, the reader's turn at this table
}

export function Table({ id, invitation, me, onTurn }: TableProps) {
    const [table, setTable] = useState<ServerTable | null>(null);
    const [, changed] = useReducer((n: number) => n + 1, 0);
    const [problem, setProblem] = useWords();
    const [isRefused, setRefused] = useState(false); // the server has refused the key of the invitation
    const { news, onSeen } = useNews(table, me);
    useEffect(() => {
        const opened = new ServerTable(id, invitation);
        setTable(opened);
        const stop = opened.subscribe(() => changed(undefined as never));
        return () => {
            stop();
            opened.close();
        };
    }, [id, invitation]);
    const mine = table?.playing === true && table.snapshot().mine;
    useEffect(() => {
        onTurn(mine);
        return () => onTurn(false);
    }, [mine]);
    const say: Say = (message) => {
        setProblem(null);
        const named = message.do === 'sit' || message.do === 'start' ? settleName() : null;
        return Promise.resolve(named)
            .then(() => table?.say(message))
            .then(
                () => true,
                (error: unknown) => {
                    const isKey = error instanceof ServerError && error.fault.code === WRONG_KEY;
                    if (isKey) setRefused(true);
                    else setProblem(() => errorWords(error));
                    return false;
                },
            );
    };
    const rematch = useRematch(table, me, say);
    useJoined(table, me, say);
    if (table?.problem) {
        return (
            <main class="start" id="main">
                <section class="panel hero">
                    <Heading>{t('tableWaiting')}</Heading>
                    <Notice tone="bad">
                        {t('noSuchTable', { text: errorWords(table.problem, REFUSED) })}
                    </Notice>
                    <p class="buttons ways">
                        <a class="button" href="#/tables">
                            {t('tables')}
                        </a>
                    </p>
                </section>
            </main>
        );
    }
    if (!table?.table)
        return (
            <p class="loading" role="status">
                {t('loading')}
            </p>
        );
    const wrong = problem ? { text: problem, onClose: () => setProblem(null) } : undefined;
    return (
        <main class={table.playing ? 'play' : 'play waits'} id="main" tabIndex={-1}>
            {table.playing ? (
                <>
                    <TableBar {...{ table, me, say }} />
                    <Heading hidden page={boardName(table.table.settings.board)}>
                        {t('game')}
                    </Heading>
                    <GameScreen
                        source={table}
                        aside={{ ...asideOf(table, rematch, say), problem: wrong }}
                        onRematch={rematch?.onRematch}
                        onReview={() => {
                            keep('review', true);
                            location.hash = `/replay/table/${id}`;
                        }}
                        talk={
                            table.table.settings.chat === false
                                ? undefined
                                : { news, onSeen, content: <ChatPanel {...{ table, me, say }} /> }
                        }
                        onNew={() => {
                            location.hash = '/tables';
                        }}
                    />
                </>
            ) : (
                <>
                    <OwnSeat seat={table.seat}>
                        <WaitingRoom {...{ table, me, say, problem: wrong }} {...{ invitation, isRefused }}>
                            <Chat {...{ table, me, say, news, onSeen }} />
                        </WaitingRoom>
                    </OwnSeat>
                </>
            )}
        </main>
    );
}
