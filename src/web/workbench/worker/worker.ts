import { Logging, LogLevel } from 'mediabunny';
import { JobStop } from '../job-stop.ts';
import { openTarget, type Target } from '../target/open-target.ts';
import { makeFile } from './make-file.ts';
import type { DecodedSound, FromWorker, ToWorker, WorkerTask } from './messages.ts';

// The library's warnings name addresses.
Logging.level = LogLevel.Silent;

let target: Target | null = null;
let onDecoded: (sound: DecodedSound | null) => void = () => undefined;

const post = (message: FromWorker, transfer: Transferable[] = []): void => postMessage(message, { transfer });

const decodeOnPage = (bytes: ArrayBuffer): Promise<DecodedSound | null> =>
  new Promise((resolve) => {
    onDecoded = resolve;
    post({ kind: 'decode', bytes }, [bytes]);
  });

async function answer(task: WorkerTask): Promise<FromWorker> {
  try {
    switch (task.kind) {
      case 'make': {
        target = await openTarget();
        const type = await makeFile(task, target.stream, { post, decodeOnPage });
        return { kind: 'made', file: await target.finish(task.filename, type) };
      }
      case 'find-key-frame':
      case 'time-encoding':
      case 'find-film-encoder':
        return { kind: 'found', value: null };
    }
  } catch (error) {
    const { failure, status } = JobStop.of(target?.fault() ?? error);
    await target?.discard().catch(() => undefined);
    return { kind: 'failed', failure, status };
  }
}

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'task':
      return post(await answer(data.task));
    case 'decoded':
      return onDecoded(data.sound);
    case 'cancel':
      await target?.discard().catch(() => undefined);
      return close();
  }
});
