import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../src/server/outbound/public-address.ts';

const ipv4Edges = (range: string): string[] => {
  const [network = '', prefix = ''] = range.split('/');
  const first = network.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const last = first + 2 ** (32 - Number(prefix)) - 1;
  return [first, last].map((value) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.'));
};

const ipv6Edges = (range: string): string[] => {
  const [network = '', prefix = ''] = range.split('/');
  const [head = '', tail = ''] = network.split('::');
  const headGroups = head === '' ? [] : head.split(':');
  const tailGroups = tail === '' ? [] : tail.split(':');
  const missing = Array.from({ length: 8 - headGroups.length - tailGroups.length }, () => '0');
  const groups = [...headGroups, ...missing, ...tailGroups].map((group) => BigInt(`0x${group}`));
  const first = groups.reduce((sum, group) => (sum << 16n) | group, 0n);
  const last = first | ((1n << BigInt(128 - Number(prefix))) - 1n);
  return [first, last].map((value) =>
    Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - 16 * at)) & 0xffffn).toString(16)).join(':'),
  );
};

const edges = (range: string): string[] => (range.includes(':') ? ipv6Edges(range) : ipv4Edges(range));

/**
 * Ranges that are not reachable on the public internet, or never answer as one host (RFC 6890 and its updates), and the
 * address of a cloud's own services.
 */
const BLOCKED_RANGES = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0/96',
  // NAT64: at both edges it embeds an address that is not public.
  '64:ff9b::/96',
  '64:ff9b::a00:0/104',
  '64:ff9b::7f00:0/104',
  '64:ff9b::a9fe:0/112',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3ffe::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

describe('isPublicAddress, for blocked ranges', () => {
  it.each(BLOCKED_RANGES)('refuses the first and the last address of %s', (range) => {
    expect(edges(range).filter(isPublicAddress)).toEqual([]);
  });

  it('is checked at the true edges of a range', () => {
    expect(edges('100.64.0.0/10')).toEqual(['100.64.0.0', '100.127.255.255']);
    expect(edges('172.16.0.0/12')).toEqual(['172.16.0.0', '172.31.255.255']);
    expect(edges('fe80::/10')).toEqual(['fe80:0:0:0:0:0:0:0', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff']);
  });
});
