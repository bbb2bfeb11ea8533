// Where the site is: the folder of its script, whatever the address of the page.
export const ROOT = new URL('./', import.meta.url).href;

// The link to a table is ROOT/t/ID#KEY, so that servers see the id and nobody the key.  Here it
// becomes a route like the others.
export function showTable(): void {
    const id = /\/t\/([^/]+)$/.exec(location.pathname)?.[1];
    if (id === undefined) return;
    const key = location.hash.slice(1);
    history.replaceState(null, '', `${ROOT}#/table/${id}${key ? `/${key}` : ''}`);
}
