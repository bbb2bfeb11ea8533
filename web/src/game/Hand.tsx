// The cards of players: the reader's own five as cards, each with a small map of the city's
// location, and face-up cards of others as a row per player.
import type { Board } from '../board-data';
import type { Missing, State } from '../core/types';
import { Locator, type NeededCity } from '../map';
import { PlayerLabel } from '../players';
import { GroupBadge } from '../ui';
import { t } from '../text';
import type { Panel } from './Panels';
import type { SeatInfo } from './source';
import { isYou, seatName } from './words';

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
                        data-city={id}
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

// ---- Cards that lie face up ---------------------------------------------------------------------

// The cities of a hand as a short list, with a tick at those that the player has reached.
export function OpenHand({
    board,
    cities,
    reached,
    name,
    onPoint,
}: {
    board: Board;
    cities: readonly string[];
    reached: readonly string[];
    name: string; // the player's name, for screen readers
    onPoint?: ((city: string | null) => void) | undefined;
}) {
    return (
        <ul class="open-hand" aria-label={name}>
            {cities.map((id) => {
                const city = board.city.get(id)!;
                const done = reached.includes(id);
                return (
                    <li
                        key={id}
                        class={done ? 'done' : ''}
                        data-city={id}
                        onMouseEnter={() => onPoint?.(id)}
                        onMouseLeave={() => onPoint?.(null)}
                    >
                        <GroupBadge city={city} size={14} /> {city.name}
                        <span class="sr-only">
                            {': '}
                            {done ? t('cityReached') : t('cityOpen')}
                        </span>
                    </li>
                );
            })}
        </ul>
    );
}

export const handName = (seats: readonly SeatInfo[], seat: number): string =>
    isYou(seats, seat) ? t('yourCities') : t('citiesOf', { name: seatName(seats, seat) });

// What is known of a hand; `cities` is null if its cards are hidden.
export interface SeenHand {
    seat: number;
    cities: readonly string[] | null;
    missing: Missing | null;
}

// A row per player.  A click shows what that player still needs on the map.
export function Hands({
    board,
    seats,
    hands,
    own = 0,
    picked,
    onPick,
    onPoint,
}: {
    board: Board;
    seats: readonly SeatInfo[];
    hands: readonly SeenHand[];
    own?: number; // the reader's seat, or 0
    picked: number; // the seat clicked last, or 0
    onPick(seat: number): void;
    onPoint?(city: string | null): void;
}) {
    return (
        <ul class="hands">
            {hands.map(({ seat, cities, missing }) => (
                <li key={seat} class={seat === own ? 'mine' : ''} data-hand={seat}>
                    <button
                        type="button"
                        aria-pressed={picked === seat}
                        onClick={() => onPick(picked === seat ? 0 : seat)}
                        title={
                            isYou(seats, seat)
                                ? t('showMissingMine')
                                : t('showMissingOf', { name: seatName(seats, seat) })
                        }
                    >
                        <PlayerLabel seats={seats} seat={seat} size={26} />
                        {missing && (
                            <span class="quiet">{t('missingCost', { n: missing.cost })}</span>
                        )}
                    </button>
                    {cities ? (
                        <OpenHand
                            board={board}
                            cities={cities}
                            reached={missing?.reached ?? []}
                            name={handName(seats, seat)}
                            onPoint={onPoint}
                        />
                    ) : (
                        <span class="quiet">{t('cardsHidden')}</span>
                    )}
                </li>
            ))}
        </ul>
    );
}

// Returns the hands visible to everyone, by seat: all with open cards, and all after a round.
export function openHands({ phase, open, review, shown }: State): SeenHand[] {
    const missing = phase === 'playing' ? open : review;
    return missing.flatMap((one) => {
        const cities = shown[one.seat - 1];
        return cities ? [{ seat: one.seat, cities, missing: one }] : [];
    });
}

// Returns the cities to mark on the map for these hands.
export function neededBy(hands: readonly SeenHand[]): NeededCity[] {
    return hands.flatMap(({ seat, cities, missing }) =>
        (cities ?? []).map((city) => ({
            city,
            seat,
            reached: missing?.reached.includes(city) ?? false,
        })),
    );
}

// ---- The panel ----------------------------------------------------------------------------------

// The panel of the reader's own cards, or of all players' cards if they lie face up, the reader's
// first.  None for a spectator who sees no cards.
export function cityPanels(
    board: Board,
    state: State,
    onPoint: (city: string | null) => void,
    open?: { seats: readonly SeatInfo[]; picked: number; onPick(seat: number): void },
): Panel[] {
    const { hand, missing, viewer } = state;
    const hands = openHands(state);
    const common = { board, onPoint };
    const isOwn = ({ seat }: SeenHand): boolean => seat === viewer;
    const content =
        open && hands.length > 0 ? (
            <Hands
                {...common}
                {...open}
                hands={[...hands.filter(isOwn), ...hands.filter((one) => !isOwn(one))]}
                own={viewer}
            />
        ) : (
            hand && <Hand {...common} cities={hand} reached={missing?.reached ?? []} />
        );
    return content ? [{ id: 'cities', name: t('citiesTab'), keeps: true, content }] : [];
}
