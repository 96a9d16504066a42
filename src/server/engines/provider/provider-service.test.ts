import { describe, expect, it } from 'vitest';
import { exactHosts } from '../../outbound/host-policy.ts';
import { downloadService } from './medias-services.ts';
import { callPolicy, createSourceReader, filePolicy, type ProviderService } from './provider-service.ts';

const service = (given: Partial<ProviderService> = {}, servesFiles = true): ProviderService => ({
  baseUrl: 'https://api.example.com',
  apiKey: null,
  isFromEnvironment: false,
  adapter: { ...downloadService, fileHosts: ['files.example.net'], servesFiles },
  ...given,
});
const delivery = exactHosts(['cdn.platform.example']);
const allowed = (policy: ReturnType<typeof filePolicy>, names: readonly string[]) =>
  names.filter((name) => policy.allows(name));
const NAMES = [
  'api.example.com',
  'www.api.example.com',
  'example.com',
  'files.example.net',
  'a.files.example.net',
  'evilfiles.example.net',
  'cdn.platform.example',
];

describe('createSourceReader', () => {
  const read = createSourceReader(service());
  it.each<[unknown, string, string | undefined]>([
    ['/video/1.mp4', 'https://api.example.com/video/1.mp4', 'provider'],
    ['https://api.example.com/1.mp4', 'https://api.example.com/1.mp4', 'provider'],
    ['https://a.files.example.net/1', 'https://a.files.example.net/1', 'provider'],
    ['https://cdn.platform.example/1', 'https://cdn.platform.example/1', undefined],
    ['//elsewhere.example/1', 'https://elsewhere.example/1', undefined],
    ['http://cdn.platform.example/1', 'https://cdn.platform.example/1', undefined],
    ['http://a.files.example.net/1', 'https://a.files.example.net/1', 'provider'],
  ])('reads %s', (given, url, via) => {
    expect(read(given)).toEqual({ kind: 'upstream', url, headers: {}, ...(via && { via }) });
  });

  it.each([
    'none',
    'relative/1.mp4',
    'ftp://api.example.com/1',
    'https://u:p@api.example.com/1',
    '',
    7,
    null,
    'javascript:alert(1)',
    `https://api.example.com/${'x'.repeat(5_000)}`,
  ])('refuses %j', (given) => {
    expect(read(given)).toBeNull();
  });

  it('keeps http for the files of a service without TLS, and for no others', () => {
    const local = createSourceReader(service({ baseUrl: 'http://10.0.0.7:8080/api' }));
    const urls = [
      '/1.mp4',
      'http://10.0.0.7:8080/1.mp4',
      '//cdn.platform.example/1',
      'http://cdn.platform.example/1',
    ];
    expect(urls.map((url) => local(url)?.url)).toEqual([
      'http://10.0.0.7:8080/1.mp4',
      'http://10.0.0.7:8080/1.mp4',
      'https://cdn.platform.example/1',
      'https://cdn.platform.example/1',
    ]);
  });

  it('takes addresses without a host only if the service serves files', () => {
    const other = createSourceReader(service({}, false));
    expect(other('/video/1.mp4')).toBeNull();
    expect(other('//cdn.platform.example/1')?.url).toBe('https://cdn.platform.example/1');
    expect(other('https://api.example.com/1.mp4')).toEqual({
      kind: 'upstream',
      url: 'https://api.example.com/1.mp4',
      headers: {},
    });
  });
});

describe('filePolicy', () => {
  it('allows the listed hosts, the own host and the delivery networks', () => {
    const policy = filePolicy(service(), 'https://api.example.com/1', delivery);
    expect(policy.isOwnerOrigin).toBe(false);
    expect(allowed(policy, NAMES)).toEqual([
      'api.example.com',
      'files.example.net',
      'a.files.example.net',
      'cdn.platform.example',
    ]);
    const without = filePolicy(service({}, false), 'https://api.example.com/1', delivery);
    expect(without.allows('api.example.com')).toBe(false);
  });

  it('allows a private address only at the origin that the environment names', () => {
    const local = { baseUrl: 'http://10.0.0.7:8080', isFromEnvironment: true };
    const own = filePolicy(service(local), 'http://10.0.0.7:8080/1', delivery);
    expect([own.isOwnerOrigin, own.origin]).toEqual([true, 'http://10.0.0.7:8080']);
    expect(filePolicy(service(local), 'http://10.0.0.7:9/1', delivery).isOwnerOrigin).toBe(false);
    expect(
      filePolicy(service({ baseUrl: local.baseUrl }), 'http://10.0.0.7:8080/1', delivery).isOwnerOrigin,
    ).toBe(false);
    const named = { baseUrl: 'https://api.example.com', isFromEnvironment: true };
    expect(filePolicy(service(named), 'https://api.example.com/1', delivery).isOwnerOrigin).toBe(false);
  });
});

describe('callPolicy', () => {
  it('allows the host alone', () => {
    expect(allowed(callPolicy(service()), NAMES)).toEqual(['api.example.com']);
    expect(callPolicy(service()).isOwnerOrigin).toBe(false);
    expect(callPolicy(service({ isFromEnvironment: true })).isOwnerOrigin).toBe(true);
  });
});
