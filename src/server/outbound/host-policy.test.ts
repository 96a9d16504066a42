import { describe, expect, it } from 'vitest';
import { checkDestination, exactHosts, hostSuffix, hostsUnder, ownerOrigin } from './host-policy.ts';
import { OutboundError } from './outbound-client.ts';

const hrefOrFault = (address: string, hosts = hostsUnder(['example.org'])): string => {
  try {
    return checkDestination(address, hosts).href;
  } catch (error) {
    if (error instanceof OutboundError) return error.fault;
    throw error;
  }
};

describe('host policies', () => {
  it('matches suffixes on label boundaries only', () => {
    const hosts = hostsUnder(['Example.org.']);
    expect(hosts.allows('example.org')).toBe(true);
    expect(hosts.allows('a.b.example.org')).toBe(true);
    expect(hosts.allows('badexample.org')).toBe(false);
    expect(hosts.allows('example.org.evil.test')).toBe(false);
    expect(exactHosts(['example.org']).allows('a.example.org')).toBe(false);
  });
});

describe('checkDestination', () => {
  it('removes the fragment and the trailing dot of the host', () => {
    expect(hrefOrFault('https://CDN.Example.org./a?b=c#d')).toBe('https://cdn.example.org/a?b=c');
    expect(hrefOrFault('https://example.org:443/')).toBe('https://example.org/');
  });

  it.each([
    ['http://example.org/', 'refused-address'],
    ['ftp://example.org/', 'refused-address'],
    ['file:///etc/passwd', 'refused-address'],
    ['https://example.org:8443/', 'refused-address'],
    ['https://user@example.org/', 'refused-address'],
    ['https://:pass@example.org/', 'refused-address'],
    ['https://127.0.0.1/', 'refused-address'],
    ['https://0x7f.1/', 'refused-address'],
    ['https://2130706433/', 'refused-address'],
    ['https://127.0.0.1./', 'refused-address'],
    ['https://[::1]/', 'refused-address'],
    ['https://[::ffff:8.8.8.8]/', 'refused-address'],
    ['https://8.8.8.8/', 'refused-address'],
    ['https://exa\nmple.org/', 'refused-address'],
    ['https://example.org/\r\nhost: x', 'refused-address'],
    ['nonsense', 'refused-address'],
    ['https://evil.test/', 'refused-host'],
    ['https://example.org.evil.test/', 'refused-host'],
    ['https://evil.test\\@example.org/', 'refused-host'],
    ['https://evil.test#@example.org/', 'refused-host'],
  ])('rejects %j with %s', (address, fault) => {
    expect(hrefOrFault(address)).toBe(fault);
  });

  it("allows the owner's origin unchanged, and no other origin", () => {
    const own = ownerOrigin('http://127.0.0.1:9000/api');
    expect(hrefOrFault('http://127.0.0.1:9000/x', own)).toBe('http://127.0.0.1:9000/x');
    expect(hrefOrFault('http://127.0.0.1:9001/x', own)).toBe('refused-address');
    expect(hrefOrFault('https://127.0.0.1:9000/x', own)).toBe('refused-address');
    expect(hrefOrFault('http://10.0.0.1:9000/x', own)).toBe('refused-address');
    expect(hrefOrFault('http://a:b@127.0.0.1:9000/', own)).toBe('refused-address');
  });
});

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
  ])('maps %s to %s', (hostname, suffix) => expect(hostSuffix(hostname)).toBe(suffix));
});

describe('hostname of an OutboundError', () => {
  const refused = new OutboundError('refused-host', { hostname: 'media.example.net' });
  it('is set for a refused request and for a redirect to a refused host', () => {
    expect(new OutboundError('refused-redirect', { cause: refused }).hostname).toBe('media.example.net');
    expect(new OutboundError('timeout').hostname).toBeNull();
  });
  it('does not appear in the serialized error', () => {
    expect(JSON.stringify({ ...refused, message: refused.message, stack: refused.stack })).not.toContain(
      'example',
    );
  });
});
