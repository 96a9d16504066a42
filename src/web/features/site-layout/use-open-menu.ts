import { useEffect, useRef } from 'react';

/**
 * Handles an open menu: Escape, a click outside or a changed window width closes it, `/` moves to the field, and the
 * page behind does not scroll. Returns the ref of the element that counts as inside. The callbacks may change between
 * renders.
 */
export function useOpenMenu(open: boolean, close: () => void, toField: () => void) {
  const inside = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const chord = event.ctrlKey || event.metaKey || event.altKey;
      const act = event.key === 'Escape' ? close : event.key === '/' && !chord ? toField : undefined;
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    const onPress = (event: PointerEvent) => {
      // Deferred until the click has moved the focus, because closing restores it.
      if (event.target instanceof Node && !inside.current?.contains(event.target)) setTimeout(close);
    };
    const width = innerWidth;
    // At another width the links may be in the bar and the menu could not be closed. A phone's hiding address bar
    // changes only the height.
    const onResize = () => {
      if (innerWidth !== width) close();
    };
    document.documentElement.dataset['locked'] = '';
    // Capture phase: the menu handles Escape before the toasts do.
    document.addEventListener('keydown', onKeyDown, true);
    document.addEventListener('pointerdown', onPress);
    addEventListener('resize', onResize);
    return () => {
      delete document.documentElement.dataset['locked'];
      document.removeEventListener('keydown', onKeyDown, true);
      document.removeEventListener('pointerdown', onPress);
      removeEventListener('resize', onResize);
    };
  }, [open, close, toField]);
  return inside;
}
