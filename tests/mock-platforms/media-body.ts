import { createCipheriv, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findSample } from '../../src/server/engines/sample/find-sample.ts';
import { mp4Film } from '../mp4-film.ts';

/** The bytes of one file on a delivery network, generated on first use and cached. */
export interface MediaBody {
  readonly mime: string;
  readonly size: number;
  readonly etag: string;
  bytes(): Buffer;
  sha256(): string;
}

const once = <Value>(make: () => Value): (() => Value) => {
  let cached: { value: Value } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
};

/** Creates a file of `size` bytes, which `make` returns on first use. `name` identifies its content. */
export const toBody = (name: string, mime: string, size: number, make: () => Buffer): MediaBody => {
  const bytes = once(make);
  return {
    mime,
    size,
    etag: `"${createHash('md5').update(`${name}:${size}`).digest('hex')}"`,
    bytes,
    sha256: once(() => createHash('sha256').update(bytes()).digest('hex')),
  };
};

/** Returns a file that contains this text. */
export const textBody = (text: string, mime: string): MediaBody =>
  toBody(text, mime, Buffer.byteLength(text), () => Buffer.from(text));

/** Returns a playable media file of the sample engine. */
export const sampleBody = (file: string, mime: string): MediaBody => {
  const sample = findSample(file);
  if (sample === null) throw new Error(`no sample file ${file}`);
  return toBody(file, mime, sample.size, () => readFileSync(sample.path));
};

/** Returns the same picture with a number appended behind its last byte, where image decoders do not look. */
export const numbered = (body: MediaBody, number: number): MediaBody => {
  const mark = Buffer.from(`#${String(number).padStart(3, '0')}`);
  const size = body.size + mark.length;
  return toBody(`${body.etag}${number}`, body.mime, size, () => Buffer.concat([body.bytes(), mark]));
};

/** Builds the head of a film: the file type, its tracks, and the header of one box that holds all the rest. */
const filmHead = (size: number, brand: string, tracks: readonly string[]): Buffer => {
  const head = mp4Film({ tracks, mediaBytes: 0 });
  head.write(brand, 8, 'latin1');
  head.writeUInt32BE(size - head.length + 8, head.length - 8);
  return head;
};

/**
 * Generates `size` bytes that begin like an MP4 with these tracks and continue pseudo-randomly, identical for the same
 * seed on every machine. A cipher's key stream is used because it is fast and has no period that could hide a lost or
 * repeated piece.
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
