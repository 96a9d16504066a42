const ENDS = ['pointerup', 'pointercancel', 'keyup'] as const;

/**
 * Runs `action` once, after the next release of a pointer or key. Call it during a press: outside of one, it waits for the next. A message that appeared during the press would move
 * the pressed control and the click would be lost.
 */
export function runAfterPress(action: () => void): void {
  const ended = () => {
    for (const end of ENDS) removeEventListener(end, ended, true);
    // After the click event that ends the press.
    setTimeout(action);
  };
  for (const end of ENDS) addEventListener(end, ended, true);
}
