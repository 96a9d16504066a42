import {
  type FocusEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

const PLAYER_CONTROLS_HIDE_MS = 3_000;

/**
 * Returns whether an element has the focus by the keyboard, which keeps the controls visible. A mouse click also sets the focus and would
 * keep the controls visible permanently.
 */
const isKeyboardFocus = (target: EventTarget): boolean =>
  target instanceof Element && target.matches(':focus-visible');

/**
 * Returns whether the controls are visible (`isShown`), `showControls` to show them for three seconds, and the event handlers of the
 * player's outer element. The controls are visible while the player is paused, while the keyboard focus is inside it, and for three seconds
 * after the mouse moved, playback started or the focus left. When the mouse leaves the player, these three seconds end.
 */
export function useControlsVisibility(isPlaying: boolean) {
  const [focused, setFocused] = useState(false);
  const [pointerActive, setPointerActive] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const mayHide = isPlaying && pointerActive && !focused;

  const hideLater = useCallback((): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPointerActive(false), PLAYER_CONTROLS_HIDE_MS);
  }, []);
  useLayoutEffect(() => {
    // Set before the browser paints, so that the controls do not vanish under the finger that tapped play.
    if (isPlaying) setPointerActive(true);
  }, [isPlaying]);
  useEffect(() => {
    if (!mayHide) return;
    hideLater();
    return () => clearTimeout(timer.current);
  }, [mayHide, hideLater]);

  const showControls = (): void => {
    setPointerActive(true);
    if (mayHide) hideLater();
  };
  return {
    isShown: !isPlaying || focused || pointerActive,
    showControls,
    handlers: {
      onPointerMove: (event: PointerEvent) => event.pointerType === 'mouse' && showControls(),
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setPointerActive(false),
      onFocus: (event: FocusEvent) => isKeyboardFocus(event.target) && setFocused(true),
      onBlur: () => {
        setFocused(false);
        setPointerActive(true);
      },
    },
  };
}
