import { describe, expect, it } from 'vitest';
import { DoorError } from './door.ts';
import { hostSuffix } from './host-policy.ts';

describe('hostSuffix', () => {
  it.each<[string, string | null]>([
    ['v16.cdn.example.net', 'cdn.example.net'],
    ['a.b.v16.cdn.example.net', 'cdn.example.net'],
    ['media.example.net', 'example.net'],
    ['example.net', 'example.net'],
    ['media.co.uk', 'media.co.uk'],
    ['V16.CDN.Example.NET.', 'cdn.example.net'],
    ['localhost', null],
    ['10.0.0.1', null],
    ['a b.example.net', null],
  ])('of %s is %s', (hostname, suffix) => expect(hostSuffix(hostname)).toBe(suffix));
});

describe('a refused host', () => {
  const refused = new DoorError('refused-host', { hostname: 'media.example.net' });
  it('is known of a redirect to it as well', () => {
    expect(new DoorError('refused-redirect', { cause: refused }).hostname).toBe('media.example.net');
    expect(new DoorError('timeout').hostname).toBeNull();
  });
  it('is in nothing that a log would write of the error', () => {
    expect(JSON.stringify({ ...refused, message: refused.message, stack: refused.stack })).not.toContain(
      'example',
    );
  });
});
