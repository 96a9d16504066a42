import { useEffect, useRef } from 'react';

/**
 * Escape and a press outside close the open menu; the page behind it must not scroll. Gives the ref of the element that
 * counts as inside. `close` may change from render to render.
 */
export function useOpenMenu(open: boolean, close: () => void) {
  const inside = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close();
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !inside.current?.contains(event.target)) close();
    };
    document.documentElement.dataset['locked'] = '';
    // Capture: the menu's Escape comes before that of the notices.
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('pointerdown', onPress);
    return () => {
      delete document.documentElement.dataset['locked'];
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('pointerdown', onPress);
    };
  }, [open, close]);
  return inside;
}
