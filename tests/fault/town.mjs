// A crowd that also talks, takes turns back and watches; that notices when a server has gone silent, as
// pages do; and that writes down whatever it should not have been sent.
import assert from 'node:assert/strict';
import { Person, Refused } from '../server/client.mjs';
import { Engine, Player, gather } from '../server/game.mjs';
import { sleep } from '../tap.mjs';
import { Crowd } from './crowd.mjs';

// Whose only person leaves at once: a server minds it until it is over, whoever dies meanwhile.
const LONELY = { board: 'transamerica', seats: ['me', 'easy', 'easy'], clock: { kind: 'live', bank: 10, increment: 0 } };
const CLOCK = { kind: 'live', bank: 60, increment: 10 };
const TABLES = [
    { board: 'transamerica', seats: ['me', 'open'] },
    { board: 'transeuropa', seats: ['me', 'open', 'open'], clock: CLOCK },
    { board: 'transamerica', seats: ['me', 'easy', 'open', 'easy'], variants: ['open-cards'] },
    { board: 'transeuropa-classic', seats: ['easy', 'me', 'open', 'open'], variants: ['private-tracks'], clock: CLOCK },
];

// From an address of their own, as far as the proxy of the test is concerned.
class Townsman extends Person {
    static count = 0;

    constructor() {
        super();
        Townsman.count += 1;
        this.address = `10.${Townsman.count >> 16}.${(Townsman.count >> 8) & 255}.${Townsman.count & 255}`;
    }

    get headers() {
        return { ...super.headers, 'X-Address': this.address };
    }
}

class Citizen extends Player {
    constructor(town) {
        super(town.door(), town.anEngine(), new Townsman());
        this.town = town;
        this.words = []; // { text, n }: n once it is acknowledged
    }

    get isThere() {
        return Boolean(this.isFollowing) && !this.connection.isClosed;
    }

    async follow(table) {
        const answer = await super.follow(table);
        const { connection } = this;
        if (this.lost) this.town.absences.push({ from: this.lost, to: Date.now() });
        this.lost = undefined;
        this.isFollowing = true;
        connection.closed.then(() => {
            if (connection === this.connection) this.lost = connection.heard;
            this.isFollowing = false;
        });
        return answer;
    }

    take(message, connection) {
        if (connection !== this.connection) return;
        const text = connection.raw.at(-1);
        try {
            this.judge(message, text);
            super.take(message, connection);
        } catch (error) {
            this.town.faults.push(`${this.person.id} at ${this.table}, seat ${this.seat}: ${error.message}: ${text}`);
        }
        if (message.is === 'event') this.notice(message);
    }

    // Nobody is sent a card that is not theirs before it is shown.
    judge(message, text) {
        const { variants = [] } = this.journal?.settings ?? {};
        if (message.is === 'hand') {
            if (message.seat !== this.seat) throw new Error('a leak: the hand of another seat');
            const before = this.journal.hands.get(`${message.round} ${message.seat}`);
            if (before) assert.deepEqual(message.cities, before);
        } else if (/"(hands|cities|seed)"/.test(text)
            && !(message.is === 'event' && ['end', 'result', 'reveal'].includes(message.kind))
            && !(message.kind === 'round' && variants.includes('open-cards'))
            && !(message.is === 'table' && ['finished', 'closed'].includes(message.table.state))) {
            throw new Error('a leak');
        }
        if (message.kind === 'away' && message.why === 'time') throw new Error('a clock has run out');
    }

    notice(event) {
        if (event.kind === 'turn' && event.seat === this.seat) this.myTurn = event.n;
        if (event.kind === 'takeback') this.question = event;
        if (['undo', 'end'].includes(event.kind)) this.myTurn = undefined;
        if (['undo', 'end', 'answer', 'turn'].includes(event.kind)) this.question = undefined;
    }

    async act() {
        if (this.seat === 0) return this.journal.last + 1;
        if (this.question && this.question.seat !== this.seat) {
            const { n } = this.question;
            this.question = undefined;
            await this.dare({ do: 'answer', event: n, yes: true });
            return 0; // it may all be over meanwhile
        }
        const n = await super.act();
        if (n && this.town.chance(60)) await this.say();
        if (n && this.myTurn && this.town.chance(60)) await this.dare({ do: 'takeback', event: this.myTurn });
        return n;
    }

    // What may be refused.
    async dare(message) {
        try {
            return await this.connection.ask(message);
        } catch (error) {
            if (!(error instanceof Refused)) throw error;
            return undefined;
        }
    }

    async say() {
        const word = { text: `word ${this.words.length} of ${this.person.id}` };
        this.words.push(word);
        word.n = (await this.dare({ do: 'chat', text: word.text }))?.n;
    }

    canGoOn(error) {
        return super.canGoOn(error) || !this.isThere;
    }
}

export class Town extends Crowd {
    // Those who come next go through the next of the `doors`.
    constructor(doors, size, random) {
        super(doors[0], size);
        this.doors = doors;
        this.random = random;
        this.tables = Array.from({ length: size }, (_, i) => TABLES[i % TABLES.length]);
        this.engines = [this.engine, new Engine()];
        this.faults = [];
        this.absences = []; // of people: { from, to }
        this.lonely = []; // tables
        this.leaving = []; // promises of them: a server may answer late
        this.next = 0;
    }

    door() {
        this.next += 1;
        return this.doors[this.next % this.doors.length];
    }

    anEngine() {
        return this.engines[this.next % this.engines.length];
    }

    chance(of) {
        return this.random(of) === 0;
    }

    async playAt(settings) {
        while (!this.isOver) {
            const newPlayer = () => new Citizen(this);
            let players;
            try {
                players = await gather(this.door(), undefined, settings, newPlayer);
            } catch (error) {
                await sleep(200 + this.random(200));
                continue;
            }
            const watcher = new Citizen(this);
            watcher.table = players[0].table;
            const all = [...players, watcher];
            for (const player of all) this.remember(player);
            await Promise.all(all.map((player) => player.playThrough()));
            for (const { connection } of all) connection.socket.terminate();
        }
    }

    leaveAlone() {
        this.leaving.push(this.openAndLeave());
    }

    async openAndLeave() {
        const person = new Townsman();
        try {
            const { id } = await person.open(this.door(), LONELY);
            await person.ask(this.door(), 'POST', `tables/${id}`, { do: 'start' });
            this.lonely.push(id);
        } catch {
            // a server has just gone
        }
    }

    remember(player) {
        super.remember(player);
        const { onrefused } = player;
        player.onrefused = async (error) => {
            onrefused(error);
            await sleep(100 + this.random(200));
        };
    }

    get played() {
        return new Set([...super.played, ...this.lonely]);
    }

    // What is known of games that have not ended, for people to look at.
    get unfinished() {
        const left = this.players.filter(({ journal }) => !['finished', 'closed'].includes(journal?.phase));
        return left.map(({ table, seat, journal, pending, isThere, connection }) =>
            `table ${table}, seat ${seat}: ${isThere ? 'there' : 'away'},`
                + ` ${journal?.phase}, event ${journal?.last}, ${journal?.toMove} to move,`
                + ` ${JSON.stringify(pending)}, ${connection?.tail()}`);
    }

    // Everybody who plays is there; those who are not, if any.
    get absent() {
        return this.players.filter(({ journal, isThere }) => !isThere
            && !['finished', 'closed'].includes(journal?.phase));
    }
}
