import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';

const STOPS = 'button, select';
/** Where each key leads from `at` among `count` stops. */
const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/**
 * Makes a row of buttons and selects one tab stop whose arrows move inside it (APG, toolbar pattern). Spread what it gives on
 * the row's element; `focus` goes to the stop that was last used.
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
    // Also in a select, which keeps the other two arrows.
    event.preventDefault();
    all[move(all.indexOf(event.target as HTMLElement), all.length)]?.focus();
  };
  return { focus, props: { ref: row, onFocus, onKeyDown } };
}
