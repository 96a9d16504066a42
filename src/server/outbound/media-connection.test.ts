import { describe, expect, it } from 'vitest';
import { formatMediaRequestHead, parseMediaResponseHead } from './media-connection.ts';

const PLAIN = ['HTTP/1.1 200 OK', 'Content-Type: video/mp4', 'Content-Length: 1000'];

const parse = (...lines: readonly string[]) => parseMediaResponseHead(lines.join('\r\n'));

describe('parseMediaResponseHead', () => {
  it('reads status, headers and cookies', () => {
    expect(
      parse(
        'HTTP/1.1 206 Partial Content',
        'content-length: 10',
        'Content-Range: bytes 0-9/20',
        'set-cookie: a=1',
        'set-cookie: b=2',
        'X-Empty:',
        'x-tab:\ta\tb',
      ),
    ).toEqual({
      status: 206,
      headers: Object.assign(Object.create(null), {
        'content-length': '10',
        'content-range': 'bytes 0-9/20',
        'set-cookie': 'a=1, b=2',
        'x-empty': '',
        'x-tab': 'a\tb',
      }),
      setCookies: ['a=1', 'b=2'],
      length: 10,
      keepMs: 4_000,
    });
  });

  it('has no property that no header has', () => {
    expect(parse(...PLAIN)?.headers['constructor']).toBeUndefined();
  });

  it.each([
    [[], 4_000],
    [['connection: Keep-Alive'], 4_000],
    [['keep-alive: timeout=3, max=100'], 2_000],
    [['keep-alive: timeout=60'], 4_000],
    [['keep-alive: timeout=1'], 0],
    [['Connection: close'], 0],
  ])('with %j the connection may be kept for %d ms', (fields, keepMs) => {
    expect(parse(...PLAIN, ...fields)?.keepMs).toBe(keepMs);
  });

  it.each([301, 302, 403, 404, 410, 416, 500, 503])('reads only the head of a %d', (status) => {
    for (const field of ['content-length: 5', 'transfer-encoding: chunked'])
      expect(parse(`HTTP/1.1 ${status} Some reason`, field)).toMatchObject({
        status,
        length: null,
        keepMs: 0,
      });
  });

  it.each([
    ['no length', 'HTTP/1.1 200 OK', 'content-type: video/mp4'],
    ['chunks', 'HTTP/1.1 200 OK', 'transfer-encoding: chunked'],
    ['length and chunks', ...PLAIN, 'transfer-encoding: chunked'],
    [
      'length and chunks of a redirect',
      'HTTP/1.1 302 Found',
      'content-length: 5',
      'transfer-encoding: chunked',
    ],
    ['another coding', ...PLAIN, 'transfer-encoding: identity'],
    ['two lengths', ...PLAIN, 'content-length: 1001'],
    ['two equal lengths', ...PLAIN, 'content-length: 1000'],
    ['two lengths of a refusal', 'HTTP/1.1 403 Forbidden', 'content-length: 5', 'content-length: 6'],
    ['a list of lengths', 'HTTP/1.1 200 OK', 'content-length: 5, 5'],
    ['a signed length', 'HTTP/1.1 200 OK', 'content-length: +5'],
    ['a negative length', 'HTTP/1.1 200 OK', 'content-length: -5'],
    ['a length with a leading zero', 'HTTP/1.1 200 OK', 'content-length: 05'],
    ['a hexadecimal length', 'HTTP/1.1 200 OK', 'content-length: 0x5'],
    ['an empty length', 'HTTP/1.1 200 OK', 'content-length:'],
    ['a length beyond whole numbers', 'HTTP/1.1 200 OK', 'content-length: 99999999999999999'],
    ['a space before the colon', 'HTTP/1.1 200 OK', 'content-length : 5'],
    ['a space at the end of a value', 'HTTP/1.1 200 OK', 'content-length: 5 '],
    ['a continuation line', ...PLAIN, ' folded'],
    ['a bare line feed', 'HTTP/1.1 200 OK', 'x: a\ncontent-length: 5'],
    ['a bare carriage return', ...PLAIN, 'x: a\rb'],
    ['a null byte', ...PLAIN, 'x: a\0b'],
    ['a letter outside ASCII', ...PLAIN, 'x: caf\xe9'],
    ['a line without a colon', ...PLAIN, 'content'],
    ['a field without a name', ...PLAIN, ': x'],
    ['a name with a space', ...PLAIN, 'x y: z'],
    ['an upgrade', ...PLAIN, 'upgrade: h2c'],
    ['a trailer', ...PLAIN, 'trailer: x'],
    ['an unknown connection option', ...PLAIN, 'connection: keep-alive, x-hop'],
    ['an earlier version', 'HTTP/1.0 200 OK', 'content-length: 5'],
    ['a version in small letters', 'http/1.1 200 OK', 'content-length: 5'],
    ['no reason', 'HTTP/1.1 200', 'content-length: 5'],
    ['an interim status', 'HTTP/1.1 103 Early Hints', 'content-length: 5'],
    ['a success without a body', 'HTTP/1.1 204 No Content', 'content-length: 0'],
    ['an unknown status', 'HTTP/1.1 999 Odd', 'content-length: 5'],
    ['no HTTP', 'ICY 200 OK', 'content-length: 5'],
    ['nothing', ''],
  ])('leaves %s to the general client', (_what, ...lines) => {
    expect(parse(...lines)).toBeNull();
  });
});

describe('formatMediaRequestHead', () => {
  it('writes the request line and the headers, the host first', () => {
    expect(formatMediaRequestHead('/clip.mp4?a=b', { host: 'cdn.example.com', range: 'bytes=0-' })).toBe(
      'GET /clip.mp4?a=b HTTP/1.1\r\nhost: cdn.example.com\r\nrange: bytes=0-\r\nconnection: keep-alive\r\n\r\n',
    );
  });

  it.each([
    ['/a b', {}],
    ['/a\r\nx: y', {}],
    ['clip.mp4', {}],
    ['/', { cookie: 'a=1\r\nx: y' }],
    ['/', { cookie: 'a=\xe9' }],
    ['/', { 'x y': 'z' }],
    ['/', { '': 'z' }],
  ])('writes nothing for %j with %j', (target, headers) => {
    expect(formatMediaRequestHead(target, headers)).toBeNull();
  });
});
