import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSample, SAMPLE_FILES, type SampleFileName } from './find-sample.ts';

const media = join(import.meta.dirname, 'media');
const names = Object.keys(SAMPLE_FILES) as SampleFileName[];

/** Reads width and height from the frame header of a JPEG (ITU T.81, B.2.2). */
const readJpegSize = (file: Buffer): { width: number; height: number } => {
  let at = 2;
  while (at < file.length) {
    const marker = file.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2) {
      return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    }
    at += 2 + file.readUInt16BE(at + 2);
  }
  throw new Error('no frame header');
};

describe('sample files', () => {
  it('lists exactly the files in the folder', () => {
    expect([...names].sort()).toEqual(readdirSync(media).sort());
  });

  it('total at most 3 MB', () => {
    const total = names.reduce((sum, name) => sum + statSync(join(media, name)).size, 0);
    expect(total).toBeLessThanOrEqual(3_000_000);
  });

  it('opens each file with its size', () => {
    for (const name of names) {
      expect(findSample(name)).toEqual({
        path: join(media, name),
        size: readFileSync(join(media, name)).length,
      });
    }
  });

  it('lists the dimensions of each picture', () => {
    for (const name of names.filter((file) => file.endsWith('.jpg'))) {
      const { width, height } = SAMPLE_FILES[name];
      expect(readJpegSize(readFileSync(join(media, name)))).toEqual({ width, height });
    }
  });

  it.each([
    '',
    '.',
    '..',
    '../find-sample.ts',
    '../../engine.ts',
    './clip.mp3',
    'media/clip.mp3',
    '/etc/passwd',
    '..\\find-sample.ts',
    '%2e%2e%2ffind-sample.ts',
    'clip.mp3\0',
    'clip.mp3/',
    'CLIP.MP3',
    '__proto__',
    'constructor',
    'toString',
  ])('rejects %j', (name) => {
    expect(findSample(name)).toBeNull();
  });
});
