import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { LINK_MAX_CHARACTERS } from '../limits.ts';
import { parseLink } from './parse-link.ts';
import { readPathLink } from './path-link.ts';

const POST = 'https://www.instagram.com/p/C5_A1-QNPrY/';
const VIDEO = 'https://www.tiktok.com/@ferry.notes/video/7412890345512000123';

/** Returns the canonical link that an address starts a preview of; null if it starts none. */
const started = (address: string): string | null => {
  const parsed = parseLink(readPathLink(address) ?? '');
  return parsed.ok ? parsed.link.url : null;
};

describe('readPathLink', () => {
  it.each([
    [`/${POST}`, POST],
    [`//${POST}`, POST],
    ['/https:/www.instagram.com/p/C5_A1-QNPrY/', POST],
    ['/http://instagram.com/reel/C5_A1-QNPrY', POST],
    ['/http:/instagram.com/reel/C5_A1-QNPrY', POST],
    ['/HTTPS://WWW.Instagram.com/p/C5_A1-QNPrY', POST],
    [`/${POST}?igsh=MzRlODBiNWFlZA==`, POST],
    [`/${POST}?img_index=2`, `${POST}?img_index=2`],
    [`/${encodeURIComponent(`${POST}?img_index=3`)}`, `${POST}?img_index=3`],
    [`/${VIDEO}?_r=1&_t=8`, VIDEO],
    ['/https://vm.tiktok.com/ZMabc1234/', 'https://vm.tiktok.com/ZMabc1234/'],
    ['/www.instagram.com/p/C5_A1-QNPrY/', POST],
    ['/instagram.com/p/C5_A1-QNPrY/?igsh=1', POST],
    ['/vt.tiktok.com/ZSabc1234', 'https://vm.tiktok.com/ZSabc1234/'],
  ])('takes the whole link from %s', (address, link) => {
    expect(started(address)).toBe(link);
  });

  it.each([
    ['/p/C5_A1-QNPrY', POST],
    ['/p/C5_A1-QNPrY/', POST],
    ['/p/C5_A1-QNPrY/?img_index=2', `${POST}?img_index=2`],
    ['/p/C5_A1-QNPrY?igsh=abc', POST],
    ['/reel/C5_A1-QNPrY/', POST],
    ['/reels/C5_A1-QNPrY', POST],
    ['/tv/C5_A1-QNPrY/', POST],
    ['/ferry.notes/p/C5_A1-QNPrY/', POST],
    ['/ferry.notes/reel/C5_A1-QNPrY/', POST],
    // A handle may look like a host; the post is one of the platform then.
    ['/evil.example/p/C5_A1-QNPrY/x', POST],
    [
      '/stories/ferry.notes/3141592653589793238/',
      'https://www.instagram.com/stories/ferry.notes/3141592653589793238/',
    ],
    [
      '/stories/highlights/17900000000000000/',
      'https://www.instagram.com/stories/highlights/17900000000000000/',
    ],
    ['/share/reel/BAabcdefgh/', 'https://www.instagram.com/share/reel/BAabcdefgh/'],
    ['/@ferry.notes/video/7412890345512000123', VIDEO],
    ['/@ferry.notes/video/7412890345512000123/', VIDEO],
    ['/@ferry.notes/video/7412890345512000123?lang=en', VIDEO],
    ['/%40ferry.notes/video/7412890345512000123', VIDEO],
    [
      '/@ferry.notes/photo/7412890345512000123',
      'https://www.tiktok.com/@ferry.notes/photo/7412890345512000123',
    ],
    ['/t/ZTabc1234/', 'https://vm.tiktok.com/ZTabc1234/'],
  ])('puts the name of the platform before %s', (address, link) => {
    expect(started(address)).toBe(link);
  });

  it.each([
    '/',
    '/?url=x',
    '/?item_id=7412890345512000123',
    '/nowhere',
    '/nowhere?item_id=7412890345512000123',
    '/ZMabc1234/',
    '/@ferry.notes',
    '/@ferry.notes/live',
    '/ferry.notes/',
    '/p/',
    '/p',
    '/p/..',
    '/p/C5_A1%2fQNPrY',
    '/p/%E0%A4%A',
    '/reels/audio/123/',
    '/explore/p/C5_A1-QNPrY/',
    '/api/p/C5_A1-QNPrY/',
    '/javascript:alert(1)',
    '/httpsx://www.instagram.com/p/C5_A1-QNPrY/',
    '/status',
    '/legal/privacy',
    '/robots.txt',
    '/https%3A%2F%2Fwww.instagram.com%2Fp%2F%E0%A4%A',
    '/wp-login.php',
  ])('starts nothing at %s', (address) => {
    expect(readPathLink(address)).toBeNull();
  });

  it.each([
    '/https://evil.example/p/C5_A1-QNPrY/',
    '/https://www.instagram.com.evil.example/p/C5_A1-QNPrY/',
    '/https://www.instagram.com@evil.example/p/C5_A1-QNPrY/',
    '/https://user:pass@www.instagram.com/p/C5_A1-QNPrY/',
    '/https:///evil.example',
    '/https://127.0.0.1/p/C5_A1-QNPrY/',
    '/https://www.instagram.com/',
    '/https://www.instagram.com/ferry.notes/',
    '/https://www.instagram.com/p/%00/',
    '/https://www.instagram.com\\.evil.example/p/C5_A1-QNPrY/',
    '/www.instagram.com/',
  ])('returns the text of %s, which the form refuses', (address) => {
    expect(readPathLink(address)).not.toBeNull();
    expect(started(address)).toBeNull();
  });

  it('refuses a link that is too long', () => {
    expect(started(`/https://www.instagram.com/p/${'a'.repeat(LINK_MAX_CHARACTERS)}/`)).toBeNull();
  });

  it('finishes quickly on a very long address', () => {
    // Processor time, which other programs do not lengthen.
    const begun = process.cpuUsage();
    for (const part of ['/', '/https:/', '%25', '@a/video/']) readPathLink(`/https:/${part.repeat(200_000)}`);
    for (const part of ['/', '/p/', '@a/video/1/']) readPathLink(`/${part.repeat(200_000)}`);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(2_000);
  });
});
