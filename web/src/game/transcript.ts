// A server's events written down as a record, which is what the core reads.
//
// Cards that are not known are '?'; when a round has ended the event shows all of them, and they
// take their place, as the format asks for. At a table of a party they are revealed later: until
// then the core takes the score of the round on trust.
import { BOARDS } from '../generated/lists';
import type { ServerEvent, TableInfo } from './server-types';

interface Round {
    number: number;
    first: number;
    hands: (string[] | null)[];
    turns: string[];
    closing: string[];
}

const line = (key: string, values: readonly (string | number)[] = []): string =>
    [key, ...values].join(' ');

export class Transcript {
    private rounds: Round[] = [];
    private readonly known = new Map<string, string[]>(); // "round seat": my cards

    get round(): number {
        return this.rounds.length;
    }

    hand(round: number, seat: number, cities: string[]): void {
        this.known.set(`${round} ${seat}`, cities);
    }

    // Whether the record has changed.
    take(event: ServerEvent, seats: number): boolean {
        const now = this.rounds.at(-1);
        switch (event.kind) {
            case 'round':
                this.rounds.push({
                    number: event.round!,
                    first: event.first!,
                    hands: event.hands ?? Array.from({ length: seats }, () => null),
                    turns: [],
                    closing: [],
                });
                return true;
            case 'turn':
                now!.turns.push(`${event.seat} ${event.turn}`);
                return true;
            case 'end':
                now!.hands = event.hands ?? now!.hands;
                now!.closing = [
                    line('end', event.connected!.length ? event.connected! : ['-']),
                    line('score', event.score!),
                    line('points', event.points!),
                    ...(typeof event.barrier === 'number'
                        ? [line('barrier', [event.barrier])]
                        : []),
                ];
                return true;
            case 'result':
                now?.closing.push(line('result', event.winners!));
                return true;
            case 'reveal': {
                const round = this.rounds[(event.round ?? 0) - 1];
                if (!round || !event.hands) return false;
                round.hands = event.hands;
                return true;
            }
            default:
                return false;
        }
    }

    record({ settings, seats }: TableInfo, names: string[]): string {
        const rules = BOARDS.find(({ id }) => id === settings.board)?.rules ?? '';
        return [
            'railhead 1',
            line('board', [settings.board]),
            line('rules', [rules]),
            ...(settings.variants ?? []).map((variant) => line('variant', [variant])),
            line('seats', [seats.length]),
            ...names.map((name, i) => (name ? line('name', [i + 1, name]) : '')).filter(Boolean),
            ...this.rounds.flatMap((round) => [
                line('round', [round.number]),
                line('first', [round.first]),
                ...round.hands.map((hand, i) =>
                    line('deal', [
                        i + 1,
                        ...(hand ??
                            this.known.get(`${round.number} ${i + 1}`) ?? [
                                '?',
                                '?',
                                '?',
                                '?',
                                '?',
                            ]),
                    ]),
                ),
                ...round.turns,
                ...round.closing,
            ]),
            '',
        ].join('\n');
    }
}
