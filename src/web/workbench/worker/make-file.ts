import type { StreamTarget } from 'mediabunny';
import { joinTracks } from '../join/join-tracks.ts';
import { copySound } from '../sound/copy-sound.ts';
import { openMedia } from '../source/open-media.ts';
import type { DecodedSound, FromWorker, WorkerTask } from './messages.ts';
import { bytesToRead, countBytes } from './report-progress.ts';

/** The page, as a job sees it. */
interface PageLink {
  readonly post: (message: FromWorker) => void;
  /** Decodes a file of sound on the page. Resolves to null if the page cannot. */
  readonly decodeOnPage: (bytes: ArrayBuffer) => Promise<DecodedSound | null>;
}

/** Writes the file of a job. Returns its MIME type. Rejects with JobStop, or with the error of the storage. */
export async function makeFile(
  { job }: Extract<WorkerTask, { kind: 'make' }>,
  target: StreamTarget,
  { post }: PageLink,
): Promise<string> {
  const onRead = countBytes(bytesToRead(job), post);
  const open = (source: Parameters<typeof openMedia>[0]) => openMedia(source, onRead);
  switch (job.kind) {
    case 'm4a':
      await copySound(job, open, target);
      return 'audio/mp4';
    case 'join':
      await joinTracks(job, open, target);
      return 'video/mp4';
  }
  return '';
}
