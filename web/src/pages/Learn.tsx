// The rules in a few minutes of reading.
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

export function Learn() {
    return (
        <main class="learn panel" id="main">
            <h1>{t('learnTitle')}</h1>
            <p>
                <a class="button primary" href="#/tutorial">
                    {t('tutorTitle')}
                </a>
            </p>
            {PARTS.map(([title, text]) => (
                <section key={title}>
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
