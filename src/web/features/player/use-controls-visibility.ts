import { type FocusEvent, type PointerEvent, useCallback, useEffect, useReducer, useRef } from 'react';

/** State that decides whether the player's controls are visible. */
interface ControlsVisibility {
  readonly playing: boolean;
  /** Whether the keyboard focus is inside the player. */
  readonly focused: boolean;
  /** Whether the pointer moved or the screen was touched within the last three seconds. */
  readonly pointerActive: boolean;
}

export type ControlsEvent =
  | { readonly type: 'played' }
  | { readonly type: 'paused' }
  | { readonly type: 'pointer-moved' }
  | { readonly type: 'pointer-left' }
  | { readonly type: 'timed-out' }
  | { readonly type: 'focused' }
  | { readonly type: 'blurred' };

export const CONTROLS_AT_FIRST: ControlsVisibility = { playing: false, focused: false, pointerActive: false };

/** Returns whether the controls are visible: always while paused or focused, else while the pointer is active. */
export const controlsShown = ({ playing, focused, pointerActive }: ControlsVisibility): boolean =>
  !playing || focused || pointerActive;

/** Returns whether the controls are visible only because the pointer was active, so that they hide once it is idle. */
export const mayHideControls = ({ playing, focused, pointerActive }: ControlsVisibility): boolean =>
  playing && pointerActive && !focused;

const changed = (state: ControlsVisibility, change: Partial<ControlsVisibility>): ControlsVisibility => ({
  ...state,
  ...change,
});

export function reduceControls(state: ControlsVisibility, event: ControlsEvent): ControlsVisibility {
  switch (event.type) {
    case 'played':
      // Still active, so that the controls do not vanish under the finger that tapped play.
      return changed(state, { playing: true, pointerActive: true });
    case 'paused':
      return changed(state, { playing: false });
    case 'pointer-moved':
      return state.pointerActive ? state : changed(state, { pointerActive: true });
    case 'pointer-left':
    case 'timed-out':
      return changed(state, { pointerActive: false });
    case 'focused':
      return changed(state, { focused: true });
    case 'blurred':
      return changed(state, { focused: false, pointerActive: true });
  }
}

const PLAYER_CONTROLS_HIDE_MS = 3_000;

/**
 * Only keyboard focus keeps the controls visible: a mouse click also sets the focus and would keep them visible
 * permanently.
 */
const isKeyboardFocus = (target: EventTarget): boolean =>
  target instanceof Element && target.matches(':focus-visible');

/**
 * Returns whether the controls are visible (`shown`), `showControls` to show them for three seconds, and the event handlers of the player's
 * outer element.
 */
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
