// A page with nothing but the board, to look at and to test: board.html?board=ID&scene=NAME.
// What was chosen is kept in window.chosen, in the order of the clicks.

import { render } from 'preact';
import '../src/board/board.css';
import type { BoardArt } from '../src/board/art';
import { BoardView } from '../src/board/BoardView';
import type { BoardData, BoardLabels, BoardScene } from '../src/board/scene';
import { type SceneName, sceneOf } from './scenes';

declare global {
    interface Window {
        chosen: string[];
        showScene(change: (scene: BoardScene) => BoardScene): void;
    }
}

const labels: BoardLabels = {
    map: 'The board',
    keys: 'Arrow keys move between junctions, digits or Page Down choose a line, Enter lays it.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomReset: 'Whole board',
    junction: (name) => `junction ${name}`,
    line: (name) => `line ${name}`,
};

async function load<T>(path: string): Promise<T> {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as T;
}

const query = new URLSearchParams(location.search);
const id = query.get('board') ?? 'transamerica';
const theme = query.get('theme');
if (theme) document.documentElement.dataset.theme = theme;
const board = await load<BoardData>(`boards/${id}.json`);
const art = await load<BoardArt>(`art/${id}.art.json`);
let scene = sceneOf((query.get('scene') ?? 'game') as SceneName, board, art);
window.chosen = [];

function show(): void {
    render(
        <BoardView
            scene={scene}
            labels={labels}
            onLine={(line, own) => window.chosen.push(own ? `${line}*` : line)}
            onJunction={(junction) => window.chosen.push(junction)}
        />,
        document.getElementById('board')!,
    );
}

window.showScene = (change) => {
    scene = change(scene);
    show();
};
show();
