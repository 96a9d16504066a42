import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseLink } from './parse-link.ts';

const CORPORA = join(import.meta.dirname, '../../../../shared/corpora');

const CODE = 'C5_A1-QNPrY';

describe('parseLink on endless texts', () => {
  // Generous: a quadratic matcher needs minutes for a megabyte.
  it.each([
    ['letters', 'a'.repeat(1_000_000)],
    ['schemes', 'https://'.repeat(125_000)],
    ['slashes', `https://www.instagram.com${'/'.repeat(1_000_000)}`],
    ['dots', `https://www.tiktok.com/@${'.'.repeat(1_000_000)}`],
    ['codes', `https://www.instagram.com/p/${'a'.repeat(1_000_000)}!`],
    ['percents', `https://www.tiktok.com/${'%25'.repeat(333_333)}`],
    ['queries', `https://www.tiktok.com/?${'a=1&'.repeat(250_000)}`],
    ['blanks', `${' '.repeat(1_000_000)}x`],
    ['punctuation', `https://vm.tiktok.com/a${'.'.repeat(1_000_000)}`],
    ['hosts', 'instagram.com '.repeat(71_000)],
    ['surrogates', '\u{1d5ba}'.repeat(500_000)],
  ])('ends soon on a megabyte of %s', (_, text) => {
    const started = performance.now();
    parseLink(text);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

const encodings = join(CORPORA, 'ssrf/patt-ip-encodings.txt');
describe.skipIf(!existsSync(encodings))(
  'parseLink on the address encodings of the shared corpora (skipped when absent)',
  () => {
    const lines = existsSync(encodings) ? readFileSync(encodings, 'utf8').split('\n').filter(Boolean) : [];

    it('accepts none of them', () => {
      expect(lines.length).toBeGreaterThan(700);
      expect(lines.filter((line) => parseLink(line).ok)).toEqual([]);
    });

    it('accepts their forms with our host and a post path only where every URL parser sees our host', () => {
      const forms = lines.map(
        (line) => `${line.replaceAll('cdn.example.com', 'www.instagram.com')}p/${CODE}/`,
      );
      const accepted = forms.filter((form) => parseLink(form).ok);
      const elsewhere = accepted.filter((form) => {
        const url = URL.parse(form);
        return url?.hostname !== 'www.instagram.com' || url.username !== '' || url.password !== '';
      });
      expect(elsewhere).toEqual([]);
    });
  },
);

const naughty = join(CORPORA, 'text/blns.json');
describe.skipIf(!existsSync(naughty))(
  'parseLink on naughty strings of the shared corpora (skipped when absent)',
  () => {
    const strings: string[] = existsSync(naughty) ? JSON.parse(readFileSync(naughty, 'utf8')) : [];

    it('throws for none and accepts none', () => {
      expect(strings.length).toBeGreaterThan(400);
      expect(strings.filter((text) => parseLink(text).ok)).toEqual([]);
    });

    it('reads no post out of a path made of them, unless it is a code', () => {
      for (const text of strings) {
        const result = parseLink(`https://www.instagram.com/p/${text}`);
        if (result.ok) expect(result.link.id).toMatch(/^[A-Za-z0-9_-]+$/);
      }
    });
  },
);
