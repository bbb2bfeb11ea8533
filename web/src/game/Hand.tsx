// One's five cities as cards, each with a small map that shows where the city lies.
import type { Board } from '../board-data';
import type { State } from '../core/types';
import { Locator } from '../map';
import { GroupBadge } from '../ui';
import { t } from '../text';
import type { Panel } from './Panels';

function Hand({
    board,
    cities,
    reached,
    onPoint,
}: {
    board: Board;
    cities: readonly string[];
    reached: readonly string[];
    onPoint(city: string | null): void;
}) {
    return (
        <ul class="hand" aria-label={t('yourCities')}>
            {cities.map((id) => {
                const city = board.city.get(id)!;
                const done = reached.includes(id);
                return (
                    <li
                        key={id}
                        class={`card ${city.group}${done ? ' done' : ''}`}
                        onMouseEnter={() => onPoint(id)}
                        onMouseLeave={() => onPoint(null)}
                    >
                        <Locator board={board.data} art={board.art} city={city} />
                        <GroupBadge city={city} />
                        <span class="card-name">{city.name}</span>
                        <span class="card-state">{done ? t('cityReached') : t('cityOpen')}</span>
                    </li>
                );
            })}
        </ul>
    );
}

// The panel of it; none for somebody who has no cards.
export function cityPanels(
    board: Board,
    { hand, missing }: State,
    onPoint: (city: string | null) => void,
): Panel[] {
    if (!hand) return [];
    const cards = <Hand board={board} cities={hand} reached={missing?.reached ?? []} onPoint={onPoint} />;
    return [{ id: 'cities', name: t('citiesTab'), keeps: true, content: cards }];
}
