import { describe, expect, it } from 'vitest';
import { parseProxyAddress, proxyMistake } from './proxy-address.ts';

describe('parseProxyAddress', () => {
  it.each([
    ['http://10.0.0.5', 'http', '10.0.0.5', 80, null],
    ['http://10.0.0.5:3128/', 'http', '10.0.0.5', 3128, null],
    ['https://proxy.example', 'https', 'proxy.example', 443, null],
    ['socks5://10.0.0.5', 'socks5', '10.0.0.5', 1080, null],
    ['socks5h://home:9050', 'socks5h', 'home', 9050, null],
    ['socks5://[fd00::5]:1081', 'socks5', 'fd00::5', 1081, null],
    ['http://ann@10.0.0.5', 'http', '10.0.0.5', 80, { user: 'ann', password: '' }],
    ['http://ann:a%3Ab%40c%25@10.0.0.5', 'http', '10.0.0.5', 80, { user: 'ann', password: 'a:b@c%' }],
    [
      'socks5h://%C3%A4nne:pass@10.0.0.5',
      'socks5h',
      '10.0.0.5',
      1080,
      { user: '\u00e4nne', password: 'pass' },
    ],
  ] as const)('reads %s', (text, scheme, host, port, credentials) => {
    expect(proxyMistake(text)).toBeNull();
    expect(parseProxyAddress(text)).toEqual({ scheme, host, port, credentials });
  });

  it('rejects what is no address of a proxy, without quoting it', () => {
    const text = 'socks4://ann:topsecret@10.0.0.5';
    expect(proxyMistake(text)).not.toBeNull();
    expect(() => parseProxyAddress(text)).toThrow(TypeError);
    expect(proxyMistake(text)).not.toContain('topsecret');
    for (const broken of [
      'http://ann:topsecret%@10.0.0.5',
      'socks5://ann:@topsecret',
      'http://a%3A:topsecret@x',
    ])
      expect(proxyMistake(broken)).not.toContain('topsecret');
  });
});
