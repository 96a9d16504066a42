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
 * Margins that leave everything above a line at 45 % of the height of the window, also far above the window: a short last section may end
 * above the line before the page can scroll no further.
 */
const ABOVE_READING_LINE = '1000000px 0px -55% 0px';

/**
 * Returns the id of the section that the visitor reads: the last one in the document that starts above the reading line. While no
 * section does, returns the first of `ids`. `ids` must be the same array in every render while its content is equal.
 */
export function useSectionInView(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  useEffect(() => {
    const started = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) started.add(target.id);
          else started.delete(target.id);
        }
        const last = [...document.querySelectorAll('[id]')].findLast(({ id }) => started.has(id));
        setCurrent(last?.id ?? ids[0]);
      },
      { rootMargin: ABOVE_READING_LINE },
    );
    for (const id of ids) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
