/**
 * Actions of the visitor before the page's code was loaded, as collected by capture.ts. Typed text is not among them: it is in the field.
 */
export interface EarlyInput {
  /** Text that was pasted or dropped. */
  pasted: string | null;
  /** Whether the form was sent. */
  isSubmitted: boolean;
  /** Buttons and sample links that were pressed. */
  pressed: HTMLElement[];
  /** The clipboard, read while the visitor pressed Paste. */
  clipboard: Promise<string> | null;
  readonly end: () => void;
  /**
   * Ends the capture because the page's code could not be loaded, so that the form works as without scripts. Sends the form if it was sent
   * or a text was pasted, else presses again what was pressed last.
   */
  readonly fallBack: () => void;
}

/** Returns the input that capture.ts has collected; null on a page without that script. */
export const earlyInput = (): EarlyInput | null =>
  (globalThis as { earlyInput?: EarlyInput }).earlyInput ?? null;

/** Returns the text pasted before the page's code was loaded and whether the form was sent, and resets both. */
export function takeEarlyInput(): Pick<EarlyInput, 'pasted' | 'isSubmitted'> {
  const input = earlyInput();
  const { pasted = null, isSubmitted = false } = input ?? {};
  if (input) Object.assign(input, { pasted: null, isSubmitted: false });
  return { pasted, isSubmitted };
}

/**
 * Ends the capture of early input, and then clicks the buttons and sample links that were pressed during it. Called once the page handles
 * input itself.
 */
export function endEarlyInput(): void {
  const input = earlyInput();
  input?.end();
  // Deferred until every part of the page listens.
  setTimeout(() => {
    for (const element of input?.pressed.splice(0) ?? []) element.click();
  });
}
