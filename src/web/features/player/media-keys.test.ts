import { describe, expect, it } from 'vitest';
import { commandFor } from './media-keys.ts';
import { arrowStep, swipeStep } from './set-stage.tsx';

const press = (key: string, modifier = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifier,
});

describe('commandFor', () => {
  it.each([
    [' ', { type: 'toggle' }],
    ['K', { type: 'toggle' }],
    ['m', { type: 'mute' }],
    ['F', { type: 'full-screen' }],
    ['Home', { type: 'restart' }],
    ['0', { type: 'restart' }],
    ['ArrowLeft', { type: 'jump', by: -5 }],
    ['ArrowRight', { type: 'jump', by: 5 }],
    ['j', { type: 'jump', by: -10 }],
    ['l', { type: 'jump', by: 10 }],
    ['7', { type: 'seek', to: 0.7 }],
    ['Tab', null],
    ['x', null],
  ])('%s', (key, command) => {
    expect(commandFor(press(key), false)).toEqual(command);
  });

  it('leaves Space on a focused button and modified keys to the browser', () => {
    expect(commandFor(press(' '), true)).toBeNull();
    expect(commandFor(press('k'), true)).toEqual({ type: 'toggle' });
    expect(commandFor(press('f', { ctrlKey: true }), false)).toBeNull();
    expect(commandFor(press('ArrowLeft', { altKey: true }), false)).toBeNull();
  });
});

describe('swipeStep and arrowStep', () => {
  const at = (x: number, y: number) => ({ x, y });
  it('goes to the next item when the finger moves against the reading direction', () => {
    expect(swipeStep(at(200, 0), at(100, 10), false)).toBe(1);
    expect(swipeStep(at(100, 0), at(200, 10), false)).toBe(-1);
    expect(swipeStep(at(200, 0), at(100, 10), true)).toBe(-1);
  });
  it('returns 0 for a tap or a vertical scroll', () => {
    expect(swipeStep(at(0, 0), at(39, 0), false)).toBe(0);
    expect(swipeStep(at(0, 0), at(-60, 90), false)).toBe(0);
  });
  it('maps arrow keys by the reading direction', () => {
    expect(arrowStep('ArrowRight', false)).toBe(1);
    expect(arrowStep('ArrowRight', true)).toBe(-1);
    expect(arrowStep('ArrowLeft', false)).toBe(-1);
    expect(arrowStep('ArrowUp', false)).toBe(0);
  });
});
