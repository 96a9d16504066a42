import { type RefCallback, useCallback, useState } from 'react';

/** Returns whether the style sheet shows only part of the element's text, and the ref of the element. */
export function useClipped(): {
  readonly element: RefCallback<HTMLElement>;
  readonly isClipped: boolean;
} {
  const [isClipped, setIsClipped] = useState(false);
  const element = useCallback((node: HTMLElement | null) => {
    if (node === null) return;
    // One pixel may be a rounding error.
    const observer = new ResizeObserver(() => setIsClipped(node.scrollHeight > node.clientHeight + 1));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);
  return { element, isClipped };
}
