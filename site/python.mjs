// The reference of the Python package, from its docstrings: one document of all its modules.
//
// A line that begins with `class` or `def` opens something, up to the colon that ends it; the text in three
// quotes behind it tells of it.  What `__all__` does not name, or begins with an underscore, is nobody's business,
// but for the call of a class.
import fs from 'node:fs';

const FOLDER = 'python/railhead';
const OPENS = /^( *)(class|def) (\w+)/;

// The lines of a signature, and the docstring behind it; `at` is its first line.
function readAt(lines, at) {
    let end = at;
    while (!/:$/.test(lines[end].replace(/\s+#.*/, ''))) end += 1;
    const signature = lines.slice(at, end + 1).map((line) => line.trim()).join(' ').replace(/:$/, '');
    const rest = lines.slice(end + 1).join('\n');
    const text = /^\s*"""([^]*?)"""/.exec(rest)?.[1] ?? '';
    return { signature, text: dedent(text), body: end + 1 };
}

function dedent(text) {
    const [first, ...others] = text.split('\n');
    const indent = Math.min(...others.filter((line) => line.trim()).map((line) => /^ */.exec(line)[0].length));
    return [first, ...others.map((line) => line.slice(Number.isFinite(indent) ? indent : 0))].join('\n').trim();
}

// Examples are what Python calls doctests, indented or not.
function markdownOf(text) {
    return text.split(/\n\n/).map((part) =>
        (/^\s*>>> /.test(part) ? `\`\`\`python\n${dedent(`\n${part}`)}\n\`\`\`` : part.replace(/\.  /g, '. '))).join('\n\n');
}

// The fields of a tuple with names, each with what is said behind it.
function fieldsOf(lines, at) {
    const fields = [];
    for (const line of lines.slice(at)) {
        const [, name, type, about] = /^ {4}(\w+): ([^#=]+?)(?:\s*#:?\s*(.*))?$/.exec(line) ?? [];
        if (name === 'pointer') continue;
        if (name) fields.push(`- \`${name}: ${type}\`${about ? `: ${about}` : ''}`);
        else if (OPENS.test(line) || /^\S/.test(line)) break;
    }
    return fields.length > 0 ? `${fields.join('\n')}\n\n` : '';
}

const called = (signature, name) => signature
    .replace(/^(class|def) /, '')
    .replace(/^__init__/, name)
    .replace(/\((self|cls)(, )?/, '(');

const textOf = (name) => fs.readFileSync(`${FOLDER}/${name}.py`, 'utf8');

// What is given to others: by a module of its own, or by the package.
const OWN = ['aec', 'spiel'];
function namesOf(name) {
    const [, list] = /^__all__ = \[([^\]]*)\]/m.exec(textOf(OWN.includes(name) ? name : '__init__'));
    return [...list.matchAll(/'(\w+)'/g)].map(([, one]) => one);
}

function moduleOf(name) {
    const lines = textOf(name).split('\n');
    const given = namesOf(name);
    let within = '';
    return lines.map((line, at) => {
        const [, indent, kind, known] = OPENS.exec(line) ?? [];
        if (!kind || indent.length > 4) return '';
        if (indent === '') within = known;
        const hidden = known.startsWith('_') && known !== '__init__';
        if (hidden || !given.includes(within)) return '';
        const { signature, text, body } = readAt(lines, at);
        const before = lines[at - 1].trim();
        if (kind === 'class') return `### \`${known}\`\n\n${markdownOf(text)}\n\n${fieldsOf(lines, body)}`;
        const shown = called(signature, within);
        if (known === '__init__') return `\`\`\`python\n${shown}\n\`\`\`\n\n${markdownOf(text)}\n\n`;
        if (indent === '') return `### \`${known}()\`\n\n\`\`\`python\n${shown}\n\`\`\`\n\n${markdownOf(text)}\n\n`;
        const property = /property/.test(before);
        const title = property ? `${within}.${known}` : `${within}.${known}()`;
        const code = property ? shown.replace(/\(\)/, '') : shown;
        return `#### \`${title}\`\n\n\`\`\`python\n${code}\n\`\`\`\n\n${markdownOf(text)}\n\n`;
    }).join('');
}

const TITLES = {
    board: 'Boards', position: 'Positions', game: 'Games', batch: 'Many games at once', aec: 'railhead.aec',
    spiel: 'railhead.spiel', _calls: 'Errors',
};

function introOf(name) {
    const text = /^"""([^]*?)"""/.exec(textOf(name))?.[1] ?? '';
    return markdownOf(dedent(text)).replace(/docs\/(\w+\.md)( of the source tree)?/g, '[$1](../docs/$1)');
}

export function pythonPage() {
    return `# Python reference\n\n${introOf('__init__')}\n\n${
        Object.entries(TITLES).map(([name, title]) => `## ${title}\n\n${name === '_calls' ? '' : introOf(name)}\n\n${moduleOf(name)}`).join('\n')}`;
}
