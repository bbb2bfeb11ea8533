// The id of a rule, as a link to its explanation.
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

// Returns the refusal of the last entry as an error message with a link to its rule.
export function problemOf({ problem, rule, forgetProblem }: Play): Problem | undefined {
    if (!problem) return undefined;
    const words = (
        <>
            {problem} <RuleLink rule={rule} />
        </>
    );
    return { text: problem, words, onClose: forgetProblem };
}
