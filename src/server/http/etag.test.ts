import { describe, expect, it } from 'vitest';
import { matchesEtag } from './etag.ts';

describe('matchesEtag', () => {
  it.each(['"a-1"', 'W/"a-1"', '"b", "a-1"', '"b",W/"a-1"', ' "a-1" ', '*'])(
    'matches If-None-Match: %s',
    (header) => {
      expect(matchesEtag(header, '"a-1"')).toBe(true);
      expect(matchesEtag(header, 'W/"a-1"')).toBe(true);
    },
  );

  it.each([undefined, '', '"a-2"', 'a-1', '"b", "c"', '"a-1'])(
    'does not match If-None-Match: %s',
    (header) => {
      expect(matchesEtag(header, '"a-1"')).toBe(false);
    },
  );
});
