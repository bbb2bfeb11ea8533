// The chat of a table.  The host can mute people.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ServerTable } from '../game/server';
import { seatName } from '../game/words';
import { allPhrases, saidWords, t } from '../text';
import { ActButton } from '../ui';
import type { Say } from './TableBar';

// Returns the name of a player, where guests are numbered as in the list of seats, or of a
// spectator, for whom there is no number.
function nameOf(table: ServerTable, who: string): string {
    const name = table.nameOf(who);
    if (name !== '') return name;
    const seat = table.table!.seats.findIndex((one) => one.who === who) + 1;
    return seat > 0 ? seatName(table.seats(), seat) : t('onlooker');
}

function Lines({ table }: { table: ServerTable }) {
    const end = useRef<HTMLOListElement>(null);
    useEffect(() => {
        if (end.current) end.current.scrollTop = end.current.scrollHeight;
    }, [table.chat.length]);
    return (
        <ol class="log" ref={end} aria-label={t('chatLines')} tabIndex={0}>
            {table.chat.map(({ n, who, text, muted }) =>
                muted === undefined ? (
                    <li key={n}>
                        <strong>{nameOf(table, who)}</strong> <span>{saidWords(text ?? '')}</span>
                    </li>
                ) : (
                    <li key={n} class="log-closed">
                        {t(muted ? 'isMuted' : 'isHeard', { name: nameOf(table, who) })}
                    </li>
                ),
            )}
        </ol>
    );
}

// Buttons to mute everyone except the host who has a seat or has written something.
function Talkers({ table, me, say }: { table: ServerTable; me: string; say: Say }) {
    const seated = table.table!.seats.map(({ who }) => who ?? '');
    const all = new Set([...seated, ...table.chat.map(({ who }) => who)]);
    const others = [...all].filter((who) => who !== '' && who !== me);
    return (
        <p class="buttons talkers">
            {others.map((who) => {
                const muted = table.muted.has(who);
                const name = nameOf(table, who);
                return (
                    <ActButton key={who} act={() => say({ do: 'mute', who, on: !muted })}>
                        {t(muted ? 'giveWord' : 'mute', { name })}
                    </ActButton>
                );
            })}
        </p>
    );
}

const PAUSE_MS = 3000;

// Buttons for frequent phrases.  The same phrase can only be sent again after a pause.
function Phrases({ say }: { say: Say }) {
    const [said, setSaid] = useState('');
    const last = useRef('');
    useEffect(() => {
        const timer = setTimeout(() => setSaid((last.current = '')), said === '' ? 0 : PAUSE_MS);
        return () => clearTimeout(timer);
    }, [said]);
    const press = (text: string): void => {
        if (last.current === text) return;
        last.current = text; // updated at once: a second click may come before the next render
        setSaid(text);
        void say({ do: 'chat', text });
    };
    return (
        <p class="buttons phrases" role="group" aria-label={t('phrases')}>
            {allPhrases().map(([text, words]) => (
                <ActButton
                    key={text}
                    aria-disabled={said === text ? 'true' : undefined}
                    act={() => press(text)}
                >
                    {words}
                </ActButton>
            ))}
        </p>
    );
}

function Entry({ say }: { say: Say }) {
    const [text, set] = useState('');
    // Returns a refused message to the field, unless the next one has been begun.
    const bringBack = (line: string) => set((typed) => typed || line);
    return (
        <form
            class="entry"
            onSubmit={(event) => {
                event.preventDefault();
                const line = text.replace(/\s+/g, ' ').trim();
                set('');
                if (line) void say({ do: 'chat', text: line }).then((ok) => ok || bringBack(line));
            }}
        >
            <label for="chat" class="sr-only">
                {t('chatSay')}
            </label>
            <input
                id="chat"
                value={text}
                maxLength={300}
                placeholder={t('chatSay')}
                autocomplete="off"
                onInput={(event) => set(event.currentTarget.value)}
            />
            <button type="submit">{t('send')}</button>
        </form>
    );
}

// Counts messages of others since the chat was last seen; call `onSeen` when it is.  Messages from
// before the reader joined do not count.
export function useNews(table: ServerTable | null, me: string): { news: number; onSeen(): void } {
    const [seen, setSeen] = useState(0);
    const chat = table?.chat ?? [];
    const news = chat.filter(
        ({ n, who, text, fresh }) => fresh && text !== undefined && n > seen && who !== me,
    );
    return { news: news.length, onSeen: () => setSeen(chat.at(-1)?.n ?? 0) };
}

interface ChatProps {
    table: ServerTable;
    me: string;
    say: Say;
}

// The chat as a panel of a game.
export function ChatPanel({ table, me, say }: ChatProps) {
    return (
        <div class="chat">
            <Lines table={table} />
            {table.muted.has(me) ? (
                <p role="status">{t('iAmMuted')}</p>
            ) : (
                <div class="say">
                    <Entry say={say} />
                    <Phrases say={say} />
                </div>
            )}
            {table.table?.host === me && <Talkers {...{ table, me, say }} />}
        </div>
    );
}

// The chat below a waiting room.
export function Chat({ news, onSeen, ...props }: ChatProps & { news: number; onSeen(): void }) {
    const { table } = props;
    const [open, setOpen] = useState(false);
    useEffect(() => {
        if (open) onSeen();
    }, [open, news]);
    if (table.table?.settings.chat === false) return null;
    const said = table.chat.filter(({ text }) => text !== undefined).length;
    return (
        <details
            class="chat-below"
            open={open}
            onToggle={(event) => setOpen(event.currentTarget.open)}
        >
            <summary>
                {t('chat', { n: said })}
                {news > 0 && !open && <strong class="unread">{t('unread', { n: news })}</strong>}
            </summary>
            <ChatPanel {...props} />
        </details>
    );
}
