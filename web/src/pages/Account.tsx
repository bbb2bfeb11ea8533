// The account page: the reader's name, an account for other devices, and its deletion.
//
// Fields have the autocomplete names that password managers know.  A form that succeeded is
// replaced by another one: that is when they offer to save a password.
import { useState } from 'preact/hooks';
import { api } from '../game/link';
import { errorWords } from '../game/server-words';
import type { Person } from '../game/server-types';
import { Heading } from '../heading';
import { t } from '../text';
import type { Key } from '../text/en';
import { ActButton, Question, Remark, useAct, useWords } from '../ui';
import { MyName } from './MyName';
import { Sessions } from './Sessions';

const LOGIN = /^[A-Za-z0-9_-]{3,32}$/;
const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

type Done = (person: Person, said: Key) => void;

// Checks a login and a password before they are sent.  Returns the key of an error message, or
// null.
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
    said: Key; // message shown on success
    login?: string; // login of the account being changed
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
    const [busy, act] = useAct();
    const send = async (): Promise<void> => {
        const wrong = objection(login.trim(), password, changes ? old : null);
        setProblem(wrong && (() => t(wrong)));
        if (wrong) return;
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
                act(send);
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
            <button type="submit" aria-busy={busy} aria-disabled={busy || undefined}>
                {wanted.button}
            </button>
            <Remark words={problem} set={setProblem} />
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
    const [changes, setChanges] = useState(0); // changes of the account so far; each ends other sessions
    return (
        <>
            <section class="panel account">
                <h2>{t('thisDevice')}</h2>
                <p>{t('signedInAs', { login: me.login })}</p>
                <ActButton
                    act={() =>
                        api<Person>('logout', {}).then(
                            (person) => onDone(person, 'signedOut'),
                            (error) => setProblem(() => errorWords(error)),
                        )
                    }
                >
                    {t('signOut')}
                </ActButton>
                <p class="quiet">{t('signOutText')}</p>
                <Remark words={problem} set={setProblem} />
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

// Asks twice before everything is deleted.  The second question also requires the password of an
// account, since anyone may find this browser open.
function Forget({ me, onDone }: { me: Person; onDone: Done }) {
    const [asked, setAsked] = useState(0);
    const [password, setPassword] = useState('');
    const [problem, setProblem] = useWords();
    const ask = (number: number): void => {
        setAsked(number);
        setPassword('');
        setProblem(null);
    };
    const forget = async (): Promise<void> => {
        if (me.login && !password) {
            setProblem(() => t('oldPasswordBad'));
            return;
        }
        await api<Person>('me', me.login ? { password } : undefined, 'DELETE').then(
            (person) => onDone(person, 'forgotten'),
            (error) => {
                if (!me.login) setAsked(0);
                setProblem(() => errorWords(error, REFUSED_CHANGE));
            },
        );
    };
    const no = { no: t('forgetNo'), onNo: () => ask(0) };
    return (
        <section class="panel account" id="forget">
            <h2>{t('forget')}</h2>
            <p class="quiet">{t('forgetText')}</p>
            {asked === 0 && (
                <button type="button" onClick={() => ask(1)}>
                    {t('forgetButton')}
                </button>
            )}
            {asked === 1 && (
                <Question
                    key={1}
                    {...no}
                    text={t('forgetFirst')}
                    yes={t('forgetGoOn')}
                    onYes={() => ask(2)}
                />
            )}
            {asked === 2 && (
                <form
                    method="post"
                    noValidate
                    onSubmit={(event) => {
                        event.preventDefault();
                        void forget();
                    }}
                >
                    <Question
                        key={2}
                        {...no}
                        text={t('forgetSecond')}
                        yes={t('forgetNow')}
                        onYes={forget}
                    >
                        {me.login && (
                            <Password
                                id="forget-password"
                                label={t('oldPassword')}
                                use="current-password"
                                value={password}
                                onChange={setPassword}
                            />
                        )}
                    </Question>
                </form>
            )}
            <Remark words={problem} set={setProblem} />
        </section>
    );
}

interface AccountProps {
    me: Person;
    onMe(person: Person): void;
    onDoubt(): void; // the server may know the reader as another person by now
}

export function Account({ me, onMe, onDoubt }: AccountProps) {
    // Shown only to the person it is about, not to the guest that this browser becomes after the
    // session.
    const [said, setSaid] = useState<{ to: string; key: Key } | null>(null);
    const done: Done = (person, key) => {
        onMe(person);
        setSaid({ to: person.id, key });
    };
    return (
        <main class="start" id="main">
            <section class="panel hero">
                <Heading>{t('account')}</Heading>
                <p>{t(me.login ? 'accountTextMember' : 'accountText')}</p>
                <MyName key={me.id} />
                <Remark
                    words={said?.to === me.id ? t(said.key) : ''}
                    set={() => setSaid(null)}
                    tone="plain"
                />
            </section>
            {me.login ? <Member {...{ me, onDoubt }} onDone={done} /> : <Stranger onDone={done} />}
            <Forget key={`forget ${me.id} ${me.login}`} {...{ me }} onDone={done} />
        </main>
    );
}
