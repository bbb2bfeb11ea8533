// The lobby: tables that are open to everybody, one's own games, and a new table.
import { useEffect, useState } from 'preact/hooks';
import { api, apiText, Link } from '../game/link';
import { errorWords } from '../game/server-words';
import type { TableInfo, TableSettings } from '../game/server-types';
import { botName } from '../game/words';
import type { Variant } from '../core/types';
import { keep, kept } from '../store';
import { t } from '../text';
import { Notice, saveFile, useWords } from '../ui';
import { BOARDS, Boards, LEVELS, Pills, Variants } from './choices';
import { MyName } from './MyName';

function List({ title, tables, empty }: { title: string; tables: TableInfo[]; empty: string }) {
    return (
        <section class="panel">
            <h2>{title}</h2>
            {tables.length === 0 && <p class="quiet">{empty}</p>}
            <ul class="tables">
                {tables.map((table) => (
                    <li key={table.id}>
                        <a class="button" href={`#/table/${table.id}`}>
                            {BOARDS.find(({ id }) => id === table.settings.board)?.name ??
                                table.settings.board}
                        </a>
                        <span>{t(stateKey(table.state))}</span>
                        <span class="quiet">
                            {table.seats
                                .map((seat) =>
                                    seat.kind === 'person'
                                        ? seat.name || '?'
                                        : seat.kind === 'bot'
                                          ? botName(seat.bot ?? '')
                                          : t('seatFree'),
                                )
                                .join(' · ')}
                        </span>
                        {table.state === 'finished' && <Again table={table} />}
                    </li>
                ))}
            </ul>
        </section>
    );
}

// A finished game once more: to look at, or to take home.
function Again({ table }: { table: TableInfo }) {
    const [problem, setProblem] = useWords();
    const save = (): void => {
        apiText(`tables/${table.id}/record`).then(
            (text) => saveFile(`railhead-${table.id}.rail`, text),
            (error) => setProblem(() => errorWords(error)),
        );
    };
    return (
        <>
            <a href={`#/replay/table/${table.id}`}>{t('watchAgain')}</a>
            <button type="button" class="link" onClick={save}>
                {t('saveRecord')}
            </button>
            {problem && <Notice tone="bad">{problem}</Notice>}
        </>
    );
}

function stateKey(state: TableInfo['state']) {
    return (
        {
            open: 'tableOpen',
            running: 'tableRunning',
            finished: 'tableFinished',
            closed: 'tableClosed',
        } as const
    )[state];
}

interface Wish {
    board: string;
    variants: Variant[];
    friends: number;
    bots: number;
    level: string;
    public: boolean;
    clock: string;
}

const USUAL: Wish = {
    board: 'transamerica',
    variants: [],
    friends: 1,
    bots: 1,
    level: 'medium',
    public: false,
    clock: 'none',
};
const CLOCKS: Record<string, NonNullable<TableSettings['clock']>> = {
    none: { kind: 'none' },
    live: { kind: 'live', bank: 300, increment: 15 },
    slow: { kind: 'slow', days: 2 },
};
const SEATS_MAX = 6;

function settingsOf(wish: Wish): TableSettings {
    const friends = Array.from({ length: wish.friends }, () => (wish.public ? 'open' : 'invited'));
    const bots = Array.from(
        { length: Math.min(wish.bots, SEATS_MAX - 1 - wish.friends) },
        () => wish.level,
    );
    return {
        board: wish.board,
        variants: wish.variants,
        seats: ['me', ...friends, ...bots],
        clock: CLOCKS[wish.clock]!,
        public: wish.public,
    };
}

function NewTable() {
    const [wish, setWish] = useState<Wish>(() => ({ ...USUAL, ...kept<Wish>('table') }));
    const [problem, setProblem] = useWords();
    const change = (part: Partial<Wish>): void => {
        keep('table', { ...wish, ...part });
        setWish({ ...wish, ...part });
    };
    const room = SEATS_MAX - 1 - wish.friends;
    const counts = (from: number, to: number): [number, string][] =>
        Array.from({ length: to - from + 1 }, (_, i) => [from + i, String(from + i)]);
    return (
        <form
            class="panel setup"
            onSubmit={(event) => {
                event.preventDefault();
                api<TableInfo>('tables', settingsOf(wish)).then(
                    ({ id }) => {
                        location.hash = `/table/${id}`;
                    },
                    (error) => setProblem(() => errorWords(error)),
                );
            }}
        >
            <h2>{t('newTable')}</h2>
            <Boards value={wish.board} onChange={(board) => change({ board })} />
            <Pills
                legend={t('friends')}
                name="friends"
                value={wish.friends}
                options={counts(1, 5)}
                onChange={(friends) => change({ friends })}
            />
            <Pills
                legend={t('bots')}
                name="bots"
                value={Math.min(wish.bots, room)}
                options={counts(0, room)}
                onChange={(bots) => change({ bots })}
            />
            {room > 0 && wish.bots > 0 && (
                <Pills
                    legend={t('level')}
                    name="table-level"
                    value={wish.level}
                    options={LEVELS.map((level) => [level, botName(level)])}
                    onChange={(level) => change({ level })}
                />
            )}
            <Pills
                legend={t('clock')}
                name="clock"
                value={wish.clock}
                options={[
                    ['none', t('clockNone')],
                    ['live', t('clockLive')],
                    ['slow', t('clockSlow')],
                ]}
                onChange={(clock) => change({ clock })}
            />
            <Pills
                legend={t('whoMaySit')}
                name="public"
                value={wish.public ? 1 : 0}
                options={[
                    [0, t('onlyInvited')],
                    [1, t('everybody')],
                ]}
                onChange={(value) => change({ public: value === 1 })}
            />
            <Variants value={wish.variants} onChange={(variants) => change({ variants })} />
            <button type="submit" class="primary big">
                {t('openTable')}
            </button>
            {problem && <Notice tone="bad">{problem}</Notice>}
        </form>
    );
}

export function Tables() {
    const [tables, setTables] = useState<TableInfo[]>([]);
    const [games, setGames] = useState<TableInfo[]>([]);
    const [lost, setLost] = useState(false);
    useEffect(() => {
        const link = new Link(
            () => ({ do: 'lobby' }),
            (said) => {
                if (said.is !== 'lobby') return;
                setLost(false);
                setTables(said.tables!);
            },
            () => setLost(true),
        );
        void api<{ games: TableInfo[] }>('games')
            .then((answer) => setGames(answer.games))
            .catch(() => {});
        return () => link.close();
    }, []);
    return (
        <main class="start" id="main">
            <section class="panel hero">
                <h1>{t('tables')}</h1>
                {lost && <Notice>{t('connectionLost')}</Notice>}
                <MyName account />
            </section>
            <NewTable />
            <List title={t('openTables')} tables={tables} empty={t('noTables')} />
            <List title={t('myGames')} tables={games} empty={t('noGames')} />
        </main>
    );
}
