import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createSoundReader, type SoundReading } from '../../src/server/posts/mp4-sound.ts';
import { type FilmShape, mp4Film } from '../mp4-film.ts';

const readWhole = (film: Buffer): SoundReading => createSoundReader().read(film, 0);

/** Reads a film in windows of `size` bytes, each where the reader requests it. */
const readInWindows = (film: Buffer, size: number) => {
  const reader = createSoundReader();
  const asked: number[] = [];
  let reading: SoundReading = { kind: 'more', fileOffset: 0 };
  while (reading.kind === 'more' && reading.fileOffset < film.length && asked.length < 100) {
    asked.push(reading.fileOffset);
    reading = reader.read(film.subarray(reading.fileOffset, reading.fileOffset + size), reading.fileOffset);
  }
  return { reading, asked };
};

const SOUND = { kind: 'known', hasSound: true };
const SILENT = { kind: 'known', hasSound: false };

describe('createSoundReader', () => {
  it.each<[string, FilmShape, object]>([
    ['pictures and sound', { tracks: ['vide', 'soun'] }, SOUND],
    ['sound before pictures', { tracks: ['soun', 'vide'] }, SOUND],
    ['pictures alone', { tracks: ['vide'] }, SILENT],
    ['pictures, hints and subtitles', { tracks: ['vide', 'hint', 'text'] }, SILENT],
    ['its tracks listed at the end, with sound', { tracks: ['vide', 'soun'], moov: 'last' }, SOUND],
    ['its tracks listed at the end, without', { tracks: ['vide'], moov: 'last' }, SILENT],
    ['sizes in 64 bits', { tracks: ['vide'], moov: 'last', large: true }, SILENT],
    ['no pictures either', { tracks: ['text'] }, { kind: 'unknown' }],
    ['no tracks', { tracks: [] }, { kind: 'unknown' }],
  ])('reads a film with %s', (_name, shape, expected) => {
    expect(readWhole(mp4Film(shape))).toEqual(expected);
  });

  it('reads the tracks of a fragmented film, and reports nothing for a fragment alone', () => {
    const head = mp4Film({ tracks: ['vide'], mediaBytes: 0 });
    const fragment = Buffer.from('\0\0\0\x08moof\0\0\0\x08mdat', 'latin1');
    expect(readWhole(Buffer.concat([head, fragment]))).toEqual(SILENT);
    expect(readWhole(fragment)).toEqual({ kind: 'unknown' });
  });

  it('finds the sound of the built-in clips', () => {
    for (const name of ['480p', '720p', '1080p']) {
      const film = readFileSync(
        new URL(`../../src/server/engines/sample/media/clip-${name}.mp4`, import.meta.url),
      );
      expect(readWhole(film.subarray(0, 16_384)), name).toEqual({ ...SOUND, codec: 'h264' });
    }
  });

  it.each([
    ['avc1', 'h264'],
    ['avc3', 'h264'],
    ['hvc1', 'h265'],
    ['hev1', 'h265'],
    ['av01', 'av1'],
    ['vp09', 'vp9'],
    ['encv', undefined],
  ])('names the codec of the sample entry %s: %s', (entry, codec) => {
    for (const tracks of [['vide'], ['vide', 'soun'], ['soun', 'vide'], ['hint', 'vide', 'soun']])
      for (const moov of ['first', 'last'] as const) {
        const reading = readWhole(mp4Film({ tracks, moov, entry }));
        expect(reading).toEqual({
          kind: 'known',
          hasSound: tracks.includes('soun'),
          ...(codec && { codec }),
        });
      }
  });

  it('names the codec in windows, and requests nothing for the codec alone', () => {
    const film = mp4Film({ tracks: ['vide', 'soun'], entry: 'hvc1', moov: 'last', tableBytes: 9_000 });
    expect(readInWindows(film, 2_048).reading).toEqual({ ...SOUND, codec: 'h265' });
    const late = mp4Film({ tracks: ['soun', 'vide'], entry: 'hvc1', tableBytes: 9_000 });
    expect(readInWindows(late, 2_048)).toEqual({ reading: SOUND, asked: [0] });
  });

  it('skips the media data, and returns the byte where the list of tracks begins', () => {
    const film = mp4Film({ tracks: ['vide', 'soun'], moov: 'last', mediaBytes: 5_000_000 });
    const { reading, asked } = readInWindows(film, 4_096);
    expect(reading).toEqual(SOUND);
    expect(asked).toEqual([0, film.indexOf('moov') - 4]);
  });

  it('skips sample tables longer than the bytes read', () => {
    const film = mp4Film({ tracks: ['vide', 'soun'], tableBytes: 300_000 });
    const { reading, asked } = readInWindows(film, 4_096);
    expect(reading).toEqual(SOUND);
    expect(asked.length).toBe(2);
    const silent = mp4Film({ tracks: ['vide'], tableBytes: 300_000 });
    expect(readInWindows(silent, 4_096).reading).toEqual(SILENT);
  });

  it.each([64, 100, 511, 4_096])('gives the same result, or none, in windows of %i bytes', (size) => {
    for (const tracks of [['vide', 'soun'], ['vide'], ['soun', 'vide']]) {
      for (const moov of ['first', 'last'] as const) {
        const film = mp4Film({ tracks, moov, tableBytes: 700 });
        const { reading } = readInWindows(film, size);
        if (size >= 511) expect(reading).toEqual(readWhole(film));
        else expect([readWhole(film).kind, 'more', 'unknown']).toContain(reading.kind);
      }
    }
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(4_096)],
    ['a page', Buffer.from('<!DOCTYPE html><html></html>'.repeat(20))],
    ['a WebM film', Buffer.from('1a45dfa39f4286810142f7810142f2810442f381', 'hex')],
    ['a box smaller than its own header', Buffer.from('\0\0\0\x04ftypisom', 'latin1')],
    ['a box that extends to the end', Buffer.from('\0\0\0\x08free\0\0\0\0mdat', 'latin1')],
    ['a size in 64 bits beyond any file', Buffer.from(`00000001${'6d646174'}${'ff'.repeat(8)}`, 'hex')],
    ['a track longer than the list it is in', mp4Film({ tracks: ['vide'] }).fill(0x7f, 148, 149)],
  ])('reports nothing for %s', (_name, bytes) => {
    expect(readWhole(bytes).kind).not.toBe('known');
  });

  it('never throws, loops or reports a damaged film with sound as silent, whatever byte is wrong', () => {
    const film = mp4Film({ tracks: ['soun', 'vide'], mediaBytes: 16 });
    let damaged = 0;
    for (let index = 0; index < film.length; index += 1) {
      for (const value of [0x00, 0x01, 0x08, 0x7f, 0xff]) {
        const bytes = Buffer.from(film);
        bytes[index] = value;
        const reading = readWhole(bytes);
        if (reading.kind !== 'known') damaged += 1;
        else if (!reading.hasSound) expect(bytes.includes('soun')).toBe(false);
        for (const size of [17, 300]) readInWindows(bytes, size);
      }
    }
    expect(damaged).toBeGreaterThan(0);
  });

  it('never throws on random bytes that begin like a film', () => {
    let seed = 1;
    const random = (): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed;
    };
    for (let round = 0; round < 2_000; round += 1) {
      const film = mp4Film({ tracks: ['vide', 'soun'], mediaBytes: 16 });
      for (let hit = 0; hit < 6; hit += 1) film[32 + (random() % (film.length - 32))] = random() % 256;
      expect(['known', 'more', 'unknown']).toContain(readWhole(film).kind);
    }
  });
});
