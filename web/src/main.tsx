// Where the page begins: language and theme first, then the app.
import { render } from 'preact';
import { App } from './app';
import './board/theme.css';
import './board/board.css';
import './style.css';
import './parts.css';
import './game/game.css';
import './pages/pages.css';
import {
    applyCoordinates,
    applyMapStyle,
    applyTheme,
    type MapStyle,
    type Theme,
} from './settings';
import { ROOT, showLinked } from './root';
import { kept } from './store';
import { browserLanguage, LANGUAGES, setLanguage } from './text';

const KEEP_AFTER_MS = 1000;

async function start(): Promise<void> {
    applyTheme(kept<Theme>('theme'));
    applyMapStyle(kept<MapStyle>('map'));
    applyCoordinates(kept<boolean>('coordinates'));
    showLinked();
    const chosen = kept<string>('language');
    await setLanguage(chosen && chosen in LANGUAGES ? chosen : browserLanguage());
    render(<App />, document.getElementById('app')!);
    if ('serviceWorker' in navigator && isSecureContext) setTimeout(keepOffline, KEEP_AFTER_MS);
}

// What is needed offline is fetched when the first page is there.
function keepOffline(): void {
    navigator.serviceWorker.register(new URL('sw.js', ROOT)).catch(() => {
        // Without it the page needs the network the next time, and that is all.
    });
}

void start();
