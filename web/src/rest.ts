// All pages except the start page, the game, and the picture on the start page: one file, which is
// loaded while the start page is read.
export { GameScreen } from './game/GameScreen';
export { Account } from './pages/Account';
export { Learn } from './pages/Learn';
export { MyGames } from './pages/MyGames';
export { Replay } from './pages/Replay';
export { LinkedReplay, StoredReplay } from './pages/StoredReplay';
export { Table } from './pages/Table';
export { Tables } from './pages/Tables';
export { BoardPicture } from './map';
export { Tutorial } from './pages/Tutorial';
