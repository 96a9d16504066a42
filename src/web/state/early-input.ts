/** What a visitor did with the form before the page's code was loaded; what was typed is in the field. */
export interface EarlyInput {
  /** Text that was pasted or dropped. */
  pasted: string | null;
  isSubmitted: boolean;
}

const NOTHING: EarlyInput = { pasted: null, isSubmitted: false };
let waiting = NOTHING;
let end = (): void => undefined;

/** Records what a visitor did. A later action replaces an earlier one. */
export function recordEarlyInput(input: Partial<EarlyInput>): void {
  waiting = { ...NOTHING, ...input };
}

/** Returns what has been recorded. */
export const earlyInput = (): EarlyInput => waiting;

/** Returns what has been recorded, once. */
export function takeEarlyInput(): EarlyInput {
  const taken = waiting;
  waiting = NOTHING;
  return taken;
}

/** Sets what `endEarlyInput` calls. */
export function onEarlyInputEnd(callback: () => void): void {
  end = callback;
}

/** Hands the input over to the page, which handles it from now on. */
export const endEarlyInput = (): void => end();
