// A rule by its id, as a link to the page that tells it.
import { t } from '../text';
import type { Problem } from './TurnBar';
import type { Play } from './use-game';

export function RuleLink({ rule }: { rule: string }) {
    if (!/^[A-Z]\d+$/.test(rule)) return null;
    return (
        <a class="rule" href={`#/learn/${rule}`} aria-label={t('ruleNamed', { rule })}>
            {rule}
        </a>
    );
}

// What was refused of what was entered, with its rule.
export function problemOf({ problem, rule, forgetProblem }: Play): Problem | undefined {
    if (!problem) return undefined;
    const words = (
        <>
            {problem} <RuleLink rule={rule} />
        </>
    );
    return { text: problem, words, onClose: forgetProblem };
}
