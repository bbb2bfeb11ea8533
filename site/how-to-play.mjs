// How to play on a board, as a document: the text of `railhead rules` and of the page, with pictures of the
// page (tools/pictures).
import fs from 'node:fs';
import { howToPlayOn } from '../web/how-to-play.mjs';

const PICTURES = 'docs/pictures';

const boardName = (id) => JSON.parse(fs.readFileSync(`boards/${id}.json`, 'utf8')).name;

function pictureOf(board, { name, title }) {
    const file = `how-${board}-${name}.webp`;
    return fs.existsSync(`${PICTURES}/${file}`) ? `![${title}](../pictures/${file})\n\n` : '';
}

// A text of the page, which shows these two below the others.
function pageText(key) {
    const text = fs.readFileSync('web/src/text/en.ts', 'utf8');
    return JSON.parse(`"${new RegExp(`^    ${key}:\\s*'([^']*)',$`, 'm').exec(text)[1]}"`);
}

const section = ({ title, text }) => `## ${title}\n\n${text.replaceAll('\n', '\n\n')}\n\n`;

export function howToPlay(board) {
    const parts = howToPlayOn(board);
    return `# How to play ${boardName(board)}\n\n`
        + parts.map((part) => section(part) + pictureOf(board, part)).join('')
        + section({ title: 'In the browser', text: pageText('learnScreenText') })
        + section({ title: pageText('learnKeys'), text: pageText('learnKeysText') })
        + '## Elsewhere\n\n'
        + `\`railhead rules --board ${board}\` tells this in the terminal, and the page under *How to play*. `
        + 'The rules to the letter, with their numbers, are in [Rules](../rules.md).\n';
}
