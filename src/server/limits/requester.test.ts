import { describe, expect, it } from 'vitest';
import { blockKeyOf, blockOf, createNetworkKey, networkOf } from './requester.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

describe('createNetworkKey', () => {
  it('returns one key for all addresses of a network, and other keys for other networks', () => {
    const keyOf = createNetworkKey('a secret of sixteen', () => 0);
    expect(keyOf('::ffff:192.0.2.7')).toBe(keyOf('192.0.2.7'));
    expect(keyOf('2001:db8:1:2ff::1')).toBe(keyOf('2001:db8:1:200::2'));
    expect(keyOf('192.0.2.8')).not.toBe(keyOf('192.0.2.7'));
    expect(keyOf('192.0.2.7')).toMatch(/^[\w-]{22}$/);
  });

  it('tells which networks are of one block', () => {
    const keyOf = createNetworkKey('a secret of sixteen', () => 0);
    const blockOf = (address: string): string => blockKeyOf(keyOf(address));
    expect(blockOf('2001:db8:1:200::1')).toBe(blockOf('2001:db8:1:ff00::1'));
    expect(blockOf('2001:db8:1:200::1')).not.toBe(blockOf('2001:db8:2:200::1'));
    expect(blockOf('192.0.2.7')).toBe(keyOf('192.0.2.7'));
  });

  it('changes every key with the day and with the secret', () => {
    let time = DAY_MS - 1;
    const keyOf = createNetworkKey('a secret of sixteen', () => time);
    const before = keyOf('192.0.2.7');
    expect(createNetworkKey('a secret of sixteen', () => 0)('192.0.2.7')).toBe(before);
    expect(createNetworkKey('another of sixteen', () => 0)('192.0.2.7')).not.toBe(before);
    time = DAY_MS;
    expect(keyOf('192.0.2.7')).not.toBe(before);
  });
});

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
