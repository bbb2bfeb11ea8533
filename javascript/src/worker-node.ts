// The worker of Node.
import { parentPort } from 'node:worker_threads';
import { answer, type Call } from '../../web/src/core/answers';

parentPort!.on('message', async (call) => parentPort!.postMessage(await answer(call as Call)));
