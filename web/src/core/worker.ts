// The entry point of the worker in a browser.
import { answer, type Call } from './answers';

self.onmessage = async (event: MessageEvent<Call>) => {
    (self as unknown as Worker).postMessage(await answer(event.data));
};
