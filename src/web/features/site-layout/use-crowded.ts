import { type RefObject, useEffect, useState } from 'react';

/** Returns whether the element's content is wider than the element; false until measured and if the content is absent. */
export function useCrowded(element: RefObject<HTMLElement | null>, present: boolean): boolean {
  const [crowded, setCrowded] = useState(false);
  useEffect(() => {
    const { current } = element;
    const inside = current?.firstElementChild;
    if (!present || !current || !inside) return setCrowded(false);
    // Called once per observed element at the start, then whenever either changes size.
    const observer = new ResizeObserver(() => setCrowded(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    observer.observe(inside);
    return () => observer.disconnect();
  }, [element, present]);
  return crowded;
}
