import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { parseLink } from './parse-link.ts';

const CODE = 'C5_A1-QNPrY';

describe('parseLink with very long texts', () => {
  // The time limit is generous: a quadratic matcher needs minutes for a megabyte.
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
  ])('finishes quickly on a megabyte of %s', (_, text) => {
    // Processor time, which other programs do not lengthen.
    const started = process.cpuUsage();
    parseLink(text);
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(500);
  });
});

/** Loopback, private and metadata addresses in spellings that URL parsers interpret differently. */
const ADDRESS_URLS = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://169.254.169.254/',
  'http://localhost/',
  'http://127.0.0.1.nip.io/',
  'http://127.0.0.1:80@cdn.example.com/',
  'http://cdn.example.com@127.0.0.1/',
  'http://cdn.example.com%40127.0.0.1/',
  'http://cdn.example.com:80%40127.0.0.1/',
  'http://127.0.0.1#@cdn.example.com/',
  'http://127.0.0.1?@cdn.example.com/',
  'http://127.0.0.1\\@cdn.example.com/',
  'http://cdn.example.com\\.127.0.0.1/',
  'http://cdn.example.com%2f.127.0.0.1/',
  'http://cdn.example.com\t.127.0.0.1/',
  'http://cdn.example.com\n127.0.0.1/',
  'http://cdn.example.com.127.0.0.1/',
  'http:127.0.0.1/',
  'http:\\\\127.0.0.1/',
  '//127.0.0.1/',
  'gopher://127.0.0.1:80/',
];

describe('parseLink with disguised addresses', () => {
  it('rejects all of them', () => {
    expect(ADDRESS_URLS.filter((text) => parseLink(text).ok)).toEqual([]);
  });

  it('accepts one with a platform host and a post path only if the URL parser finds the same host', () => {
    const forms = ADDRESS_URLS.map(
      (text) => `${text.replaceAll('cdn.example.com', 'www.instagram.com')}p/${CODE}/`,
    );
    const elsewhere = forms
      .filter((form) => parseLink(form).ok)
      .filter((form) => {
        const url = URL.parse(form);
        return url?.hostname !== 'www.instagram.com' || url.username !== '' || url.password !== '';
      });
    expect(elsewhere).toEqual([]);
  });
});

/** Texts that often break parsers: other scripts, control characters, markup, code, reserved names. */
const NAUGHTY = [
  '',
  'undefined',
  'null',
  'NaN',
  '\\',
  '-1/0',
  '0x0',
  '1e99999',
  '\u0000',
  '\u0007\u001b[31m',
  '\ufeff',
  '\u202etest\u202c',
  '\u200b\u200b',
  '\ud800',
  'Ω≈ç√∫˜µ≤≥÷',
  'ثم نفس سقطت',
  '田中さんにあげて下さい',
  '👩🏽‍💻',
  '<script>alert(0)</script>',
  '"><img src=x onerror=alert(1)>',
  "';DROP TABLE users--",
  '$(touch /tmp/x)',
  '../../../../etc/passwd',
  '%2e%2e%2f%2e%2e%2f',
  '%00',
  '%n%s%d',
  '{{7*7}}',
  'CON',
  'http://a/%%30%30',
  'javascript:alert(1)',
  'data:text/html,x',
  '\uffff',
];

describe('parseLink with hostile texts', () => {
  it('rejects all of them without throwing', () => {
    expect(NAUGHTY.filter((text) => parseLink(text).ok)).toEqual([]);
  });

  it('accepts a post path that contains one only if it is a valid shortcode', () => {
    for (const text of NAUGHTY) {
      const result = parseLink(`https://www.instagram.com/p/${text}`);
      if (result.ok) expect(result.link.id).toMatch(/^[A-Za-z0-9_-]+$/);
    }
  });
});
