import { describe, expect, it } from 'vitest';
import { blockOf, networkOf } from './network-of.ts';

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2ff::1', '2001:db8:1:200::/56'],
    ['2001:DB8:1:200:aaaa:bbbb:cccc:dddd', '2001:db8:1:200::/56'],
    ['2001:db8:1:300::1', '2001:db8:1:300::/56'],
    ['::1', '0:0:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    // Some proxies (Azure Application Gateway, IIS) write the port of each connection into X-Forwarded-For.
    ['192.0.2.7:50123', '192.0.2.7'],
    ['[2001:db8:1:2ff::1]:50123', '2001:db8:1:200::/56'],
    ['[2001:db8:1:2ff::1]', '2001:db8:1:200::/56'],
    ['[::ffff:192.0.2.7]:50123', '192.0.2.7'],
    ['nonsense', 'nonsense'],
    ['not:an:address', 'not:an:address'],
  ])('maps %s to %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('blockOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:200::/56', '2001:db8:1::/48'],
    ['nonsense', 'nonsense'],
  ])('maps %s to %s', (network, block) => {
    expect(blockOf(network)).toBe(block);
  });
});
