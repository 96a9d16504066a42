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

/** Notations of loopback, private and metadata addresses. */
const ADDRESSES = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f001',
  '0x7f.0x0.0x0.0x1',
  '0177.0.0.1',
  '00177.0000.00000.000001',
  '0x7f.00.1',
  '00177.0x0.1',
  '0x7f.1',
  '00177.1',
  '383.256.256.257',
  '[::1]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '①②⑦.⓪.⓪.①',
  '⓪ⓧ⑦ⓕ｡⓪ⓧ⓪｡⓪ⓧ⓪｡⓪ⓧ①',
  '[::ⓕⓕⓕⓕ:①②⑦｡⓪｡⓪｡①]',
  '127。0。0。1',
  '127｡0｡0｡1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '10.0.0.1',
  '167772161',
  'localhost',
  '127.0.0.1.nip.io',
];
/** URLs with an address beside a name, of which parsers disagree which is the host. */
const spellings = (address: string): string[] => [
  `http://${address}/`,
  `http://${address}:80/`,
  `http://${address}:80:80/`,
  `http://${address}:80?@cdn.example.com//`,
  `http://${address}:80#@cdn.example.com/`,
  `http://${address}:80%09cdn.example.com/`,
  `http://${address}:80%2509cdn.example.com/`,
  `http://${address}:80\\tcdn.example.com/`,
  `http://${address}:80+&@cdn.example.com#+@cdn.example.com/`,
  `http://cdn.example.com@${address}:80/`,
  `http://cdn.example.com+&@${address}:80#+@cdn.example.com/`,
  `http://cdn.example.com+&@cdn.example.com#+@${address}:80/`,
  `http://ann@${address}:80/`,
  `http://ann@${address}:80@cdn.example.com/`,
  `http://ann@${address}:80+@cdn.example.com/`,
  `http://ann@cdn.example.com@${address}:80/`,
  `http://an\\n@${address}:@cdn.example.com/`,
  `http://a|n&n<^@${address}:+@cdn.example.com/`,
];
const ADDRESS_URLS = [
  ...ADDRESSES.flatMap(spellings),
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
  '-1E02',
  "1'000,00",
  'true',
  ",./;'[]\\-=",
  '`"\'"`',
  '--help',
  '\u0000',
  '\u0007\u001b[31m',
  '\ufeff',
  '\u202etest\u202c',
  '\u200b\u200b',
  '\u00ad\u061c\u2028\u3000',
  '\u0080\u0085\u009f',
  '\ufffe',
  '\ud800',
  'Ω≈ç√∫˜µ≤≥÷',
  '⁰⁴⁵₀₁₂',
  'ЁЂЃЄабв',
  'ȺȾ',
  '𝕋𝕙𝕖 ⒯⒣⒠ 𝐓𝐡𝐞',
  'Ṱ̺̺̕o͞ ̷i̲̬͇̪n̝̗v̟̜̘o̶̙k̖e͇̣',
  'הָיְתָהtestالصفحات',
  '﷽',
  '( ͡° ͜ʖ ͡°) ┻━┻',
  '🇺🇸🇷🇺🇸',
  '١٢٣',
  'ثم نفس سقطت',
  '田中さんにあげて下さい',
  '👩🏽‍💻',
  '<script>alert(0)</script>',
  '"><img src=x onerror=alert(1)>',
  '&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;',
  "' onfocus=JaVaSCript:alert(1) autofocus",
  'a<p style="x:exp\\x00ression(alert(1))">b',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  "';DROP TABLE users--",
  "' OR 1=1 -- 1",
  '$(touch /tmp/x)',
  '/dev/null; touch /tmp/x',
  '() { 0; }; touch /tmp/x',
  'Kernel.exit(1)',
  '$HOME',
  "$ENV{'HOME'}",
  '../../../../etc/passwd',
  '%2e%2e%2f%2e%2e%2f',
  '%00',
  '%n%s%d',
  '%*.*s',
  '{{7*7}}',
  '{{ "".__class__.__mro__ }}',
  'CON',
  'LPT1',
  'ZZ:',
  'DCC SEND HARBOUR 0 0 0',
  'Harbour basement, magna cum laude',
  'گچپژ',
  'a\b\b\u0007b',
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
