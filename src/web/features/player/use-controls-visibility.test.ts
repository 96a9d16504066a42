import { describe, expect, it } from 'vitest';
import {
  CONTROLS_AT_FIRST,
  type ControlsEvent,
  controlsShown,
  mayHideControls,
  reduceControls,
} from './use-controls-visibility.ts';

const having = (...types: ControlsEvent['type'][]) =>
  types.map((type) => ({ type })).reduce(reduceControls, CONTROLS_AT_FIRST);

describe('controls', () => {
  it.each([
    ['at first', [], true],
    ['right after play', ['played'], true],
    ['when the pointer has been idle while playing', ['played', 'timed-out'], false],
    ['when the pointer moves again', ['played', 'timed-out', 'pointer-moved'], true],
    ['when the pointer left while playing', ['played', 'pointer-left'], false],
    ['paused, however long', ['played', 'timed-out', 'paused'], true],
    ['focused while playing, however long', ['played', 'focused', 'timed-out'], true],
    ['just after the focus left', ['played', 'focused', 'timed-out', 'blurred'], true],
    ['some time after the focus left', ['played', 'focused', 'blurred', 'timed-out'], false],
  ] as const)('%s', (_, events, shown) => {
    expect(controlsShown(having(...events))).toBe(shown);
  });

  it('may hide only while playing without focus', () => {
    expect(mayHideControls(having('played'))).toBe(true);
    expect(mayHideControls(having('pointer-moved'))).toBe(false);
    expect(mayHideControls(having('played', 'focused'))).toBe(false);
  });

  it('returns the same state while the pointer keeps moving', () => {
    const state = having('played');
    expect(reduceControls(state, { type: 'pointer-moved' })).toBe(state);
  });
});
