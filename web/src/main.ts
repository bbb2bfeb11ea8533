// Where the page begins: theme, language and the start page are fetched at once, and while they are
// drawn, what a game needs; then all that is kept for days without a network.
import './board/theme.css';
import './board/board.css';
import './style.css';
import './parts.css';
import './game/game.css';
import './pages/pages.css';
import { warmCore } from './core/client';
import { ROOT, showLinked } from './root';
import { kept } from './store';
import { browserLanguage, LANGUAGES, setLanguage } from './text';
import { applyCoordinates, applyMapStyle, applyTheme, type MapStyle, type Theme } from './theme';

const KEEP_AFTER_MS = 1000;

async function start(): Promise<void> {
    applyTheme(kept<Theme>('theme'));
    applyMapStyle(kept<MapStyle>('map'));
    applyCoordinates(kept<boolean>('coordinates'));
    showLinked();
    const chosen = kept<string>('language');
    const page = import('./start');
    page.then(warmCore, () => {}); // the network has nothing else to do while the page is drawn
    await setLanguage(chosen && chosen in LANGUAGES ? chosen : browserLanguage());
    (await page).showApp();
    if ('serviceWorker' in navigator && isSecureContext) setTimeout(keepOffline, KEEP_AFTER_MS);
}

// What is needed offline is fetched when the first page is there.
function keepOffline(): void {
    navigator.serviceWorker.register(new URL('sw.js', ROOT)).catch(() => {
        // Without it the page needs the network the next time, and that is all.
    });
}

void start();
