import { describe, expect, it } from 'vitest';
import { runKey } from './media-keys.ts';
import { arrowStep, swipeStep } from './set-stage.tsx';
import type { MediaView } from './use-media.ts';

const VIEW: MediaView = {
  ready: true,
  playing: true,
  failed: false,
  muted: false,
  wasUnmuted: true,
  at: 20,
  duration: 40,
};

const press = (key: string, modifier = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifier,
});

/** Returns the command that the key ran, 'none' for a key without one. */
const ranBy = (
  pressed: ReturnType<typeof press>,
  { isOnButton = false, hasFullScreen = true } = {},
): string => {
  let ran = 'nothing';
  const runs = (name: string) => (): void => {
    ran = name;
  };
  const isHandled = runKey(
    pressed,
    isOnButton,
    {
      toggle: runs('toggle'),
      restart: runs('restart'),
      toggleMuted: runs('mute'),
      seek: (seconds) => runs(`seek ${seconds}`)(),
      ...(hasFullScreen && { toggleFullScreen: runs('full screen') }),
    },
    VIEW,
  );
  return isHandled ? ran : 'none';
};

describe('a key of the player', () => {
  it.each([
    [' ', 'toggle'],
    ['K', 'toggle'],
    ['m', 'mute'],
    ['F', 'full screen'],
    ['Home', 'restart'],
    ['0', 'restart'],
    ['ArrowLeft', 'seek 15'],
    ['ArrowRight', 'seek 25'],
    ['j', 'seek 10'],
    ['l', 'seek 30'],
    ['7', 'seek 28'],
    ['Tab', 'none'],
    ['x', 'none'],
  ])('%s', (key, command) => {
    expect(ranBy(press(key))).toBe(command);
  });

  it('is left to the browser if it is Space on a focused button, modified, or f without full screen', () => {
    expect(ranBy(press(' '), { isOnButton: true })).toBe('none');
    expect(ranBy(press('k'), { isOnButton: true })).toBe('toggle');
    expect(ranBy(press('f', { ctrlKey: true }))).toBe('none');
    expect(ranBy(press('ArrowLeft', { altKey: true }))).toBe('none');
    expect(ranBy(press('f'), { hasFullScreen: false })).toBe('none');
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
