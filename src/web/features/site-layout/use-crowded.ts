import { type RefObject, useEffect, useState } from 'react';

/** Whether what the element holds is wider than the element; false until that is known, and while there is none. */
export function useCrowded(element: RefObject<HTMLElement | null>, present: boolean): boolean {
  const [crowded, setCrowded] = useState(false);
  useEffect(() => {
    const { current } = element;
    const inside = current?.firstElementChild;
    if (!present || !current || !inside) return setCrowded(false);
    // Called once for each at the start, then whenever either grows or shrinks.
    const observer = new ResizeObserver(() => setCrowded(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    observer.observe(inside);
    return () => observer.disconnect();
  }, [element, present]);
  return crowded;
}
