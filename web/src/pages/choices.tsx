// Controls for a new game that several pages use: board, variants, and a choice of a few options.
import type { BoardId, Variant } from '../core/types';
import type { TableSettings } from '../game/server-types';
import { boardName } from '../game/words';
import { BOARDS, VARIANTS } from '../generated/lists';
import { t } from '../text';
import type { Key } from '../text/en';

const BOARD_WORDS: Record<BoardId, Key> = {
    transamerica: 'boardAmerica',
    transeuropa: 'boardEuropa',
    'transeuropa-classic': 'boardClassic',
};
const VARIANT_WORDS: Record<Variant, [name: Key, about: Key]> = {
    'open-cards': ['variantOpen', 'variantOpenAbout'],
    blocking: ['variantBlocking', 'variantBlockingAbout'],
    'private-tracks': ['variantPrivate', 'variantPrivateAbout'],
};

// Returns the name of a variant, or its id if this page does not know it.
export const variantName = (variant: string): string =>
    variant in VARIANT_WORDS ? t(VARIANT_WORDS[variant as Variant][0]) : variant;

const MINUTE_S = 60;

export function clockWords(clock: TableSettings['clock']): string {
    if (clock?.kind === 'slow') return t('clockDays', { n: clock.days ?? 0 });
    if (clock?.kind !== 'live') return t('clockNone');
    const bank = clock.bank ?? 0;
    const whole = bank % MINUTE_S === 0;
    return t('clockBank', {
        bank: whole
            ? t('clockMinutes', { n: bank / MINUTE_S })
            : t('clockSeconds', { n: bank }),
        increment: t('clockSeconds', { n: clock.increment ?? 0 }),
    });
}

export function Boards({ value, onChange }: { value: string; onChange(board: string): void }) {
    return (
        <fieldset class="boards">
            <legend>{t('board')}</legend>
            {BOARDS.map(({ id }) => (
                <label key={id} class={`choice${value === id ? ' chosen' : ''}`}>
                    <input
                        type="radio"
                        name="board"
                        value={id}
                        checked={value === id}
                        onChange={() => onChange(id)}
                    />
                    <strong>{boardName(id)}</strong>
                    <span>{t(BOARD_WORDS[id])}</span>
                </label>
            ))}
        </fieldset>
    );
}

export function Variants({
    value,
    onChange,
}: {
    value: Variant[];
    onChange(value: Variant[]): void;
}) {
    return (
        <details class="variants" open={value.length > 0}>
            <summary>{t('variants')}</summary>
            {VARIANTS.map((id) => (
                <label key={id}>
                    <input
                        type="checkbox"
                        checked={value.includes(id)}
                        onChange={(event) =>
                            onChange(
                                VARIANTS.filter((one) =>
                                    one === id ? event.currentTarget.checked : value.includes(one),
                                ),
                            )
                        }
                    />
                    <strong>{t(VARIANT_WORDS[id][0])}</strong>{' '}
                    <span class="quiet">{t(VARIANT_WORDS[id][1])}</span>
                </label>
            ))}
        </details>
    );
}

export function Pills<T extends string | number>({
    legend,
    name,
    options,
    value,
    half = false,
    onChange,
}: {
    legend: string;
    name: string;
    options: [T, string][];
    value: T;
    half?: boolean; // two of these share a row if there is space
    onChange(value: T): void;
}) {
    return (
        <fieldset class={half ? 'pills half' : 'pills'}>
            <legend>{legend}</legend>
            {options.map(([option, label]) => (
                <label key={option} class={value === option ? 'chosen' : ''}>
                    <input
                        type="radio"
                        name={name}
                        checked={value === option}
                        onChange={() => onChange(option)}
                    />
                    {label}
                </label>
            ))}
        </fieldset>
    );
}
