// The frame of all pages: the header, the router (the address after '#'), and the current game.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { gameInHand, type KeptGame, keptGame, LocalGame, shelveGameInHand } from './game/local';
import { type Game, gameOf, goesOn } from './games';
import type { Setup } from './core/types';
import { GREETED } from './game/link';
import { LINKED } from './game/record-link';
import { rematchOf } from './game/rematch';
import type { GameSource } from './game/source';
import { errorWords, faultWords, RecordError } from './game/server-words';
import type { Person } from './game/server-types';
import { Start } from './pages/Start';
import { useRecordFiles } from './pages/RecordDrop';
import { ongoing, isMyTurn, useAttention, useMyTables } from './pages/my-tables';
import { Settings } from './settings';
import { hold, isOpenElsewhere, type Lost, takeOver } from './tabs';
import { LANGUAGES, setLanguage, t } from './text';
import { wantedLanguage } from './text/choice';
import type { Key } from './text/en';
import { applyCoordinates, applyMapStyle, applyTheme, type MapStyle, type Theme } from './theme';
import { Notice, saveFile, useWords } from './ui';
import { ROOT, site } from './root';
import { keep, kept } from './store';
import { lazy, rest } from './lazy';
import { Heading } from './heading';
import { boardName } from './game/words';

const GameScreen = lazy(async () => (await rest()).GameScreen);
const Account = lazy(async () => (await rest()).Account);
const Learn = lazy(async () => (await rest()).Learn);
const MyGames = lazy(async () => (await rest()).MyGames);
const Replay = lazy(async () => (await rest()).Replay);
const LinkedReplay = lazy(async () => (await rest()).LinkedReplay);
const StoredReplay = lazy(async () => (await rest()).StoredReplay);
const Table = lazy(async () => (await rest()).Table);
const Tables = lazy(async () => (await rest()).Tables);
const Tutorial = lazy(async () => (await rest()).Tutorial);

function useRoute(): string {
    const [route, set] = useState(() => location.hash.slice(1) || '/');
    useEffect(() => {
        const change = (): void => set(location.hash.slice(1) || '/');
        addEventListener('hashchange', change);
        change(); // it may have changed before the listener was added
        return () => removeEventListener('hashchange', change);
    }, []);
    return route;
}

// The reader's identity at the server of this page: a person, or why it is not known.
type Known = Person | 'asking' | 'none' | 'silent';

async function whoAmI(): Promise<Known> {
    try {
        const response = await fetch(new URL('api/v1/me', ROOT));
        const isJson = response.headers.get('content-type')?.includes('json');
        if (!response.ok) return response.status < 500 ? 'none' : 'silent';
        site.hasServer = isJson === true;
        return isJson ? ((await response.json()) as Person) : 'none';
    } catch {
        return 'silent'; // everything except tables still works
    }
}

// Calls `changed` when the server greets a different person than `me`: a session can be ended from
// another device or tab.  It is called once per person, so that a browser without cookies, which is
// a new person on every connection, does not cause an endless loop.
function useGreeting(me: Known, changed: () => void): void {
    const known = typeof me === 'object' ? me.id : null;
    const told = useRef<string | null>(null);
    const latest = useRef(changed); // may know an account created since this person was greeted
    latest.current = changed;
    useEffect(() => {
        const greeted = (event: Event): void => {
            const { detail: id } = event as CustomEvent<string>;
            if (id === known) told.current = null;
            else if (known !== null && id !== told.current) {
                told.current = id;
                latest.current();
            }
        };
        addEventListener(GREETED, greeted);
        return () => removeEventListener(GREETED, greeted);
    }, [known]);
}

interface AtServer {
    me: Known;
    ended: boolean; // an account's session was ended, and not by this page
    forgetEnd(): void;
    setMe(person: Person): void;
    ask(): void;
    askAgain(): void; // asks the server again who the reader is
}

function useServer(): AtServer {
    const [me, setKnown] = useState<Known>('asking');
    const [ended, setEnded] = useState(false);
    const ask = useCallback(() => void whoAmI().then(setKnown), []);
    const setMe = (person: Person): void => {
        setKnown(person);
        setEnded(false);
    };
    const askAgain = (): void =>
        void whoAmI().then((now) => {
            if (typeof now !== 'object' || typeof me !== 'object') return;
            setKnown(now);
            if (now.id !== me.id) setEnded(me.login !== '' && now.login === '');
        });
    useGreeting(me, askAgain);
    useEffect(ask, []);
    useEffect(() => {
        if (me !== 'silent') return undefined;
        addEventListener('online', ask);
        return () => removeEventListener('online', ask);
    }, [me]);
    return { me, ended, setMe, ask, askAgain, forgetEnd: () => setEnded(false) };
}

// Shown in place of a page that needs a server.
function NoServer({ why, onAgain }: { why: Known; onAgain(): void }) {
    if (why === 'asking')
        return (
            <p class="loading" role="status">
                {t('loading')}
            </p>
        );
    return (
        <main class="start" id="main">
            <section class="panel hero">
                <Heading>{t('tables')}</Heading>
                <Notice tone="bad">{t(why === 'none' ? 'noServer' : 'errorNetwork')}</Notice>
                <p class="buttons">
                    {why === 'silent' && (
                        <button type="button" class="primary" onClick={onAgain}>
                            {t('tryAgain')}
                        </button>
                    )}
                    <a class="button" href="#/">
                        {t('playHere')}
                    </a>
                </p>
            </section>
        </main>
    );
}

// Returns 'page' if the route belongs to a link of the header.  `names` are the first words of such
// routes.
const isCurrent = (route: string, ...names: string[]): 'page' | undefined =>
    names.includes(route.split('/')[1] ?? '') ? 'page' : undefined;

function Header({
    route,
    server,
    version,
    onChange,
}: {
    route: string;
    server: boolean;
    version: number; // changes when settings change in another tab
    onChange(): void;
}) {
    return (
        <header class="top">
            <a
                class="skip"
                href="#main"
                onClick={(event) => {
                    event.preventDefault();
                    document.getElementById('main')?.focus();
                }}
            >
                {t('skipToMain')}
            </a>
            <a class="brand" href="#/" aria-current={isCurrent(route, '')}>
                <img src="icon.svg" alt="" width="28" height="28" /> Railhead
            </a>
            <nav aria-label={t('pages')}>
                <a href="#/learn" aria-current={isCurrent(route, 'learn', 'tutorial')}>
                    {t('learn')}
                </a>
                <a href="#/games" aria-current={isCurrent(route, 'games')}>
                    {t('myGames')}
                </a>
                <a href="#/replay" aria-current={isCurrent(route, 'replay')}>
                    {t('replay')}
                </a>
                {server && (
                    <a
                        class="wide-only"
                        href="#/tables"
                        aria-current={isCurrent(route, 'tables', 'table')}
                    >
                        {t('tables')}
                    </a>
                )}
            </nav>
            <Settings key={version} server={server} onChange={onChange} />
        </header>
    );
}

const REPLAY = 'railhead.replay';
const REPLAY_OWN = 'railhead.replay-own'; // storage key: the seat that the reader had

function keepReplay(text: string, own: number): void {
    try {
        sessionStorage.setItem(REPLAY, text);
        sessionStorage.setItem(REPLAY_OWN, String(own));
    } catch {
        // Storage is denied.  The record is still shown until the page is reloaded.
    }
}

function keptReplay(): { text: string; own: number } | null {
    try {
        const text = sessionStorage.getItem(REPLAY);
        return text === null ? null : { text, own: Number(sessionStorage.getItem(REPLAY_OWN)) };
    } catch {
        return null;
    }
}

// Lets the reader save the record of a game that cannot be resumed.
function SaveKept() {
    const game = keptGame();
    if (!game) return null;
    return (
        <button
            type="button"
            class="link"
            onClick={() => saveFile('railhead-kept.rail', game.record)}
        >
            {t('saveRecord')}
        </button>
    );
}

// A game of this browser that is open in another tab.
interface Elsewhere {
    id: string;
    how: Lost;
}

class OpenElsewhere extends Error {
    constructor(readonly id: string) {
        super('the game is open in another tab');
    }
}

// Only unfinished games are locked to one tab.  A finished game can be open in several.
async function openAlone(game: KeptGame): Promise<LocalGame> {
    const { id } = game;
    if (id !== undefined && goesOn({ winners: [], ...game }) && (await isOpenElsewhere(id)))
        throw new OpenElsewhere(id);
    return LocalGame.open(game);
}

const LOST_WORDS: Record<Lost, Key> = {
    open: 'tabHasGame',
    taken: 'tabTookGame',
    gone: 'tabRemovedGame',
};

function InAnotherTab({ id, how, onTake }: Elsewhere & { onTake(id: string): void }) {
    return (
        <main class="start" id="main">
            <section class="panel hero">
                <Heading>{t('game')}</Heading>
                <Notice>{t(LOST_WORDS[how])}</Notice>
                <p class="buttons ways">
                    {how !== 'gone' && (
                        <button type="button" class="primary" onClick={() => onTake(id)}>
                            {t('tabTake')}
                        </button>
                    )}
                    <a class="button" href="#/games">
                        {t('myGames')}
                    </a>
                    <a class="button" href="#/">
                        {t('newGame')}
                    </a>
                </p>
            </section>
        </main>
    );
}

// Follows settings that change in other tabs.  Returns the number of changes so far.
function useSettingsOfOthers(): number {
    const [times, setTimes] = useState(0);
    useEffect(() => {
        const read = async ({ key }: StorageEvent): Promise<void> => {
            if (!/^railhead\.(theme|map|coordinates|language|seat-colour|seat-sign)$/.test(key ?? ''))
                return;
            applyTheme(kept<Theme>('theme'));
            applyMapStyle(kept<MapStyle>('map'));
            applyCoordinates(kept<boolean>('coordinates'));
            await setLanguage(wantedLanguage(LANGUAGES));
            setTimes((before) => before + 1);
        };
        const hear = (event: StorageEvent): void => void read(event);
        addEventListener('storage', hear);
        return () => removeEventListener('storage', hear);
    }, []);
    return times;
}

// A notice that scrolls itself into view.
function Seen({ children }: { children: string }) {
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), []);
    return (
        <div ref={place}>
            <Notice tone="bad">{children}</Notice>
        </div>
    );
}

export function App() {
    const route = useRoute();
    const { me, ended, setMe, ask, askAgain, forgetEnd } = useServer();
    const server = typeof me === 'object';
    // Until the server has answered, assume what it was last time, so that the layout does not
    // shift.
    const likely = server || (me === 'asking' && (kept<boolean>('server') ?? true));
    useEffect(() => {
        if (server || me === 'none') keep('server', server);
    }, [me]);
    const myId = typeof me === 'object' ? me.id : '';
    const tables = useMyTables(myId, route);
    const [turnHere, setTurnHere] = useState(false); // it is the reader's turn at the table on screen
    const elsewhere = tables.filter(
        (one) => isMyTurn(one, myId) && !route.startsWith(`/table/${one.id}`),
    );
    useAttention(elsewhere.length + Number(turnHere));
    const [, setVersion] = useState(0);
    const settings = useSettingsOfOthers();
    const [game, setGame] = useState<GameSource | null>(null);
    const [games, setGames] = useState(0); // number of games opened so far, used as a key
    const [problem, setProblem] = useWords();
    const [otherTab, setOtherTab] = useState<Elsewhere | null>(null);
    const [replay, setReplay] = useState(keptReplay);

    const opens = useRef(false);
    const show = useCallback((opening: () => Promise<GameSource>) => {
        if (opens.current) return; // a double click must not open two games
        opens.current = true;
        setProblem(null);
        setOtherTab(null);
        setGame((old) => {
            old?.close();
            return null;
        });
        const opened = opening();
        const over = (): void => void (opens.current = false);
        opened.then(over, over);
        opened.then(
            (source) => {
                setGame(source);
                setGames((count) => count + 1);
                location.hash = '/play';
            },
            (error: unknown) => {
                if (error instanceof OpenElsewhere) {
                    setOtherTab({ id: error.id, how: 'open' });
                    location.hash = '/play';
                    return;
                }
                setProblem(() =>
                    error instanceof RecordError
                        ? faultWords(error.fault, 'keptFault')
                        : errorWords(error),
                );
                location.hash = '/';
            },
        );
    }, []);
    const begin = useCallback((setup: Setup) => {
        show(() => {
            // The previous game is stored in the background.
            void shelveGameInHand().catch(() => {});
            return LocalGame.begin(setup);
        });
    }, []);
    const goOn = useCallback((found: Game) => {
        show(() => {
            void shelveGameInHand().catch(() => {});
            return openAlone(found);
        });
    }, []);
    const letGo = useCallback((deleted: string) => {
        setGame((old) => {
            if (!(old instanceof LocalGame) || old.id !== deleted) return old;
            old.close();
            return null;
        });
    }, []);
    const resume = useCallback(() => {
        if (keptGame()) show(async () => openAlone((await gameInHand())!));
        else location.hash = '/';
    }, []);
    useEffect(() => {
        if (route === '/play' && !game) resume();
    }, [route]);
    useEffect(() => {
        if (!(game instanceof LocalGame) || game.saved?.winners.length) return undefined;
        return hold({
            id: game.id,
            give: () => game.saved,
            lose: (how) => {
                letGo(game.id);
                setOtherTab({ id: game.id, how });
            },
        });
    }, [game]);
    const take = (id: string): void =>
        show(async () => {
            const given = await takeOver(id);
            return LocalGame.open(given ?? (await gameOf(id)) ?? (await gameInHand())!);
        });

    const onRecord = (text: string, own = 0): void => {
        keepReplay(text, own);
        setReplay({ text, own });
        location.hash = '/replay';
    };
    const files = useRecordFiles((text) => onRecord(text));

    const page = () => {
        const [name, id, key] = route.split('/').slice(1);
        switch (name) {
            case 'play':
                return game ? (
                    <main class="play" id="main" tabIndex={-1}>
                        <Heading hidden page={boardName(game.snapshot().state.board)}>
                            {t('game')}
                        </Heading>
                        <GameScreen
                            key={String(games)}
                            source={game}
                            onNew={() => {
                                location.hash = '/';
                            }}
                            onRematch={() => begin(rematchOf(game))}
                            onReview={(record) => {
                                keep('review', true);
                                onRecord(record, game.snapshot().own);
                            }}
                        />
                    </main>
                ) : otherTab ? (
                    <InAnotherTab {...otherTab} onTake={take} />
                ) : (
                    <p class="loading" role="status">
                        {t('loading')}
                    </p>
                );
            case 'games':
                return (
                    <MyGames
                        me={myId}
                        onGoOn={goOn}
                        onWatch={onRecord}
                        onDeleted={letGo}
                        tables={tables}
                    />
                );
            case 'learn':
                return <Learn about={id ?? ''} />;
            case 'tutorial':
                return <Tutorial onPlay={begin} />;
            case 'replay':
                if (id?.startsWith(LINKED))
                    return <LinkedReplay key={id} text={id} onFile={files.take} server={server} />;
                return id ? (
                    <StoredReplay
                        key={route}
                        place={route.slice('/replay/'.length)}
                        me={myId}
                        onFile={files.take}
                    />
                ) : (
                    <Replay
                        record={replay?.text ?? null}
                        own={replay?.own || undefined}
                        onFile={files.take}
                        link={server ? '' : undefined}
                    />
                );
            case 'tables':
            case 'account':
            case 'table':
                if (typeof me !== 'object') return <NoServer why={me} onAgain={ask} />;
                if (name === 'tables') return <Tables key={me.id} me={me.id} mine={tables} />;
                if (name === 'account')
                    return <Account me={me} onMe={setMe} onDoubt={askAgain} />;
                return (
                    <Table
                        key={`${id} ${me.id}`}
                        id={id ?? ''}
                        invitation={key ?? ''}
                        me={me.id}
                        onTurn={setTurnHere}
                    />
                );
            default:
                return (
                    <Start
                        onPlay={begin}
                        onContinue={resume}
                        onFile={files.take}
                        server={likely}
                        tables={ongoing(tables, myId)}
                        me={myId}
                    />
                );
        }
    };

    return (
        <>
            <Header route={route} server={likely} version={settings} onChange={() => setVersion((version) => version + 1)} />
            {ended && (
                <Notice tone="bad" onClose={forgetEnd}>
                    {t('sessionEnded')} <a href="#/account">{t('signInButton')}</a>
                </Notice>
            )}
            {problem && (
                <Notice tone="bad">
                    {problem} <SaveKept />
                </Notice>
            )}
            {files.problem && <Seen key={files.problem}>{files.problem}</Seen>}
            {page()}
            {files.over && <p class="dropping">{t('recordDropHere')}</p>}
        </>
    );
}
