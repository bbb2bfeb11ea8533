// The QR code of a link: its width in squares, and the dark squares as an SVG path.  Loaded on
// demand.
import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';

export function codeOf(link: string): { size: number; path: string } {
    const code = generate(link);
    return { size: code.size, path: toSvgPath(code) };
}
