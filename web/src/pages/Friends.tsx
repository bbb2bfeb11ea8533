// The start page's section about a server: a new table with friends, the reader's tables in
// progress, and open tables.
import { useEffect, useState } from 'preact/hooks';
import { api } from '../game/link';
import type { TableInfo } from '../game/server-types';
import { errorWords } from '../game/server-words';
import { boardName } from '../game/words';
import { keep } from '../store';
import { t } from '../text';
import { ActButton, Remark, useWords } from '../ui';
import { isKept, isMyTurn } from './my-tables';
import { TableList, whoSits } from './TableList';
import { botsOf, openTable, type Wish, WISH_KEY } from './wish';

const SHOWN = 5;

// Returns a summary: "TransAmerica · 1 friend · 1 bot".
function summary(wish: Wish): string {
    const bots = botsOf(wish);
    const parts = [boardName(wish.board), t('friendsCount', { n: wish.friends })];
    if (bots > 0) parts.push(t('botsCount', { n: bots }));
    return parts.join(' · ');
}

function useOpenTables(known: boolean): TableInfo[] {
    const [open, setOpen] = useState<TableInfo[]>([]);
    useEffect(() => {
        if (!known) return;
        const free = ({ seats }: TableInfo): boolean => seats.some(({ kind }) => kind === 'open');
        // If the request fails, there is no list.
        api<{ tables: TableInfo[] }>('tables').then(
            ({ tables }) => setOpen(tables.filter(free).slice(0, SHOWN)),
            () => {},
        );
    }, [known]);
    return open;
}

// At the top of the page: tables that are waiting for the reader.
export function Waiting({ tables, me }: { tables: readonly TableInfo[]; me: string }) {
    const waiting = tables
        .filter((table) => isMyTurn(table, me) || isKept(table, me))
        .slice(0, SHOWN);
    if (waiting.length === 0) return null;
    return (
        <ul class="waiting-for-me">
            {waiting.map((table) => (
                <li key={table.id}>
                    <a class="button primary big" href={`#/table/${table.id}`}>
                        {t(isKept(table, me) ? 'rematchToJoin' : 'myTurn')}
                    </a>
                    <span class="quiet">
                        {boardName(table.settings.board)} · {table.seats.map(whoSits).join(' · ')}
                    </span>
                </li>
            ))}
        </ul>
    );
}

// `wish` is the table described by the choices above; `me` is '' until the server has answered.
export function Friends({ wish, mine, me }: { wish: Wish; mine: TableInfo[]; me: string }) {
    const [problem, setProblem] = useWords();
    const open = useOpenTables(me !== '');
    const go = (): Promise<void> => {
        setProblem(null);
        keep(WISH_KEY, wish);
        return openTable(wish).catch((error: unknown) => setProblem(() => errorWords(error)));
    };
    return (
        <>
            <section class="panel online">
                <h2>{t('withFriends')}</h2>
                <p>{t('withFriendsText')}</p>
                <div class="buttons">
                    <ActButton class="primary" act={go}>
                        {t('openTable')}
                    </ActButton>
                    <a class="button" href="#/tables">
                        {t('tables')}
                    </a>
                </div>
                <p class="quiet">{summary(wish)}</p>
                <Remark words={problem} set={setProblem} />
            </section>
            {mine.length > 0 && (
                <TableList
                    title={t('myTables')}
                    tables={mine.slice(0, SHOWN)}
                    me={me}
                    empty=""
                />
            )}
            {open.length > 0 && (
                <TableList title={t('openTables')} tables={open} me={me} empty="" />
            )}
        </>
    );
}
