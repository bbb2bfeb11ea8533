// The reader's tables at the server, for every page: all of them, those in progress, and those
// where it is the reader's turn.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { api } from '../game/link';
import type { TableInfo } from '../game/server-types';
import { setTitle } from '../heading';
import { ROOT } from '../root';
import { t } from '../text';

const EVERY_MS = 20 * 1000; // polling interval while a game is in progress

export const isMyTurn = ({ state, mover = 0, seats }: TableInfo, me: string): boolean =>
    state === 'running' && me !== '' && seats[mover - 1]?.who === me;

// True for a rematch that the reader has not joined yet.
export const isKept = ({ state, seats }: TableInfo, me: string): boolean =>
    state === 'open' &&
    me !== '' &&
    seats.some(({ kind, who }) => kind === 'invited' && who === me);

const goesOn = ({ state }: TableInfo): boolean => state === 'open' || state === 'running';

// Returns unfinished tables, those waiting for the reader first.
export const ongoing = (tables: readonly TableInfo[], me: string): TableInfo[] => {
    const urgency = (one: TableInfo) => (isMyTurn(one, me) ? 2 : Number(isKept(one, me)));
    return tables.filter(goesOn).sort((a, b) => urgency(b) - urgency(a));
};

// Returns all tables of the reader.  Fetched again on every page change and, while any is in
// progress, periodically and when the browser tab becomes visible.  If a request fails, the list
// stays as it was.
export function useMyTables(me: string, route: string): TableInfo[] {
    const [tables, setTables] = useState<TableInfo[]>([]);
    const ask = useCallback(() => {
        if (me === '') return;
        api<{ games: TableInfo[] }>('games').then(
            ({ games }) => setTables(games),
            () => {},
        );
    }, [me]);
    useEffect(() => setTables([]), [me]); // another person must not see them
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

// Shows in the tab's title and icon at how many tables it is the reader's turn.
export function useAttention(turns: number): void {
    const said = turns === 1 ? t('myTurn') : t('turnTitle', { n: turns });
    const words = turns > 0 ? said : '';
    useEffect(() => {
        setTitle({ attention: words });
        const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
        const { href } = new URL(turns > 0 ? 'icon-turn.svg' : 'icon.svg', ROOT);
        if (icon && icon.href !== href) icon.href = href; // setting the same address would fetch it again
    }, [words]);
}
