// Playing at a server: what a client knows of a game as the text of its record, a bot that chooses
// turns by it, and a player that sits in a seat and plays.  Rules are the program's own alone.
import { spawn } from 'node:child_process';
import { PROGRAM } from './server.mjs';
import { Person, Refused } from './client.mjs';
import { after, sleep, within } from '../tap.mjs';

const RULES = { transeuropa: 'transeuropa' };

// ---- What is known of a game ------------------------------------------------------------------

// Grows by the messages of a connection; hidden cards are `?` in the record.  At a table of a party
// the cards of rounds that are over stay hidden, which a record cannot have: until they are revealed
// it is the last round alone, as if it were the first.
export class Journal {
    constructor(settings) {
        this.settings = settings;
        this.seats = settings.seats.length;
        this.last = 0; // the number of the last event
        this.phase = 'open'; // open, playing, pause, finished, closed
        this.rounds = [];
        this.hands = new Map(); // of a round and seat, as they were told
        this.ready = new Set();
        this.changed = 0; // the last event that makes a turn stale
    }

    hand(message) {
        this.hands.set(`${message.round} ${message.seat}`, message.cities);
    }

    event(event) {
        if (event.n !== this.last + 1) throw new Error(`event ${event.n} after ${this.last}`);
        this.last = event.n;
        if (!['chat', 'mute', 'takeback', 'answer'].includes(event.kind)) this.changed = event.n;
        const round = this.rounds.at(-1);
        switch (event.kind) {
        case 'start': this.commitment = event.commitment; break;
        case 'round':
            this.rounds.push({ number: event.round, first: event.first, hands: event.hands, turns: [] });
            this.phase = 'playing';
            this.ready.clear();
            break;
        case 'turn':
            if (event.seat !== this.toMove) throw new Error(`seat ${event.seat} moves, not ${this.toMove}`);
            round.turns.push(`${event.seat} ${event.turn}`);
            break;
        case 'undo':
            round.turns.splice(-event.turns);
            if (event.seat !== this.toMove) throw new Error(`seat ${this.toMove} moves, not ${event.seat}`);
            break;
        case 'end':
            round.hands = event.hands ?? round.hands;
            round.closing = [`end ${event.connected.join(' ') || '-'}`, `score ${event.score.join(' ')}`,
                `points ${event.points.join(' ')}`];
            if (event.barrier !== undefined) round.closing.push(`barrier ${event.barrier}`);
            this.phase = 'pause';
            break;
        case 'ready': this.ready.add(event.seat); break;
        case 'result':
            this.phase = 'finished';
            this.seed = event.seed;
            this.result = `result ${event.winners.join(' ')}`;
            break;
        case 'close': this.phase = 'closed'; break;
        case 'reveal':
            if (event.round) this.rounds[event.round - 1].hands = event.hands;
            this.seed = event.seed;
            break;
        default: break;
        }
    }

    // The seat whose turn it is, or 0.
    get toMove() {
        const round = this.rounds.at(-1);
        return this.phase === 'playing' ? 1 + ((round.first - 1 + round.turns.length) % this.seats) : 0;
    }

    deals({ number, hands }) {
        return Array.from({ length: this.seats }, (_, i) => {
            const cities = hands?.[i] ?? this.hands.get(`${number} ${i + 1}`) ?? Array(5).fill('?');
            return `deal ${i + 1} ${cities.join(' ')}`;
        });
    }

    // The record so far, without the players' names.
    record() {
        const { board, variants = [] } = this.settings;
        const hidden = this.rounds.some(({ hands, closing }) => closing && !hands);
        const rounds = hidden ? this.rounds.slice(-1) : this.rounds;
        return [
            'railhead 1', `board ${board}`, `rules ${RULES[board] ?? 'transamerica'}`,
            ...variants.map((name) => `variant ${name}`), `seats ${this.seats}`,
            ...rounds.flatMap((round, i) => [`round ${i + 1}`, `first ${round.first}`,
                ...this.deals(round), ...round.turns, ...(round.closing ?? [])]),
            ...(this.result ? [this.result] : []), '',
        ].join('\n');
    }
}

// ---- Turns ------------------------------------------------------------------------------------

// One process of `railhead engine`, asked for turns one after the other.
export class Engine {
    constructor(bot = 'greedy', program = PROGRAM) {
        this.child = spawn(program, ['engine', '--bot', bot], { stdio: ['pipe', 'pipe', 'inherit'] });
        this.heard = '';
        this.asked = Promise.resolve();
        this.child.stdout.setEncoding('utf8').on('data', (text) => {
            this.heard += text;
            if (this.heard.endsWith('pong\n')) this.answer?.(this.heard);
        });
        this.child.stdin.write('set ideas 0\n');
        after(() => this.child.kill());
    }

    tell(lines) {
        const answer = this.asked.then(() => within(new Promise((resolve) => {
            this.heard = '';
            this.answer = resolve;
            this.child.stdin.write(`${lines}ping\n`);
        }), 'a turn of the engine'));
        this.asked = answer.catch(() => {});
        return answer;
    }

    // A legal turn for the seat to move at the end of the record; undefined when nobody is.
    async turn(record, seat, seed = 1) {
        const heard = await this.tell(`newgame\nseat ${seat}\nseed ${seed}\n${record}go 1\n`);
        const turn = /^turn 1 (.*)$/m.exec(heard);
        if (turn?.[1] === 'none' && heard.includes('is not to move')) return undefined;
        if (!turn || turn[1] === 'none') throw new Error(`no turn for seat ${seat}: ${heard}\n${record}`);
        return turn[1];
    }
}

// ---- A player ---------------------------------------------------------------------------------

// What may be refused in a game without anybody's fault: a bot moved in between, the round began.
const RACES = ['state', 'stale'];

export class Player {
    constructor(server, engine, person = new Person()) {
        this.server = server;
        this.engine = engine;
        this.person = person;
        this.seat = 0;
        this.kept = []; // what the server has acknowledged: { n, turn }
        this.seen = new Map(); // the bytes of each event, by number
    }

    // Connects and follows a table from the last event that is known.
    async follow(table) {
        this.table = table;
        const connection = await this.person.connect(this.server);
        connection.knowsUndo = true;
        connection.onmessage = (message) => this.take(message, connection);
        this.connection = connection;
        const answer = await connection.follow(table, this.journal?.last ?? 0).catch((error) => {
            connection.socket.terminate();
            throw error;
        });
        this.seat = answer.seat;
        return answer;
    }

    take(message, connection) {
        if (connection !== this.connection) return; // an older one, which is being closed
        if (message.is === 'table') {
            this.seat = message.seat;
            this.journal ??= new Journal(message.table.settings);
        } else if (message.is === 'hand') {
            this.journal.hand(message);
        } else if (message.is === 'event') {
            this.seen.set(message.n, connection.raw.at(-1));
            this.journal.event(message);
        }
    }

    async sit(table, seat, key) {
        await this.follow(table);
        await this.connection.ask({ do: 'sit', seat, ...(key ? { key } : {}) });
        this.seat = seat;
    }

    // Waits until the event of that number is here.
    async reach(n) {
        if (this.journal.last >= n) return;
        await this.connection.wait(() => this.journal.last >= n, `event ${n}`,
            this.connection.messages.length);
    }

    // Waits until this round's cards are here, which are told after the round has begun.
    async cards() {
        const { number, hands } = this.journal.rounds.at(-1);
        const key = `${number} ${this.seat}`;
        if (hands || this.journal.hands.has(key)) return;
        await this.connection.wait(() => this.journal.hands.has(key), `the hand of round ${number}`,
            this.connection.messages.length);
    }

    // Does whatever is to be done now; answers which event to wait for before the next.
    async act() {
        const { journal, seat } = this;
        if (!this.pending && journal.toMove === seat) {
            const after = journal.last;
            await this.cards();
            const turn = await this.engine.turn(journal.record(), seat);
            // With open cards the engine sees that a turn has ended the round before we are told.
            if (!turn) return after + 1;
            this.pending = { do: 'turn', after, turn };
        }
        if (this.pending) {
            const { turn } = this.pending;
            const n = await this.askOrRace(this.pending);
            this.pending = undefined;
            if (n) this.kept.push({ n, turn });
            return n;
        }
        if (journal.phase === 'pause' && !journal.ready.has(seat)) {
            return this.askOrRace({ do: 'ready', after: journal.last });
        }
        return journal.last + 1;
    }

    // The number of the event that was made; 0 when something else had happened before.
    async askOrRace(message) {
        try {
            return (await this.connection.ask(message)).n;
        } catch (error) {
            if (!(error instanceof Refused && RACES.includes(error.error))) throw error;
            await sleep(10);
            return 0;
        }
    }

    // Plays until the game is over, or `until(journal)` holds.
    async play(until = () => false) {
        while (!['finished', 'closed'].includes(this.journal.phase) && !until(this.journal)) {
            await this.reach(await this.act());
        }
    }

    // The same through lost connections and dead servers.  A turn whose answer did not come is sent
    // again, as it was.
    async playThrough(until = () => false, givenUp = () => false) {
        for (;;) {
            try {
                if (!this.connection || this.connection.isClosed) await this.follow(this.table);
                await this.play(until);
                return;
            } catch (error) {
                if (givenUp()) return;
                if (!this.canGoOn(error)) throw error;
                await this.onrefused?.(error);
                await sleep(20);
            }
        }
    }

    // Whether an error is the outside world's and not ours.
    canGoOn(error) {
        return !this.connection || this.connection.isClosed || error.status >= 500
            || ['store', 'stopping', 'slow'].includes(error.error)
            || ['ECONNREFUSED', 'ECONNRESET'].includes(error.code);
    }
}

// A table with a player in each seat that is not a bot's, started: [players].
export async function gather(server, engine, settings, newPlayer = () => new Player(server, engine)) {
    const host = newPlayer();
    const players = [];
    try {
        const table = await host.person.open(server, settings);
        await host.follow(table.id);
        for (const [i, what] of settings.seats.entries()) {
            if (what === 'me') {
                players.push(host);
            } else if (what === 'open' || what === 'invited') {
                const player = newPlayer();
                players.push(player);
                await player.sit(table.id, i + 1, what === 'invited' ? table.key : undefined);
            }
        }
        await host.connection.ask({ do: 'start' });
        return players;
    } catch (error) {
        for (const { connection } of players) connection?.socket.terminate();
        throw error;
    }
}
