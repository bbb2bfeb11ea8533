// The root of the site: the folder of its script, whatever the address of the page.
export const ROOT = new URL('./', import.meta.url).href;

// `hasServer`: the site comes from a Railhead server and not from static files.  False until that
// is known.
export const site = { hasServer: false };

// Shared links have addresses that servers see, so that they can send a description
// (src/server/http/api_page.c): ROOT/t/ID#KEY for a table, whose key the server never sees,
// ROOT/g/ID for the replay of a table's game, ROOT/r/ID for a record.  Here they are converted to
// routes.
const ROUTES: Record<string, string> = { t: '/table/', g: '/replay/table/', r: '/replay/' };

export function showLinked(): void {
    const [, kind = '', id] = /\/([tgr])\/([^/]+)$/.exec(location.pathname) ?? [];
    if (id === undefined) return;
    const key = kind === 't' && location.hash ? `/${location.hash.slice(1)}` : '';
    history.replaceState(null, '', `${ROOT}#${ROUTES[kind]}${id}${key}`);
}

// Returns the address of a replay, from the part of its route after "/replay/".
export const replayLink = (place: string): string =>
    ROOT + (place.startsWith('table/') ? place.replace('table/', 'g/') : `r/${place}`);
