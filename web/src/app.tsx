// The frame of all pages: header, routes by the address after '#', and the game that is on.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { forgetGame, keptGame, LocalGame, type Setup } from './game/local';
import { GameScreen } from './game/GameScreen';
import type { GameSource } from './game/source';
import { Learn } from './pages/Learn';
import { Replay } from './pages/Replay';
import { Start } from './pages/Start';
import { Settings } from './settings';
import { t } from './text';
import { Notice } from './ui';

function useRoute(): string {
    const [route, set] = useState(() => location.hash.slice(1) || '/');
    useEffect(() => {
        const change = (): void => set(location.hash.slice(1) || '/');
        addEventListener('hashchange', change);
        return () => removeEventListener('hashchange', change);
    }, []);
    return route;
}

// Whether the pages come from a game server, which also has tables.
function useServer(): boolean {
    const [found, set] = useState(false);
    useEffect(() => {
        fetch(new URL('api/v1/me', document.baseURI)).then(async (response) => {
            const isJson = response.headers.get('content-type')?.includes('json');
            set(response.ok && Boolean(isJson) && 'id' in (await response.json() as object));
        }).catch(() => set(false));
    }, []);
    return found;
}

function Header({ onLanguage }: { onLanguage(): void }) {
    return (
        <header class="top">
            <a class="skip" href="#main" onClick={(event) => {
                event.preventDefault();
                document.getElementById('main')?.focus();
            }}>{t('skipToMain')}</a>
            <a class="brand" href="#/"><img src="icon.svg" alt="" width="28" height="28" /> Railhead</a>
            <nav aria-label={t('pages')}>
                <a href="#/learn">{t('learn')}</a>
                <a href="#/replay">{t('replay')}</a>
            </nav>
            <Settings onLanguage={onLanguage} />
        </header>
    );
}

const REPLAY = 'railhead.replay';

function keepReplay(text: string): void {
    try {
        sessionStorage.setItem(REPLAY, text);
    } catch {
        // It is shown all the same, until the page is loaded again.
    }
}

function keptReplay(): string | null {
    try {
        return sessionStorage.getItem(REPLAY);
    } catch {
        return null;
    }
}

export function App() {
    const route = useRoute();
    const server = useServer();
    const [, setVersion] = useState(0);
    const [game, setGame] = useState<GameSource | null>(null);
    const [problem, setProblem] = useState('');
    const [replay, setReplay] = useState<string | null>(keptReplay);

    const show = useCallback((opening: Promise<GameSource>) => {
        setProblem('');
        opening.then((source) => {
            setGame((old) => { old?.close(); return source; });
            location.hash = '/play';
        }, (error: unknown) => {
            setProblem(t('failed', { text: error instanceof Error ? error.message : String(error) }));
            location.hash = '/';
        });
    }, []);
    const begin = useCallback((setup: Setup) => show(LocalGame.begin(setup)), []);
    const resume = useCallback(() => {
        const found = keptGame();
        if (found) show(LocalGame.open(found).catch((error: unknown) => { forgetGame(); throw error; }));
        else location.hash = '/';
    }, []);
    useEffect(() => { if (route === '/play' && !game) resume(); }, [route]);

    const onRecord = (text: string): void => {
        keepReplay(text);
        setReplay(text);
        location.hash = '/replay';
    };

    return (
        <>
            <Header onLanguage={() => setVersion((version) => version + 1)} />
            {problem && <Notice tone="bad">{problem}</Notice>}
            {route === '/play' && game
                ? <main class="play" id="main" tabIndex={-1}>
                    <h1 class="sr-only">{t('game')}</h1>
                    <GameScreen source={game} onNew={() => { location.hash = '/'; }} />
                </main>
                : route === '/learn' ? <Learn />
                    : route === '/replay' ? <Replay record={replay} onRecord={onRecord} />
                        : route === '/play' ? <p class="loading" role="status">{t('loading')}</p>
                            : <Start onPlay={begin} onContinue={resume} onRecord={onRecord} server={server} />}
        </>
    );
}
