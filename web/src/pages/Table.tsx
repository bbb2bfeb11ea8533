// A table at a server: who sits where until the game starts, then the game, with talk beside it.
import { useEffect, useReducer, useState } from 'preact/hooks';
import { GameScreen } from '../game/GameScreen';
import { ServerTable } from '../game/server';
import { errorWords } from '../game/server-words';
import { botName } from '../game/words';
import { ROOT } from '../root';
import { t } from '../text';
import { Notice, SeatBadge } from '../ui';
import { LEVELS } from './choices';
import { MyName } from './MyName';

type Say = (message: { do: string } & Record<string, unknown>) => void;

function Seats({
    table,
    host,
    invitation,
    say,
}: {
    table: ServerTable;
    host: boolean;
    invitation: string;
    say: Say;
}) {
    return (
        <ol class="table-seats">
            {table.table!.seats.map(({ kind }, i) => {
                const info = table.seats()[i]!;
                const free = kind === 'open' || kind === 'invited';
                const mine = table.seat === i + 1;
                return (
                    <li key={i}>
                        <SeatBadge seat={i + 1} />
                        <strong>{info.bot ? botName(info.bot) : info.name}</strong>
                        {kind === 'person' && (
                            <span class="quiet">{info.here ? t('isHere') : t('isNotHere')}</span>
                        )}
                        {kind === 'invited' && <span class="quiet">{t('onlyInvited')}</span>}
                        {free && table.seat === 0 && (
                            <button
                                type="button"
                                onClick={() =>
                                    say({
                                        do: 'sit',
                                        seat: i + 1,
                                        ...(invitation ? { key: invitation } : {}),
                                    })
                                }
                            >
                                {t('sitDown')}
                            </button>
                        )}
                        {mine && (
                            <button type="button" onClick={() => say({ do: 'stand' })}>
                                {t('standUp')}
                            </button>
                        )}
                        {host && !mine && (
                            <select
                                aria-label={t('seatKind', { seat: i + 1 })}
                                value={kind === 'bot' ? info.bot! : kind}
                                onChange={(event) =>
                                    say({ do: 'seat', seat: i + 1, as: event.currentTarget.value })
                                }
                            >
                                {kind === 'person' && <option value="person">{info.name}</option>}
                                <option value="open">{t('everybody')}</option>
                                <option value="invited">{t('onlyInvited')}</option>
                                {LEVELS.map((level) => (
                                    <option key={level} value={level}>
                                        {botName(level)}
                                    </option>
                                ))}
                            </select>
                        )}
                    </li>
                );
            })}
        </ol>
    );
}

function WaitingRoom({
    table,
    me,
    invitation,
    say,
}: {
    table: ServerTable;
    me: string;
    invitation: string;
    say: Say;
}) {
    const info = table.table!;
    const host = info.host === me;
    const full = info.seats.every(({ kind }) => kind === 'person' || kind === 'bot');
    const link = `${ROOT}t/${info.id}${info.key ? `#${info.key}` : ''}`;
    const [copied, setCopied] = useState(false);
    return (
        <div class="panel waiting">
            <h1>{t('tableWaiting')}</h1>
            <MyName />
            <Seats {...{ table, host, invitation, say }} />
            {info.state === 'closed' && <Notice>{t('tableClosed')}</Notice>}
            <p>
                <label for="link">{t('shareLink')}</label>
            </p>
            <div class="buttons">
                <input
                    id="link"
                    readOnly
                    value={link}
                    onFocus={(event) => event.currentTarget.select()}
                />
                <button
                    type="button"
                    onClick={() =>
                        void navigator.clipboard?.writeText(link).then(() => setCopied(true))
                    }
                >
                    {copied ? t('copied') : t('copy')}
                </button>
            </div>
            {host && (
                <div class="buttons">
                    <button
                        type="button"
                        class="primary big"
                        disabled={!full}
                        onClick={() => say({ do: 'start' })}
                    >
                        {t('startGame')}
                    </button>
                    <button
                        type="button"
                        disabled={full}
                        onClick={() => say({ do: 'fill', as: 'medium' })}
                    >
                        {t('fillWithBots')}
                    </button>
                    <button type="button" onClick={() => say({ do: 'close' })}>
                        {t('closeTable')}
                    </button>
                </div>
            )}
            {!host && table.seat > 0 && <p role="status">{t('waitingForHost')}</p>}
        </div>
    );
}

function Chat({ table, say }: { table: ServerTable; say: Say }) {
    const [text, set] = useState('');
    if (table.table?.settings.chat === false) return null;
    return (
        <details class="chat">
            <summary>{t('chat', { n: table.chat.length })}</summary>
            <ol class="log" aria-label={t('chatLines')} tabIndex={0}>
                {table.chat.map(({ n, who, text: line }) => (
                    <li key={n}>
                        <strong>{table.nameOf(who) || '?'}</strong> <span>{line}</span>
                    </li>
                ))}
            </ol>
            <form
                class="entry"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (text.trim()) say({ do: 'chat', text: text.trim() });
                    set('');
                }}
            >
                <label for="chat">{t('chatSay')}</label>
                <input
                    id="chat"
                    value={text}
                    maxLength={300}
                    autocomplete="off"
                    onInput={(event) => set(event.currentTarget.value)}
                />
                <button type="submit">{t('send')}</button>
            </form>
        </details>
    );
}

export function Table({ id, invitation, me }: { id: string; invitation: string; me: string }) {
    const [table, setTable] = useState<ServerTable | null>(null);
    const [, changed] = useReducer((n: number) => n + 1, 0);
    const [problem, setProblem] = useState('');
    useEffect(() => {
        const opened = new ServerTable(id);
        setTable(opened);
        const stop = opened.subscribe(() => changed(undefined as never));
        return () => {
            stop();
            opened.close();
        };
    }, [id]);
    const say: Say = (message) => {
        setProblem('');
        table?.say(message).catch((error: unknown) => setProblem(errorWords(error)));
    };
    if (table?.problem) {
        return (
            <main class="start" id="main">
                <Notice tone="bad">{t('noSuchTable', { text: table.problem })}</Notice>
                <p>
                    <a class="button" href="#/tables">
                        {t('tables')}
                    </a>
                </p>
            </main>
        );
    }
    if (!table?.table)
        return (
            <p class="loading" role="status">
                {t('loading')}
            </p>
        );
    return (
        <main class="play" id="main" tabIndex={-1}>
            {problem && <Notice tone="bad">{problem}</Notice>}
            {table.amAway && (
                <p class="notice" role="status">
                    {t('botPlaysForMe')}{' '}
                    <button type="button" onClick={() => say({ do: 'back' })}>
                        {t('iAmBack')}
                    </button>
                </p>
            )}
            {table.playing ? (
                <>
                    <h1 class="sr-only">{t('game')}</h1>
                    <GameScreen
                        source={table}
                        onNew={() => {
                            location.hash = '/tables';
                        }}
                    />
                </>
            ) : (
                <WaitingRoom {...{ table, me, invitation, say }} />
            )}
            <Chat table={table} say={say} />
        </main>
    );
}
