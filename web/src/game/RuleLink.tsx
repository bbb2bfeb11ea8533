// A rule by its id, as a link to the page that tells it.
import { t } from '../text';

export function RuleLink({ rule }: { rule: string }) {
    if (!/^[A-Z]\d+$/.test(rule)) return null;
    return (
        <a class="rule" href={`#/learn/${rule}`} aria-label={t('ruleNamed', { rule })}>
            {rule}
        </a>
    );
}
