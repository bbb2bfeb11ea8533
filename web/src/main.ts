// Where the page begins.  The words come at the same time (first.ts).  When the start page has been drawn,
// what a game needs is fetched, and then all that is kept for days without a network.
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
    requestAnimationFrame(() => setTimeout(fetchGame)); // the page is drawn between the two
    if ('serviceWorker' in navigator && isSecureContext) setTimeout(keepOffline, KEEP_AFTER_MS);
}

// Whoever is here will want it.
function fetchGame(): void {
    warmCore();
    rest().catch(() => {}); // it is tried again when it is shown
}

// What is needed offline is fetched when the first page is there.
function keepOffline(): void {
    navigator.serviceWorker.register(new URL('sw.js', ROOT)).catch(() => {
        // Without it the page needs the network the next time, and that is all.
    });
}

void start();
