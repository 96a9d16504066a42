import { expect, it } from 'vitest';
import { createAddressMatcher } from './address-list.ts';

it('createAddressMatcher matches addresses and ranges of both families, and IPv4-mapped IPv6 addresses', () => {
  const isListed = createAddressMatcher(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1']);
  expect(['10.1.2.3', '192.0.2.7', '::ffff:192.0.2.7', '2001:db8::5', '::1'].every(isListed)).toBe(true);
  expect(['11.1.2.3', '192.0.2.8', '2001:db9::5', '::2', '', 'nonsense'].some(isListed)).toBe(false);
  expect(createAddressMatcher([])('127.0.0.1')).toBe(false);
});
