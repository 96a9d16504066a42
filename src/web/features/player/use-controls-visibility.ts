import { type FocusEvent, type PointerEvent, useCallback, useEffect, useReducer, useRef } from 'react';
import { CONTROLS_AT_FIRST, controlsShown, mayHideControls, reduceControls } from './controls-visibility.ts';

const PLAYER_CONTROLS_HIDE_MS = 3_000;

/**
 * Only keyboard focus keeps the controls visible: a mouse click also sets the focus and would keep them visible
 * permanently.
 */
const isKeyboardFocus = (target: EventTarget): boolean =>
  target instanceof Element && target.matches(':focus-visible');

/** Returns whether the controls are visible, and the event handlers that the player's outer element needs to track it. */
export function useControlsVisibility(playing: boolean) {
  const [state, dispatch] = useReducer(reduceControls, CONTROLS_AT_FIRST);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const mayHide = mayHideControls(state);

  const hideLater = useCallback((): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => dispatch({ type: 'timed-out' }), PLAYER_CONTROLS_HIDE_MS);
  }, []);
  useEffect(() => dispatch({ type: playing ? 'played' : 'paused' }), [playing]);
  useEffect(() => {
    if (!mayHide) return;
    hideLater();
    return () => clearTimeout(timer.current);
  }, [mayHide, hideLater]);

  const showControls = (): void => {
    dispatch({ type: 'pointer-moved' });
    if (mayHide) hideLater();
  };
  return {
    shown: controlsShown(state),
    showControls,
    handlers: {
      onPointerMove: (event: PointerEvent) => event.pointerType === 'mouse' && showControls(),
      onPointerLeave: (event: PointerEvent) =>
        event.pointerType === 'mouse' && dispatch({ type: 'pointer-left' }),
      onFocus: (event: FocusEvent) => isKeyboardFocus(event.target) && dispatch({ type: 'focused' }),
      onBlur: () => dispatch({ type: 'blurred' }),
    },
  };
}
