// The choices of a new game that several pages offer: board, variants, and one of a few.
import type { Variant } from '../core/types';
import { t } from '../text';
import type { Key } from '../text/en';

export const BOARDS: { id: string; about: Key; name: string }[] = [
    { id: 'transamerica', name: 'TransAmerica', about: 'boardAmerica' },
    { id: 'transeuropa', name: 'Trans Europa', about: 'boardEuropa' },
    { id: 'transeuropa-classic', name: 'Trans Europa Classic', about: 'boardClassic' },
];
export const LEVELS = ['easy', 'medium', 'hard', 'expert'];
export const VARIANTS: { id: Variant; name: Key; about: Key }[] = [
    { id: 'open-cards', name: 'variantOpen', about: 'variantOpenAbout' },
    { id: 'blocking', name: 'variantBlocking', about: 'variantBlockingAbout' },
    { id: 'private-tracks', name: 'variantPrivate', about: 'variantPrivateAbout' },
];
export function Boards({ value, onChange }: { value: string; onChange(board: string): void }) {
    return (
        <fieldset class="boards">
            <legend>{t('board')}</legend>
            {BOARDS.map(({ id, name, about }) => (
                <label key={id} class={`choice${value === id ? ' chosen' : ''}`}>
                    <input
                        type="radio"
                        name="board"
                        value={id}
                        checked={value === id}
                        onChange={() => onChange(id)}
                    />
                    <strong>{name}</strong>
                    <span>{t(about)}</span>
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
            {VARIANTS.map(({ id, name, about }) => (
                <label key={id}>
                    <input
                        type="checkbox"
                        checked={value.includes(id)}
                        onChange={(event) =>
                            onChange(
                                VARIANTS.map((one) => one.id).filter((one) =>
                                    one === id ? event.currentTarget.checked : value.includes(one),
                                ),
                            )
                        }
                    />
                    <strong>{t(name)}</strong> <span class="quiet">{t(about)}</span>
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
    half?: boolean; // stands beside another, where there is room
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
