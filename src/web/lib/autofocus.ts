const LARGE_SCREEN_WITH_MOUSE = '(min-width: 1024px) and (pointer: fine)';

/**
 * Focuses the field on large screens with a mouse, where no on-screen keyboard opens, unless the visitor has focused another element or the
 * address contains an anchor. If the visitor's first key is Tab, the focus moves to the page's first tab stop, the skip link.
 */
export function autofocus(field: HTMLInputElement): void {
  const isUntouched = document.activeElement === document.body && location.hash === '';
  if (!isUntouched || !matchMedia(LARGE_SCREEN_WITH_MOUSE).matches) return;
  field.focus({ preventScroll: true });
  const onFirstKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab' && !event.shiftKey && document.activeElement === field && field.value === '') {
      // The first Tab after the automatic focus goes to the page's first tab stop instead of past it.
      field.blur();
      document.querySelector<HTMLElement>('[data-first-stop]')?.focus();
      event.preventDefault();
    }
  };
  field.addEventListener('keydown', onFirstKey, { once: true });
}
