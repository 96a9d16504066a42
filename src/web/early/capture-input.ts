import { readClipboardAhead } from '../lib/clipboard.ts';
import { isEditable } from '../lib/focus.ts';
import { onEarlyInputEnd, recordEarlyInput } from '../state/early-input.ts';

/** What does nothing, or leaves the page, without the page's code. */
const PRESSABLE = 'button:not([type="submit"]), a[href^="/?sample="]';

/** Presses that wait for the page. */
export interface CapturedPresses {
  /** Forgets them. Returns the last pressed element. */
  forget(): HTMLElement | undefined;
}

/**
 * Captures what a visitor does in the form and which buttons are pressed, until the page calls `endEarlyInput`; then the
 * buttons are pressed again. Typing and choosing a type need nothing: the browser handles both.
 */
export function captureInput(form: HTMLFormElement, field: HTMLInputElement): CapturedPresses {
  const submit = form.querySelector<HTMLButtonElement>('[type="submit"]');
  const listeners = new AbortController();
  const listen = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { capture: true, signal: listeners.signal });
  let pressed: HTMLElement[] = [];

  listen('input', () => {
    if (submit) submit.disabled = field.value.trim() === '';
  });
  listen('keydown', (event) => {
    const { key, target } = event;
    if (key === 'Enter' && target === field && !event.isComposing) {
      event.preventDefault();
      recordEarlyInput({ isSubmitted: true });
    }
    if (key === '/' && !(event.ctrlKey || event.metaKey || event.altKey) && !isEditable(target)) {
      event.preventDefault();
      field.focus();
    }
  });
  listen('submit', (event) => {
    event.preventDefault();
    recordEarlyInput({ isSubmitted: true });
  });
  listen('paste', ({ clipboardData, target }) => {
    const pasted = clipboardData?.getData('text/plain');
    if (pasted && (target === field || !isEditable(target))) recordEarlyInput({ pasted });
  });
  listen('dragover', (event) => {
    if (form.contains(event.target as Node)) event.preventDefault();
  });
  listen('drop', (event) => {
    const { dataTransfer, target } = event;
    if (!form.contains(target as Node)) return;
    event.preventDefault();
    const pasted = dataTransfer?.getData('text/uri-list') || dataTransfer?.getData('text/plain');
    if (pasted) recordEarlyInput({ pasted: pasted.trim() });
  });
  listen('click', (event) => {
    const element = (event.target as Element).closest<HTMLElement>(PRESSABLE);
    if (element === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    // Safari lets a script read the clipboard only while it handles the press.
    if (element.matches('[data-paste]')) readClipboardAhead();
    pressed.push(element);
  });
  const forget = () => {
    const last = pressed.at(-1);
    pressed = [];
    return last;
  };
  onEarlyInputEnd(() => {
    listeners.abort();
    const again = pressed;
    pressed = [];
    // Deferred until every part of the page listens.
    setTimeout(() => {
      for (const element of again) element.click();
    });
  });
  return { forget };
}
