// Saves the map as a picture: the whole map as drawn on the page, without highlights and zones.
import type { BoardArt } from '../map';

type Box = BoardArt['sheet'];

const WIDTH = 2000;
const POINTING = '.glow, .drafts, .zones, .zone, .map-small, .preview';

function styles(): string {
    return [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules])
        .map(({ cssText }) => cssText)
        .join('\n');
}

// Returns a self-contained SVG.  Its colours are those of the page's theme.
function drawingOf(board: Element, [left, top, right, bottom]: Box): string {
    const dark =
        document.documentElement.dataset['theme'] ??
        (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    const layer = (drawn: Element): string => {
        const copy = drawn.cloneNode(true) as Element;
        for (const one of copy.querySelectorAll(POINTING)) one.remove();
        return `<g class="${drawn.getAttribute('class')}">${new XMLSerializer()
            .serializeToString(copy)
            .replace(/^<svg[^>]*>/, '')
            .replace(/<\/svg>$/, '')}</g>`;
    };
    const height = (WIDTH * (bottom - top)) / (right - left);
    return [
        `<svg xmlns="http://www.w3.org/2000/svg" class="${board.className}" data-theme="${dark}"`,
        ` viewBox="${left} ${top} ${right - left} ${bottom - top}"`,
        ` width="${WIDTH}" height="${height}">`,
        `<style>${styles().replaceAll('<', '&lt;')}*{animation:none!important}</style>`,
        ...[...board.querySelectorAll(':scope > svg[class^="board-"]')].map(layer),
        '</svg>',
    ].join('');
}

export async function pictureOf(board: Element, sheet: Box): Promise<Blob> {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawingOf(board, sheet))}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    canvas.getContext('2d')!.drawImage(image, 0, 0);
    return new Promise((resolve, reject) => {
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))));
    });
}
