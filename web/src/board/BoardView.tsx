// The board: the map with everything on it.  Draws a scene and reports input.  Contains no rules
// and no texts.

import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BoardArt, ScaleName } from './art';
import type { Camera, Sight } from './camera';
import { type Lattice, latticeOf } from './geometry';
import { Cities, Frame, Names, OwnCities, PrintedLines, Terrain } from './ground';
import { useCamera, useFollowing, useKeyboard, usePointer } from './input';
import { Coordinates } from './coordinates';
import {
    Beyond,
    Draft,
    Ferries,
    FocusMark,
    Glow,
    HintMarks,
    MarkerPlaces,
    Markers,
    Missing,
    Preview,
    Tracks,
} from './layers';
import { Needs } from './needs';
import { PieceSymbols } from './pieces';
import { Overview } from './Overview';
import { isOpen, isPlacing } from './pointing';
import type { BoardLabels, BoardScene, BoardViewProps, TrainRun } from './scene';
import { useSeatStyle } from './seats';
import { Tip } from './tip';
import { type ZoomPlace, zoomPlace } from './zoom-place';
import { Zones } from './zones';

/**
 * Builds the static layers of a board at a scale.  They are memoised: an identical object is not
 * rendered again.
 */
function useGround(scene: BoardScene, lattice: Lattice, scale: ScaleName) {
    const { board, art, hand, reached } = scene;
    const held = `${hand.join()} ${reached.join()}`;
    const cities = { board, art, lattice, scale, hand, reached };
    return {
        terrain: useMemo(() => <Terrain art={art} />, [art]),
        frame: useMemo(() => <Frame art={art} />, [art]),
        symbols: useMemo(() => <PieceSymbols scale={scale} />, [scale]),
        zones: useMemo(() => <Zones lattice={lattice} />, [lattice]),
        printed: useMemo(
            () => <PrintedLines art={art} lattice={lattice} scale={scale} />,
            [art, lattice, scale],
        ),
        own: useMemo(() => <OwnCities {...cities} />, [board, art, lattice, scale, held]),
        cities: useMemo(() => <Cities {...cities} />, [board, art, lattice, scale, held]),
        names: useMemo(() => <Names {...cities} />, [board, art, scale, held]),
    };
}

/** Builds the layers of the game.  Each is rebuilt only when its part of the scene is another object. */
function useGame(scene: BoardScene, lattice: Lattice, scale: ScaleName) {
    const { board, art, tracks, ferries, markers, legal, lit, legalJunctions, missing, hints } =
        scene;
    const { beyond, needed } = scene;
    const held = needed.map(({ city, seat, reached }) => `${city} ${seat} ${reached}`).join();
    return {
        beyond: useMemo(() => <Beyond lattice={lattice} lines={beyond} />, [lattice, beyond]),
        needs: useMemo(
            () => <Needs {...{ board, art, lattice, scale, needed }} />,
            [board, art, lattice, scale, held],
        ),
        tracks: useMemo(() => <Tracks lattice={lattice} tracks={tracks} />, [lattice, tracks]),
        ferries: useMemo(() => <Ferries lattice={lattice} ferries={ferries} />, [lattice, ferries]),
        missing: useMemo(
            () => <Missing lattice={lattice} missing={missing} scale={scale} />,
            [lattice, missing, scale],
        ),
        hints: useMemo(
            () => <HintMarks lattice={lattice} hints={hints} scale={scale} />,
            [lattice, hints, scale],
        ),
        markers: useMemo(
            () => (
                <Markers
                    lattice={lattice}
                    art={art}
                    scale={scale}
                    board={board}
                    markers={markers}
                    needed={needed}
                />
            ),
            [lattice, art, scale, board, markers, held],
        ),
        glow: useMemo(
            () => (
                <Glow
                    lattice={lattice}
                    scale={scale}
                    legal={legal}
                    lit={lit}
                    legalJunctions={legalJunctions}
                />
            ),
            [lattice, scale, legal, lit, legalJunctions],
        ),
    };
}

/** Runs the train of the scene, if any.  It is animated outside of rendering. */
function useTrain(lattice: Lattice, scale: ScaleName, run: TrainRun | null | undefined) {
    const place = useRef<SVGSVGElement>(null);
    const styleOf = useSeatStyle();
    const latest = useRef({ scale, colour: '' });
    latest.current = { scale, colour: run ? styleOf(run.seat).colour : '' };
    useEffect(() => {
        if (!run || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
        let end: (() => void) | undefined;
        let wanted = true;
        import('./train').then(
            ({ runTrain }) => {
                if (wanted) end = runTrain(place.current!, lattice, run, latest.current);
            },
            () => {}, // the module could not be fetched: no train
        );
        return () => {
            wanted = false;
            end?.();
        };
    }, [lattice, run]);
    return place;
}

/** Returns a place for the zoom buttons that covers no city, once the size of the map is known. */
function useZoomPlace(
    svg: RefObject<SVGSVGElement>,
    art: BoardArt,
    lattice: Lattice,
    sight: Sight | null,
): ZoomPlace {
    const [place, setPlace] = useState<ZoomPlace>('right bottom');
    useLayoutEffect(() => {
        if (!sight) return;
        const { clientWidth: width, clientHeight: height } = svg.current!.parentElement!;
        setPlace(zoomPlace({ width, height }, sight, art, lattice));
    }, [art, lattice, sight?.width, sight?.height]);
    return place;
}

function ZoomButtons({
    camera,
    labels,
    place,
}: {
    camera: RefObject<Camera>;
    labels: BoardLabels;
    place: ZoomPlace;
}): JSX.Element {
    const button = (sign: string, label: string, act: (view: Camera) => void) => (
        <button
            type="button"
            aria-label={label}
            title={label}
            onClick={() => camera.current && act(camera.current)}
        >
            {sign}
        </button>
    );
    return (
        <div class={`board-zoom ${place.replace(/\w+/g, 'zoom-$&')}`}>
            {button('+', labels.zoomIn, (view) => view.step(1))}
            {button('−', labels.zoomOut, (view) => view.step(-1))}
            {button('⤢', labels.zoomReset, (view) => view.reset())}
        </div>
    );
}

export function BoardView(props: BoardViewProps): JSX.Element {
    const { scene, labels } = props;
    const { board } = scene;
    const svg = useRef<SVGSVGElement>(null);
    const latest = useRef(props);
    latest.current = props;
    const lattice = useMemo(() => latticeOf(board), [board]);
    const [camera, scale, sight] = useCamera(svg, latest);
    const hover = usePointer(svg, camera, lattice, latest);
    useFollowing(camera, lattice, scene);
    const { focus, ...keyboard } = useKeyboard(svg, camera, lattice, latest);
    const ground = useGround(scene, lattice, scale);
    const game = useGame(scene, lattice, scale);
    const zoom = useZoomPlace(svg, scene.art, lattice, sight);
    const pointed = focus ?? hover;
    const preview = <Preview lattice={lattice} scene={scene} id={pointed} />;
    const isLine = pointed !== null && lattice.lines.has(pointed);
    const train = useTrain(lattice, scale, scene.train);
    return (
        <div
            class={`board scale-${scale}${isPlacing(scene) ? ' placing' : ''}${isOpen(scene) ? ' open' : ''}`}
        >
            <svg class="board-land" aria-hidden="true">
                {ground.terrain}
            </svg>
            <svg class="board-print" aria-hidden="true">
                {ground.frame}
                {ground.own}
                {ground.printed}
            </svg>
            <svg
                ref={svg}
                class="board-map"
                role="application"
                tabindex={0}
                aria-label={labels.map}
                aria-description={labels.keys}
                {...keyboard}
            >
                {ground.symbols}
                {game.glow}
                {game.tracks}
                {game.ferries}
                {game.beyond}
                <Draft
                    lattice={lattice}
                    draft={scene.draft}
                    ferries={scene.ferries}
                    seat={scene.seat}
                />
                {game.missing}
                {isLine && preview}
                {/* Above tracks and previews, so that no track covers a name. */}
                {ground.names}
                {ground.cities}
                {game.needs}
                {scene.moving && (
                    <MarkerPlaces lattice={lattice} scale={scale} places={scene.legalJunctions} />
                )}
                {game.markers}
                {game.hints}
                {!isLine && preview}
                <g class="map-small">
                    <FocusMark lattice={lattice} id={focus} />
                    <Tip lattice={lattice} board={board} id={pointed} />
                </g>
                {ground.zones}
            </svg>
            <svg ref={train} class="train-map" aria-hidden="true" />
            {sight && <Coordinates board={board} sheet={scene.art.sheet} sight={sight} />}
            {sight?.zoomed && (
                <Overview
                    scene={scene}
                    lattice={lattice}
                    sight={sight}
                    onPick={(point) => camera.current?.lookAt(point)}
                />
            )}
            <ZoomButtons camera={camera} labels={labels} place={zoom} />
        </div>
    );
}
