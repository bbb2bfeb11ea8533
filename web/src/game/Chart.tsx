// A line chart with one line per seat, in the seat's colour and with its sign at the end.
import { useSeatStyle } from '../board/seats';
import { useMedia } from '../ui';
import { SMALL } from './Panels';

const WIDTH = 320;
const HEIGHT = 120;
const LOW_HEIGHT = 64; // on a small screen
const LEFT = 34; // space for the numbers of the axis
const RIGHT = 14; // space for the signs
const EDGE = 8;

export interface Line {
    seat: number;
    points: [x: number, y: number][];
}

export function Chart({
    name,
    lines,
    from = 0,
    until,
    low,
    high,
    ticks,
    at,
    marks = [],
    onPick,
}: {
    name: string;
    lines: readonly Line[];
    from?: number; // first x
    until: number; // last x
    low: number;
    high: number;
    ticks: readonly { y: number; words: string }[];
    at?: number; // the reader's current x
    marks?: readonly { x: number; y: number; seat: number; words: string }[]; // points that can be clicked
    onPick?(x: number): void;
}) {
    const styleOf = useSeatStyle();
    const height = useMedia(SMALL) ? LOW_HEIGHT : HEIGHT;
    const x = (value: number): number =>
        LEFT + ((value - from) / Math.max(1, until - from)) * (WIDTH - LEFT - RIGHT);
    const y = (value: number): number =>
        EDGE + (1 - (value - low) / Math.max(1, high - low)) * (height - 2 * EDGE);
    const pick = (event: MouseEvent): void => {
        const box = (event.currentTarget as SVGElement).getBoundingClientRect();
        const share = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (x(until) - LEFT);
        onPick?.(Math.round(from + Math.max(0, Math.min(1, share)) * (until - from)));
    };
    return (
        <svg
            class={`chart${onPick ? ' picks' : ''}`}
            viewBox={`0 0 ${WIDTH} ${height}`}
            role="img"
            aria-label={name}
            onClick={onPick ? pick : undefined}
        >
            {ticks.map(({ y: value, words }) => (
                <g key={words}>
                    <line class="chart-grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(value)} y2={y(value)} />
                    <text x={LEFT - 4} y={y(value) + 3}>
                        {words}
                    </text>
                </g>
            ))}
            {at !== undefined && (
                <line class="chart-at" x1={x(at)} x2={x(at)} y1={EDGE} y2={height - EDGE} />
            )}
            {lines.map(({ seat, points }) => {
                const last = points.at(-1);
                const { colour, ink, path } = styleOf(seat);
                return (
                    <g key={seat} data-seat={seat}>
                        <polyline
                            points={points.map(([a, b]) => `${x(a)},${y(b)}`).join(' ')}
                            style={{ stroke: colour }}
                        />
                        {last && (
                            <g transform={`translate(${x(last[0])} ${y(last[1])})`}>
                                <circle r="6" style={{ fill: colour }} />
                                <path d={path} style={{ fill: ink }} transform="scale(.4)" />
                            </g>
                        )}
                    </g>
                );
            })}
            {marks.map((mark) => (
                <path
                    key={mark.x}
                    class="chart-mark"
                    d="M0-6L5 4H-5Z"
                    style={{ fill: styleOf(mark.seat).colour }}
                    transform={`translate(${x(mark.x)} ${y(mark.y)})`}
                    onClick={(event) => {
                        event.stopPropagation();
                        onPick?.(mark.x);
                    }}
                >
                    <title>{mark.words}</title>
                </path>
            ))}
        </svg>
    );
}
