// A field for the name that others see, on every page that needs one.
import { useEffect, useState } from 'preact/hooks';
import { api } from '../game/link';
import { errorWords } from '../game/server-words';
import type { Person } from '../game/server-types';
import { t } from '../text';
import { useWords } from '../ui';
import { settleName, typing } from './name';

export function MyName({ account = false, onKept }: { account?: boolean; onKept?(): void }) {
    const [name, setName] = useState('');
    const [isGuest, setGuest] = useState(false);
    const [state, setState] = useWords();
    useEffect(() => {
        void api<Person>('me')
            .then((me) => {
                setGuest(me.name === '');
                setName((typed) => typed || me.name);
            })
            .catch(() => {
                // The field stays empty and usable.
            });
    }, []);
    const send = (): void => {
        if (name.trim() === '') {
            setState(() => t('nameBad'));
            return;
        }
        typing(name);
        settleName().then(
            () => {
                setGuest(false);
                setState(() => t('nameKept'));
                onKept?.();
            },
            (error) => setState(() => errorWords(error, { field: 'nameBad' })),
        );
    };
    return (
        <form
            class="entry my-name"
            onSubmit={(event) => {
                event.preventDefault();
                send();
            }}
        >
            <label for="my-name">{t('myName')}</label>
            <input
                id="my-name"
                value={name}
                maxLength={32}
                autocomplete="nickname"
                onInput={(event) => {
                    setName(event.currentTarget.value);
                    typing(event.currentTarget.value);
                    setState(null);
                }}
                onChange={send}
            />
            <button type="submit">{t('keepName')}</button>
            <span role="status" class="quiet">
                {state || (isGuest && t('nameAsk'))}
            </span>
            {account && (
                <a class="my-account" href="#/account">
                    {t('account')}
                </a>
            )}
        </form>
    );
}
