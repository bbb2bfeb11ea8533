// The turns that the expert suggests: a list, best first, numbered as on the map.
import { linesOf, type Board } from '../board-data';
import type { Advice, Idea } from '../core/types';
import { t } from '../text';
import type { Play } from './use-game';
import { turnWords } from './words';

const IDEAS_SHOWN = 3;

// Returns the ideas to show.  A bot that gives no reasons has exactly one.
export function ideasOf(advice: Advice | null): Pick<Idea, 'turn' | 'chance' | 'doubt'>[] {
    if (!advice) return [];
    return advice.ideas.length > 0 ? advice.ideas.slice(0, IDEAS_SHOWN) : [{ turn: advice.turn }];
}

// The list is sorted by the probability to win, so this is the number shown.  Ideas within each
// other's margin of error are equally good.
function Chance({ chance, doubt }: Pick<Idea, 'chance' | 'doubt'>) {
    if (chance === undefined || doubt === undefined) return null;
    const [n, off] = [Math.round(chance), Math.max(1, Math.round(doubt))];
    return <span class="quiet"> {t('hintChance', { n, off })}</span>;
}

export function Hints({
    board,
    play,
    onPoint,
}: {
    board: Board;
    play: Play;
    onPoint(lines: string[] | null): void;
}) {
    if (!play.advice) return <p class="quiet">{play.asking ? t('hintAsked') : t('hintNone')}</p>;
    return (
        <section class="hints" aria-label={t('hint')}>
            <h2>{t('hintTitle')}</h2>
            <ol>
                {ideasOf(play.advice).map(({ turn, ...idea }) => (
                    <li
                        key={turn}
                        onMouseEnter={() => onPoint(linesOf(turn))}
                        onMouseLeave={() => onPoint(null)}
                    >
                        <button type="button" class="link" onClick={() => play.take(turn)}>
                            {turnWords(board, turn)}
                        </button>
                        <Chance {...idea} />
                    </li>
                ))}
            </ol>
        </section>
    );
}
