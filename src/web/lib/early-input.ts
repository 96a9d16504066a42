/** What a visitor did before the page's code was loaded; capture.ts collects it. What was typed is in the field. */
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
  /** Ends the capture, because the page's code did not arrive: the form works as it does without scripts, and is sent if it was. */
  readonly fallBack: () => void;
}

/** Returns what has been captured; null on a page without capture.ts. */
export const earlyInput = (): EarlyInput | null =>
  (globalThis as { earlyInput?: EarlyInput }).earlyInput ?? null;

/** Returns the text that was pasted and whether the form was sent, and forgets both. */
export function takeEarlyInput(): Pick<EarlyInput, 'pasted' | 'isSubmitted'> {
  const input = earlyInput();
  const { pasted = null, isSubmitted = false } = input ?? {};
  if (input) Object.assign(input, { pasted: null, isSubmitted: false });
  return { pasted, isSubmitted };
}

/** Ends the capture, because the page handles input from now on, and presses again what was pressed. */
export function endEarlyInput(): void {
  const input = earlyInput();
  input?.end();
  // Deferred until every part of the page listens.
  setTimeout(() => {
    for (const element of input?.pressed.splice(0) ?? []) element.click();
  });
}
