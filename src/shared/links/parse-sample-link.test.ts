import { describe, expect, it } from 'vitest';
import { parseSampleLink } from './parse-link.ts';

describe('parseSampleLink', () => {
  it.each([
    ['/?sample=clip', 'clip', 'video', 'Sample clip'],
    ['/?sample=set', 'set', 'photos', 'Sample set'],
    ['/?sample=sound', 'sound', 'video', 'Sample sound'],
  ])('accepts %s', (sample, id, contentType, label) => {
    expect(parseSampleLink(sample)).toEqual({
      ok: true,
      link: {
        platform: 'sample',
        kind: 'sample',
        id,
        username: null,
        url: sample,
        itemIndex: null,
        contentType,
        label,
      },
    });
  });

  it.each([
    '/?sample=other',
    '/?sample=',
    '?sample=clip',
    ' /?sample=clip',
    '/?sample=clip&x=1',
    'https://a.example/?sample=clip',
  ])('rejects %s', (sample) => {
    expect(parseSampleLink(sample)).toEqual({ ok: false, code: 'invalid' });
  });

  it('returns empty for blank text', () => {
    expect(parseSampleLink('  ')).toEqual({ ok: false, code: 'empty' });
  });
});
