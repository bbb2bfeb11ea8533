// What the start page has of a server: a table with friends in one click, one's games that go on,
// and tables that are open to everybody.
import { useEffect, useState } from 'preact/hooks';
import { api } from '../game/link';
import type { TableInfo } from '../game/server-types';
import { errorWords } from '../game/server-words';
import { list, t } from '../text';
import { Notice, useWords } from '../ui';
import { boardName } from './choices';
import { TableList } from './TableList';
import { botsOf, lastWish, openTable, type Wish } from './wish';

const SHOWN = 5;

// "TransAmerica · 1 friend and 1 bot"
function summary(wish: Wish): string {
    const bots = botsOf(wish);
    const others = [t('friendsCount', { n: wish.friends })];
    if (bots > 0) others.push(t('botsCount', { n: bots }));
    return `${boardName(wish.board)} · ${list(others)}`;
}

function useTables(): { mine: TableInfo[]; open: TableInfo[] } {
    const [mine, setMine] = useState<TableInfo[]>([]);
    const [open, setOpen] = useState<TableInfo[]>([]);
    useEffect(() => {
        const goesOn = ({ state }: TableInfo): boolean => state === 'open' || state === 'running';
        const free = ({ seats }: TableInfo): boolean => seats.some(({ kind }) => kind === 'open');
        // Without an answer the page has no lists, and that is all.
        api<{ games: TableInfo[] }>('games').then(
            ({ games }) => setMine(games.filter(goesOn).slice(0, SHOWN)),
            () => {},
        );
        api<{ tables: TableInfo[] }>('tables').then(
            ({ tables }) => setOpen(tables.filter(free).slice(0, SHOWN)),
            () => {},
        );
    }, []);
    return { mine, open };
}

export function Friends() {
    const [problem, setProblem] = useWords();
    const { mine, open } = useTables();
    const wish = lastWish();
    const go = (): void => {
        setProblem(null);
        openTable(wish).catch((error: unknown) => setProblem(() => errorWords(error)));
    };
    return (
        <>
            <section class="panel">
                <h2>{t('withFriends')}</h2>
                <p>{t('withFriendsText')}</p>
                <div class="buttons">
                    <button type="button" class="primary" onClick={go}>
                        {t('openTable')}
                    </button>
                    <a class="button" href="#/tables">
                        {t('tables')}
                    </a>
                </div>
                <p class="quiet">{summary(wish)}</p>
                {problem && <Notice tone="bad">{problem}</Notice>}
            </section>
            {mine.length > 0 && <TableList title={t('myGames')} tables={mine} empty="" />}
            {open.length > 0 && <TableList title={t('openTables')} tables={open} empty="" />}
        </>
    );
}
