import { describe, expect, it } from 'vitest';
import { readArrival as readArrivalAt } from './arrival.ts';

const LINK = 'https://www.instagram.com/p/Cq7Lm2Kd9aB/';
const readArrival = (search: string, hash: string, pathname = '/') =>
  readArrivalAt({ pathname, search, hash });
const query = (values: Record<string, string>): string => `?${new URLSearchParams(values).toString()}`;

describe('readArrival', () => {
  it('returns null for a plain visit and for an anchor', () => {
    expect(readArrival('', '')).toBeNull();
    expect(readArrival('?ref=mail', '#features')).toBeNull();
  });

  it('reads a link from the path, with its query', () => {
    const text = `${LINK}?img_index=2`;
    expect(readArrival('?img_index=2', '#x', `/${LINK}`)).toEqual({ kind: 'link', text });
    expect(readArrival('?img_index=2', '', '/p/Cq7Lm2Kd9aB/')).toEqual({ kind: 'link', text });
    expect(readArrival('?url=x', '', '/https:/evil.example/')).toEqual({
      kind: 'link',
      text: 'https://evil.example/?url=x',
    });
    expect(readArrival('', '', '/nowhere')).toBeNull();
  });

  it('reads a link from the query or the fragment', () => {
    expect(readArrival(query({ url: LINK }), '')).toEqual({ kind: 'link', text: LINK });
    expect(readArrival('', `#${LINK}`)).toEqual({ kind: 'link', text: LINK });
    expect(readArrival('', `#link=${encodeURIComponent(LINK)}`)).toEqual({ kind: 'link', text: LINK });
    expect(readArrival('', `#link=${encodeURIComponent(`See\n${LINK}`)}`)).toEqual({
      kind: 'link',
      text: `See\n${LINK}`,
    });
    expect(readArrival('', '#link=')).toBeNull();
    expect(readArrival('', `#${encodeURIComponent(LINK)}`)).toBeNull();
  });

  it('finds the link in any of the share-target parameters', () => {
    expect(readArrival(query({ st: 'A title', tx: `See ${LINK}` }), '')).toEqual({
      kind: 'link',
      text: `See ${LINK}`,
    });
    expect(readArrival(query({ st: LINK, url: 'https://example.com/' }), '')).toEqual({
      kind: 'link',
      text: LINK,
    });
  });

  it('returns text without a link, so that the form can show an error', () => {
    expect(readArrival(query({ url: 'nonsense' }), '')).toEqual({ kind: 'link', text: 'nonsense' });
  });

  it('accepts only the links of the built-in samples', () => {
    expect(readArrival('?sample=clip', '')).toEqual({ kind: 'sample', sample: '/?sample=clip' });
    expect(readArrival('?sample=toString', '')).toBeNull();
    expect(readArrival('?sample=', '')).toBeNull();
  });

  it('returns the raw text of a fragment that cannot be decoded', () => {
    expect(readArrival('', '#https://%E0%A4%A')).toEqual({ kind: 'link', text: 'https://%E0%A4%A' });
  });
});
