// Turns and rounds as sentences in the reader's language.
import type { Board } from '../board-data';
import { linesOf, markerOf } from '../board-data';
import type { GameEvent, Level, TurnEvent } from '../core/types';
import { BOARDS, NICKNAMES } from '../generated/lists';
import { list, t } from '../text';
import type { Key } from '../text/en';
import type { SeatInfo } from './source';

export function seatName(seats: readonly SeatInfo[], seat: number): string {
    const info = seats[seat - 1];
    if (!info) return t('seatNumber', { seat });
    if (info.bot) return nickname(info.bot, seat) ?? t('botNamed', { level: info.bot, seat });
    if (info.name) return info.name;
    if (info.you) return t('you');
    return t(info.guest ? 'guestNumber' : 'playerNumber', { n: seat });
}

// Returns the name of a bot by level and seat, or undefined for an unknown bot.
const nickname = (bot: string, seat: number): string | undefined =>
    NICKNAMES[bot as Level]?.[seat - 1];

// Returns a bot's name with its level, for lists of seats: "Mabel (Easy)".
export function botTitle(bot: string, seat: number): string {
    const name = nickname(bot, seat);
    return name ? `${name} (${botName(bot)})` : t('botNamed', { level: bot, seat });
}

// Returns the name of a person at a server, marked if a program plays for them.
export const personName = (name: string, seat: number, program = false): string =>
    program ? t('programNamed', { name: name || t('guestNumber', { n: seat }) }) : name;

export function seatTitle(seats: readonly SeatInfo[], seat: number): string {
    const { bot } = seats[seat - 1] ?? {};
    return bot ? botTitle(bot, seat) : seatName(seats, seat);
}

// Returns whether the reader is called "you" in this seat.
export const isYou = (seats: readonly SeatInfo[], seat: number): boolean =>
    seats[seat - 1]?.you === true && !seats[seat - 1]?.name;

const LEVEL_WORDS: Record<Level, Key> = {
    easy: 'levelEasy',
    medium: 'levelMedium',
    hard: 'levelHard',
    expert: 'levelExpert',
    champion: 'levelChampion',
};

export function botName(bot: string): string {
    return bot in LEVEL_WORDS ? t(LEVEL_WORDS[bot as Level]) : bot;
}

// Returns the name of a board, or its id if this page does not know it.
export function boardName(board: string): string {
    if (board === 'transeuropa-classic') return t('boardClassicName');
    return BOARDS.find(({ id }) => id === board)?.name ?? board;
}

export const cityName = (board: Board, id: string): string => board.city.get(id)?.name ?? id;

export function junctionName(board: Board, junction: string): string {
    const city = board.cityAt.get(junction);
    return city ? `${city.name} (${junction})` : junction;
}

// Returns a line as "Denver–H7", with its kind if that matters.
export function lineName(board: Board, line: string): string {
    const ends = line.split('-').map((end) => board.cityAt.get(end)?.name ?? end);
    return ends.join('–');
}

export function lineWords(board: Board, line: string): string {
    const name = lineName(board, line);
    switch (board.kind.get(line)) {
        case 'double':
            return t('lineDouble', { line: name });
        case 'ferry':
            return t('lineFerry', { line: name });
        default:
            return t('lineSingle', { line: name });
    }
}

function gains(board: Board, seats: readonly SeatInfo[], event: TurnEvent): string {
    if (event.turn.startsWith('@')) return '';
    const cities = event.reached.map((id) => cityName(board, id));
    const met = event.met.map((seat) => seatName(seats, seat));
    return (
        (cities.length ? t('logReaching', { cities: list(cities) }) : '') +
        (met.length ? t('logMeeting', { names: list(met) }) : '')
    );
}

// Describes a turn without its player, for hints and the log.
export function turnWords(board: Board, turn: string): string {
    const marker = markerOf(turn);
    if (turn === 'pass') return t('turnPass');
    if (turn.startsWith('@')) return t('turnPlace', { place: junctionName(board, marker!) });
    const words = turn
        .split(' ')
        .filter((word) => !word.startsWith('>'))
        .map((word) => {
            const line = lineName(board, linesOf(word)[0]!);
            return word.endsWith('*') ? t('turnOwnTrack', { line }) : line;
        });
    const laid = list(words);
    return marker ? `${laid}, ${t('turnMove', { place: junctionName(board, marker) })}` : laid;
}

export function eventWords(board: Board, seats: readonly SeatInfo[], event: GameEvent): string {
    switch (event.kind) {
        case 'round':
            return t('logRound', { round: event.round, name: seatName(seats, event.first) });
        case 'turn':
            return (
                t('logTurn', {
                    name: seatName(seats, event.seat),
                    turn: turnWords(board, event.turn),
                }) + gains(board, seats, event)
            );
        default:
            return event.connected.length
                ? t('logConnected', {
                      names: list(event.connected.map((seat) => seatName(seats, seat))),
                  })
                : t('logNobody');
    }
}
