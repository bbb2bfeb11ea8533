// The entry point of the site.  Texts are loaded in parallel (first.ts).  Once the start page has
// been drawn, it preloads what a game needs, then everything needed offline.
import './board/theme.css';
import './board/board.css';
import './style.css';
import './parts.css';
import './game/game.css';
import './pages/pages.css';
import { warmCore } from './core/client';
import { rest } from './lazy';
import { ROOT, showLinked } from './root';
import { showApp } from './start';
import { kept } from './store';
import { LANGUAGES, setLanguage } from './text';
import { wantedLanguage } from './text/choice';
import { applyCoordinates, applyMapStyle, applyTheme, type MapStyle, type Theme } from './theme';

const KEEP_AFTER_MS = 1000;

async function start(): Promise<void> {
    applyTheme(kept<Theme>('theme'));
    applyMapStyle(kept<MapStyle>('map'));
    applyCoordinates(kept<boolean>('coordinates'));
    showLinked();
    await setLanguage(wantedLanguage(LANGUAGES));
    showApp();
    requestAnimationFrame(() => setTimeout(fetchGame)); // after the first frame has been drawn
    if ('serviceWorker' in navigator && isSecureContext) setTimeout(keepOffline, KEEP_AFTER_MS);
}

// Preloads what a game needs.
function fetchGame(): void {
    warmCore();
    rest().catch(() => {}); // tried again when it is needed
}

// Installs the service worker, which caches the site for offline use.
function keepOffline(): void {
    navigator.serviceWorker.register(new URL('sw.js', ROOT)).catch(() => {
        // Failure only means that the site needs the network next time.
    });
}

void start();
