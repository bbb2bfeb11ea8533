// My tables at the server, as every page may need them: all of them, those that go on, and where it is
// my turn.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { api } from '../game/link';
import type { TableInfo } from '../game/server-types';
import { setTitle } from '../heading';
import { ROOT } from '../root';
import { t } from '../text';

const EVERY_MS = 20 * 1000; // while something goes on

export const isMyTurn = ({ state, mover = 0, seats }: TableInfo, me: string): boolean =>
    state === 'running' && me !== '' && seats[mover - 1]?.who === me;

// The rematch of a game of mine, which I have not joined yet.
export const isKept = ({ state, seats }: TableInfo, me: string): boolean =>
    state === 'open' &&
    me !== '' &&
    seats.some(({ kind, who }) => kind === 'invited' && who === me);

const goesOn = ({ state }: TableInfo): boolean => state === 'open' || state === 'running';

// Unfinished tables, those waiting for me first.
export const ongoing = (tables: readonly TableInfo[], me: string): TableInfo[] => {
    const urgency = (one: TableInfo) => (isMyTurn(one, me) ? 2 : Number(isKept(one, me)));
    return tables.filter(goesOn).sort((a, b) => urgency(b) - urgency(a));
};

// All of mine; asked for again when the page is another, and while some go on, when it is looked at and
// from time to time.  Without an answer they stay as they were.
export function useMyTables(me: string, route: string): TableInfo[] {
    const [tables, setTables] = useState<TableInfo[]>([]);
    const ask = useCallback(() => {
        if (me === '') return;
        api<{ games: TableInfo[] }>('games').then(
            ({ games }) => setTables(games),
            () => {},
        );
    }, [me]);
    useEffect(() => setTables([]), [me]); // another player must not see them
    useEffect(ask, [ask, route]);
    const waits = tables.some(goesOn);
    useEffect(() => {
        if (!waits) return undefined;
        const timer = setInterval(ask, EVERY_MS);
        document.addEventListener('visibilitychange', ask);
        return () => {
            clearInterval(timer);
            document.removeEventListener('visibilitychange', ask);
        };
    }, [ask, waits]);
    return tables;
}

// Says in the tab's title and icon at how many tables it is the reader's turn.
export function useAttention(turns: number): void {
    const said = turns === 1 ? t('myTurn') : t('turnTitle', { n: turns });
    const words = turns > 0 ? said : '';
    useEffect(() => {
        setTitle({ attention: words });
        const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
        const { href } = new URL(turns > 0 ? 'icon-turn.svg' : 'icon.svg', ROOT);
        if (icon && icon.href !== href) icon.href = href; // or it would be fetched again
    }, [words]);
}
