import { type RefObject, useEffect, useRef } from 'react';
import { findLink } from '#shared/links/find-link.ts';
import { isEditable } from '../../lib/focus.ts';

const ROOMY_WITH_POINTER = '(min-width: 1024px) and (pointer: fine)';

/** Focuses the field at load where no on-screen keyboard would jump up, without costing the skip link its first place. */
function useGentleAutofocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const input = field.current;
    const untouched = document.activeElement === document.body && location.hash === '';
    if (input === null || !untouched || !matchMedia(ROOMY_WITH_POINTER).matches) return;
    input.focus({ preventScroll: true });
    const onFirstKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab' && !event.shiftKey && document.activeElement === input && input.value === '') {
        // The visitor has not been anywhere yet: their first stop is the page's first stop.
        input.blur();
        document.querySelector<HTMLElement>('[data-first-stop]')?.focus();
        event.preventDefault();
      }
    };
    input.addEventListener('keydown', onFirstKey, { once: true });
    return () => input.removeEventListener('keydown', onFirstKey);
  }, [field]);
}

/** Page-wide ways into the field: `/` focuses it, text pasted while nothing is focused is taken as if pasted into it. */
export function useFieldShortcuts(
  field: RefObject<HTMLInputElement | null>,
  take: (text: string) => void,
): void {
  useGentleAutofocus(field);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const chord = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key !== '/' || chord || isEditable(event.target)) return;
      event.preventDefault();
      field.current?.focus();
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isEditable(event.target) || findLink(text) === null) return;
      event.preventDefault();
      latest.current(text.trim());
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('paste', onPaste);
    };
  }, [field]);
}
