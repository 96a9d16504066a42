import { createCipheriv, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openSample } from '../../src/server/engines/sample/open-sample.ts';
import { mp4Film } from '../mp4-film.ts';

/** The bytes of one file on a delivery network. They are made when first asked for and kept. */
export interface MediaBody {
  readonly mime: string;
  readonly size: number;
  readonly etag: string;
  bytes(): Buffer;
  sha256(): string;
}

const once = <Value>(make: () => Value): (() => Value) => {
  let kept: { value: Value } | undefined;
  return () => {
    kept ??= { value: make() };
    return kept.value;
  };
};

const toBody = (name: string, mime: string, size: number, make: () => Buffer): MediaBody => {
  const bytes = once(make);
  return {
    mime,
    size,
    etag: `"${createHash('md5').update(`${name}:${size}`).digest('hex')}"`,
    bytes,
    sha256: once(() => createHash('sha256').update(bytes()).digest('hex')),
  };
};

/** A file of the sample engine: real media, playable. */
export const sampleBody = (file: string, mime: string): MediaBody => {
  const sample = openSample(file);
  if (sample === null) throw new Error(`no sample file ${file}`);
  return toBody(file, mime, sample.size, () => readFileSync(sample.path));
};

/** The same picture with a number behind its last byte, where readers of pictures do not look. */
export const numbered = (body: MediaBody, number: number): MediaBody => {
  const mark = Buffer.from(`#${String(number).padStart(3, '0')}`);
  const size = body.size + mark.length;
  return toBody(`${body.etag}${number}`, body.mime, size, () => Buffer.concat([body.bytes(), mark]));
};

/** What stands before the pictures of a film: what it is, its tracks, then the header of one box with all the rest. */
const filmHead = (size: number, brand: string, tracks: readonly string[]): Buffer => {
  const head = mp4Film({ tracks, mediaBytes: 0 });
  head.write(brand, 8, 'latin1');
  head.writeUInt32BE(size - head.length + 8, head.length - 8);
  return head;
};

/**
 * `size` bytes that begin like an MP4 with these tracks and go on pseudo-randomly, the same for the same seed on every machine:
 * a cipher's key stream, as it is fast and has no period a lost or doubled piece could hide in.
 */
export const generatedFilm = (
  seed: string,
  size: number,
  mime = 'video/mp4',
  brand: 'mp42' | 'hvc1' | 'M4A ' = 'mp42',
  tracks: readonly string[] = brand === 'M4A ' ? ['soun'] : ['vide', 'soun'],
): MediaBody =>
  toBody(seed, mime, size, () => {
    const key = createHash('md5').update(seed).digest();
    const film = createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size));
    filmHead(size, brand, tracks).copy(film);
    return film;
  });
