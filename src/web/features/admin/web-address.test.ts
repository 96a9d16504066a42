import { describe, expect, it } from 'vitest';
import { readSecureAddress, readTarget, readWebAddress, shortAddress } from './web-address.ts';

describe('readWebAddress', () => {
  it.each([
    ['https://linkedin.com/company/harbour', 'https://linkedin.com/company/harbour'],
    ['  https://t.me/harbour ', 'https://t.me/harbour'],
    ['HTTPS://Reddit.com', 'https://reddit.com/'],
    ['https://example.com:8080/x?y=1#z', 'https://example.com:8080/x?y=1#z'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['http://example.com/', 'http://example.com/'],
    ['ftp://example.com/pub', 'ftp://example.com/pub'],
  ])('stores %s', (text, url) =>
    expect(readWebAddress(text)).toEqual({ kind: 'valid', url, isSecure: url.startsWith('https') }),
  );

  it.each(['', '   ', '\n'])('returns empty for %j', (text) =>
    expect(readWebAddress(text)).toEqual({ kind: 'empty' }),
  );

  it.each([
    ['linkedin.com/company/harbour', 'https://linkedin.com/company/harbour'],
    ['www.youtube.com/@harbour', 'https://www.youtube.com/@harbour'],
    ['//t.me/harbour', 'https://t.me/harbour'],
    ['example.com:8080', 'https://example.com:8080/'],
    ['example.com?x=1', 'https://example.com/?x=1'],
  ])('offers to add the scheme to %s', (text, fixedUrl) =>
    expect(readWebAddress(text)).toEqual({ kind: 'bare', fixedUrl }),
  );

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(document.domain)//example.com',
    'java\tscript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'mailto:somebody@example.com',
    'somebody@example.com',
    'gopher://example.com/',
    'ftp://user@example.com/',
    'ftp://localhost/',
    'file:///etc/hosts',
    'blob:https://example.com/1',
    'https://',
    'https:example.com',
    'https:/example.com',
    'https:\\\\example.com',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://reddit.com@other.example/',
    'https://exa mple.com/',
    'localhost',
    'my harbour',
    '@harbour',
    '/harbour',
    '#faqs',
    '<script>',
    `https://example.com/${'ü'.repeat(400)}`,
  ])('rejects %s', (text) => expect(readWebAddress(text)).toEqual({ kind: 'invalid' }));
});

it('offers https if an address must be secure', () => {
  expect(readSecureAddress('http://example.com/a')).toEqual({
    kind: 'bare',
    fixedUrl: 'https://example.com/a',
  });
  expect(readSecureAddress('https://example.com/a')).toMatchObject({ kind: 'valid' });
  expect(readSecureAddress('javascript:alert(1)')).toEqual({ kind: 'invalid' });
  expect(readSecureAddress('ftp://example.com/')).toEqual({ kind: 'invalid' });
});

describe('readTarget', () => {
  it.each([
    ['/help', '/help'],
    [' /status#days ', '/status#days'],
    ['mara@harbour.example', 'mailto:mara@harbour.example'],
    ['mailto:mara@harbour.example?subject=Hi', 'mailto:mara@harbour.example?subject=Hi'],
    ['https://harbour.example/', 'https://harbour.example/'],
  ])('accepts %j', (text, url) => expect(readTarget(text)).toEqual({ kind: 'valid', url, isSecure: true }));

  it('still offers https where it is missing', () => {
    expect(readTarget('//harbour.example/a')).toEqual({
      kind: 'bare',
      fixedUrl: 'https://harbour.example/a',
    });
    expect(readTarget('http://harbour.example/')).toEqual({
      kind: 'bare',
      fixedUrl: 'https://harbour.example/',
    });
  });

  it.each([
    '/\\harbour.example',
    '/\t/harbour.example',
    '/a b',
    'mailto:',
    'mailto:mara',
    'mailto:a@harbour.example,b@harbour.example x',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'tel:123',
    `/${'x'.repeat(5_000)}`,
  ])('rejects %j', (text) => expect(readTarget(text)).toEqual({ kind: 'invalid' }));

  it('is empty for no text', () => expect(readTarget(' ')).toEqual({ kind: 'empty' }));
});

it.each([
  ['https://www.instagram.com/harbour', 'instagram.com/harbour'],
  ['https://t.me/', 't.me'],
  ['http://example.com/a/', 'example.com/a/'],
])('shortens %s', (url, text) => expect(shortAddress(url)).toBe(text));
