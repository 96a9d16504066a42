import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { reveal } from './reveal.ts';

interface RowTarget {
  /** Id of the row; null for the list's own control outside the rows. */
  readonly row: string | number | null;
  /** The control's `data-focus` attribute. */
  readonly control: string;
}

/**
 * Returns a function that, after the next render, unfolds and focuses the control with the given `data-focus` in the row with the given
 * `data-row`; for the row null, anywhere in `area`. Call it before or after the change of the list.
 */
export function useRowFocus(
  area: RefObject<HTMLElement | null>,
): (row: string | number | null, control: string) => void {
  const wanted = useRef<RowTarget | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const { row, control } = wanted.current;
    wanted.current = null;
    const place = row === null ? area.current : area.current?.querySelector(`[data-row="${String(row)}"]`);
    const target = place?.querySelector<HTMLElement>(`[data-focus="${control}"]`);
    if (target) reveal(target).focus();
  });
  return useCallback((row, control) => {
    wanted.current = { row, control };
  }, []);
}
