// A train that runs once over the track of a network, from city to city, and disappears.  Loaded on
// demand.  It depends only on the drawing that it is added to, and is animated with transforms.

import type { ScaleName } from './art';
import type { JunctionShape, Lattice, Point } from './geometry';
import type { TrainRun } from './scene';

const SIZE: Record<ScaleName, number> = { near: 1, middle: 1.3, far: 2 };
const SPEED = 3; // lines per second, more if the route is long; all lines are equally long
const LONGEST_S = 12;
const REST_S = 1; // seconds at the last city
const PAUSE_S = 0.3; // seconds before it reverses
const WAGON = 0.5; // distance between wagons, in lines
const AXLES = 0.14; // distance of the axles from a wagon's middle, in lines
/** Vehicles as [body, roof], in top view like the tracks.  The engine comes first. */
const ENGINE = ['M-22-11H12Q23-9 23 0T12 11H-22Z', 'M-20-9H-9V9H-20ZM6 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z'];
const COACH = ['M-17-11H17Q21-11 21-7V7Q21 11 17 11H-17Q-21 11-21 7V-7Q-21-11-17-11Z', 'M-14-5H14V5H-14Z'];

/** Returns the shortest way over the lines to the nearest of some junctions, without its first junction. */
function wayTo(
    from: JunctionShape,
    goals: ReadonlySet<JunctionShape>,
    laid: ReadonlySet<string>,
): JunctionShape[] {
    const before = new Map([[from, from]]);
    for (const at of before.keys()) {
        if (goals.has(at)) {
            const way: JunctionShape[] = [];
            for (let one = at; one !== from; one = before.get(one)!) way.unshift(one);
            return way;
        }
        for (const line of at.lines) {
            if (!line || !laid.has(line.name)) continue;
            const next = line.a === at ? line.b : line.a;
            if (!before.has(next)) before.set(next, at);
        }
    }
    return [];
}

/** Returns a route from the westernmost city, each time to the nearest city not yet visited. */
function routeOf(lattice: Lattice, { lines, cities }: TrainRun): JunctionShape[] {
    const laid = new Set(lines);
    const [first, ...others] = [...lattice.junctions.values()]
        .filter(({ city }) => city !== null && cities.includes(city))
        .sort((one, other) => one.x - other.x);
    const left = new Set(others);
    const route = first ? [first] : [];
    while (left.size > 0) {
        const way = wayTo(route.at(-1)!, left, laid);
        if (way.length === 0) break;
        route.push(...way);
        left.delete(way.at(-1)!);
    }
    return route;
}

/** Splits a route where the train has to reverse: it never turns around. */
function runsOf(route: readonly JunctionShape[]): JunctionShape[][] {
    const runs = [[route[0]!]];
    route.slice(1).forEach((junction, i) => {
        if (i > 0 && junction === route[i - 1]) runs.push([route[i]!]);
        runs.at(-1)!.push(junction);
    });
    return runs;
}

function placeAt(run: readonly Point[], lines: number): Point {
    const along = Math.max(0, Math.min(run.length - 1, lines));
    const from = Math.min(Math.floor(along), run.length - 2);
    const [a, b] = [run[from]!, run[from + 1]!];
    return { x: a.x + (b.x - a.x) * (along - from), y: a.y + (b.y - a.y) * (along - from) };
}

function shape(parent: Element, name: string, attributes: Record<string, string>): SVGElement {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
}

/** Adds the wagons to the group, the engine first, and returns them. */
function wagonsIn(group: Element, colour: string): SVGElement[] {
    return [ENGINE, COACH, COACH].map(([body, roof]) => {
        const wagon = shape(group, 'g', {});
        shape(wagon, 'path', { class: 'train-body', d: body! }).style.fill = colour;
        shape(wagon, 'path', { class: 'train-roof', d: roof! });
        return wagon;
    });
}

/**
 * Places the wagons on a run, the first one at the distance `first` along it.  The engine pulls, or
 * pushes if the train runs backwards.
 */
function draw(wagons: SVGElement[], run: readonly Point[], first: number, pushes: boolean, size: number) {
    wagons.forEach((wagon, i) => {
        const at = first - (pushes ? wagons.length - 1 - i : i) * WAGON * size;
        const back = placeAt(run, at - AXLES * size);
        const front = placeAt(run, at + AXLES * size);
        const angle = (Math.atan2(front.y - back.y, front.x - back.x) * 180) / Math.PI;
        const middle = `${(back.x + front.x) / 2} ${(back.y + front.y) / 2}`;
        const turned = pushes ? angle + 180 : angle;
        wagon.setAttribute('transform', `translate(${middle}) rotate(${turned}) scale(${size})`);
    });
}

/**
 * Returns a function that draws the train after the given number of seconds and returns whether it
 * is still moving.
 */
function journey(wagons: SVGElement[], route: JunctionShape[], size: number) {
    const runs = runsOf(route);
    const speed = Math.max(SPEED, (route.length - 1) / LONGEST_S);
    return (seconds: number): boolean => {
        let left = seconds;
        for (const [number, run] of runs.entries()) {
            const length = run.length - 1;
            const from = Math.min((wagons.length - 1) * WAGON * size, length);
            const takes = (length - from) / speed + PAUSE_S;
            if (left < takes || number === runs.length - 1) {
                draw(wagons, run, Math.min(from + left * speed, length), number % 2 === 1, size);
                return left < takes + REST_S;
            }
            left -= takes;
        }
        return false;
    };
}

/**
 * Adds a train to a drawing and starts it.  Returns a function that removes it.  A key or a click
 * also removes it.
 */
export function runTrain(
    drawing: SVGSVGElement,
    lattice: Lattice,
    run: TrainRun,
    { scale, colour }: { scale: ScaleName; colour: string },
): () => void {
    const route = routeOf(lattice, run);
    if (route.length < 2) return () => {};
    const names = route.map(({ name }) => name).join(' ');
    const train = shape(drawing, 'g', { class: 'train', 'data-route': names });
    const drawAfter = journey(wagonsIn(train, colour), route, SIZE[scale]);
    const began = performance.now();
    let frame = 0;
    const end = (): void => {
        cancelAnimationFrame(frame);
        removeEventListener('pointerdown', end);
        removeEventListener('keydown', end);
        train.remove();
    };
    const step = (): void => {
        if (drawAfter((performance.now() - began) / 1000)) frame = requestAnimationFrame(step);
        else end();
    };
    addEventListener('pointerdown', end);
    addEventListener('keydown', end);
    step();
    return end;
}
