// The start page: a game with one click, and links to everything else.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadBoard } from '../board-data';
import { LEVELS } from '../generated/lists';
import { ADAPTIVE, keptGame, type KeptGame } from '../game/local';
import type { TableInfo } from '../game/server-types';
import { goesOn } from '../games';
import { Heading } from '../heading';
import { keep, kept, storageWorks } from '../store';
import type { Seating, Setup, Variant } from '../core/types';
import { rest } from '../lazy';
import { t } from '../text';
import { Face } from '../players';
import { Notice } from '../ui';
import { boardName, botName, botTitle } from '../game/words';
import { Boards, Pills, variantName, Variants } from './choices';
import { Friends, Waiting } from './Friends';
import { lastWish, type Wish } from './wish';
import { RecordDrop, type TakeFile } from './RecordDrop';

const SEATS_MAX = 6;

// What was chosen last time.
interface Choice {
    board: string;
    players: number;
    level: string;
    variants: Variant[];
    here: Seating[]; // the seats of a game with several people at one screen
    name: string;
}

const USUAL: Choice = {
    board: 'transamerica',
    players: 3,
    level: 'medium',
    variants: [],
    name: '',
    here: [
        { name: '', bot: null },
        { name: '', bot: null },
        { name: '', bot: 'medium' },
    ],
};

// The possible occupants of a seat: a person (null) or a bot.
const KINDS: (string | null)[] = [null, ...LEVELS];

// The seats of a game with several people at this screen.
function Seats({
    value,
    onChange,
}: {
    value: Choice['here'];
    onChange(value: Choice['here']): void;
}) {
    const set = (i: number, part: Partial<Choice['here'][0]>): void =>
        onChange(value.map((seat, j) => (i === j ? { ...seat, ...part } : seat)));
    return (
        <fieldset class="seats">
            <legend>{t('players')}</legend>
            {value.map((seat, i) => (
                <div key={i} class="seat">
                    <Face seat={i + 1} bot={seat.bot} />
                    <select
                        aria-label={t('seatKind', { seat: i + 1 })}
                        value={seat.bot ?? ''}
                        onChange={(event) => set(i, { bot: event.currentTarget.value || null })}
                    >
                        {KINDS.map((bot) => (
                            <option key={bot} value={bot ?? ''}>
                                {bot === null ? t('person') : botTitle(bot, i + 1)}
                            </option>
                        ))}
                    </select>
                    {seat.bot === null && (
                        <input
                            aria-label={t('nameOf', { seat: i + 1 })}
                            value={seat.name}
                            placeholder={t('playerNumber', { n: i + 1 })}
                            maxLength={32}
                            onInput={(event) => set(i, { name: event.currentTarget.value })}
                        />
                    )}
                </div>
            ))}
            <div class="buttons">
                <button
                    type="button"
                    disabled={value.length >= SEATS_MAX}
                    onClick={() => onChange([...value, { name: '', bot: null }])}
                >
                    {t('addSeat')}
                </button>
                <button
                    type="button"
                    disabled={value.length <= 2}
                    onClick={() => onChange(value.slice(0, -1))}
                >
                    {t('removeSeat')}
                </button>
            </div>
        </fieldset>
    );
}

function setupOf(choice: Choice, together: boolean): Setup {
    const { board, variants } = choice;
    if (together) return { board, variants, seats: choice.here };
    const bots = Array.from({ length: choice.players - 1 }, () => ({
        name: '',
        bot: choice.level,
    }));
    return {
        board,
        variants,
        seats: [{ name: choice.name, bot: null }, ...bots],
    };
}

// Returns the same choice as a table with friends.  The number of friends is that of the last time.
function wishOf(choice: Choice, together: boolean): Wish {
    const { board, variants, level } = choice;
    const last = lastWish();
    const others = (together ? choice.here.length : choice.players) - 1;
    const friends = together
        ? Math.max(1, choice.here.filter(({ bot }) => bot === null).length - 1)
        : Math.min(last.friends, others);
    return { ...last, board, variants, ...(level === ADAPTIVE ? {} : { level }), friends, bots: others - friends };
}

const levelName = (level: string): string =>
    level === ADAPTIVE ? t('levelAdaptive') : botName(level);

// Describes the game that the button starts, so that one click is enough.
function summary(choice: Choice, together: boolean): string {
    const seats = together ? choice.here.length : choice.players;
    const game = t('playSummary', {
        board: boardName(choice.board),
        players: t('playersCount', { n: seats }),
        level: together ? t('onOneScreen') : levelName(choice.level),
    });
    return [game, ...choice.variants.map(variantName)].join(' · ');
}

// Describes the game that can be resumed.  Older versions stored only its record.
function underWay({ board, seats, round }: KeptGame): string {
    if (board === undefined || seats === undefined || round === undefined) return '';
    return t('goOnSummary', {
        board: boardName(board),
        players: t('playersCount', { n: seats.length }),
        round: t('roundNumber', { round }),
    });
}

// A picture of the chosen board, once its files are loaded.
function Picture({ id }: { id: string }) {
    const [picture, setPicture] = useState<ComponentChildren>(null);
    useEffect(() => {
        let wanted = true;
        Promise.all([loadBoard(id), rest()]).then(
            ([{ data, art }, { BoardPicture }]) =>
                wanted && setPicture(<BoardPicture board={data} art={art} />),
            () => wanted && setPicture(null), // ignored: it is only a picture
        );
        return () => {
            wanted = false;
        };
    }, [id]);
    return <div class="hero-picture">{picture}</div>;
}

export function Start({
    onPlay,
    onContinue,
    onFile,
    server,
    tables,
    me,
}: {
    onPlay(setup: Setup): void;
    onContinue(): void;
    onFile: TakeFile;
    server: boolean;
    tables: TableInfo[]; // the reader's tables in progress
    me: string;
}) {
    const [choice, setChoice] = useState<Choice>(() => ({ ...USUAL, ...kept<Choice>('choice') }));
    const [together, setTogether] = useState(() => kept<boolean>('together') ?? false);
    const change = (part: Partial<Choice>): void => {
        const next = { ...choice, ...part };
        keep('choice', next);
        setChoice(next);
    };
    const people = choice.here.some(({ bot }) => bot === null);
    const inHand = keptGame();
    const game = inHand && goesOn({ winners: [], ...inHand }) ? inHand : null;
    const playButton = (
        <button
            type="submit"
            form="setup"
            class={game ? 'big' : 'primary big'}
            disabled={together && !people}
        >
            {t(game ? 'newGame' : 'play')}
        </button>
    );
    return (
        <main class="start" id="main">
            <section class="panel hero">
                <Picture id={choice.board} />
                <Heading page="">{t('startTitle')}</Heading>
                <p>{t('startText')}</p>
                {!storageWorks() && <Notice>{t('storageDenied')}</Notice>}
                <Waiting {...{ tables, me }} />
                {game && (
                    <div class="buttons go-on">
                        <button type="button" class="primary big" onClick={onContinue}>
                            {t('goOn')}
                        </button>
                        <span class="quiet">{underWay(game)}</span>
                    </div>
                )}
                <div class="buttons">
                    {playButton}
                    <span class="quiet">{summary(choice, together)}</span>
                </div>
                {game && <p class="quiet">{t('keptBeside')}</p>}
                <div class="buttons ways">
                    {server && (
                        <a class="button" href="#/tables">
                            {t('withFriends')}
                        </a>
                    )}
                    <a class="button" href="#/games">
                        {t('myGames')}
                    </a>
                    <a class="button" href="#/tutorial">
                        {t('tutorTitle')}
                    </a>
                </div>
            </section>
            <form
                class="panel setup"
                id="setup"
                onSubmit={(event) => {
                    event.preventDefault();
                    onPlay(setupOf(choice, together));
                }}
            >
                <h2>{t('playHere')}</h2>
                <Boards value={choice.board} onChange={(board) => change({ board })} />
                <Pills
                    legend={t('against')}
                    name="mode"
                    value={together ? 1 : 0}
                    options={[
                        [0, t('againstBots')],
                        [1, t('onOneScreen')],
                    ]}
                    onChange={(value) => {
                        keep('together', value === 1);
                        setTogether(value === 1);
                    }}
                />
                {together ? (
                    <Seats value={choice.here} onChange={(here) => change({ here })} />
                ) : (
                    <>
                        <Pills
                            legend={t('players')}
                            name="players"
                            half
                            value={choice.players}
                            options={[2, 3, 4, 5, 6].map((n) => [n, String(n)])}
                            onChange={(players) => change({ players })}
                        />
                        <Pills
                            legend={t('level')}
                            name="level"
                            half
                            value={choice.level}
                            options={[...LEVELS, ADAPTIVE].map((level) => [
                                level,
                                levelName(level),
                            ])}
                            onChange={(level) => change({ level })}
                        />
                        {choice.level === ADAPTIVE && (
                            <p class="quiet">{t('levelAdaptiveAbout')}</p>
                        )}
                    </>
                )}
                <Variants value={choice.variants} onChange={(variants) => change({ variants })} />
                <div class="buttons">
                    {playButton}
                    <span class="quiet">{summary(choice, together)}</span>
                </div>
            </form>
            {server ? (
                <Friends wish={wishOf(choice, together)} mine={tables} me={me} />
            ) : (
                <section class="panel">
                    <h2>{t('withFriends')}</h2>
                    <p class="quiet">{t('noServer')}</p>
                </section>
            )}
            <section class="panel">
                <h2>{t('learn')}</h2>
                <p>{t('learnText')}</p>
                <div class="buttons">
                    <a class="button" href="#/tutorial">
                        {t('tutorTitle')}
                    </a>
                    <a class="button" href={`#/learn/${choice.board}`}>
                        {t('learnButton')}
                    </a>
                </div>
            </section>
            <section class="panel">
                <h2>{t('records')}</h2>
                <RecordDrop onFile={onFile} />
            </section>
        </main>
    );
}
