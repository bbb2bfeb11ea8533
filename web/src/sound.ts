// Two short sounds, made here so that nothing has to be loaded, and a notification for a page
// that is not looked at.  Neither unless the reader wants it.
import { ROOT } from './root';
import { kept } from './store';

const TUNES = { turn: [523, 659], end: [392, 523, 659, 784] };
const NOTE_S = 0.13;
const LATE_MS = 1000; // a sound that could not be made in time is not made later

let context: AudioContext | undefined;

function ring(audio: AudioContext, pitches: number[]): void {
    pitches.forEach((pitch, i) => {
        const note = audio.createOscillator();
        const volume = audio.createGain();
        const start = audio.currentTime + i * NOTE_S;
        note.frequency.value = pitch;
        note.type = 'triangle';
        volume.gain.setValueAtTime(0.12, start);
        volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * NOTE_S);
        note.connect(volume).connect(audio.destination);
        note.start(start);
        note.stop(start + 2 * NOTE_S);
    });
}

// Browsers keep silent until the reader has touched the page, and resume() waits for that.
export async function play(tune: keyof typeof TUNES): Promise<void> {
    if (!kept<boolean>('sound')) return;
    try {
        context ??= new AudioContext();
        const asked = performance.now();
        await context.resume();
        if (performance.now() - asked < LATE_MS) ring(context, TUNES[tune]);
    } catch {
        // A browser without sound plays on without it.
    }
}

export const mayNotify = (): boolean =>
    'Notification' in globalThis &&
    Notification.permission === 'granted' &&
    (kept<boolean>('notify') ?? false);

// Says something outside the page, if nobody looks at it and the reader has allowed it.
export function notify(text: string): void {
    if (document.hasFocus() || !mayNotify()) return;
    const options = { body: text, tag: 'railhead-turn', icon: `${ROOT}icon.svg` };
    try {
        const note = new Notification('Railhead', options);
        note.onclick = () => {
            window.focus();
            note.close();
        };
    } catch {
        // On phones it is for the service worker, which also brings the page back (sw.ts).
        void navigator.serviceWorker?.ready
            .then((worker) => worker.showNotification('Railhead', options))
            .catch(() => {});
    }
}
