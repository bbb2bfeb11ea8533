// boardgame.io's own server with its default store (in memory) and a game that costs nothing: four
// players in turn append a text to a list.  bench/boardgameio.mjs starts it, with NODE_PATH where
// boardgame.io is installed.
const { Server, Origins } = require('boardgame.io/server');

const TURNS = 54; // of a game of ours; then the list begins anew

const game = {
    name: 'list',
    minPlayers: 4,
    maxPlayers: 4,
    deltaState: process.argv.includes('--delta'),
    setup: () => ({ list: [] }),
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
        append: ({ G }, text) => {
            if (G.list.length === TURNS) G.list = [];
            G.list.push(text);
        },
    },
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run(0).then(({ appServer }) => {
    console.log(`listens on port ${appServer.address().port}`);
});
