// The service worker: caches every file of this version, so that the site works offline.
//
// Pages are fetched from the network first, so that a new version is seen at once.  Files with a
// hash in their name never change and come from the cache.  It knows nothing about the game.
export {};
const worker = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `railhead-${VERSION}`;

worker.addEventListener('install', (event) => {
    event.waitUntil(
        caches
            .open(CACHE)
            .then((cache) => cache.addAll(KEPT))
            .then(() => worker.skipWaiting()),
    );
});

async function dropOld(): Promise<void> {
    for (const name of await caches.keys()) {
        if (name.startsWith('railhead-') && name !== CACHE) await caches.delete(name);
    }
    await worker.clients.claim();
}

worker.addEventListener('activate', (event) => event.waitUntil(dropOld()));

async function page(request: Request): Promise<Response> {
    try {
        const response = await fetch(request);
        if (response.ok) return response;
    } catch {
        // Offline: the cached page is used.
    }
    const { pathname } = new URL(request.url);
    const deeper = /\/[tgr]\/[^/]*$/.test(pathname);
    const { scope } = worker.registration;
    if (!deeper && new URL('.', request.url).href !== scope) return Response.redirect(scope);
    return (await caches.match(deeper ? 'table.html' : './')) ?? Response.error();
}

async function file(request: Request): Promise<Response> {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept) return kept;
    const response = await fetch(request);
    if (response.ok && /\.[0-9a-f]{10}\.|\.[0-9A-Z]{8}\./.test(request.url)) {
        await (await caches.open(CACHE)).put(request, response.clone());
    }
    return response;
}

// A click on a notification focuses the page that showed it.
worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(
        worker.clients
            .matchAll({ type: 'window' })
            .then(([client]) => client?.focus() ?? worker.clients.openWindow('./')),
    );
});

worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
    if (/\/(api|healthz|metrics|status)\b/.test(url.pathname)) return;
    event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});
