// Who I am at this server: a name, an account for other devices, and a way to be forgotten.
//
// The fields carry the names that password managers look for, and a form that has been taken is
// replaced by another one, which is when they offer to keep what was typed.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../game/link';
import { errorWords } from '../game/server-words';
import type { Person } from '../game/server-types';
import { t } from '../text';
import type { Key } from '../text/en';
import { Notice, Question, useWords } from '../ui';
import { MyName } from './MyName';
import { Sessions } from './Sessions';

const LOGIN = /^[A-Za-z0-9_-]{3,32}$/;
const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

type Done = (person: Person, said: Key) => void;

// What is wrong with a login or a password, before anybody is asked.
function objection(login: string, password: string, old: string | null): Key | null {
    if (!LOGIN.test(login)) return 'loginBad';
    if (old === '') return 'oldPasswordBad';
    const { length } = [...password];
    return length < PASSWORD_MIN || length > PASSWORD_MAX ? 'passwordBad' : null;
}

interface Wanted {
    id: string;
    title: string;
    text: string;
    button: string;
    path: 'account' | 'login';
    said: Key; // when it is done
    login?: string; // of the account that is changed
}

const REFUSED: Record<string, Key> = { taken: 'loginTaken', identity: 'loginWrong' };
const REFUSED_CHANGE: Record<string, Key> = { ...REFUSED, identity: 'oldPasswordWrong' };

interface PasswordProps {
    id: string;
    label: string;
    use: 'current-password' | 'new-password';
    value: string;
    onChange(value: string): void;
}

function Password({ id, label, use, value, onChange }: PasswordProps) {
    return (
        <>
            <label for={id}>{label}</label>
            <input
                id={id}
                name={use === 'new-password' ? 'new-password' : 'password'}
                type="password"
                autocomplete={use}
                required
                value={value}
                onInput={(event) => onChange(event.currentTarget.value)}
            />
        </>
    );
}

function AccountForm({ wanted, onDone }: { wanted: Wanted; onDone: Done }) {
    const { id, path } = wanted;
    const changes = wanted.login !== undefined;
    const [login, setLogin] = useState(wanted.login ?? '');
    const [old, setOld] = useState('');
    const [password, setPassword] = useState('');
    const [problem, setProblem] = useWords();
    const [busy, setBusy] = useState(false);
    const send = async (): Promise<void> => {
        const wrong = objection(login.trim(), password, changes ? old : null);
        setProblem(wrong && (() => t(wrong)));
        if (wrong) return;
        setBusy(true);
        try {
            const person = await api<Person>(path, {
                login: login.trim(),
                password,
                ...(changes ? { old } : {}),
            });
            setOld('');
            setPassword('');
            onDone(person, wanted.said);
        } catch (error) {
            setProblem(() => errorWords(error, changes ? REFUSED_CHANGE : REFUSED));
        } finally {
            setBusy(false);
        }
    };
    return (
        <form
            class="panel account"
            id={id}
            method="post"
            noValidate
            onSubmit={(event) => {
                event.preventDefault();
                void send();
            }}
        >
            <h2>{wanted.title}</h2>
            <p class="quiet">{wanted.text}</p>
            <label for={`${id}-login`}>{t('login')}</label>
            <input
                id={`${id}-login`}
                name="username"
                autocomplete="username"
                autocapitalize="none"
                spellcheck={false}
                maxLength={32}
                required
                value={login}
                onInput={(event) => setLogin(event.currentTarget.value)}
            />
            {changes && (
                <Password
                    id={`${id}-old`}
                    label={t('oldPassword')}
                    use="current-password"
                    value={old}
                    onChange={setOld}
                />
            )}
            <Password
                id={`${id}-password`}
                label={t(changes ? 'newPassword' : 'password')}
                use={path === 'login' ? 'current-password' : 'new-password'}
                value={password}
                onChange={setPassword}
            />
            <button type="submit" disabled={busy}>
                {wanted.button}
            </button>
            {problem && <Notice tone="bad">{problem}</Notice>}
        </form>
    );
}

function Stranger({ onDone }: { onDone: Done }) {
    return (
        <>
            <AccountForm
                onDone={onDone}
                wanted={{
                    id: 'make',
                    title: t('makeAccount'),
                    text: t('makeAccountText'),
                    button: t('makeAccountButton'),
                    path: 'account',
                    said: 'accountMade',
                }}
            />
            <AccountForm
                onDone={onDone}
                wanted={{
                    id: 'sign-in',
                    title: t('signIn'),
                    text: t('signInText'),
                    button: t('signInButton'),
                    path: 'login',
                    said: 'signedIn',
                }}
            />
        </>
    );
}

function Member({ me, onDone, onDoubt }: { me: Person; onDone: Done; onDoubt(): void }) {
    const [problem, setProblem] = useWords();
    const [changes, setChanges] = useState(0); // each of which ends sessions
    return (
        <>
            <section class="panel account">
                <h2>{t('thisDevice')}</h2>
                <p>{t('signedInAs', { login: me.login })}</p>
                <button
                    type="button"
                    onClick={() =>
                        api<Person>('logout', {}).then(
                            (person) => onDone(person, 'signedOut'),
                            (error) => setProblem(() => errorWords(error)),
                        )
                    }
                >
                    {t('signOut')}
                </button>
                <p class="quiet">{t('signOutText')}</p>
                {problem && <Notice tone="bad">{problem}</Notice>}
            </section>
            <Sessions key={changes} onDoubt={onDoubt} />
            <AccountForm
                onDone={(person, said) => {
                    setChanges(changes + 1);
                    onDone(person, said);
                }}
                wanted={{
                    id: 'change',
                    title: t('changeAccount'),
                    text: t('changeAccountText'),
                    button: t('changeAccountButton'),
                    path: 'account',
                    said: 'accountChanged',
                    login: me.login,
                }}
            />
        </>
    );
}

// Two questions, each with a way back, before everything is gone.
function Forget({ onDone }: { onDone: Done }) {
    const [asked, setAsked] = useState(0);
    const [problem, setProblem] = useWords();
    const forget = (): void => {
        api<Person>('me', undefined, 'DELETE').then(
            (person) => onDone(person, 'forgotten'),
            (error) => {
                setAsked(0);
                setProblem(() => errorWords(error));
            },
        );
    };
    const question = (text: string, yes: string, go: () => void): ComponentChildren => (
        <Question
            key={asked}
            {...{ text, yes }}
            no={t('forgetNo')}
            onNo={() => setAsked(0)}
            onYes={go}
        />
    );
    return (
        <section class="panel account">
            <h2>{t('forget')}</h2>
            <p class="quiet">{t('forgetText')}</p>
            {asked === 0 && (
                <button type="button" onClick={() => setAsked(1)}>
                    {t('forgetButton')}
                </button>
            )}
            {asked === 1 && question(t('forgetFirst'), t('forgetGoOn'), () => setAsked(2))}
            {asked === 2 && question(t('forgetSecond'), t('forgetNow'), forget)}
            {problem && <Notice tone="bad">{problem}</Notice>}
        </section>
    );
}

interface AccountProps {
    me: Person;
    onMe(person: Person): void;
    onDoubt(): void; // one may be somebody else by now
}

export function Account({ me, onMe, onDoubt }: AccountProps) {
    // It is said to one person, and not to whom this browser becomes when the session ends.
    const [said, setSaid] = useState<{ to: string; key: Key } | null>(null);
    const done: Done = (person, key) => {
        onMe(person);
        setSaid({ to: person.id, key });
    };
    return (
        <main class="start" id="main">
            <section class="panel hero">
                <h1>{t('account')}</h1>
                <p>{t('accountText')}</p>
                <MyName key={me.id} />
                {said?.to === me.id && <Notice>{t(said.key)}</Notice>}
            </section>
            {me.login ? <Member {...{ me, onDoubt }} onDone={done} /> : <Stranger onDone={done} />}
            <Forget key={`forget ${me.id}`} onDone={done} />
        </main>
    );
}
