import { describe, expect, it } from 'vitest';
import { sizeClass, sizeInClasses, sizeOfLength, TEXT_SIZES } from './text-size.ts';

describe('text sizes', () => {
  it('are those of the specification, each with its class', () => {
    expect(TEXT_SIZES).toEqual([10, 12, 14, 18, 20, 22]);
    expect(TEXT_SIZES.map((size) => sizeInClasses(`x ${sizeClass(size)}`))).toEqual(TEXT_SIZES);
    expect([sizeClass(16), sizeClass('18'), sizeInClasses('text-size-100'), sizeInClasses('')]).toEqual([
      undefined,
      undefined,
      null,
      null,
    ]);
  });

  it.each([
    ['18px', 18],
    ['17.96px', 18],
    ['10.5pt', 14],
    [' 9PT ', 12],
    ['16px', null],
    ['11pt', null],
    ['1.125rem', null],
    ['large', null],
    ['', null],
  ])('read %j as %j', (length, size) => expect(sizeOfLength(length)).toBe(size));
});
