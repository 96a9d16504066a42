import { type RefObject, useEffect, useState } from 'react';

/** Side on which the content of an element does not fit. */
type Side = 'Width' | 'Height';

/**
 * Returns whether the content of an element is larger than the element on this side; false until measured. `isPresent` tells whether there
 * is an element.
 */
export function useOverflow(element: RefObject<HTMLElement | null>, side: Side, isPresent = true): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!isPresent || !current) return setOverflows(false);
    // One pixel may be a rounding error.
    const measure = () => setOverflows(current[`scroll${side}`] > current[`client${side}`] + 1);
    // Called once per observed element at the start, then whenever one changes size.
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    if (current.firstElementChild) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, [element, side, isPresent]);
  return overflows;
}
