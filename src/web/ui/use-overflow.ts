import { type RefObject, useEffect, useState } from 'react';

/** Dimension in which the content of an element may not fit. */
type Side = 'Width' | 'Height';

/**
 * Returns whether the content of an element is larger than the element in the dimension `side`; false until it has been measured.
 * `isPresent`: whether the element is rendered.
 */
export function useOverflow(element: RefObject<HTMLElement | null>, side: Side, isPresent = true): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!isPresent || !current) return setOverflows(false);
    // One pixel may be a rounding error.
    const measure = () => setOverflows(current[`scroll${side}`] > current[`client${side}`] + 1);
    // The observer calls `measure` once per observed element at the start, and whenever an observed element changes its size.
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    if (current.firstElementChild) observer.observe(current.firstElementChild);
    return () => observer.disconnect();
  }, [element, side, isPresent]);
  return overflows;
}
