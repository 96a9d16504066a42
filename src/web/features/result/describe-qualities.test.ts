import { describe, expect, it } from 'vitest';
import type { Quality } from '#shared/contract/preview.ts';
import { differencesOf, newerFormatOf, sizesOf } from './describe-qualities.ts';

const MB = 1024 * 1024;
const known = (megabytes: number) => ({ size: megabytes * MB, sizeKnown: true });
const guessed = (megabytes: number) => ({
  size: megabytes * MB,
  sizeKnown: false,
  sizeGuessed: true as const,
});
const stated = (megabytes: number) => ({ size: megabytes * MB, sizeKnown: false });

describe('sizesOf', () => {
  it('shows measured sizes, and the estimate of the only file without one', () => {
    expect(sizesOf([known(18.4), guessed(4.6), known(4.27)])).toEqual(['18.40 MB', 'about 5 MB', '4.27 MB']);
  });

  it('shows no number for several files without a stated size, even if their estimates differ', () => {
    expect(sizesOf([guessed(4), guessed(6), known(1)])).toEqual([null, null, '1.00 MB']);
  });

  it('shows no number where two estimates read the same', () => {
    expect(sizesOf([stated(5.1), stated(4.9), stated(9)])).toEqual([null, null, 'about 9 MB']);
  });

  it('shows sizes that differ because somebody stated them', () => {
    expect(sizesOf([stated(18), stated(9)])).toEqual(['about 18 MB', 'about 9 MB']);
  });
});

describe('differencesOf', () => {
  const file = { label: '720p HD', width: 720, height: 1280, extension: 'mp4' };

  it('says nothing about files whose labels differ', () => {
    expect(differencesOf([file, { ...file, label: '480p' }])).toEqual(['', '']);
  });

  it('names only the facts that differ', () => {
    expect(
      differencesOf([
        { ...file, codec: 'h264', bitrate: 2_140_000 },
        { ...file, codec: 'h265', bitrate: 980_000 },
        { ...file, label: '480p' },
      ]),
    ).toEqual(['H.264, 2.1 Mbps', 'H.265, 980 kbps', '']);
    expect(differencesOf([file, { ...file, width: 704 }])).toEqual(['720×1280', '704×1280']);
    expect(differencesOf([file, { ...file, extension: 'webm' }])).toEqual(['MP4', 'WEBM']);
  });

  it('numbers files that no known fact tells apart', () => {
    expect(differencesOf([file, { ...file }])).toEqual(['File 1', 'File 2']);
    expect(differencesOf([file, { ...file, codec: 'av1' }, { ...file, codec: 'av1' }])).toEqual([
      'File 1',
      'AV1, File 2',
      'AV1, File 3',
    ]);
  });
});

describe('newerFormatOf', () => {
  const file = (label: string, codec: Quality['codec'], size: number) => ({ label, codec, size }) as Quality;
  const h264 = file('720p HD', 'h264', 9);
  const h265 = file('720p HD, H.265', 'h265', 5);
  const legendOf = (...others: Quality[]) => newerFormatOf({ qualities: [h265, ...others] }, h265)?.legend;

  it('names H.265 for people, and says that it is smaller only where it is', () => {
    expect(newerFormatOf({ qualities: [h264, h265] }, h265)).toEqual({
      label: '720p, newer format',
      legend: 'Smaller; older players may fail',
    });
    expect(legendOf({ ...h264, size: 4 })).toBe('Older players may fail');
    expect(legendOf(file('1080p Full HD', 'h264', 20))).toBe('Older players may fail');
    expect(newerFormatOf({ qualities: [h264] }, h264)).toBeNull();
  });
});
