// The pictures of the page that must not be SVG: icons for every system that can install it, from the
// one icon.svg, and a picture of each board for previews of links.  Drawn by rsvg-convert.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

const ICON_SIZES = [48, 72, 96, 128, 192, 256, 512];
const MASKABLE_SIZES = [192, 512];
const APPLE_SIZE = 180;
const SAFE = 0.78; // of a maskable icon, whose rim may be cut off
const PREVIEW = { width: 1200, height: 630 }; // as most sites show it
const MAP = { from: 0.125, to: 0.89 }; // of a drawing of a board, without its title and legend
const PAPER = '#fbf8f1'; // of that drawing

function draw(svg, { width, height }, file, ground = 'none') {
    const options = ['-w', String(width), '-h', String(height), '-b', ground];
    const png = execFileSync('rsvg-convert', options, {
        input: svg,
        maxBuffer: 1 << 24,
    });
    fs.writeFileSync(file, png);
}

// The icon up to the rim: a ground without round corners, and what is on it a little smaller.
function fullBleed(icon, scale) {
    const [, head, ground, rest] = /^(<svg[^>]*>)(<rect[^>]*\/>)(.*)<\/svg>\s*$/s.exec(icon);
    const around = (1 - scale) * 32;
    return (
        head +
        ground.replace(/ rx="\d+"/, '') +
        `<g transform="translate(${around} ${around}) scale(${scale})">${rest}</g></svg>`
    );
}

// The map of a board in the shape of a preview, without its title and legend.
function cropped(svg) {
    const [, left, top, width, height] = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(svg).map(Number);
    const tall = (MAP.to - MAP.from) * height;
    const wide = (tall * PREVIEW.width) / PREVIEW.height;
    const view = [left - (wide - width) / 2, top + MAP.from * height, wide, tall].join(' ');
    return svg.replace(/width="\d+" height="\d+" viewBox="[^"]*"/, `viewBox="${view}"`);
}

export function drawPictures(railhead, boards, out) {
    const icon = fs.readFileSync(path.join(here, 'public/icon.svg'), 'utf8');
    const square = (size) => ({ width: size, height: size });
    for (const size of ICON_SIZES)
        draw(icon, square(size), path.join(out, `icon-${size}.png`));
    for (const size of MASKABLE_SIZES)
        draw(fullBleed(icon, SAFE), square(size), path.join(out, `icon-maskable-${size}.png`));
    draw(fullBleed(icon, 1), square(APPLE_SIZE), path.join(out, 'apple-touch-icon.png'));
    for (const name of fs.readdirSync(boards).filter((one) => one.endsWith('.json'))) {
        const svg = execFileSync(railhead, ['board', '--svg', path.join(boards, name)], {
            encoding: 'utf8',
        });
        const file = path.join(out, `preview-${path.parse(name).name}.png`);
        draw(cropped(svg), PREVIEW, file, PAPER);
    }
}
