// Short synthesised sounds, so that no file is loaded, and a notification for a hidden page.  Both
// only if the reader has enabled them.
import { ROOT } from './root';
import { kept } from './store';

// Pitches in Hz, and seconds from each to the next.
const TUNES: Record<'track' | 'city' | 'turn' | 'round' | 'game', [number[], number]> = {
    track: [[147], 0.04], // a knock
    city: [[784, 1047], 0.09],
    turn: [[523, 659], 0.13],
    round: [[392, 523, 659, 784], 0.13],
    game: [[392, 523, 659, 784, 659, 784, 1047], 0.15],
};
export const VOLUME_MAX = 10;
export const volume = (): number => kept<number>('volume') ?? VOLUME_MAX / 2;
const LATE_MS = 1000; // sounds that would be later than this are dropped

let context: AudioContext | undefined;

function ring(audio: AudioContext, [pitches, seconds]: [number[], number]): void {
    pitches.forEach((pitch, i) => {
        const note = audio.createOscillator();
        const gain = audio.createGain();
        const start = audio.currentTime + i * seconds;
        note.frequency.value = pitch;
        note.type = 'triangle';
        gain.gain.setValueAtTime(0.24 * (volume() / VOLUME_MAX), start);
        gain.gain.exponentialRampToValueAtTime(0.001, start + 2 * seconds);
        note.connect(gain).connect(audio.destination);
        note.start(start);
        note.stop(start + 2 * seconds);
    });
}

// Plays a tune.  Browsers are silent until the reader has touched the page, and resume() waits for
// that.
export async function play(tune: keyof typeof TUNES): Promise<void> {
    if (!kept<boolean>('sound')) return;
    try {
        context ??= new AudioContext();
        const asked = performance.now();
        await context.resume();
        if (performance.now() - asked < LATE_MS) ring(context, TUNES[tune]);
    } catch {
        // Without audio support there is no sound.
    }
}

export const mayNotify = (): boolean =>
    'Notification' in globalThis &&
    Notification.permission === 'granted' &&
    (kept<boolean>('notify') ?? false);

// Shows a notification, if the page is not in focus and the reader has allowed notifications.
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
        // On phones only the service worker may do this.  It also handles the click (sw.ts).
        void navigator.serviceWorker?.ready
            .then((worker) => worker.showNotification('Railhead', options))
            .catch(() => {});
    }
}
