// A list of tables: the game, its progress, and the seats.  Finished games can be replayed.
import { apiText } from '../game/link';
import { errorWords } from '../game/server-words';
import type { TableInfo, TableSeat } from '../game/server-types';
import { boardName, botTitle, personName } from '../game/words';
import { t } from '../text';
import { Remark, saveFile, useWords } from '../ui';
import { isKept, isMyTurn } from './my-tables';

const STATES = {
    open: 'tableOpen',
    running: 'tableRunning',
    finished: 'tableFinished',
    closed: 'tableClosed',
} as const;

export function whoSits({ kind, who, name, bot, program }: TableSeat, i: number): string {
    if (kind === 'person' || who)
        return personName(name ?? '', i + 1, program) || t('guestNumber', { n: i + 1 });
    return kind === 'bot' ? botTitle(bot ?? '', i + 1) : t('seatFree');
}

// Buttons of a finished game: replay or download.
function Again({ table }: { table: TableInfo }) {
    const [problem, setProblem] = useWords();
    const save = (): void => {
        apiText(`tables/${table.id}/record`).then(
            (text) => saveFile(`railhead-${table.id}.rail`, text),
            (error) => setProblem(() => errorWords(error)),
        );
    };
    return (
        <>
            <a href={`#/replay/table/${table.id}`}>{t('watchAgain')}</a>
            <button type="button" class="link" onClick={save}>
                {t('saveRecord')}
            </button>
            <Remark words={problem} set={setProblem} />
        </>
    );
}

export function TableList({
    title,
    tables,
    me,
    empty,
}: {
    title: string;
    tables: TableInfo[];
    me: string;
    empty: string;
}) {
    return (
        <section class="panel online">
            <h2>{title}</h2>
            {tables.length === 0 && <p class="quiet">{empty}</p>}
            <ul class="tables">
                {tables.map((table) => (
                    <li key={table.id}>
                        <a class="button" href={`#/table/${table.id}`}>
                            {boardName(table.settings.board)}
                        </a>
                        {isMyTurn(table, me) || isKept(table, me) ? (
                            <strong class="my-turn">
                                {t(isKept(table, me) ? 'rematchToJoin' : 'myTurn')}
                            </strong>
                        ) : (
                            <span>{t(STATES[table.state])}</span>
                        )}
                        <span class="quiet">{table.seats.map(whoSits).join(' · ')}</span>
                        {table.state === 'finished' && <Again table={table} />}
                    </li>
                ))}
            </ul>
        </section>
    );
}
