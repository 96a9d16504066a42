import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';

const STOPS = 'button, select';
/** Index a key moves to, given the current index and the number of stops. */
const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/**
 * Makes a row of buttons and selects a single tab stop with arrow-key navigation (APG toolbar pattern). Spread the
 * returned `props` on the row's element; `focus` focuses the last used stop.
 */
export function useRovingFocus() {
  const row = useRef<HTMLDivElement>(null);
  const current = useRef(0);
  const stops = () => [...(row.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
  const settle = () => {
    for (const [index, stop] of stops().entries()) stop.tabIndex = index === current.current ? 0 : -1;
  };
  useLayoutEffect(settle);
  const focus = () => stops()[current.current]?.focus();
  const onFocus = ({ target }: FocusEvent) => {
    const index = stops().indexOf(target as HTMLElement);
    if (index === -1) return;
    current.current = index;
    settle();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    const all = stops();
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    // Also in a select, which keeps ArrowUp and ArrowDown.
    event.preventDefault();
    all[move(all.indexOf(event.target as HTMLElement), all.length)]?.focus();
  };
  return { focus, props: { ref: row, onFocus, onKeyDown } };
}
