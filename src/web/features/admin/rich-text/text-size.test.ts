import { describe, expect, it } from 'vitest';
import { sizeClass, sizeInClasses, sizeOfLength, stepSize, TEXT_SIZES } from './text-size.ts';

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

  it('step up and down through the default size and stop at the ends', () => {
    const walk = (from: number | null, step: 1 | -1) => stepSize(from, step);
    expect([walk(14, 1), walk(null, 1), walk(18, -1), walk(null, -1), walk(22, 1), walk(10, -1)]).toEqual([
      null,
      18,
      null,
      14,
      22,
      10,
    ]);
  });
});
