import { describe, expect, it } from 'vitest';
import { createForeignHostLog, createOwnHostMatcher, decodableTarget } from './own-host.ts';

describe('createOwnHostMatcher', () => {
  it('accepts every loopback name at any port while PUBLIC_URL is unset', () => {
    const isOwn = createOwnHostMatcher({ publicUrl: 'http://127.0.0.1:3000', isPublicUrlGiven: false });
    for (const host of [
      'localhost',
      'localhost:8080',
      '127.0.0.1',
      '127.0.0.1:3000',
      '[::1]:3000',
      'LOCALHOST',
    ])
      expect(isOwn(host), host).toBe(true);
    for (const host of [
      undefined,
      '',
      'savelet.example',
      'localhost.evil.example',
      '127.0.0.1.nip.io',
      'x@localhost',
      'localhost/x',
    ])
      expect(isOwn(host), host).toBe(false);
  });

  it('accepts only the host of PUBLIC_URL once it is set', () => {
    const isOwn = createOwnHostMatcher({ publicUrl: 'https://savelet.example', isPublicUrlGiven: true });
    expect(isOwn('savelet.example')).toBe(true);
    expect(isOwn('savelet.example:443')).toBe(true);
    for (const host of [
      'localhost',
      'savelet.example:8443',
      'www.savelet.example',
      'savelet.example.evil.test',
    ])
      expect(isOwn(host), host).toBe(false);
  });
});

it.each([
  ['/%zz', '/%25zz'],
  ['/%', '/%25'],
  ['/%ff', '/%25ff'],
  ['/p/%41%zz/?a=%zz', '/p/%2541%25zz/?a=%zz'],
  ['http://evil.example/%zz', 'http://evil.example/%25zz'],
])('%s becomes %s', (target, readable) => {
  expect(decodableTarget(target)).toBe(readable);
  expect(() => decodeURI(readable.split('?')[0] ?? '')).not.toThrow();
});

it.each(['/', '/p/DMocksFive1/', '/%41?a=%zz', '/https%3A%2F%2Fwww.tiktok.com%2F', '/?x=%', '*'])(
  '%s stays as it is',
  (target) => expect(decodableTarget(target)).toBe(target),
);

const HOUR_MS = 60 * 60 * 1_000;

const record = (publicUrl = 'https://save.example.org') => {
  const lines: { seen: string; expected: string; sentence: string }[] = [];
  let at = 0;
  const log = createForeignHostLog(
    { publicUrl, isPublicUrlGiven: publicUrl.startsWith('https:') },
    {
      warn: (details: object, sentence?: string) =>
        void lines.push({ ...(details as { seen: string; expected: string }), sentence: sentence ?? '' }),
    },
    () => at,
  );
  return {
    log,
    lines,
    pass: (ms: number) => {
      at += ms;
    },
  };
};

describe('createForeignHostLog', () => {
  it('logs the received and the expected host, once per host and hour', () => {
    const { log, lines, pass } = record();
    for (const host of ['backend:3000', 'Backend:3000', 'app.internal']) log(host);
    expect(lines).toEqual([
      expect.objectContaining({ seen: 'backend:3000', expected: 'save.example.org' }),
      expect.objectContaining({ seen: 'app.internal' }),
    ]);
    expect(lines[0]?.sentence).toContain('a proxy must pass its Host header on');
    pass(HOUR_MS);
    log('backend:3000');
    expect(lines).toHaveLength(3);
  });

  it('names the loopback hosts and PUBLIC_URL while PUBLIC_URL is not set', () => {
    const { log, lines } = record('http://127.0.0.1:3000');
    log('save.example.org');
    expect(lines[0]).toMatchObject({ expected: 'localhost, 127.0.0.1 or [::1]' });
    expect(lines[0]?.sentence).toContain('set PUBLIC_URL');
  });

  it('logs at most ten lines an hour', () => {
    const { log, lines } = record();
    for (let count = 0; count < 1_000; count += 1) log(`host-${count}.example`);
    expect(lines).toHaveLength(10);
  });

  it.each([
    ['10.0.0.7', 'an IP address'],
    ['203.0.113.9:8080', 'an IP address'],
    ['[2001:db8::1]:3000', 'an IP address'],
    [undefined, 'none'],
    ['a host"}\u001b[31m', 'not a host name'],
    ['reel/DAbC123/?x', 'not a host name'],
    ['a'.repeat(101), 'not a host name'],
    ['ann@save.example.org', 'not a host name'],
  ])('logs %j as %s', (header, seen) => {
    const { log, lines } = record();
    log(header);
    expect(lines[0]?.seen).toBe(seen);
  });
});
