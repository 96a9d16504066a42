import { type FocusEvent, type PointerEvent, useCallback, useEffect, useReducer, useRef } from 'react';
import { PLAYER_CONTROLS_HIDE_MS } from '#shared/limits.ts';
import { CONTROLS_AT_FIRST, controlsShown, mayHideControls, reduceControls } from './controls-visibility.ts';

/** Only a keyboard's focus keeps the controls: a press with the mouse focuses too, and would keep them for good. */
const isKeyboardFocus = (target: EventTarget): boolean =>
  target instanceof Element && target.matches(':focus-visible');

/** Whether the controls show, and the handlers that the player's outer element needs to know it. */
export function useControlsVisibility(playing: boolean) {
  const [state, dispatch] = useReducer(reduceControls, CONTROLS_AT_FIRST);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const mayHide = mayHideControls(state);

  const hideLater = useCallback((): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => dispatch({ type: 'rested' }), PLAYER_CONTROLS_HIDE_MS);
  }, []);
  useEffect(() => dispatch({ type: playing ? 'played' : 'paused' }), [playing]);
  useEffect(() => {
    if (!mayHide) return;
    hideLater();
    return () => clearTimeout(timer.current);
  }, [mayHide, hideLater]);

  const wake = (): void => {
    dispatch({ type: 'pointer-moved' });
    if (mayHide) hideLater();
  };
  return {
    shown: controlsShown(state),
    wake,
    handlers: {
      onPointerMove: (event: PointerEvent) => event.pointerType === 'mouse' && wake(),
      onPointerLeave: (event: PointerEvent) =>
        event.pointerType === 'mouse' && dispatch({ type: 'pointer-left' }),
      onFocus: (event: FocusEvent) => isKeyboardFocus(event.target) && dispatch({ type: 'focused' }),
      onBlur: () => dispatch({ type: 'blurred' }),
    },
  };
}
