/**
 * Actions of the visitor before the page's code was loaded, as collected by capture.ts. Typed text is not included, because it is in the
 * field.
 */
export interface EarlyInput {
  /** Text that was last pasted or dropped; null if there was none. */
  pastedText: string | null;
  /** Whether the form was sent. */
  isSubmitted: boolean;
  /** Buttons and sample links that were pressed, in order. */
  pressedElements: HTMLElement[];
  /**
   * Text of the clipboard, which capture.ts reads when the visitor presses Paste. Rejects if reading is refused. Null if Paste was not
   * pressed.
   */
  clipboardText: Promise<string> | null;
  readonly end: () => void;
  /**
   * Ends the capture because the page's code could not be loaded, so that the form works as without scripts. Puts the pasted text into the
   * field. Sends the form if the visitor sent it or pasted a text, and the field is not empty; otherwise clicks the element that was
   * pressed last.
   */
  readonly fallBack: () => void;
}

/** Returns the input that capture.ts has collected; null on a page without that script. */
export const earlyInput = (): EarlyInput | null =>
  (globalThis as { earlyInput?: EarlyInput }).earlyInput ?? null;

/** Returns the text pasted before the page's code was loaded and whether the form was sent, and resets both. */
export function takeEarlyInput(): Pick<EarlyInput, 'pastedText' | 'isSubmitted'> {
  const input = earlyInput();
  const { pastedText = null, isSubmitted = false } = input ?? {};
  if (input) Object.assign(input, { pastedText: null, isSubmitted: false });
  return { pastedText, isSubmitted };
}

/**
 * Ends the capture of early input, and then clicks the buttons and sample links that the visitor pressed during the capture. Call this once
 * the page handles input itself.
 */
export function endEarlyInput(): void {
  const input = earlyInput();
  input?.end();
  // The clicks are deferred until every part of the page listens.
  setTimeout(() => {
    for (const element of input?.pressedElements.splice(0) ?? []) element.click();
  });
}
