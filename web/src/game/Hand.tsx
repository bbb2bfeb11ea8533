// One's five cities as cards, each with a small map that shows where the city lies.
import { useMemo } from 'preact/hooks';
import type { Board } from '../board-data';
import { GroupBadge } from '../ui';
import { t } from '../text';

const place = ({ col, row }: { col: number; row: number }): [number, number] => [
    col - row / 2,
    row * 0.866,
];

// All lines of the board as one path: enough to tell where one is.
function useLattice(board: Board) {
    return useMemo(() => {
        const at = new Map(
            board.data.junctions.map((junction) => [junction.name, place(junction)]),
        );
        const xs = [...at.values()].map(([x]) => x);
        const ys = [...at.values()].map(([, y]) => y);
        const left = Math.min(...xs) - 1;
        const top = Math.min(...ys) - 1;
        const path = board.data.lines
            .map(({ a, b }) => {
                const [ax, ay] = at.get(a)!;
                const [bx, by] = at.get(b)!;
                return `M${ax} ${ay.toFixed(2)}L${bx} ${by.toFixed(2)}`;
            })
            .join('');
        const box = `${left} ${top} ${Math.max(...xs) + 1 - left} ${Math.max(...ys) + 1 - top}`;
        return { at, path, box };
    }, [board]);
}

export function Hand({
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
    const lattice = useLattice(board);
    return (
        <ul class="hand" aria-label={t('yourCities')}>
            {cities.map((id) => {
                const city = board.city.get(id)!;
                const [x, y] = lattice.at.get(city.junction)!;
                const done = reached.includes(id);
                return (
                    <li
                        key={id}
                        class={`card ${city.group}${done ? ' done' : ''}`}
                        onMouseEnter={() => onPoint(id)}
                        onMouseLeave={() => onPoint(null)}
                    >
                        <svg class="locator" viewBox={lattice.box} aria-hidden="true">
                            <path d={lattice.path} class="lattice" />
                            <circle cx={x} cy={y} r="1.5" class={`spot ${city.group}`} />
                        </svg>
                        <GroupBadge city={city} />
                        <span class="card-name">{city.name}</span>
                        <span class="card-state">{done ? t('cityReached') : t('cityOpen')}</span>
                    </li>
                );
            })}
        </ul>
    );
}
