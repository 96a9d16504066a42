import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const LIST = path.resolve(import.meta.dirname, '../../../../shared/corpora/ssrf/antissrf-recommendedV1.json');

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

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '168.63.129.17',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1',
    '2001:200::1',
    '2a03:2880:f20a::1',
    '2620:4f:8001::1',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '192.168.1.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%lo',
    '2606:4700::1%lo',
    'ff02::1',
    '',
    'localhost',
    '127.1',
    '0x7f000001',
  ])('rejects %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.skipIf(!existsSync(LIST))('rejects both edges of every range of a published list', () => {
    const { cidr } = JSON.parse(readFileSync(LIST, 'utf8')) as { cidr: string[] };
    expect(cidr.length).toBeGreaterThan(30);
    expect(cidr.flatMap(edges).filter(isPublicAddress)).toEqual([]);
  });
});
