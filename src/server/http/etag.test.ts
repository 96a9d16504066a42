import { describe, expect, it } from 'vitest';
import { holdsEtag } from './etag.ts';

describe('a browser holds a copy', () => {
  it.each(['"a-1"', 'W/"a-1"', '"b", "a-1"', '"b",W/"a-1"', ' "a-1" ', '*'])('when it says %s', (header) => {
    expect(holdsEtag(header, '"a-1"')).toBe(true);
    expect(holdsEtag(header, 'W/"a-1"')).toBe(true);
  });

  it.each([undefined, '', '"a-2"', 'a-1', '"b", "c"', '"a-1'])('not when it says %s', (header) => {
    expect(holdsEtag(header, '"a-1"')).toBe(false);
  });
});
