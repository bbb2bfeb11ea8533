#!/usr/bin/env node
// The documents as a site (make docs): every link leads somewhere, everything that a header declares and every
// command is on it, and it is read and searched from a sub-folder of a web server and from the disk.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { passes } from '../tap.mjs';
import { check, findings, finish, holds, launch, openPage, same } from './browser.mjs';
import { serveSite } from './site.mjs';

const SITE = 'build/docs';
const files = fs.readdirSync(SITE, { recursive: true }).map((file) => path.join(SITE, file));
const pages = new Map(
    files.filter((file) => file.endsWith('.html')).map((file) => {
        const html = fs.readFileSync(file, 'utf8');
        const targets = (name) => [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => value);
        return [file, { html, ids: targets('id'), hrefs: targets('href'), sources: targets('src') }];
    }),
);

// What is wrong with a link of a page; null when it leads somewhere.
function faultOf(file, link) {
    const [name, anchor] = link.split('#');
    const target = name === '' ? file : path.join(path.dirname(file), decodeURI(name));
    if (!fs.existsSync(target) || !fs.statSync(target).isFile()) return 'there is no such file';
    if (anchor && !pages.get(target)?.ids.includes(anchor)) return 'there is no such place in it';
    return null;
}

const local = (link) => !/^[a-z]+:/.test(link);
passes('every link leads to a file and a place that are there', [...pages].flatMap(([file, { hrefs, sources }]) =>
    [...hrefs, ...sources].filter(local).map((link) => [faultOf(file, link), link])
        .filter(([fault]) => fault !== null)
        .map(([fault, link]) => `${file}: ${link}: ${fault}`)));
passes('no place has the name of another', [...pages].flatMap(([file, { ids }]) =>
    ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${file}: ${id}`)));
passes('nothing is fetched from another host', [...pages].flatMap(([file, { html, sources }]) => [
    ...sources.filter((link) => !local(link)),
    ...[...html.matchAll(/<link [^>]*href="(https?:[^"]*)"/g)].map(([, link]) => link),
].map((link) => `${file}: ${link}`)));

const listOf = (folder, end) => fs.readdirSync(folder).filter((file) => file.endsWith(end));
passes('every document of the tree has a page', ['docs', 'docs/decisions'].flatMap((folder) =>
    listOf(folder, '.md').map((file) => path.join(SITE, folder.slice('docs/'.length), file.replace('.md', '.html'))))
    .filter((file) => !pages.has(file)));
await check('SECURITY.md and docs/security.md have a page each', () => {
    const title = (file) => /<h1[^>]*>([^<]*)/.exec(pages.get(path.join(SITE, file))?.html)?.[1];
    same('Security policy', title('security-policy.html'));
    same('Security', title('security.html'));
});
// A tree like this one, in which the start page leads to a document whose name is taken.
await check('a site in which two documents would be one page is not built', () => {
    const tree = fs.mkdtempSync(path.join(os.tmpdir(), 'site-'));
    const link = (name) => fs.symlinkSync(path.resolve(name), path.join(tree, name));
    for (const name of fs.readdirSync('.')) if (!['README.md', 'docs'].includes(name)) link(name);
    fs.mkdirSync(path.join(tree, 'docs'));
    for (const name of fs.readdirSync('docs')) link(path.join('docs', name));
    fs.writeFileSync(path.join(tree, 'docs/contributing.md'), '# Another\n');
    fs.writeFileSync(path.join(tree, 'README.md'), `${fs.readFileSync('README.md', 'utf8')}\n[Another](docs/contributing.md)\n`);
    const { status, stderr } = spawnSync('node', ['site/build.mjs', 'build', 'site-of-two'], { cwd: tree, encoding: 'utf8' });
    fs.rmSync(tree, { recursive: true });
    same(1, status);
    holds(stderr.includes('docs/contributing.md and CONTRIBUTING.md would both become contributing.html'), stderr);
});
passes('every function that a header declares is in the reference', listOf('include/railhead', '.h').flatMap((header) => {
    const declared = fs.readFileSync(`include/railhead/${header}`, 'utf8').matchAll(/^(?:RAILHEAD_API .*?|)\b(railhead_\w+)\(/gm);
    const { ids } = pages.get(`${SITE}/library/${header.replace('.h', '.html')}`);
    return [...declared].map(([, name]) => name).filter((name) => !ids.includes(name));
}));
passes('every name of the Python package is in its reference', (() => {
    const list = /^__all__ = \[([^\]]*)\]/m.exec(fs.readFileSync('python/railhead/__init__.py', 'utf8'))[1];
    const { ids } = pages.get(`${SITE}/library/python.html`);
    return [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name).filter((name) => !ids.includes(name.toLowerCase()));
})());
passes('every command has a page', listOf('build/pages', '.1')
    .map((file) => `${SITE}/commands/${file.replace(/^railhead-?/, '').replace('.1', '') || 'index'}.html`)
    .filter((file) => !pages.has(file)));

const browser = await launch();
const site = await serveSite('build'); // it is in a sub-folder there

// Somebody looks for words, chooses the first that is found, and comes to the place.
async function find(page, words) {
    await page.keyboard.press('/');
    await page.keyboard.type(words);
    await page.waitForSelector('#found [aria-selected=true]');
    const name = await page.textContent('#found li b');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#/);
    return name;
}

for (const [where, start] of [
    ['in a sub-folder', `${site.url}docs/`],
    ['on the disk', `${pathToFileURL(SITE)}/index.html`],
]) {
    await check(`${where}: what is looked for is found, by the keyboard alone`, async () => {
        const page = await openPage(browser);
        await page.goto(start);
        same('Running a server › TLS', await find(page, 'tls certificate'));
        same('TLS', (await page.textContent(':target')).replace('#', '').trim());
        same('<railhead/position.h> › railhead_position_missing()', await find(page, 'position_missing'));
        same([], page.problems);
        await page.context().close();
    });
}

await check('on a phone the menu leads on, and nothing is wider than the screen', async () => {
    const page = await openPage(browser, { width: 360, height: 640, colorScheme: 'dark' });
    await page.goto(`${site.url}docs/operations.html`);
    await page.click('#menu');
    await page.click('#parts summary:text("Write a bot")');
    await page.click('#parts a:text("The engine protocol")');
    await page.waitForURL(/engine-protocol\.html$/);
    for (const name of ['engine-protocol', 'index', 'rules', 'library/position', 'commands/serve', 'how-to-play/transeuropa']) {
        await page.goto(`${site.url}docs/${name}.html`);
        holds(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${name} is wider`);
    }
    same([], await findings(page), 'everybody can read it:');
    await page.context().close();
});

await browser.close();
await site.close();
finish();
