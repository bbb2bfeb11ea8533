// A table before the game: who sits where, the link to share, and what the host can do.
import type { ServerTable } from '../game/server';
import { LEVELS } from '../generated/lists';
import { botName, seatName } from '../game/words';
import { PlayerLabel } from '../players';
import { ROOT } from '../root';
import { list, t } from '../text';
import { Notice, SeatBadge } from '../ui';
import { boardName, clockWords, variantName } from './choices';
import { MyName } from './MyName';
import { ShareLink } from './ShareLink';
import type { Say } from './TableBar';

function Seats({
    table,
    host,
    invitation,
    say,
}: {
    table: ServerTable;
    host: boolean;
    invitation: string;
    say: Say;
}) {
    return (
        <ol class="table-seats">
            {table.table!.seats.map(({ kind, who }, i) => {
                const info = table.seats()[i]!;
                const open = table.table!.state === 'open';
                const kept = kind === 'invited' && who !== undefined;
                const free = (kind === 'open' || kind === 'invited') && !kept;
                const mine = table.seat === i + 1;
                const name = seatName(table.seats(), i + 1);
                return (
                    <li key={i}>
                        {free ? (
                            <>
                                <SeatBadge seat={i + 1} size={30} />
                                <strong>{t('seatFree')}</strong>
                            </>
                        ) : (
                            <strong>
                                <PlayerLabel seats={table.seats()} seat={i + 1} size={36} />
                            </strong>
                        )}
                        {kind === 'person' && (
                            <span class="quiet">{info.here ? t('isHere') : t('isNotHere')}</span>
                        )}
                        {kept && <span class="quiet">{t('seatKept')}</span>}
                        {kind === 'invited' && !kept && (
                            <span class="quiet">{t(host ? 'onlyInvited' : 'invitedOnly')}</span>
                        )}
                        {table.maySit(i + 1) && (
                            <button
                                type="button"
                                onClick={() =>
                                    say({
                                        do: 'sit',
                                        seat: i + 1,
                                        ...(invitation ? { key: invitation } : {}),
                                    })
                                }
                            >
                                {t('sitDown')}
                            </button>
                        )}
                        {open && mine && (
                            <button type="button" onClick={() => say({ do: 'stand' })}>
                                {t('standUp')}
                            </button>
                        )}
                        {open && host && !mine && (
                            <select
                                aria-label={t('seatKind', { seat: i + 1 })}
                                value={kind === 'bot' ? info.bot! : kept ? 'person' : kind}
                                onChange={(event) =>
                                    say({ do: 'seat', seat: i + 1, as: event.currentTarget.value })
                                }
                            >
                                {(kind === 'person' || kept) && (
                                    <option value="person">{name}</option>
                                )}
                                <option value="open">{t('everybody')}</option>
                                {!kept && <option value="invited">{t('onlyInvited')}</option>}
                                {LEVELS.map((level) => (
                                    <option key={level} value={level}>
                                        {botName(level)}
                                    </option>
                                ))}
                            </select>
                        )}
                    </li>
                );
            })}
        </ol>
    );
}

// What is played here, and with whom: to be known before one sits down.
function Facts({ table, me }: { table: ServerTable; me: string }) {
    const { settings, host, seats } = table.table!;
    const hostSeat = seats.findIndex(({ who }) => who === host) + 1;
    const hostName = hostSeat ? seatName(table.seats(), hostSeat) : table.nameOf(host);
    const variants = settings.variants ?? [];
    const watching = table.watching - (table.seat === 0 ? 1 : 0);
    const facts: [string, string][] = [
        [t('board'), boardName(settings.board)],
        [t('variants'), variants.length ? list(variants.map(variantName)) : t('variantsNone')],
        [t('clock'), clockWords(settings.clock)],
        [t('whoMaySit'), t(settings.public ? 'everybody' : 'invitedOnly')],
        [t('host'), host === me ? t('you') : hostName || t('nameless')],
    ];
    if (watching > 0) facts.push([t('alsoHere'), t('watching', { n: watching })]);
    return (
        <dl class="facts-list">
            {facts.map(([name, value]) => (
                <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                </div>
            ))}
        </dl>
    );
}

export function WaitingRoom({
    table,
    me,
    invitation,
    say,
}: {
    table: ServerTable;
    me: string;
    invitation: string;
    say: Say;
}) {
    const info = table.table!;
    const host = info.host === me;
    const free = info.seats.filter(({ kind }) => kind !== 'person' && kind !== 'bot').length;
    const full = free === 0;
    const kept = info.seats.some(({ kind, who }) => kind === 'invited' && who);
    const link = `${ROOT}t/${info.id}${info.key ? `#${info.key}` : ''}`;
    return (
        <div class="panel waiting">
            <h1>{t('tableWaiting')}</h1>
            <Facts table={table} me={me} />
            <MyName />
            <Seats {...{ table, host, invitation, say }} />
            {info.state === 'closed' && <Notice tone="bad">{t('tableIsClosed')}</Notice>}
            {info.state === 'open' && full && table.seat === 0 && !host && (
                <Notice>{t('tableFull')}</Notice>
            )}
            {info.state === 'open' && <ShareLink link={link} />}
            {host && info.state === 'open' && (
                <div class="buttons">
                    <button
                        type="button"
                        class="primary big"
                        disabled={!full}
                        aria-describedby={full ? undefined : 'why-not'}
                        onClick={() => say({ do: 'start' })}
                    >
                        {t('startGame')}
                    </button>
                    <button
                        type="button"
                        disabled={full}
                        onClick={() => say({ do: 'fill', as: 'medium' })}
                    >
                        {t('fillWithBots')}
                    </button>
                    <button type="button" onClick={() => say({ do: 'close' })}>
                        {t('closeTable')}
                    </button>
                    {!full && (
                        <p id="why-not" class="quiet" role="status">
                            {kept ? t('rematchWaits') : t('startWaits', { n: free })}
                        </p>
                    )}
                </div>
            )}
            {!host && table.seat > 0 && info.state === 'open' && (
                <p role="status">{t(kept ? 'rematchWaits' : 'waitingForHost')}</p>
            )}
            <p>
                <a href="#/tables">{t('tables')}</a>
            </p>
        </div>
    );
}
