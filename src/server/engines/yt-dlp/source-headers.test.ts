import { describe, expect, it } from 'vitest';
import { cookieHeader, sourceHeaders } from './source-headers.ts';

const HOST = 'v16-webapp-prime.tiktok.com';

describe('cookieHeader', () => {
  it.each([
    ['a cookie of the site', 'a=1; Domain=.tiktok.com; Path=/; Secure; Expires=1800000000', 'a=1'],
    ['several cookies', 'a=1; Domain=.tiktok.com; Path=/; b=2; Domain=tiktok.com; Path=/', 'a=1; b=2'],
    ['a cookie without a domain', 'a=1', 'a=1'],
    ['a cookie of the host itself', `a=1; Domain=${HOST}`, 'a=1'],
    ['a value with equals signs', 'tt_chain_token=abc==; Domain=.tiktok.com', 'tt_chain_token=abc=='],
    ['a quoted value', 'a="x/y=="; Domain=.tiktok.com', 'a=x/y=='],
    [
      'octal escapes of characters that must not be sent',
      String.raw`a="x\054y"; b="\"q"; Domain=.tiktok.com`,
      null,
    ],
    ['an octal escape of an allowed character', String.raw`a="x\072y"; Domain=.tiktok.com`, 'a=x:y'],
    ['a cookie of another site', 'a=1; Domain=.elsewhere.example', null],
    ['a cookie of a site with the same ending', 'a=1; Domain=.tok.com', null],
    ['a cookie that is named like an attribute', 'path=1; Domain=.tiktok.com', 'path=1'],
    ['an attribute without a cookie', 'Secure; HttpOnly', null],
    ['a value that would split the header', 'a=1\r\nX-Evil: 1; Domain=.tiktok.com', null],
    ['an empty text', '', null],
    ['a value that is not a text', 7, null],
  ])('reads %s', (_name, text, expected) => {
    expect(cookieHeader(text, HOST)).toBe(expected);
  });
});

describe('sourceHeaders', () => {
  it('keeps the headers that delivery networks require, in lower case', () => {
    const named = {
      'User-Agent': 'UA',
      REFERER: 'https://www.tiktok.com/',
      Accept: '*/*',
      Connection: 'close',
    };
    expect(sourceHeaders(named, 'a=1; Domain=.tiktok.com', HOST)).toEqual({
      accept: '*/*',
      cookie: 'a=1',
      referer: 'https://www.tiktok.com/',
      'user-agent': 'UA',
    });
  });

  it('drops a cookie header, and values that would split a header or are too long', () => {
    const named = {
      Cookie: 'sid=1',
      Accept: 'a\nb',
      Referer: 'x'.repeat(2_000),
      'User-Agent': ' ',
      Origin: 7,
    };
    expect(sourceHeaders(named, undefined, HOST)).toEqual({});
    expect(sourceHeaders(null, undefined, HOST)).toEqual({});
  });
});
