// Invisible zones for pointer and keyboard, one for every line and junction.  The zones of lines
// tile the lattice; those of junctions lie above them and grow while a marker is being placed.
// Rendered once per board.

import type { JSX } from 'preact';
import { type Lattice, junctionZone, lineZone } from './geometry';

export function Zones({ lattice }: { lattice: Lattice }): JSX.Element {
    return (
        <g class="zones">
            {[...lattice.lines.values()].map((line) => (
                <path
                    key={line.name}
                    class="zone"
                    data-id={line.name}
                    data-line={line.name}
                    tabindex={-1}
                    d={lineZone(line)}
                />
            ))}
            {[...lattice.junctions.values()].map((junction) => (
                <g
                    key={junction.name}
                    class="zone"
                    data-id={junction.name}
                    data-junction={junction.name}
                    tabindex={-1}
                >
                    <circle class="zone-small" cx={junction.x} cy={junction.y} r="17" />
                    <path class="zone-large" d={junctionZone(junction)} />
                </g>
            ))}
        </g>
    );
}

/** Returns the junction or line whose zone contains an event target, or null. */
export function idOf(target: EventTarget | null): string | null {
    const zone = target instanceof Element ? target.closest('.zone') : null;
    return zone?.getAttribute('data-id') ?? null;
}
