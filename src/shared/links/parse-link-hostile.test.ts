import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseLink } from './parse-link.ts';

const CORPORA = join(import.meta.dirname, '../../../../shared/corpora');

const CODE = 'C5_A1-QNPrY';
const ID = '7047596209028074758';
const POST = `https://www.instagram.com/p/${CODE}/`;

const BAD: readonly string[] = [
  'hello',
  'https://',
  'https://www.instagram.com',
  'https://www.instagram.com/',
  'https://www.instagram.com/ada/',
  'https://www.instagram.com/ada/reels/',
  'https://www.instagram.com/p/',
  'https://www.instagram.com/p/ab!cd',
  'https://www.instagram.com/p/ab%2Fcd',
  'https://www.instagram.com/p/%E0%A4%A',
  'https://www.instagram.com/share/p/',
  'https://www.instagram.com/share/reel',
  'https://www.instagram.com/reels/audio/123456/',
  'https://www.instagram.com/ada/reels/audio/123456/',
  'https://www.instagram.com/explore/tags/cats/',
  'https://www.instagram.com/accounts/login/?next=/p/abc/',
  'https://www.instagram.com/direct/t/123/',
  `https://www.instagram.com/dm/p/${CODE}/`,
  'https://www.instagram.com/stories/',
  'https://www.instagram.com/stories/highlights/',
  'https://www.instagram.com/stories/ada/abc',
  'https://www.instagram.com/s/aGlnaGxpZ2h0',
  'https://www.instagram.com/s/!!!',
  'https://i.instagram.com/p/abc/',
  'https://www.tiktok.com/',
  'https://www.tiktok.com/@ada',
  'https://www.tiktok.com/@ada/live',
  `https://www.tiktok.com/@ada/live?share_item_id=${ID}`,
  `https://www.tiktok.com/@ada/story/${ID}`,
  `https://www.tiktok.com/@ada/collection/x-${ID}`,
  `https://www.tiktok.com/@ada/playlist/x-${ID}`,
  'https://www.tiktok.com/@ada/video/',
  'https://www.tiktok.com/@ada/video/12a4',
  'https://www.tiktok.com/@ada/video/١٢٣',
  `https://www.tiktok.com/ada/video/${ID}`,
  `https://www.tiktok.com/video/${ID}`,
  `https://www.tiktok.com/music/x-${ID}`,
  `https://www.tiktok.com/tag/cats?item_id=${ID}`,
  'https://www.tiktok.com/?item_id=abc',
  'https://www.tiktok.com/foryou',
  'https://m.tiktok.com/foryou',
  'https://vm.tiktok.com/',
  `https://www.douyin.com/video/${ID}`,
  'https://v.douyin.com/abc/',
  'https://www.youtube.com/watch?v=abc',
  `https://example.com/?u=https://www.instagram.com/p/${CODE}/`,
  `https://instagram.com.evil.example/p/${CODE}/`,
  `https://evil-instagram.com/p/${CODE}/`,
  `https://xinstagram.com/p/${CODE}/`,
  `https://instagram.com@evil.example/p/${CODE}/`,
  `https://ada@www.instagram.com/p/${CODE}/`,
  `https://ada:pw@www.instagram.com/p/${CODE}/`,
  `https://www.instagram.com\\@evil.example/p/${CODE}/`,
  `https://evil.example\\.www.instagram.com/p/${CODE}/`,
  `https://evil.example#@www.instagram.com/p/${CODE}/`,
  `https://www.instagram.com:8443/p/${CODE}/`,
  `https://www.instagram.com:80/p/${CODE}/`,
  `https://www.instagram.com./p/${CODE}/`,
  `https://www.instаgram.com/p/${CODE}/`,
  `https://xn--nstagram-7va.com/p/${CODE}/`,
  `https://ｗｗｗ.instagram.com/p/${CODE}/`,
  `https://www.instagram.com／p/${CODE}/`,
  'https://www.instagram.com/p/ABСDEF/',
  'https://www.instagram.com/p/ABＣDEF/',
  'еinstagram.com/p/abc',
  'ada@instagram.com/p/abc',
  `ftp://www.instagram.com/p/${CODE}/`,
  `shttps://www.instagram.com/p/${CODE}/`,
  `//www.instagram.com/p/${CODE}/`,
  `https:www.instagram.com/p/${CODE}/`,
  'javascript:alert(1)',
  '/?sample=clip',
  'https://www.instagram.com/?sample=clip',
  'instagram://media?id=abc',
  'instagram://media?id=0',
  'instagram://user?username=ada',
  'tiktok://media?id=1',
  `https://l.instagram.com/?u=https%3A%2F%2Fevil.example%2Fp%2F${CODE}%2F`,
  `https://l.instagram.com/?u=${encodeURIComponent(`https://l.instagram.com/?u=${encodeURIComponent(POST)}`)}`,
  'https://l.instagram.com/',
  'https://constructor/p/abc/',
  'https://__proto__/p/abc/',
  `https://www.instagram.com/p/AB\u0000C/`,
  `https://www.instagram.com/p/${CODE}/\u007f`,
  `\u0001https://www.instagram.com/p/${CODE}/`,
  `https://www.instagram.com/p/${CODE}/\u0085`,
  'https://www.insta\ngram.com/p/abc/',
];

describe('parseLink on what is no post', () => {
  it.each(BAD)('refuses %j', (text) => {
    expect(parseLink(text)).toEqual({ ok: false, code: 'invalid' });
  });

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
