import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { reveal } from './reveal.ts';

interface RowTarget {
  /** Id of the row; null for the list's own control outside the rows. */
  readonly row: string | number | null;
  /** The control's `data-focus` attribute. */
  readonly control: string;
}

/**
 * Returns a function that sets where the focus goes when a list changes: it takes a row's id and the `data-focus` of
 * a control in it. Call it before or after the change; the control is focused after the next render, and unfolded. `area` contains
 * the rows (`data-row`) and the controls of the list.
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
