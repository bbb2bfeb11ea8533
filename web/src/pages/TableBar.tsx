// The line above a running game: the reader's role (a player who can leave and return, or a
// spectator), and whom the table is waiting for.
import { useState } from 'preact/hooks';
import type { ServerTable } from '../game/server';
import type { SeatInfo } from '../game/source';
import { seatName } from '../game/words';
import { list, t } from '../text';
import { ActButton, Question } from '../ui';
import { MyName } from './MyName';

// Sends a request.  Resolves to false if the server refused it; the page shows why.
export type Say = (message: { do: string } & Record<string, unknown>) => Promise<boolean>;

// A rematch, and who offered it first.
export interface Rematch {
    wanted: string | undefined;
    onRematch(): unknown;
}

interface TableBarProps {
    table: ServerTable;
    say: Say;
}

function Mine({ table, say }: TableBarProps) {
    const [asked, setAsked] = useState(false);
    if (table.table!.state === 'finished') return <span>{t('tableFinished')}</span>;
    if (table.seat === 0) {
        const open = table.table?.settings.variants?.includes('open-cards');
        return <strong>{t(open ? 'youWatchOpen' : 'youWatch')}</strong>;
    }
    if (table.amAway) return null; // the turn bar has the button to return
    return (
        <>
            <button type="button" aria-expanded={asked} onClick={() => setAsked(!asked)}>
                {t('leave')}
            </button>
            {asked && (
                <Question
                    text={t('leaveAbout')}
                    no={t('leaveNo')}
                    yes={t('leave')}
                    onNo={() => setAsked(false)}
                    onYes={() => {
                        setAsked(false);
                        void say({ do: 'leave' });
                    }}
                />
            )}
        </>
    );
}

// Lists the other players who are played by a bot or not connected.
function Absent({ table }: { table: ServerTable }) {
    const seats = table.seats();
    const names = (wanted: (seat: SeatInfo) => boolean): string[] =>
        seats
            .filter((seat) => seat.seat !== table.seat && wanted(seat))
            .map(({ seat }) => seatName(seats, seat));
    const away = names((seat) => seat.away === true);
    const gone = names((seat) => seat.here === false && !seat.away);
    if (away.length + gone.length === 0 || table.table!.state === 'finished') return null;
    return (
        <span class="quiet" role="status">
            {away.length > 0 && t('botPlaysFor', { names: list(away) })}{' '}
            {gone.length > 0 && t('areNotHere', { names: list(gone), n: gone.length })}
        </span>
    );
}

// Suggests to a guest to choose a name.
function Nameless() {
    const [asked, setAsked] = useState(false);
    return (
        <>
            <button type="button" class="link" aria-expanded={asked} onClick={() => setAsked(!asked)}>
                {t('enterName')}
            </button>
            {asked && (
                <div class="question">
                    <MyName onKept={() => setAsked(false)} />
                </div>
            )}
        </>
    );
}

export function TableBar({ table, me, say }: TableBarProps & { me: string }) {
    const waited = table.waitedFor();
    return (
        <div class="table-bar">
            <span class="buttons" role="status">
                <Mine table={table} say={say} />
            </span>
            {table.seat > 0 && table.nameOf(me) === '' && <Nameless />}
            <Absent table={table} />
            {waited > 0 && (
                <span class="buttons" role="status">
                    {t('waitsLong', { name: seatName(table.seats(), waited) })}
                    <ActButton act={() => say({ do: 'away', seat: waited })}>
                        {t('letBotPlay')}
                    </ActButton>
                </span>
            )}
            {table.watching > (table.seat > 0 ? 0 : 1) && (
                <span class="quiet watching">{t('watching', { n: table.watching })}</span>
            )}
            <a href="#/tables">{t('tables')}</a>
        </div>
    );
}
