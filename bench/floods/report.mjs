// What a flood did to those who play, against the goals, as lines of a table.
export const GOAL = { p99: 100, memory: 256, newcomer: 1000, bot: 2000 }; // milliseconds; MB more than before
const BUSY_MS = 50; // where it takes so long before the flood, the machine had other things to do

function wasBusy({ before }) {
    return Math.max(before.moves.p99_ms, before.pings.p99_ms, before.newcomers.p99_ms) >= BUSY_MS;
}

export function verdict(row) {
    const faults = [];
    const { during } = row;
    if (!row.alive) faults.push('dead');
    else if (row.health.failed > 0) faults.push(`healthz failed ${row.health.failed} of ${row.health.asked} times`);
    if (during.moves.p99_ms >= GOAL.p99) faults.push('moves slow');
    if (during.pings.p99_ms >= GOAL.p99) faults.push('pings slow');
    if (during.newcomers.p99_ms >= GOAL.p99) faults.push('greetings slow');
    if (during.newcomers.lost > 0) faults.push('newcomers refused');
    if (row.peak - row.base > GOAL.memory) faults.push(row.stopped ? 'memory (stopped)' : 'memory');
    if (row.newcomer === null || row.newcomer > GOAL.newcomer) faults.push('newcomer late');
    if (row.bots.some(({ worst }) => worst > GOAL.bot)) faults.push('bots wait');
    if (during.moves.refused + during.moves.disconnects + during.pings.lost > 0) faults.push('moves refused or lost');
    if (wasBusy(row)) faults.push('(the machine was busy before)');
    return faults.length > 0 ? faults.join(', ') : 'met';
}

// Cores that the server used in a phase.
const coresOf = ({ moves }) => moves.server_cpu_s / (moves.moves / moves.moves_a_second);

// ---- One run ----------------------------------------------------------------------------------

const ms = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(1));
const line = (cells) => `| ${cells.join(' | ')} |`;
const head = (cells) => `${line(cells)}\n${'|---'.repeat(cells.length)}|`;

function inWords(row) {
    const statuses = {};
    for (const [code, n] of row.reports.flatMap(({ status }) => Object.entries(status))) {
        statuses[code] = (statuses[code] ?? 0) + n;
    }
    const sum = (what) => row.reports.reduce((total, one) => total + (one[what] ?? 0), 0);
    return [`${sum('opened')} connections`, `sent ${sum('sent')}`,
        ...Object.entries(statuses).map(([code, n]) => `${code}: ${n}`), `${sum('cpu_s').toFixed(1)} s of its own`,
        ...row.bots.map(({ bot, turns, median: middle, worst }, i) => `${bot} bot: ${turns} turns, median `
            + `${middle ?? '-'} ms (before ${row.botsBefore[i].median ?? '-'}), longest ${worst ?? '-'} ms`),
        `healthz at most ${row.health.longest_ms} ms`, row.note].filter(Boolean).join('; ');
}

export const HEAD = head(['flood', 'from', 'moves: p99 before, ms', 'p50', 'p99', 'longest', 'refused / lost',
    'pings: p99 before', 'p99', 'greetings: p99 before', 'p50', 'p99', 'newcomer, ms', 'memory, MB: before / peak',
    'cores: before', 'during', 'of others', 'verdict', '']);

export function lineOf(row) {
    const { before, during } = row;
    return line([row.flood, row.from, ms(before.moves.p99_ms), ms(during.moves.p50_ms), ms(during.moves.p99_ms),
        ms(during.moves.max_ms), `${during.moves.refused} / ${during.moves.disconnects}`,
        ms(before.pings.p99_ms), ms(during.pings.p99_ms), ms(before.newcomers.p99_ms), ms(during.newcomers.p50_ms),
        ms(during.newcomers.p99_ms), row.newcomer ?? 'never', `${row.base.toFixed(0)} / ${row.peak.toFixed(0)}`,
        coresOf(before).toFixed(2), coresOf(during).toFixed(2), row.others.toFixed(1), row.verdict, inWords(row)]);
}

// ---- Many runs --------------------------------------------------------------------------------

// The medians of runs of one flood, for docs/security.md; of an even number the worse of the two in the middle.
function mediansOf(rows) {
    const middle = (take) => rows.map(take).sort((a, b) => a - b)[rows.length >> 1];
    const pair = (what) => ['before', 'during'].map((when) => ms(middle((row) => row[when][what].p99_ms))).join(' / ');
    const worst = (take) => Math.max(...rows.map(take));
    const newcomer = middle((row) => row.newcomer ?? Infinity);
    return [rows[0].flood, rows[0].from, rows.length, pair('moves'), pair('pings'), pair('newcomers'),
        `${worst(({ during }) => during.moves.refused)} / ${worst(({ during }) => during.moves.disconnects)}`,
        Number.isFinite(newcomer) ? `${newcomer} ms` : 'never', `${worst(({ peak }) => peak).toFixed(0)} MB`,
        `${middle(({ before }) => coresOf(before)).toFixed(2)} / ${middle(({ during }) => coresOf(during)).toFixed(2)}`];
}

function groupedBy(rows, nameOf) {
    const groups = new Map();
    for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row]);
    return groups;
}

// The tables of results that were printed with --json, one for each kind of server.  Runs that began
// on a busy machine say nothing of the flood and are only counted.
export function tablesOf(results) {
    const counting = results.filter((row) => !wasBusy(row));
    const leftOut = `${results.length - counting.length} of ${results.length} runs left out: the machine was busy before\n`;
    return leftOut + [...groupedBy(counting, ({ place }) => place)].map(([place, rows]) => [`\n${place}:`, '',
        head(['flood', 'from', 'runs', 'moves', 'pings', 'greetings', 'refused / lost', 'newcomer moves', 'peak memory',
            'cores']),
        ...[...groupedBy(rows, ({ flood, from }) => `${flood} ${from}`).values()].map((one) => line(mediansOf(one))), '',
    ].join('\n')).join('');
}
