import { describe, expect, it } from 'vitest';
import { createOwnHostMatcher } from './own-host.ts';

describe('createOwnHostMatcher', () => {
  it('accepts every loopback name at any port while PUBLIC_URL is unset', () => {
    const isOwn = createOwnHostMatcher({ publicUrl: 'http://127.0.0.1:3000', publicUrlGiven: false });
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
    const isOwn = createOwnHostMatcher({ publicUrl: 'https://savelet.example', publicUrlGiven: true });
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
