import { newSeed, openCore } from 'railhead';

const core = await openCore();
const seats = ['hard', 'medium', 'easy'].map((bot) => ({ name: '', bot }));
core.begin({ board: 'transamerica', variants: [], seats }, newSeed());
while (core.state(0).phase !== 'game-over') {
    if (core.state(0).phase === 'playing') core.botTurn(2000);
    else core.deal();
}
console.log(core.record(0));
console.log(core.state(0).names, core.state(0).points);
