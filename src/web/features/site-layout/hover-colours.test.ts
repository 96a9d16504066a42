import { describe, expect, it } from 'vitest';
import { contrast, type Rgb, readHex } from './hover-colours.ts';

const hex = (text: string): Rgb => readHex(text)!;

describe('readHex', () => {
  it.each<[string, Rgb | null]>([
    ['#fff', [1, 1, 1]],
    ['#000000', [0, 0, 0]],
    [' #FF0033 ', [1, 0, 0.2]],
    ['red', null],
    ['#12345', null],
    ['#ffffff80', null],
    ['url(https://example.com)', null],
    ['', null],
  ])('%j', (text, rgb) => expect(readHex(text)).toEqual(rgb));
});

describe('contrast', () => {
  it.each([
    ['#000', '#fff', 21],
    ['#fff', '#000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#1877f2', '#e9eae5', 3.5],
    ['#ff0000', '#ff0000', 1],
  ])('%s on %s is %d', (one, other, ratio) => expect(contrast(hex(one), hex(other))).toBeCloseTo(ratio, 1));
});
