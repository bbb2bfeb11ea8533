// Where the site is: the folder of its script, whatever the address of the page.
export const ROOT = new URL('./', import.meta.url).href;

// Whether it comes from a server of tables, once that is known, and not from a folder of files.
export const site = { hasServer: false };

// What is passed on to others has an address that servers see, so that they can say what it is
// (src/server/http/api_page.c): a table is ROOT/t/ID#KEY, of which nobody but its reader sees the key, a
// table's game to watch again ROOT/g/ID, a record ROOT/r/ID.  Here they become routes like the others.
const ROUTES: Record<string, string> = { t: '/table/', g: '/replay/table/', r: '/replay/' };

export function showLinked(): void {
    const [, kind = '', id] = /\/([tgr])\/([^/]+)$/.exec(location.pathname) ?? [];
    if (id === undefined) return;
    const key = kind === 't' && location.hash ? `/${location.hash.slice(1)}` : '';
    history.replaceState(null, '', `${ROOT}#${ROUTES[kind]}${id}${key}`);
}

// The address of a replay, from what its route has behind "/replay/".
export const replayLink = (place: string): string =>
    ROOT + (place.startsWith('table/') ? place.replace('table/', 'g/') : `r/${place}`);
