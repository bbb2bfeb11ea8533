// The QR code of a link: how many squares it has in a row, and the dark ones as a path of SVG.  It is
// fetched when one is shown.
import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';

export function codeOf(link: string): { size: number; path: string } {
    const code = generate(link);
    return { size: code.size, path: toSvgPath(code) };
}
