import { useEffect, useRef } from 'react';

/**
 * Escape, a press outside and a changed window width close the open menu, and `/` leaves it for the field; the page behind it
 * must not scroll. Gives the ref of the element that counts as inside. The functions may change from render to render.
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
      // After the press has moved the focus: closing gives it back.
      if (event.target instanceof Node && !inside.current?.contains(event.target)) setTimeout(close);
    };
    const width = innerWidth;
    // Where the links now stand in the bar nobody could close the menu; a phone's hiding address bar changes the height only.
    const onResize = () => {
      if (innerWidth !== width) close();
    };
    document.documentElement.dataset['locked'] = '';
    // Capture: the menu's Escape comes before that of the notices.
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
