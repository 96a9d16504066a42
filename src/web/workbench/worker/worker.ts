import { Logging, LogLevel } from 'mediabunny';
import { encodesInTime } from '../clip/encode-clip.ts';
import { keyFrameTime } from '../clip/key-frame.ts';
import { encodesFilms } from '../film/film-encoder.ts';
import { JobStop } from '../job-stop.ts';
import type { DecodedSound } from '../sound/page-sound.ts';
import { openMedia } from '../source/open-media.ts';
import { type JobTarget, openTarget } from '../target/open-target.ts';
import { makeFile } from './make-file.ts';
import type { FromWorker, ToWorker, WorkerTask } from './messages.ts';
import { bytesToRead, countBytes } from './report-progress.ts';

// The library's warnings name addresses.
Logging.level = LogLevel.Silent;

let target: JobTarget | null = null;
let onDecoded: (sound: DecodedSound | null) => void = () => undefined;

const post = (message: FromWorker, transfer: Transferable[] = []): void => postMessage(message, { transfer });

const decode = (bytes: ArrayBuffer): Promise<DecodedSound | null> =>
  new Promise((resolve) => {
    onDecoded = resolve;
    post({ kind: 'decode', bytes }, [bytes]);
  });

async function make(task: Extract<WorkerTask, { kind: 'make' }>): Promise<FromWorker> {
  target = await openTarget();
  const page = { decode, longestSeconds: task.pageDecodesSeconds };
  const onRead = countBytes(bytesToRead(task.job), post);
  try {
    const type = await makeFile(task.job, target.stream, page, onRead);
    return { kind: 'made', file: await target.finish(task.filename, type) };
  } catch (error) {
    const fault = target.fault() ?? error;
    await target.discard().catch(() => undefined);
    throw fault;
  }
}

async function answer(task: WorkerTask): Promise<FromWorker> {
  switch (task.kind) {
    case 'make':
      return make(task);
    case 'find-key-frame': {
      const { picture } = await openMedia(task.source);
      return { kind: 'found', value: picture && (await keyFrameTime(picture, task.atSeconds)) };
    }
    case 'time-encoding': {
      const { picture } = await openMedia(task.source);
      return { kind: 'found', value: picture !== null && (await encodesInTime(picture, task.atSeconds)) };
    }
    case 'find-film-encoder':
      return { kind: 'found', value: await encodesFilms() };
  }
}

async function run(task: WorkerTask): Promise<void> {
  try {
    post(await answer(task));
  } catch (error) {
    const { failure, status } = JobStop.of(error);
    post({ kind: 'failed', failure, status });
  }
}

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'task':
      return run(data.task);
    case 'decoded':
      return onDecoded(data.sound);
    case 'cancel':
      await target?.discard().catch(() => undefined);
      return close();
  }
});
