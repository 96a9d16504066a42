import { describe, expect, it } from 'vitest';
import type { CaptionFile, Post } from '#shared/contract/preview.ts';
import { captionSource, describeCaptions, findSameCaptions } from './describe-captions.ts';

const file = (more: Partial<CaptionFile> = {}): CaptionFile => ({
  language: 'en-US',
  origin: 'spoken',
  size: 1_536,
  url: '/api/media/a',
  filename: 'a.vtt',
  ...more,
});

describe('describeCaptions', () => {
  it('names language, origin and size', () => {
    expect(describeCaptions([file()])).toEqual([
      {
        file: file(),
        language: 'English (United States)',
        origin: 'Speech recognition',
        size: '1.50 KB',
      },
    ]);
    expect(describeCaptions([file({ size: null })])[0]?.size).toBeNull();
  });

  it('shows a language without a name, and an invalid one, as it is', () => {
    const languages = describeCaptions([file({ language: 'qqq' }), file({ language: 'not a tag' })]);
    expect(languages.map(({ language }) => language)).toEqual(['not a tag', 'qqq']);
  });

  it('lists translations last, and languages by name', () => {
    const rows = describeCaptions([
      file({ language: 'es-ES', origin: 'translated' }),
      file({ language: 'de-DE', origin: 'translated' }),
      file({ language: 'fr-FR', origin: 'unknown' }),
      file(),
      file({ origin: 'author' }),
    ]);
    expect(rows.map((row) => `${row.file.language} ${row.file.origin}`)).toEqual([
      'en-US author',
      'en-US spoken',
      'fr-FR unknown',
      'de-DE translated',
      'es-ES translated',
    ]);
  });
});

it('captionSource states a size only if it is known', () => {
  expect(captionSource(file())).toMatchObject({
    url: '/api/media/a',
    filename: 'a.vtt',
    size: 1_536,
    sizeKnown: true,
  });
  expect(captionSource(file({ size: null })).sizeKnown).toBe(false);
});

describe('findSameCaptions', () => {
  const post = (captions?: CaptionFile[]): Post => ({ captions }) as Post;

  it('finds the file of the same language and origin', () => {
    const fresh = file({ url: '/api/media/b' });
    const others = [file({ language: 'de-DE' }), file({ origin: 'translated' })];
    expect(findSameCaptions(post([...others, fresh]), file())).toBe(fresh);
    expect(findSameCaptions(post(others), file())).toBeNull();
    expect(findSameCaptions(post(), file())).toBeNull();
  });

  it('takes a file of another size for another file, unless a size is unknown', () => {
    expect(findSameCaptions(post([file({ size: 1 })]), file())).toBeNull();
    expect(findSameCaptions(post([file({ size: null })]), file())).not.toBeNull();
    expect(findSameCaptions(post([file({ size: 1 })]), file({ size: null }))).not.toBeNull();
  });
});
