#!/usr/bin/env node
// The documents as a site: plain pages that lead to each other by relative links, so that they work in any
// folder of any web server and opened from the disk, and a search that needs no server.
//
//     node site/build.mjs BUILD OUT        from the top folder; BUILD has the pages of the commands
//
// Every text is a document of the tree, or made from what the program itself says.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';
import { howToPlay } from './how-to-play.mjs';
import { Outputs } from './outputs.mjs';
import { PARTS } from './pages.mjs';
import { pythonPage } from './python.mjs';
import { referencePages } from './reference.mjs';
import { escapeHtml, frame } from './frame.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const [BUILD = 'build', OUT = 'build/docs'] = process.argv.slice(2);
const posix = path.posix;

// ---- What there is --------------------------------------------------------------------------------

// { source, out, markdown }.  `source` is where it lies in the tree, for its links; pages that are made
// stand in for the file that they are made from.
const pages = new Map();
const outputs = new Outputs();

function outOf(source) {
    const name = source.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md').replace(/\.md$/, '.html');
    return name.includes('/') ? name : name.toLowerCase();
}

function add(source, { out = outOf(source), markdown = fs.readFileSync(source, 'utf8'), ...more } = {}) {
    const page = { source, out, markdown, title: titleOf(markdown), ...more };
    outputs.claim(out, source);
    pages.set(source, page);
    return page;
}

const titleOf = (markdown) => /^# (.*)$/m.exec(markdown)[1].replaceAll('`', '');

// Pages that are made, by what stands before the colon in the list of parts.
const MADE = {
    how: (board) => [add(`src/words/how_to_play.def#${board}`, {
        out: `how-to-play/${board}.html`, markdown: howToPlay(board), folder: 'docs/how-to-play',
    })],
    reference: () => referencePages().map(({ source, header, markdown }) => add(source, {
        out: `library/${header.replace('.h', '.html')}`, markdown, title: `<railhead/${header}>`, short: header,
    })),
    python: () => [add('python/railhead', { out: 'library/python.html', markdown: pythonPage(), folder: 'python' })],
    command: () => fs.readdirSync(`${BUILD}/pages`).map((file) => /^railhead(?:-(\w+))?\.md$/.exec(file)).filter(Boolean)
        .sort(([, one = ''], [, other = '']) => one.localeCompare(other))
        .map(([file, name = 'index']) => add(`${BUILD}/pages/${file}`, { out: `commands/${name}.html` })),
    decisions: () => {
        const files = fs.readdirSync('docs/decisions').sort().map((file) => `docs/decisions/${file}`);
        const list = files.map((file) => `- [${titleOf(fs.readFileSync(file, 'utf8'))}](${path.basename(file)})`);
        const markdown = `# Decisions\n\n${list.join('\n')}\n`;
        const index = add('docs/decisions', { out: 'decisions/index.html', markdown, folder: 'docs/decisions' });
        return [index, ...files.map((file) => add(file, { hidden: true }))];
    },
};

// The pages of one entry of the list.
function pagesOf(entry) {
    if (Array.isArray(entry)) return [add(entry[0], { short: entry[1], ...(entry[2] && { out: entry[2] }) })];
    const [kind, name] = entry.split(':');
    return name === undefined ? [add(entry)] : MADE[kind](name);
}

add('README.md', { title: 'Railhead' });
const parts = PARTS.map((part) => ({ ...part, pages: part.pages.flatMap(pagesOf) }));

// ---- Links ----------------------------------------------------------------------------------------

const LANGUAGE = { '.c': 'c', '.h': 'c', '.mjs': 'js', '.py': 'python', '.service': 'ini', '.conf': 'ini' };
const SHOWN_AS_THEY_ARE = /\.(webp|svg|png|jpg|json)$/;
const copied = new Map();

// A file of the tree that a document leads to: a page with its text.
function sourcePage(file) {
    const text = fs.readFileSync(file, 'utf8');
    const fence = '`'.repeat(4);
    return add(file, {
        out: `source/${file}.html`,
        markdown: `# ${file}\n\n${fence}${LANGUAGE[path.extname(file)] ?? 'text'}\n${text.trimEnd()}\n${fence}\n`,
        unsearched: true,
    });
}

function folderPage(folder) {
    const files = fs.readdirSync(folder).sort().filter((name) => fs.statSync(path.join(folder, name)).isFile());
    return add(folder, {
        out: `source/${folder}/index.html`,
        markdown: `# ${folder}\n\n${files.map((name) => `- [${name}](${name})`).join('\n')}\n`,
        folder,
        unsearched: true,
    });
}

// The page or file that a path of the tree is on the site.
function placeOf(target) {
    if (pages.has(target)) return pages.get(target).out;
    if (copied.has(target)) return copied.get(target);
    if (target === 'include/railhead') return pages.get('include/railhead/railhead.h').out;
    if (target === 'src/words/how_to_play.def') return pages.get(`${target}#transamerica`).out;
    if (!fs.existsSync(target)) return null;
    if (fs.statSync(target).isDirectory()) {
        const readme = `${target}/README.md`;
        return pages.get(readme)?.out ?? folderPage(target).out;
    }
    if (target.endsWith('.md')) return add(target).out;
    if (!SHOWN_AS_THEY_ARE.test(target)) return sourcePage(target).out;
    const out = target.replace(/^docs\//, '');
    outputs.claim(out, target);
    copied.set(target, out);
    return out;
}

const relative = (from, to) => posix.relative(posix.dirname(from), to) || posix.basename(to);

function linkOf(page, link) {
    if (/^(\w+:|#)/.test(link)) return link;
    const [file, anchor] = link.split('#');
    const target = posix.join(page.folder ?? posix.dirname(page.source), file).replace(/\/$/, '');
    if (pages.has(`${target}#${anchor}`)) return relative(page.out, pages.get(`${target}#${anchor}`).out);
    const place = placeOf(target);
    if (place === null) throw new Error(`${page.source}: nothing is at ${link}`);
    return relative(page.out, place) + (anchor ? `#${anchor}` : '');
}

const titleAt = (page, link) =>
    pages.get(posix.join(page.folder ?? posix.dirname(page.source), link.split('#')[0]))?.title;

// ---- Pages ----------------------------------------------------------------------------------------

const markdown = new MarkdownIt({ html: true });

// As GitHub makes them, so that a link works there and here.
function slugs() {
    const taken = new Map();
    return (text) => {
        const slug = text.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
        const times = taken.get(slug) ?? 0;
        taken.set(slug, times + 1);
        return times === 0 ? slug : `${slug}-${times}`;
    };
}

const plainText = (token) => (token.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

// `railhead play` in a text leads to the page of that command.
function commandLinks(page, token) {
    let inLink = 0;
    token.children = token.children.flatMap((child) => {
        inLink += child.nesting * (child.type.startsWith('link_') ? 1 : 0);
        const name = child.type === 'code_inline' && inLink === 0 && /^railhead ([a-z]+)$/.exec(child.content)?.[1];
        const command = name && pages.get(`${BUILD}/pages/railhead-${name}.md`);
        if (!command || command === page) return [child];
        const open = new token.constructor('link_open', 'a', 1);
        open.attrs = [['href', relative(page.out, command.out)]];
        return [open, child, new token.constructor('link_close', 'a', -1)];
    });
}

function rewriteLinks(page, token) {
    const html = (text) => text.replace(/(src|href)="([^"]+)"/g, (_, name, link) => `${name}="${linkOf(page, link)}"`);
    for (const [at, child] of (token.children ?? []).entries()) {
        if (child.type === 'link_open') {
            const text = token.children[at + 1];
            const name = text.content;
            const link = child.attrGet('href');
            child.attrSet('href', linkOf(page, link));
            // The name of a file says little here: a document is called by its title.
            if (/^[\w/.-]+\.md$/.test(name)) text.content = titleAt(page, link) ?? name;
        }
        if (child.type === 'image') child.attrSet('src', linkOf(page, child.attrGet('src')));
        if (child.type === 'html_inline') child.content = html(child.content);
    }
    if (token.type === 'html_block') token.content = html(token.content);
}

// Fills in `html`, `headings` and `sections`, the pieces that the search finds.
function render(page) {
    const slug = slugs();
    const tokens = markdown.parse(page.markdown, {});
    page.headings = [];
    page.sections = [{ anchor: '', title: page.title, words: [] }];
    tokens.forEach((token, at) => {
        if (token.type === 'heading_open') {
            const text = plainText(tokens[at + 1]);
            const anchor = slug(text);
            token.attrSet('id', anchor);
            if (token.tag !== 'h1') {
                page.headings.push({ level: Number(token.tag[1]), text, anchor });
                page.sections.push({ anchor, title: text, words: [] });
            }
        } else if (token.type === 'inline' && tokens[at - 1].type !== 'heading_open') {
            page.sections.at(-1).words.push(plainText(token));
        } else if (token.type === 'fence' || token.type === 'code_block') {
            page.sections.at(-1).words.push(token.content);
        }
        if (token.type === 'inline') {
            rewriteLinks(page, token);
            if (tokens[at - 1].type !== 'heading_open') commandLinks(page, token);
        }
        if (token.type === 'html_block') rewriteLinks(page, token);
    });
    page.html = markdown.renderer.render(tokens, markdown.options, {});
}

markdown.renderer.rules.table_open = () => '<div class="wide"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';
// Comments and strings have colours; what is code need not.
const COMMENT = { c: '\\/\\*[^]*?\\*\\/', js: '\\/\\/.*', python: '"""[^]*?"""|#.*', sh: '(?<=^|\\s)#.*', ini: '^#.*' };
markdown.renderer.rules.fence = (tokens, at) => {
    const { content, info } = tokens[at];
    const comment = COMMENT[info];
    const html = comment === undefined ? escapeHtml(content) : content.replace(
        new RegExp(`(${comment})|("(?:[^"\\\\\n]|\\\\.)*"|'(?:[^'\\\\\n]|\\\\.)*')|[^"'/#]+|.`, 'gm'),
        (word, isComment, isString) => {
            const kind = isComment ? 'comment' : isString ? 'string' : '';
            return kind ? `<span class="${kind}">${escapeHtml(word)}</span>` : escapeHtml(word);
        });
    return `<pre><code>${html}</code></pre>\n`;
};
// Each heading but the first can be linked to.
markdown.renderer.rules.heading_close = (tokens, at, options, env, self) => {
    const anchor = tokens[at - 2].attrGet('id');
    const mark = tokens[at].tag === 'h1' ? '' : ` <a class="anchor" href="#${anchor}" aria-label="Link to this part">#</a>`;
    return mark + self.renderToken(tokens, at, options);
};

// ---- The site -------------------------------------------------------------------------------------

// Of a page, or of a file that belongs to the site itself.
function write(out, text, source = 'site/build.mjs') {
    outputs.claim(out, source);
    const file = path.join(OUT, out);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
}

fs.rmSync(OUT, { recursive: true, force: true });
// Pages that others lead to are added meanwhile, and are visited in their turn.
for (const page of pages.values()) render(page);
// Most people look for how to play, and few for how it was made.
const WEIGHTS = new Map([[parts[0], 1.5], [parts.at(-1), 0.3]]);
const weightOf = (page) => WEIGHTS.get(parts.find((part) => part.pages.includes(page))) ?? 1;
const searched = [];
for (const page of pages.values()) {
    write(page.out, frame(page, parts, (to) => relative(page.out, to)), page.source);
    if (page.unsearched) continue;
    for (const { anchor, title, words } of page.sections) {
        searched.push([page.out, anchor, page.title, title, words.join(' ').replace(/\s+/g, ' '), weightOf(page)]);
    }
}
// A script and not JSON, which a page on the disk may not read.
write('search-data.js', `searchable(${JSON.stringify(searched)});\n`);
for (const [file, out] of copied) write(out, fs.readFileSync(file), file);
for (const file of ['style.css', 'site.js']) write(file, fs.readFileSync(path.join(here, file)));
const search = path.join(here, 'node_modules/minisearch');
write('minisearch.js', `/*!\n${fs.readFileSync(path.join(search, 'LICENSE.txt'), 'utf8').trim()}\n*/\n${
    fs.readFileSync(path.join(search, 'dist/umd/index.js'), 'utf8').replace(/^\/\/# sourceMappingURL.*$/m, '')}`);
