import { describe, expect, it } from 'vitest';
import { createAddressMatcher, isLanAddress, isPublicAddress } from './public-address.ts';

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
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
    '0064:FF9B:0:0:0:0:0101:0101',
    '64:ff9b::a83f:8111',
    '64:ff9b::dfff:ffff',
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
    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::ac10:1',
    '64:ff9b::c0a8:101',
    '64:ff9b::6440:1',
    '64:ff9b::a83f:8110',
    '64:ff9b::',
    '64:ff9b::e000:1',
    '64:ff9b::ffff:ffff',
    // Not the well-known prefix: the embedded address stands elsewhere, or another device translates.
    '64:ff9b:1::a00:1',
    '64:ff9b:1::808:808',
    '64:ff9b:0:0:0:1:808:808',
    '64:ff9b::1:808:808',
    '64:ff9a::808:808',
    '::808:808',
    '::ffff:0:808:808',
    '2002:808:808::1',
    '2001:0:808:808::1',
    '64:ff9b::808:808%lo',
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
});

describe('isLanAddress', () => {
  it.each([
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    'fd12::1',
    'FC00::1',
  ])('accepts %s', (address) => expect(isLanAddress(address)).toBe(true));

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '168.63.129.16',
    '172.32.0.1',
    '8.8.8.8',
    '::1',
    '::',
    'fe80::1',
    'fd12::1%eth0',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2606:4700::1',
    'router.lan',
  ])('refuses %s', (address) => expect(isLanAddress(address)).toBe(false));
});

it('createAddressMatcher matches addresses and ranges of both families, and IPv4-mapped IPv6 addresses', () => {
  const isListed = createAddressMatcher(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1']);
  expect(['10.1.2.3', '192.0.2.7', '::ffff:192.0.2.7', '2001:db8::5', '::1'].every(isListed)).toBe(true);
  expect(['11.1.2.3', '192.0.2.8', '2001:db9::5', '::2', '', 'nonsense'].some(isListed)).toBe(false);
  expect(createAddressMatcher([])('127.0.0.1')).toBe(false);
});
