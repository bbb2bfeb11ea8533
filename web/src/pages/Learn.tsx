// The rules in a few minutes of reading.
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
                </section>
            ))}
            <a class="button primary" href="#/">
                {t('play')}
            </a>
        </main>
    );
}
