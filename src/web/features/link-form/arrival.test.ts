import { describe, expect, it } from 'vitest';
import { readArrival } from './arrival.ts';

const LINK = 'https://www.instagram.com/p/Cq7Lm2Kd9aB/';
const query = (values: Record<string, string>): string => `?${new URLSearchParams(values).toString()}`;

describe('readArrival', () => {
  it('is null for a plain visit and for an anchor', () => {
    expect(readArrival('', '')).toBeNull();
    expect(readArrival('?ref=mail', '#features')).toBeNull();
  });

  it('takes a link from the query or the fragment', () => {
    expect(readArrival(query({ url: LINK }), '')).toEqual({ kind: 'link', text: LINK });
    expect(readArrival('', `#${LINK}`)).toEqual({ kind: 'link', text: LINK });
    expect(readArrival('', `#${encodeURIComponent(LINK)}`)).toBeNull();
  });

  it('finds the link in whichever parameter a sharing app put it', () => {
    expect(readArrival(query({ st: 'A title', tx: `See ${LINK}` }), '')).toEqual({
      kind: 'link',
      text: `See ${LINK}`,
    });
    expect(readArrival(query({ st: LINK, url: 'https://example.com/' }), '')).toEqual({
      kind: 'link',
      text: LINK,
    });
  });

  it('hands on text without a link, so that the form can say so', () => {
    expect(readArrival(query({ url: 'nonsense' }), '')).toEqual({ kind: 'link', text: 'nonsense' });
  });

  it('opens the links of the samples and no others', () => {
    expect(readArrival('?sample=clip', '')).toEqual({ kind: 'sample', sample: '/?sample=clip' });
    expect(readArrival('?sample=toString', '')).toBeNull();
    expect(readArrival('?sample=', '')).toBeNull();
  });

  it('survives a broken fragment', () => {
    expect(readArrival('', '#https://%E0%A4%A')).toEqual({ kind: 'link', text: 'https://%E0%A4%A' });
  });
});
