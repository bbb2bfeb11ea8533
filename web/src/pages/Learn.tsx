// The rules in a few minutes of reading.  A rule that a refusal names leads to the part that tells it.
import { useEffect, useRef } from 'preact/hooks';
import { Sign, Signs, SIGNS, type SignName } from '../map';
import { t } from '../text';
import type { Key } from '../text/en';

const PARTS: [Key, Key][] = [
    ['learnGoal', 'learnGoalText'],
    ['learnTurn', 'learnTurnText'],
    ['learnNetwork', 'learnNetworkText'],
    ['learnEnd', 'learnEndText'],
    ['learnFerries', 'learnFerriesText'],
    ['learnVariants', 'learnVariantsText'],
    ['learnScreen', 'learnScreenText'],
    ['learnKeys', 'learnKeysText'],
];

// The part that tells of a rule, by its letter.
const PART_OF: Record<string, Key> = {
    S: 'learnTurn',
    T: 'learnTurn',
    N: 'learnNetwork',
    F: 'learnFerries',
    R: 'learnEnd',
    P: 'learnEnd',
    B: 'learnEnd',
    V: 'learnVariants',
};

const SIGN_WORDS: Record<SignName, Key> = {
    single: 'signSingle',
    bridge: 'signBridge',
    tunnel: 'signTunnel',
    ferry: 'signFerry',
    track: 'signTrack',
    half: 'signHalf',
    marker: 'signMarker',
};

function Legend() {
    return (
        <>
            <h3>{t('learnSigns')}</h3>
            <Signs>
                <ul class="signs">
                    {SIGNS.map((name) => (
                        <li key={name}>
                            <Sign name={name} /> {t(SIGN_WORDS[name])}
                        </li>
                    ))}
                </ul>
            </Signs>
        </>
    );
}

// `rule` is its id, as "T5", or nothing.
export function Learn({ rule = '' }: { rule?: string | undefined }) {
    const told = useRef<HTMLElement>(null);
    const part = PART_OF[rule.charAt(0)];
    useEffect(() => {
        told.current?.scrollIntoView({ block: 'start' });
        told.current?.focus();
    }, [rule]);
    return (
        <main class="learn panel" id="main">
            <h1>{t('learnTitle')}</h1>
            <p class="buttons">
                {part && (
                    <button type="button" onClick={() => history.back()}>
                        {t('back')}
                    </button>
                )}
                <a class="button primary" href="#/tutorial">
                    {t('tutorTitle')}
                </a>
            </p>
            {PARTS.map(([title, text]) => (
                <section
                    key={title}
                    {...(title === part ? { ref: told, class: 'told', tabIndex: -1 } : {})}
                >
                    <h2>{t(title)}</h2>
                    {t(text)
                        .split('\n')
                        .map((line) => (
                            <p key={line}>{line}</p>
                        ))}
                    {title === 'learnTurn' && <Legend />}
                </section>
            ))}
            <a class="button primary" href="#/">
                {t('play')}
            </a>
        </main>
    );
}
