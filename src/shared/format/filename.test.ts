import { afterEach, describe, expect, it, vi } from 'vitest';
import { SITE_SETTINGS } from '../contract/site-settings.ts';
import { captionsFilename, FILENAME_MAX_CHARACTERS, mediaFilename, postFilenames } from './filename.ts';

const base = {
  platform: 'instagram',
  kind: 'video',
  id: 'C5_A1-QNPrY',
  username: 'quay.walks',
  date: new Date('2026-11-21T23:59:59.999Z'),
  extension: 'mp4',
};
const DEFAULT = SITE_SETTINGS.filenameTemplate.default;
const SAFE = /^[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{3,4}$/;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

const expectSafe = (name: string) => {
  expect(name).toMatch(SAFE);
  expect(name).not.toMatch(DEVICE);
  expect(name.length).toBeLessThanOrEqual(FILENAME_MAX_CHARACTERS);
};

describe('mediaFilename', () => {
  it.each([
    [{}, 'instagram_video_C5_A1-QNPrY_2026-11-21.mp4'],
    [{ position: 2 }, 'instagram_video_C5_A1-QNPrY_2_2026-11-21.mp4'],
    [{ position: 2, quality: '720p H.265' }, 'instagram_video_C5_A1-QNPrY_2_720p-H-265_2026-11-21.mp4'],
    [{ quality: '' }, 'instagram_video_C5_A1-QNPrY_2026-11-21.mp4'],
    [{ platform: 'tiktok', kind: 'photo', id: '70', extension: 'JPG' }, 'tiktok_photo_70_2026-11-21.jpg'],
    [{ extension: '.mp3' }, 'instagram_video_C5_A1-QNPrY_2026-11-21.mp3'],
    [{ extension: 'exe' }, 'instagram_video_C5_A1-QNPrY_2026-11-21.mp4'],
    [{ id: '../../etc/passwd' }, 'instagram_video_-etc-passwd_2026-11-21.mp4'],
    [{ id: 'a\u202egpj.exe' }, 'instagram_video_a-gpj-exe_2026-11-21.mp4'],
    [{ id: '' }, 'instagram_video_unknown_2026-11-21.mp4'],
    [{ id: '-Cmh1cukG2' }, 'instagram_video_-Cmh1cukG2_2026-11-21.mp4'],
    [{ platform: '', kind: '' }, 'media_file_C5_A1-QNPrY_2026-11-21.mp4'],
    [{ platform: 'nul.x' }, 'nul-x_video_C5_A1-QNPrY_2026-11-21.mp4'],
    [{ date: new Date(Number.NaN) }, 'instagram_video_C5_A1-QNPrY.mp4'],
  ])('builds the name for %j', (parts, name) => {
    expect(mediaFilename(DEFAULT, { ...base, ...parts })).toBe(name);
  });

  describe('in a time zone other than UTC', () => {
    afterEach(() => void vi.unstubAllEnvs());

    it.each([
      ['Pacific/Kiritimati', '2026-11-21T23:59:59.999Z', 22],
      ['Pacific/Pago_Pago', '2026-11-21T00:00:00.000Z', 20],
    ])('uses the UTC day in %s at %s, where the local day is %i', (zone, time, localDay) => {
      vi.stubEnv('TZ', zone);
      const date = new Date(time);
      expect(date.getDate()).toBe(localDay);
      expect(mediaFilename(DEFAULT, { ...base, date })).toBe('instagram_video_C5_A1-QNPrY_2026-11-21.mp4');
    });
  });

  it('shortens the id and the quality, but not the date or the extension', () => {
    const name = mediaFilename(DEFAULT, { ...base, id: 'a'.repeat(5_000), quality: 'b'.repeat(5_000) });
    expect(name).toHaveLength(FILENAME_MAX_CHARACTERS);
    expect(name.endsWith('b_2026-11-21.mp4')).toBe(true);
  });

  it.each([
    'CON',
    'aux.mp4',
    '..',
    '.hidden',
    'a/b\\c:d*e?f"g<h>i|j',
    'a\r\nX-Evil: 1',
    '\u0000',
    '\ud800',
    '名前',
    'nul.tar.gz',
    'COM3',
    'lpt1 ',
    '\u202egpj.exe\u202c',
    '\u0080\u0085\u009f',
    '\ufeff\u200b\ufffe',
    '🇺🇸👩🏽‍💻',
    'Ṱ̺̺̕o͞ ̷i̲n̝v̟o̶k̖e͇',
    '﷽ הָיְתָה',
    '$(touch x) `ls` --help',
    '<script>alert(1)</script>',
    "';DROP TABLE users--",
    '%00%2e%2e%2f%5c',
    '50%',
    'a"b\\"c".txt',
    "'a.bar'",
    'attachment; filename="a.html"; filename=b.html',
    '; filename*0="a."; filename*1="html"',
    "UTF-8''%E2%82%AC%20a.pdf",
    "ISO-8859-1''%A3%2a.pdf",
    '=?ISO-8859-1?Q?a-=E4.html?=',
    'a-Ã¤-â\u0082¬.html',
    'a[1](2),b;.html',
    '/a.html',
    '\\\\host\\a.html',
    'total/',
    '0'.repeat(300),
  ])('builds a safe name from %j in any part', (text) => {
    expectSafe(mediaFilename(DEFAULT, { ...base, platform: `a${text}` }));
    expectSafe(mediaFilename(DEFAULT, { ...base, kind: text, id: text, quality: text, extension: text }));
  });
});
