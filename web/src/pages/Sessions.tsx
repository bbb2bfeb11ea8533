// The devices where an account is signed in, with dates, and buttons to sign them out.
import { useEffect, useState } from 'preact/hooks';
import { api } from '../game/link';
import { errorWords } from '../game/server-words';
import type { Session } from '../game/server-types';
import { day, t } from '../text';
import type { Key } from '../text/en';
import { ActButton, Remark, useWords } from '../ui';
import { deviceOf } from './device';

function deviceWords(label: string): string {
    const { browser, system } = deviceOf(label);
    if (browser && system) return t('deviceOn', { browser, system });
    return browser || system || t('deviceUnknown');
}

// For the current device, the date of last use is left out.
function dates({ since, seen, current }: Session): string {
    if (seen === 0 || current) return t('sessionSince', { since: day(since) });
    return t('sessionSeen', { since: day(since), seen: day(seen) });
}

function Device({ session, onEnd }: { session: Session; onEnd(): unknown }) {
    const device = deviceWords(session.label);
    return (
        <li>
            <div>
                <p class="device">
                    {device} {session.current && <strong>{t('thisDevice')}</strong>}
                </p>
                <p class="quiet">{dates(session)}</p>
            </div>
            {!session.current && (
                <ActButton aria-label={t('sessionEndOf', { device })} act={onEnd}>
                    {t('sessionEnd')}
                </ActButton>
            )}
        </li>
    );
}

// The current device first, then the newest.
const ordered = (sessions: readonly Session[]): Session[] => [
    ...sessions.filter(({ current }) => current),
    ...sessions.filter(({ current }) => !current),
];

// `onDoubt` is called when this device no longer seems to be signed in.
export function Sessions({ onDoubt }: { onDoubt(): void }) {
    const [sessions, setSessions] = useState<Session[]>([]);
    const [said, setSaid] = useWords();
    const [problem, setProblem] = useWords();
    const fail = (error: unknown): void => {
        setProblem(() => errorWords(error));
        onDoubt();
    };
    const load = async (): Promise<void> => {
        const answer = await api<{ sessions: Session[] }>('sessions');
        setSessions(ordered(answer.sessions));
        if (!answer.sessions.some(({ current }) => current)) onDoubt();
    };
    useEffect(() => void load().catch(fail), []);
    const end = (path: string, words: Key): Promise<void> => {
        setSaid(null);
        setProblem(null);
        return api(path, undefined, 'DELETE')
            .then(() => setSaid(() => t(words)))
            .then(load)
            .catch(fail);
    };
    return (
        <section class="panel account sessions">
            <h2>{t('sessions')}</h2>
            <p class="quiet">{t('sessionsText')}</p>
            <ul>
                {sessions.map((session) => (
                    <Device
                        key={session.id}
                        session={session}
                        onEnd={() => end(`sessions/${session.id}`, 'sessionIsOver')}
                    />
                ))}
            </ul>
            {sessions.length > 1 && (
                <ActButton act={() => end('sessions', 'sessionsAreOver')}>
                    {t('sessionEndAll')}
                </ActButton>
            )}
            <Remark words={said} set={setSaid} tone="plain" />
            <Remark words={problem} set={setProblem} />
        </section>
    );
}
