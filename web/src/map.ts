// The only module through which the app uses the drawing of the board.  The styles of seats and
// groups of cities (board/seats, board/groups) are separate: the start page needs them, and no
// board.
export { BoardPicture } from './board/BoardPicture';
export { BoardView } from './board/BoardView';
export { Locator } from './board/Locator';
export { Locomotive } from './board/pieces';
export { Sign, Signs, SIGNS, type SignName } from './board/Signs';
export type { BoardData, BoardScene, BoardLabels, CityData, MissingRoute, NeededCity, TrainRun } from './board/scene';
export type { BoardArt } from './board/art';
