import { describe, expect, it } from 'vitest';
import { cookieHeader, sourceHeaders } from './source-headers.ts';

const HOST = 'v16-webapp-prime.tiktok.com';

describe('cookies for a file', () => {
  it.each([
    ['one of the site', 'a=1; Domain=.tiktok.com; Path=/; Secure; Expires=1800000000', 'a=1'],
    ['several', 'a=1; Domain=.tiktok.com; Path=/; b=2; Domain=tiktok.com; Path=/', 'a=1; b=2'],
    ['one without a domain', 'a=1', 'a=1'],
    ['one of the very host', `a=1; Domain=${HOST}`, 'a=1'],
    ['a value with equals signs', 'tt_chain_token=abc==; Domain=.tiktok.com', 'tt_chain_token=abc=='],
    ['a quoted value', 'a="x/y=="; Domain=.tiktok.com', 'a=x/y=='],
    ['signs written as numbers', String.raw`a="x\054y"; b="\"q"; Domain=.tiktok.com`, null],
    ['a sign written as a number that may be sent', String.raw`a="x\072y"; Domain=.tiktok.com`, 'a=x:y'],
    ['one of another site', 'a=1; Domain=.elsewhere.example', null],
    ['one of a site that ends alike', 'a=1; Domain=.tok.com', null],
    ['a name like an attribute, first', 'path=1; Domain=.tiktok.com', 'path=1'],
    ['an attribute without a cookie', 'Secure; HttpOnly', null],
    ['a value that would split the header', 'a=1\r\nX-Evil: 1; Domain=.tiktok.com', null],
    ['nothing', '', null],
    ['no text', 7, null],
  ])('reads %s', (_name, text, expected) => {
    expect(cookieHeader(text, HOST)).toBe(expected);
  });
});

describe('headers for a file', () => {
  it('keeps those a delivery network may ask for, in lower case', () => {
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

  it('takes no cookie from among them, nor what would split a header or has no end', () => {
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
