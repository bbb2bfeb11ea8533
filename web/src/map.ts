// The one place through which the app meets the drawing of the board.  What seats and groups of cities
// look like (board/seats, board/groups) is apart from it: the first page has them, and no board.
export { BoardPicture } from './board/BoardPicture';
export { BoardView } from './board/BoardView';
export { Locator } from './board/Locator';
export { Locomotive } from './board/pieces';
export { Sign, Signs, SIGNS, type SignName } from './board/Signs';
export type { BoardData, BoardScene, BoardLabels, CityData, MissingRoute, NeededCity, TrainRun } from './board/scene';
export type { BoardArt } from './board/art';
