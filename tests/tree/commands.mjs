#!/usr/bin/env node
// Every command that a document shows: it is run, or what it takes is compared with what there is, or
// commands.unrun says why not.
//
// Commands are the lines of blocks that are indented or marked as `sh`, and code in a line that begins with one
// of our own programs.  A block may go on with what its commands print, after an empty line.  What is behind two
// spaces, or a hash, is for the reader.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { finish, passes, scratch } from '../tap.mjs';

const RAILHEAD = path.resolve(process.env.RAILHEAD ?? 'build/railhead');
const SECONDS_MAX = 60;
const list = (folder) => fs.readdirSync(folder).filter((file) => file.endsWith('.md')).map((file) => path.join(folder, file));
const DOCUMENTS = [...list('.'), ...list('docs'), ...list('docs/decisions'), 'boards/README.md', 'bench/README.md',
    'python/README.md', 'javascript/README.md', 'tests/simulate/README.md'].filter((file) => file !== 'CHANGELOG.md');

// ---- What documents show ----------------------------------------------------------------------

const PROGRAM = /^(railhead [a-z]|\.\/|make |node |python3 |npm |pip |podman |systemctl |(build|tools|tests)\/\w)/;

// The blocks of a document, as lists of lines: { lines, fence }.
function blocksOf(text) {
    const blocks = [];
    let fence = null;
    let before = '';
    for (const line of text.split('\n')) {
        const mark = /^ *```(\w*)/.exec(line);
        if (mark) {
            fence = fence === null ? mark[1] : null;
            if (fence !== null) blocks.push({ fence, lines: [] });
        } else if (fence !== null) {
            blocks.at(-1).lines.push(line);
        } else if (/^ {4}/.test(line) && (before === '' || before === 'code')) {
            if (before === '' && !blocks.at(-1)?.open) blocks.push({ fence: null, lines: [], open: true });
            blocks.at(-1).lines.push(line.slice(4));
            before = 'code';
            continue;
        } else if (line === '' && blocks.at(-1)?.open) {
            blocks.at(-1).lines.push('');
        } else if (blocks.length > 0) {
            blocks.at(-1).open = false;
        }
        before = line;
    }
    return blocks;
}

// Lines that go on behind a backslash are one.
const joined = (lines) => lines.join('\n').replace(/\s*\\\n\s*/g, ' ').split('\n');

function commandsOf({ fence, lines }) {
    if (fence === null) {
        const [first] = joined(lines).join('\n').split(/\n\n/);
        const later = joined(lines).slice(first.split('\n').length).filter((line) => PROGRAM.test(line));
        return [...first.split('\n'), ...later].filter(Boolean);
    }
    return fence === '' ? joined(lines).filter((line) => PROGRAM.test(line)) : [];
}

// A script of several lines is for a test that takes it from the document.
const TESTED = {
    'docs/engine-protocol.md': 'tests/engine/engine.test',
    'docs/operations.md': 'tests/many/operations.test',
};

const plain = (command) => command.replace(/ {2,}.*| #.*/, '').trim();

// ---- What there is ----------------------------------------------------------------------------

const help = new Map();
function optionsOf(command) {
    if (!help.has(command)) {
        const { stdout, status } = spawnSync(RAILHEAD, [command, '--help'], { encoding: 'utf8' });
        const names = [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name);
        help.set(command, status === 0 ? [...names, '--help'] : null);
    }
    return help.get(command);
}

const makefiles = ['Makefile', 'library.mk'].map((file) => fs.readFileSync(file, 'utf8')).join('\n');
const sources = new Map();
const wordsOf = (file) => sources.get(file) ?? sources.set(file, fs.readFileSync(file, 'utf8')).get(file);

// The options of a line, without those within quotes, which are another program's.
const given = (command) =>
    [...command.replace(/"[^"]*"/g, '').matchAll(/(?<=[\s[|])--[a-z][a-z-]*/g)].map(([name]) => name);

const strange = (command, known) =>
    given(command).filter((name) => !known.includes(name)).map((name) => `there is no ${name}`);

// A program of ours that takes options by name: its sources say which.
function strangeTo(command, files) {
    const missing = files.filter((file) => !fs.existsSync(file));
    if (missing.length > 0) return missing.map((file) => `there is no ${file}`);
    const words = files.map(wordsOf).join('\n');
    return given(command).filter((name) => !new RegExp(`\\b${name.slice(2)}\\b`).test(words))
        .map((name) => `${files[0]} knows no ${name}`);
}

// build/bench/floor is made of bench/floor.c, build/load of what is in bench/load.
function sourcesOf(program) {
    const place = `bench/${path.basename(program)}`;
    if (fs.existsSync(place)) return fs.readdirSync(place).map((file) => `${place}/${file}`);
    return fs.existsSync(`${place}.c`) ? [`${place}.c`] : [];
}

// What is wrong with a command that is not run; null where nothing is known of it.
function compare(command) {
    const [program, second = ''] = command.split(' ');
    if (program === 'railhead' || program === 'build/railhead') {
        if (second.startsWith('-') || second === 'help' || second === 'COMMAND') return [];
        const known = optionsOf(second);
        return known === null ? [`there is no railhead ${second}`] : strange(command, known);
    }
    if (program === './play') return strange(command, optionsOf('serve'));
    if (program === 'make') {
        return command.split(' ').slice(1).filter((word) => /^[a-z][a-z-]*$/.test(word))
            .filter((target) => !new RegExp(`^${target}:|^\\.PHONY:.*\\b${target}\\b`, 'm').test(makefiles))
            .map((target) => `make knows no ${target}`);
    }
    if (program === 'node' || program === 'python3') return strangeTo(command, [second]);
    if (program.startsWith('build/')) {
        const files = sourcesOf(program);
        return files.length > 0 ? strangeTo(command, files) : null;
    }
    if (/^(tools|tests|\.)\//.test(program)) return strangeTo(command, [program]);
    return null;
}

const unrun = wordsOf('tests/tree/commands.unrun').split('\n').filter((line) => line && !line.startsWith('#'))
    .map((line) => line.split('\t'));
const listed = (command) => unrun.find(([start]) => command.startsWith(start));

// ---- Running ----------------------------------------------------------------------------------

// It needs a server or a screen, or stands for several commands.
const isForShow = (command) => /^railhead (serve|bot|replay)\b|--server|\[|\.\.\. *$|\bDIR\b/.test(command);
const RUN = /^(railhead [a-z]|python3 bench\/paired\.py |printf |cp )/;

// The same with a round in place of many games and less thought, so that it takes no time; with a deal from
// all seats where records are kept, to be compared.
const shorter = (command) => command
    .replace(/--games \d+/, command.startsWith('railhead arena') ? '--rounds 1' : '--games 1')
    .replace(/--rounds \d+/, command.includes('--records') ? '--rounds 4' : '--rounds 1')
    .replace(/\b(expert|champion):\d+/g, '$1')
    .replace(/^railhead arena/, '$& --work 100 --threads 1')
    .replace(/^railhead analyse/, '$& --work 1000');

// The commands of a document are run in one folder, in their order.
class Session {
    constructor() {
        this.folder = scratch();
        for (const name of ['bench', 'examples', 'boards']) fs.symlinkSync(path.resolve(name), path.join(this.folder, name));
    }

    // What other chapters have left behind.
    prepare(command) {
        const give = (name, from) => {
            const file = path.join(this.folder, name);
            if (command.includes(name) && !command.includes(`--save ${name}`) && !fs.existsSync(file)) fs.copyFileSync(from, file);
        };
        give('evening.rail', 'tests/records/transamerica.rail');
        if (!command.startsWith('cp ')) give('my-board.json', 'boards/transamerica.json');
    }

    run(command) {
        this.prepare(command);
        const commitment = this.seed && execFileSync('sha256sum', { input: this.seed, encoding: 'utf8' }).split(' ')[0];
        const line = shorter(command).replaceAll('SEED', this.seed).replaceAll('COMMITMENT', commitment);
        const { status, signal, stdout, stderr } = spawnSync('bash', ['-c', `railhead() { '${RAILHEAD}' "$@"; }; export -f railhead; ${line}`], {
            cwd: this.folder, encoding: 'utf8', input: '', timeout: 1000 * SECONDS_MAX,
            env: { ...process.env, XDG_STATE_HOME: this.folder, LC_ALL: 'C.UTF-8', LANGUAGE: '' },
        });
        this.seed ??= /--seed ([0-9a-f]{64})/.exec(stdout)?.[1];
        return status === 0 ? [] : [`status ${status ?? signal}: ${stderr || stdout}`];
    }
}

let ran = 0;
function faultsOf(command, session) {
    if (listed(command)) return [];
    if (RUN.test(command) && !isForShow(command)) {
        ran += 1;
        return [...(compare(command) ?? []), ...session.run(command)];
    }
    return compare(command) ?? ['it is neither run nor compared nor listed in commands.unrun'];
}

for (const file of DOCUMENTS) {
    const text = fs.readFileSync(file, 'utf8');
    const session = new Session();
    const shown = blocksOf(text).flatMap(commandsOf).map(plain);
    const inline = [...text.replace(/^```[^]*?^```/gm, '').matchAll(/`([^`]+)`/g)].map(([, code]) => code.replace(/\s+/g, ' '))
        .filter((code) => /^(make [a-z]|node \w+\/|python3 \w+\/|build\/\w+\/|railhead [a-z])/.test(code) && !listed(code));
    const faults = [
        ...shown.flatMap((command) => faultsOf(command, session).map((fault) => `${command}: ${fault}`)),
        ...inline.flatMap((command) => (compare(command) ?? []).map((fault) => `${command}: ${fault}`)),
    ];
    if (shown.length + inline.length > 0) passes(`the commands of ${file} do what they should`, faults);
}

passes('a script in a document is run by a test', DOCUMENTS.filter((file) => /^```sh$/m.test(fs.readFileSync(file, 'utf8')))
    .filter((file) => !TESTED[file] || !wordsOf(TESTED[file]).includes(file)));
passes('a test that is said to run a command is there', unrun.flatMap(([start, why]) =>
    (why.match(/tests\/\S+/g) ?? []).filter((file) => !fs.existsSync(file)).map((file) => `${start}: ${file}`)));
passes('some commands are run', ran > 30 ? [] : [`only ${ran}`]);
finish();
