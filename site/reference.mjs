// The reference of the library, from the comments of its headers: a document for each header.
//
// A header is read in paragraphs.  A comment that stands before declarations tells of them, up to the next
// empty line; one with dashes is a heading.
import fs from 'node:fs';
import path from 'node:path';

const FOLDER = 'include/railhead';

// What is for compilers alone.
const MACHINERY = /^#(if|ifdef|ifndef|else|endif|include|define RAILHEAD_(API|\w+_H)\b).*$|^extern "C" \{$|^\}$/gm;

const commentOf = (text) => text
    .replace(/^\/\*\s?/, '')
    .replace(/\s*\*\/$/, '')
    .replace(/^ \* ?/gm, '')
    .trim();

// { comment, code } of a paragraph; a comment may have empty lines, but a declaration has none outside of it.
function paragraphs(text) {
    const found = [];
    for (let rest = text.trim(); rest !== ''; rest = rest.trim()) {
        const comment = /^\/\*[^]*?\*\/[^\S\n]*(?=\n|$)/.exec(rest)?.[0] ?? '';
        rest = rest.slice(comment.length).replace(/^\n/, '');
        const code = rest.startsWith('\n') ? '' : /^(\{[^}]*\}|[^{])*?(?=\n\s*\n|$)/.exec(rest)[0];
        found.push({ comment: commentOf(comment), code: code.trim() });
        rest = rest.slice(code.length);
    }
    return found;
}

// The names that a paragraph declares, as people call them.
function namesOf(code) {
    const plain = code.replace(/\/\*[^]*?\*\//g, '');
    const functions = [...plain.matchAll(/\b(railhead_\w+)\(/g)].map(([, name]) => `${name}()`);
    if (functions.length > 0) return functions;
    const types = [...plain.matchAll(/^(struct|enum) (railhead_\w+)/gm)].map(([whole]) => whole);
    if (types.length > 0) return types;
    return [...plain.matchAll(/\bRAILHEAD_\w+/g)].map(([name]) => name);
}

// A prototype as it is called: without the mark for linkers, its parameters below each other if they are long.
function prototype(code) {
    const line = code.replace(/RAILHEAD_API\s+/, '').replace(/\s+/g, ' ').replace(/\* /g, '*');
    if (line.length <= 80) return line;
    const [, head, parameters, end] = /^(.*?\()(.*)(\);.*)$/.exec(line);
    return `${head}\n${parameters.split(', ').map((one) => `    ${one}`).join(',\n')}${end}`;
}

const codeOf = (code) => code.replace(/^RAILHEAD_API[^]*?;/gm, prototype);

export const anchorOf = (name) => name.replace('()', '').replace(' ', '-').toLowerCase();

// What comments call by name becomes a link.
function linked(words, places) {
    return words.replace(/`[^`]*`|\b(?:(?:struct|enum) )?railhead_\w+(?:\(\))?|\b(\w+\.h)\b|docs\/(\w+\.md)/g,
        (name, header, document) => {
            if (document) return `[${document}](../../docs/${document})`;
            if (header) return fs.existsSync(path.join(FOLDER, header)) ? `[${header}](${header})` : name;
            const place = places.get(name) ?? places.get(`${name}()`);
            return place ? `[\`${name}\`](${place}#${anchorOf(name)})` : name.startsWith('railhead') ? `\`${name}\`` : name;
        });
}

// A comment's examples are indented, and so are its lists.
function markdownOf(comment, places) {
    let literal = false;
    return comment.replace(/\.  /g, '. ').split('\n').map((line) => {
        literal = /^ {4}/.test(line) && (literal || !/^ +-/.test(line)) && !/^ {5}\w/.test(line) || (literal && line === '');
        return literal ? line : linked(line.replace(/^ {2,3}(?=\S)/, (indent) => (line.trim().startsWith('-') ? '' : indent.slice(1))), places);
    }).join('\n');
}

function read(header) {
    const text = fs.readFileSync(path.join(FOLDER, header), 'utf8');
    const [intro] = /^\/\*[^]*?\*\//.exec(text);
    const rest = text.slice(intro.length).replace(MACHINERY, '');
    return { header, intro: commentOf(intro), paragraphs: paragraphs(rest) };
}

function sectionOf({ comment, code }, places) {
    const heading = /^-+ (.*?) -+$/.exec(comment)?.[1];
    if (heading) return `## ${heading}\n${code === '' ? '' : sectionOf({ comment: '', code }, places)}`;
    const names = namesOf(code);
    const title = names.length > 3 ? 'Numbers' : `\`${names.join(', ')}\``;
    // A heading that is one name has its anchor by itself.
    const anchors = names.length > 1 ? names.map((name) => `<a id="${anchorOf(name)}"></a>`).join('') : '';
    return `${anchors}\n\n### ${title}\n\n${markdownOf(comment, places)}\n\n\`\`\`c\n${codeOf(code)}\n\`\`\`\n`;
}

// [{ header, title, markdown }], the one that includes all of them first.
export function referencePages() {
    const headers = fs.readdirSync(FOLDER).filter((name) => name.endsWith('.h'));
    headers.sort((a, b) => (b === 'railhead.h') - (a === 'railhead.h') || a.localeCompare(b));
    const all = headers.map(read);
    const places = new Map();
    for (const { header, paragraphs: declared } of all) {
        for (const { code } of declared) {
            for (const name of namesOf(code)) if (!places.has(name)) places.set(name, header);
        }
    }
    return all.map(({ header, intro, paragraphs: declared }) => ({
        header,
        source: path.join(FOLDER, header),
        markdown: `# \`<railhead/${header}>\`\n\n${markdownOf(intro, places)}\n\n`
            + declared.map((one) => sectionOf(one, places)).join('\n'),
    }));
}
