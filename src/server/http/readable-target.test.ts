import { expect, it } from 'vitest';
import { readableTarget } from './readable-target.ts';

it.each([
  ['/%zz', '/%25zz'],
  ['/%', '/%25'],
  ['/%ff', '/%25ff'],
  ['/p/%41%zz/?a=%zz', '/p/%2541%25zz/?a=%zz'],
  ['http://evil.example/%zz', 'http://evil.example/%25zz'],
])('%s becomes %s', (target, readable) => {
  expect(readableTarget(target)).toBe(readable);
  expect(() => decodeURI(readable.split('?')[0] ?? '')).not.toThrow();
});

it.each(['/', '/p/DMocksFive1/', '/%41?a=%zz', '/https%3A%2F%2Fwww.tiktok.com%2F', '/?x=%', '*'])(
  '%s stays as it is',
  (target) => expect(readableTarget(target)).toBe(target),
);
