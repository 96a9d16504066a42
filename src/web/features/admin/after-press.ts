const ENDS = ['pointerup', 'pointercancel', 'keyup'] as const;

/**
 * Acts once the press that is under way is over. A message that came on the way down would push what is pressed from under
 * the finger, and the press would be lost.
 */
export function afterPress(act: () => void): void {
  const ended = () => {
    for (const end of ENDS) removeEventListener(end, ended, true);
    // After the click that the press ends in.
    setTimeout(act);
  };
  for (const end of ENDS) addEventListener(end, ended, true);
}
