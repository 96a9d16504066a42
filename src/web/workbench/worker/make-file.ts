import type { StreamTarget } from 'mediabunny';
import { cutClip } from '../clip/cut-clip.ts';
import { makeFilm } from '../film/make-film.ts';
import type { Job } from '../job.ts';
import { joinTracks } from '../join/join-tracks.ts';
import { copySound } from '../sound/copy-sound.ts';
import { encodeMp3 } from '../sound/encode-mp3.ts';
import type { PageDecoder } from '../sound/page-sound.ts';
import { type OpenSource, openMedia } from '../source/open-media.ts';

/** Writes the file of a job. `onRead` receives the bytes of each piece that is read. Returns its MIME type. Rejects with JobStop. */
export async function makeFile(
  job: Job,
  target: StreamTarget,
  page: PageDecoder,
  onRead: (bytes: number) => void,
): Promise<string> {
  const open: OpenSource = (source) => openMedia(source, onRead);
  switch (job.kind) {
    case 'm4a':
      await copySound(job, open, target);
      return 'audio/mp4';
    case 'mp3':
      await encodeMp3(job, open, target, page);
      return 'audio/mpeg';
    case 'join':
      await joinTracks(job, open, target);
      return 'video/mp4';
    case 'clip':
      await cutClip(job, open, target);
      return 'video/mp4';
    case 'film':
      await makeFilm(job, open, target, onRead);
      return 'video/mp4';
  }
}
