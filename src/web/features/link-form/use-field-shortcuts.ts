import { type RefObject, useEffect, useRef } from 'react';
import { findLink } from '#shared/links/find-link.ts';
import { isEditable } from '../../lib/focus.ts';

const LARGE_SCREEN_WITH_MOUSE = '(min-width: 1024px) and (pointer: fine)';

/**
 * Focuses the field at load on large screens with a mouse, where no on-screen keyboard would open. The skip link
 * stays the first tab stop.
 */
function useAutofocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const input = field.current;
    const untouched = document.activeElement === document.body && location.hash === '';
    if (input === null || !untouched || !matchMedia(LARGE_SCREEN_WITH_MOUSE).matches) return;
    input.focus({ preventScroll: true });
    const onFirstKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab' && !event.shiftKey && document.activeElement === input && input.value === '') {
        // The first Tab after the automatic focus goes to the page's first tab stop instead of past it.
        input.blur();
        document.querySelector<HTMLElement>('[data-first-stop]')?.focus();
        event.preventDefault();
      }
    };
    input.addEventListener('keydown', onFirstKey, { once: true });
    return () => input.removeEventListener('keydown', onFirstKey);
  }, [field]);
}

/**
 * Adds page-wide shortcuts: `/` focuses the field, and a link pasted outside an editable element is passed to
 * `acceptText`.
 */
export function useFieldShortcuts(
  field: RefObject<HTMLInputElement | null>,
  acceptText: (text: string) => void,
): void {
  useAutofocus(field);
  const latest = useRef(acceptText);
  useEffect(() => {
    latest.current = acceptText;
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
