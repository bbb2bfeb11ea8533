// Talk at a table, from whom the host can take the word.
import { useEffect, useState } from 'preact/hooks';
import type { TalkLine } from '../core/types';
import type { ServerTable } from '../game/server';
import { t } from '../text';
import type { Say } from './TableBar';

// A name; those who only watch have none here.
const nameOf = (table: ServerTable, who: string): string => table.nameOf(who) || t('onlooker');

function Lines({ table }: { table: ServerTable }) {
    return (
        <ol class="log" aria-label={t('chatLines')} tabIndex={0}>
            {table.chat.map(({ n, who, text, muted }) =>
                muted === undefined ? (
                    <li key={n}>
                        <strong>{nameOf(table, who)}</strong> <span>{text}</span>
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

// Everybody but the host who sits here or has said something.
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
                    <button
                        key={who}
                        type="button"
                        onClick={() => say({ do: 'mute', who, on: !muted })}
                    >
                        {t(muted ? 'giveWord' : 'mute', { name })}
                    </button>
                );
            })}
        </p>
    );
}

function Entry({ say }: { say: Say }) {
    const [text, set] = useState('');
    return (
        <form
            class="entry"
            onSubmit={(event) => {
                event.preventDefault();
                const line = text.replace(/\s+/g, ' ').trim();
                if (line) say({ do: 'chat', text: line });
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
    );
}

// How many lines of others have come since the talk was last open.  What was said before the reader
// came to the table is not news.
function useUnread(said: readonly TalkLine[], me: string) {
    const [open, setOpen] = useState(false);
    const last = said.at(-1)?.n ?? 0;
    const [read, setRead] = useState(0);
    useEffect(() => {
        if (open) setRead(last);
    }, [open, last]);
    return {
        open,
        unread: open ? 0 : said.filter(({ n, who, fresh }) => fresh && n > read && who !== me).length,
        toggle: (event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open),
    };
}

export function Chat({ table, me, say }: { table: ServerTable; me: string; say: Say }) {
    if (table.table?.settings.chat === false) return null;
    const said = table.chat.filter(({ muted }) => muted === undefined);
    const { open, unread, toggle } = useUnread(said, me);
    return (
        <details class="chat" open={open} onToggle={toggle}>
            <summary>
                {t('chat', { n: said.length })}
                {unread > 0 && <strong class="unread">{t('unread', { n: unread })}</strong>}
            </summary>
            <Lines table={table} />
            {table.muted.has(me) ? <p role="status">{t('iAmMuted')}</p> : <Entry say={say} />}
            {table.table?.host === me && <Talkers {...{ table, me, say }} />}
        </details>
    );
}
