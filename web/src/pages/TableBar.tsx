// What one is at a running table, in a line above the game: a player who can leave and come back,
// or somebody who watches; and whom the table waits for.
import { useState } from 'preact/hooks';
import type { ServerTable } from '../game/server';
import type { SeatInfo } from '../game/source';
import { seatName } from '../game/words';
import { list, t } from '../text';
import { ActButton, Question } from '../ui';
import { MyName } from './MyName';

// Whether the server took it; the page says why not.
export type Say = (message: { do: string } & Record<string, unknown>) => Promise<boolean>;

// Another game with the same people, by whoever wanted it first.
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
    if (table.amAway) return null; // the bar of the turn has the way back
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

// For whom of the others a bot plays, and who of them is not connected.
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

// Somebody who plays as a guest is offered a name.
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
