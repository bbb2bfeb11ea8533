// A table before the game: the seats, the link to share, and the host's controls.
import { useState } from 'preact/hooks';
import type { ServerTable } from '../game/server';
import { LEVELS } from '../generated/lists';
import { boardName, botName, seatName } from '../game/words';
import { Heading } from '../heading';
import { PlayerLabel } from '../players';
import { ROOT } from '../root';
import { list, t } from '../text';
import { ActButton, Notice, Question, SeatBadge } from '../ui';
import { ActionBar, type Main, type Problem } from '../game/TurnBar';
import type { ComponentChildren } from 'preact';
import { clockWords, variantName } from './choices';
import { MyName } from './MyName';
import { ShareLink } from './ShareLink';
import type { Say } from './TableBar';

function Seats({
    table,
    host,
    sit,
    say,
}: {
    table: ServerTable;
    host: boolean;
    sit(seat: number): Promise<boolean>;
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
                            <ActButton act={() => sit(i + 1)}>{t('sitDown')}</ActButton>
                        )}
                        {open && mine && (
                            <ActButton act={() => say({ do: 'stand' })}>{t('standUp')}</ActButton>
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

// The settings of the table and its host, shown before one takes a seat.
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

// Closes the table.  Asks first if others have taken seats.
function CloseTable({ table, me, say }: { table: ServerTable; me: string; say: Say }) {
    const [asked, setAsked] = useState(false);
    const others = table.table!.seats.filter(({ who }) => who !== undefined && who !== me).length;
    const close = () => say({ do: 'close' });
    return (
        <>
            <ActButton
                aria-expanded={others > 0 ? asked : undefined}
                act={() => (others > 0 ? setAsked(!asked) : close())}
            >
                {t('closeTable')}
            </ActButton>
            {asked && (
                <Question
                    text={t('closeTableAsk', { n: others })}
                    no={t('closeTableNo')}
                    yes={t('closeTable')}
                    onNo={() => setAsked(false)}
                    onYes={() => void close()}
                />
            )}
        </>
    );
}

// State of an invitation for a reader without a seat: incomplete or wrong if only invited people
// may take a seat and the key is missing or wrong.
type Invitation = 'good' | 'incomplete' | 'wrong';

function invitationOf(table: ServerTable, me: string, key: string, isRefused: boolean): Invitation {
    const { seats, host, state } = table.table!;
    const free = seats.filter(({ kind, who }) => kind === 'open' || (kind === 'invited' && !who));
    const isKept = seats.some(({ kind, who }) => kind === 'invited' && who === me);
    const needsKey = free.length > 0 && free.every(({ kind }) => kind === 'invited');
    if (state !== 'open' || host === me || table.seat > 0 || isKept || !needsKey) return 'good';
    if (key === '') return 'incomplete';
    return isRefused ? 'wrong' : 'good';
}

interface WaitingRoomProps {
    table: ServerTable;
    me: string;
    invitation: string; // the key in the address
    isRefused: boolean; // the server has refused the key
    problem: Problem | undefined;
    say: Say;
    children: ComponentChildren;
}

// Returns the main action at a table before its game.
function nextStep(
    { table, me, say }: WaitingRoomProps,
    { free, kept, sit }: { free: number; kept: boolean; sit(seat: number): Promise<boolean> },
): { status: string; main?: Main } {
    const { state, host, seats } = table.table!;
    if (state === 'closed') return { status: t('tableIsClosed') };
    const waits = kept ? t('rematchWaits') : '';
    if (host === me)
        return {
            status: waits || (free === 0 ? t('startReady') : t('startWaits', { n: free })),
            main: { words: t('startGame'), act: free ? undefined : () => say({ do: 'start' }) },
        };
    if (table.seat > 0) return { status: waits || t('waitingForHost') };
    const seat = seats.findIndex((_, i) => table.maySit(i + 1)) + 1;
    if (seat === 0) return { status: t('tableFull') };
    return {
        status: t('seatsFree', { n: free }),
        main: { words: t('sitDown'), act: () => sit(seat) },
    };
}

export function WaitingRoom(props: WaitingRoomProps) {
    const { table, me, invitation, isRefused, problem, say, children } = props;
    const info = table.table!;
    const host = info.host === me;
    const free = info.seats.filter(({ kind }) => kind !== 'person' && kind !== 'bot').length;
    const kept = info.seats.some(({ kind, who }) => kind === 'invited' && who);
    const worth = invitationOf(table, me, invitation, isRefused);
    const key = info.key ?? (isRefused ? '' : invitation);
    const sit = (seat: number): Promise<boolean> =>
        say({ do: 'sit', seat, ...(invitation ? { key: invitation } : {}) });
    if (worth !== 'good') return <BrokenInvitation table={table} me={me} worth={worth} />;
    return (
        <>
            <div class="panel waiting">
                <Heading page={`${t('tableWaiting')} · ${boardName(info.settings.board)}`}>
                    {t('tableWaiting')}
                </Heading>
                <Facts table={table} me={me} />
                <MyName />
                <Seats {...{ table, host, sit, say }} />
                {info.state === 'open' && (
                    <ShareLink link={`${ROOT}t/${info.id}${key ? `#${key}` : ''}`} />
                )}
                {host && info.state === 'open' && (
                    <div class="buttons">
                        <ActButton
                            disabled={free === 0}
                            act={() => say({ do: 'fill', as: 'medium' })}
                        >
                            {t('fillWithBots')}
                        </ActButton>
                        <CloseTable {...{ table, me, say }} />
                    </div>
                )}
                <p>
                    <a href="#/tables">{t('tables')}</a>
                </p>
            </div>
            {children}
            <ActionBar {...nextStep(props, { free, kept, sit })} problem={problem} />
        </>
    );
}

// The page for a reader whose link does not permit taking a seat.
function BrokenInvitation({
    table,
    me,
    worth,
}: {
    table: ServerTable;
    me: string;
    worth: 'incomplete' | 'wrong';
}) {
    const name = table.nameOf(table.table!.host);
    return (
        <div class="panel waiting">
            <Heading>{t('invitationBroken')}</Heading>
            <Notice tone="bad">
                {t(worth === 'wrong' ? 'invitationWrong' : 'invitationIncomplete')}
            </Notice>
            <p>{name ? t('invitationAsk', { name }) : t('invitationAskHost')}</p>
            <Facts table={table} me={me} />
            <p class="buttons">
                <a class="button" href="#/tables">
                    {t('tables')}
                </a>
            </p>
        </div>
    );
}
