// Captures what a visitor does with the form, and which buttons the visitor presses, from the start of the page until the page's code
// handles input itself (lib/early-input.ts). A separate classic script, so it may contain no import or export.
{
  /** Selector of the elements that do nothing, or lead away from the page, until the page's code is loaded. */
  const PRESSABLE = 'button[type="button"], a[href*="/?sample="]';
  const listeners = new AbortController();
  const field = () => document.getElementById('link') as HTMLInputElement | null;
  const submitButton = () => document.querySelector<HTMLButtonElement>('#link-form [type="submit"]');
  const input = {
    pastedText: null as string | null,
    isSubmitted: false,
    pressedElements: [] as HTMLElement[],
    clipboardText: null as Promise<string> | null,
    end: (): void => listeners.abort(),
    fallBack: (): void => {
      input.end();
      const button = submitButton();
      if (button) button.disabled = false;
      const link = field();
      if (link && input.pastedText !== null) link.value = input.pastedText;
      const isSent = input.isSubmitted || input.pastedText !== null;
      if (isSent && link?.value.trim()) link.form?.submit();
      else input.pressedElements.at(-1)?.click();
    },
  };
  const listen = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { capture: true, signal: listeners.signal });
  /** Stores a pasted or dropped text in place of an earlier one. Does nothing for an empty text. */
  const storeText = (text: string | null | undefined): void => {
    if (text) input.pastedText = text;
  };

  listen('input', ({ target }) => {
    const button = submitButton();
    if (button && target === field()) button.disabled = !(target as HTMLInputElement).value.trim();
  });
  listen('keydown', (event) => {
    const { key, target } = event;
    if (key === 'Enter' && target === field() && !event.isComposing) {
      event.preventDefault();
      input.isSubmitted = true;
    }
    const isTyping = (target as Element).closest?.('input, textarea, select, [contenteditable]');
    if (key === '/' && !isTyping && !(event.ctrlKey || event.metaKey || event.altKey)) {
      event.preventDefault();
      field()?.focus();
    }
  });
  listen('submit', (event) => {
    if (event.target !== field()?.form) return;
    event.preventDefault();
    input.isSubmitted = true;
  });
  listen('paste', ({ clipboardData }) => storeText(clipboardData?.getData('text/plain')));
  for (const name of ['dragover', 'drop'] as const)
    listen(name, (event) => {
      if (!(event.target as Element).closest?.('#link-form')) return;
      event.preventDefault();
      const { dataTransfer } = event;
      if (name === 'drop')
        storeText(dataTransfer?.getData('text/uri-list') || dataTransfer?.getData('text/plain'));
    });
  listen('click', (event) => {
    const element = (event.target as Element).closest<HTMLElement>(PRESSABLE);
    if (!element || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    // The clipboard is read here, because browsers allow reading it only during a press.
    if ('paste' in element.dataset) input.clipboardText = navigator.clipboard?.readText?.();
    input.clipboardText?.catch(() => undefined);
    input.pressedElements.push(element);
  });
  addEventListener(
    'error',
    ({ target }) => {
      if ((target as Element).tagName === 'SCRIPT') input.fallBack();
    },
    { capture: true, signal: listeners.signal },
  );
  Object.assign(globalThis, { earlyInput: input });
}
