import { type RefObject, useCallback, useEffect, useRef } from 'react';

interface RowTarget {
  /** The row's id; null for the list's own control outside the rows. */
  readonly row: string | number | null;
  /** The `data-focus` of the control. */
  readonly control: string;
}

/**
 * Where the focus goes once a list has changed: call the answer with a row and the `data-focus` of a control in it, before or
 * after the change; the control is focused when the list has been rendered anew. `area` holds the rows (`data-row`) and what
 * belongs to the list.
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
    place?.querySelector<HTMLElement>(`[data-focus="${control}"]`)?.focus();
  });
  return useCallback((row, control) => {
    wanted.current = { row, control };
  }, []);
}
