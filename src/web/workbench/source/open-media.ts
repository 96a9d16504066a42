import {
  ADTS,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  QTFF,
  UrlSource,
  WEBM,
} from 'mediabunny';
import type { JobSource } from '../job.ts';
import { JobStop } from '../job-stop.ts';
import { fetchSource } from './fetch-source.ts';
import { keepConnection } from './keep-connection.ts';

/** The library reads up to 16 MiB ahead. What a smaller cache drops of that is requested again, which takes time and memory. */
const CACHED_BYTES = 20 * 1024 * 1024;
/** Attempts without a byte in between; the pauses between them are 0.5 to 16 seconds, together half a minute. */
const ATTEMPTS = 6;

/** Opened file with its first picture and its first sound; null if it has none. */
export interface OpenMedia {
  readonly picture: InputVideoTrack | null;
  readonly sound: InputAudioTrack | null;
}

/** Opens a media file. `onRead` receives the bytes of each piece that arrives. Rejects with JobStop. */
export type OpenSource = (source: JobSource) => Promise<OpenMedia>;

/** Continues a broken connection where it broke, as long as the file is the same. */
function urlSource(url: string, onRead: (bytes: number) => void): UrlSource {
  let failures = 0;
  let version: string | null | undefined;
  const source = new UrlSource(url, {
    maxCacheSize: CACHED_BYTES,
    // With two connections, sound that is decoded more slowly than it arrives is read twice.
    parallelism: 1,
    fetchFn: keepConnection(async (...request) => {
      const response = await fetchSource(...request);
      const etag = response.headers.get('etag');
      version ??= etag;
      if (etag !== version) throw new JobStop('incomplete');
      return response;
    }),
    getRetryDelay: (_attempt, error) => {
      if (error instanceof JobStop) throw error;
      if (failures === ATTEMPTS) throw new JobStop('unanswered', null, { cause: error });
      failures += 1;
      return 2 ** failures / 4;
    },
    // The next read asks for the same bytes again, and reports the error.
    handleUnhandledError: () => undefined,
  });
  source.on('read', ({ start, end }) => {
    failures = 0;
    onRead(end - start);
  });
  return source;
}

/**
 * Opens a media file. `onRead` receives the number of bytes of each piece that arrives. Rejects with JobStop, with `incomplete` also for a
 * file without picture and sound, because that is what a file without its end looks like.
 */
export async function openMedia(
  { url, size }: JobSource,
  onRead: (bytes: number) => void = () => undefined,
): Promise<OpenMedia> {
  const input = new Input({
    formats: [MP4, QTFF, WEBM, MATROSKA, MP3, ADTS],
    source: urlSource(url, onRead),
  });
  const [picture, sound] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
  const length = await input.source.getSizeOrNull();
  if (size !== null && length !== null && length < size) throw new JobStop('incomplete');
  if (picture === null && sound === null) throw new JobStop('incomplete');
  return { picture, sound };
}
