// Two short sounds, made here so that nothing has to be loaded, and a notification for a page
// that is not looked at.  Neither unless the reader wants it.
import { ROOT } from './root';
import { kept } from './store';

const TUNES = { turn: [523, 659], end: [392, 523, 659, 784] };
const NOTE_S = 0.13;

let context: AudioContext | undefined;

export function play(tune: keyof typeof TUNES): void {
    if (!kept<boolean>('sound')) return;
    try {
        context ??= new AudioContext();
        TUNES[tune].forEach((pitch, i) => {
            const note = context!.createOscillator();
            const volume = context!.createGain();
            const start = context!.currentTime + i * NOTE_S;
            note.frequency.value = pitch;
            note.type = 'triangle';
            volume.gain.setValueAtTime(0.12, start);
            volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * NOTE_S);
            note.connect(volume).connect(context!.destination);
            note.start(start);
            note.stop(start + 2 * NOTE_S);
        });
    } catch {
        // A browser without sound plays on without it.
    }
}

// Says something outside the page, if it is hidden and the reader has allowed it.
export function notify(text: string): void {
    if (!document.hidden || !kept<boolean>('notify')) return;
    try {
        const note = new Notification('Railhead', {
            body: text,
            tag: 'railhead-turn',
            icon: `${ROOT}icon.svg`,
        });
        note.onclick = () => {
            window.focus();
            note.close();
        };
    } catch {
        // Some browsers on phones have the word and not the thing.
    }
}
