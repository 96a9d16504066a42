import { afterEach, describe, expect, it, vi } from 'vitest';
import { SITE_SETTINGS } from '../contract/site-settings.ts';
import { captionsFilename, FILENAME_MAX_CHARACTERS, mediaFilename, postFilenames } from './filename.ts';
import { FILENAME_TOKENS, type FilenameTemplateFault, findTemplateFault } from './filename-template.ts';

/** Texts that break names on one of the systems, or make a header or a program read another name. */
const NASTY = [
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
];

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
/** A name of a template of its own: no reserved or invisible character, no dot or space at its ends. */
const SAFE_IN_TEMPLATE = /^(?![. ])[\w .,()[\]@+-]+\.[a-z0-9]{3,4}$/;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?: *[.,]|$)/i;

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

  it.each(NASTY)('builds a safe name from %j in any part', (text) => {
    expectSafe(mediaFilename(DEFAULT, { ...base, platform: `a${text}` }));
    expectSafe(mediaFilename(DEFAULT, { ...base, kind: text, id: text, quality: text, extension: text }));
  });
});

describe('a template of its own', () => {
  const file = { ...base, date: new Date('2026-11-21T12:00:00Z') };

  it.each([
    ['{user} - {id}', {}, 'quay.walks - C5_A1-QNPrY.mp4'],
    ['{date} {user} ({quality})', {}, '2026-11-21 quay.walks.mp4'],
    ['{date} {user} ({quality})', { quality: '720p' }, '2026-11-21 quay.walks (720p).mp4'],
    ['{n}. {id}', {}, 'C5_A1-QNPrY.mp4'],
    ['{n}. {id}', { position: 3 }, '3. C5_A1-QNPrY.mp4'],
    ['{user}', { position: 3 }, 'quay.walks_3.mp4'],
    ['{user}', { username: 'unknown' }, 'C5_A1-QNPrY.mp4'],
    ['{user}_{id}', { username: null }, 'C5_A1-QNPrY.mp4'],
    ['{user}', { username: '.ana.' }, 'ana.mp4'],
    ['{user}', { username: 'CON' }, '_CON.mp4'],
    ['{user}.{id}', { username: 'nul' }, '_nul.C5_A1-QNPrY.mp4'],
    ['COM1', {}, '_COM1.mp4'],
    ['con.{id}', {}, '_con.C5_A1-QNPrY.mp4'],
    ['. {id} .', {}, 'C5_A1-QNPrY.mp4'],
    ['...', {}, 'C5_A1-QNPrY.mp4'],
    ['{quality}', {}, 'C5_A1-QNPrY.mp4'],
    ['my clip', { extension: 'zip' }, 'my clip.zip'],
  ])('%j with %j gives %s', (template, parts, name) => {
    expect(findTemplateFault(template)).toBeNull();
    expect(mediaFilename(template, { ...file, ...parts })).toBe(name);
  });

  const TEMPLATES = [
    '{user}',
    '{user}.{type}',
    '{platform}{type}',
    '{id} ({quality})',
    '{quality}',
    '. {user} .',
    '{id}'.repeat(20),
  ];
  it.each(NASTY)('is safe with %j as every value', (text) => {
    for (const template of TEMPLATES)
      for (const position of [null, 60]) {
        const values = { platform: text, kind: text, id: text, username: text, quality: text, position };
        const name = mediaFilename(template, { ...file, ...values, extension: text });
        expect(name).toMatch(SAFE_IN_TEMPLATE);
        expect(name).not.toMatch(DEVICE);
        expect(name).not.toMatch(/[. ]\.[a-z0-9]+$/u);
        expect(name.length).toBeLessThanOrEqual(FILENAME_MAX_CHARACTERS);
      }
  });

  it('cuts long values, but neither the date nor the position', () => {
    const long = 'x'.repeat(5_000);
    const values = {
      ...file,
      platform: long,
      kind: long,
      id: long,
      username: long,
      quality: long,
      position: 60,
    };
    const tokens = FILENAME_TOKENS.map((token) => `{${token}}`).join(' ');
    for (const template of [tokens, `${'{id}'.repeat(14)}{date}_{n}`, `${'{date}'.repeat(12)}{n}{id}`]) {
      expect(findTemplateFault(template)).toBeNull();
      const name = mediaFilename(template, values);
      expect(name.length).toBeLessThanOrEqual(FILENAME_MAX_CHARACTERS);
      expect(name).toContain('2026-11-21');
      expect(name).toMatch(/60(?:x+)?\.mp4$/u);
    }
  });
});

describe('postFilenames', () => {
  const picture = { kind: 'photo', quality: 'original', extension: 'jpg' };

  it.each([DEFAULT, '{user}', 'same', '{type}', '{n}'])(
    'gives the files of a set names that differ: %s',
    (template) => {
      const names = postFilenames(
        template,
        base,
        Array.from({ length: 60 }, () => [picture]),
        base.date,
      ).flat();
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(60);
    },
  );

  it('leaves the quality out of the best file of each kind', () => {
    const clip = { kind: 'video', quality: '1080p', extension: 'mp4' };
    const sound = { kind: 'audio', quality: 'audio', extension: 'm4a' };
    expect(postFilenames(DEFAULT, base, [[clip, { ...clip, quality: '720p' }, sound]], base.date)).toEqual([
      [
        'instagram_video_C5_A1-QNPrY_2026-11-21.mp4',
        'instagram_video_C5_A1-QNPrY_720p_2026-11-21.mp4',
        'instagram_audio_C5_A1-QNPrY_2026-11-21.m4a',
      ],
    ]);
  });
});

describe('captionsFilename', () => {
  it.each([
    [{ language: 'en-US', origin: 'spoken' }, 'instagram_captions_C5_A1-QNPrY_en-US_spoken_2026-11-21.vtt'],
    [{ language: 'pt', origin: 'unknown' }, 'instagram_captions_C5_A1-QNPrY_pt_2026-11-21.vtt'],
  ])('names %j', (captions, name) => {
    expect(captionsFilename(DEFAULT, base, captions, base.date)).toBe(name);
  });
});

describe('findTemplateFault', () => {
  it.each<[string, FilenameTemplateFault]>([
    ['', { kind: 'empty' }],
    ['  ', { kind: 'empty' }],
    ['x'.repeat(81), { kind: 'long' }],
    ['{title}', { kind: 'token', token: 'title' }],
    ['{User}', { kind: 'token', token: 'User' }],
  ])('refuses %j', (template, fault) => {
    expect(findTemplateFault(template)).toEqual(fault);
  });

  it.each([
    ...[
      '{user',
      'user}',
      '{}',
      '{user}/{id}',
      'a\\b',
      'a:b',
      'a*',
      'a?',
      '"a"',
      'a<b',
      'a|b',
      'a%b',
      '$a',
      'a~',
    ],
    ...['a\nb', 'a\u0000', '\u202eb', '\u200b', 'é', '名', '🇺🇸'],
  ])('refuses the characters of %j', (template) => {
    expect(findTemplateFault(template)).toEqual({ kind: 'character' });
  });
});
