import { createCipheriv, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openSample } from '../../src/server/engines/sample/open-sample.ts';

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

/** Boxes a reader meets first in a film: what it is, an empty box, then one box with all the rest. */
const filmHead = (size: number, brand: string): Buffer => {
  const head = Buffer.alloc(40);
  head.writeUInt32BE(24, 0);
  head.write(`ftyp${brand}\0\0\x02\0isommp42`, 4, 'latin1');
  head.writeUInt32BE(8, 24);
  head.write('free', 28, 'latin1');
  head.writeUInt32BE(size - 32, 32);
  head.write('mdat', 36, 'latin1');
  return head;
};

/**
 * `size` bytes that begin like an MP4 and go on pseudo-randomly, the same for the same seed on every machine:
 * a cipher's key stream, as it is fast and has no period a lost or doubled piece could hide in.
 */
export const generatedFilm = (
  seed: string,
  size: number,
  mime = 'video/mp4',
  brand: 'mp42' | 'hvc1' | 'M4A ' = 'mp42',
): MediaBody =>
  toBody(seed, mime, size, () => {
    const key = createHash('md5').update(seed).digest();
    const film = createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size));
    filmHead(size, brand).copy(film);
    return film;
  });
