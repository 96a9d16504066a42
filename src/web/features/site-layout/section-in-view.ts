import { useEffect, useState } from 'react';

/**
 * Returns whether any part of the element with this id is in view; true until the browser has reported it, and if there is no such element.
 */
export function useInView(id: string): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    const element = document.getElementById(id);
    if (element === null) return;
    const observer = new IntersectionObserver((entries) => {
      setInView(entries.at(-1)?.isIntersecting ?? true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return inView;
}

/**
 * Margins that leave a band from 30 % to 45 % of the height of the window. The section in this band counts as the one that the visitor
 * reads.
 */
const READING_BAND = '-30% 0px -55% 0px';

/**
 * Returns the id of the section in the reading band. If there are several, returns the last one in the document, which is the innermost one
 * of nested sections. While no section is there, returns the last one that was, and at the start the first of `ids`. `ids` must be the same
 * array in every render while its content is equal.
 */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  useEffect(() => {
    const inBand = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) inBand.add(target.id);
          else inBand.delete(target.id);
        }
        const inner = [...document.querySelectorAll('[id]')].findLast(({ id }) => inBand.has(id));
        if (inner) setCurrent(inner.id);
      },
      { rootMargin: READING_BAND },
    );
    for (const id of ids) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
