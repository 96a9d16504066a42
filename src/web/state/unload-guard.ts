import { useEffect } from 'react';

/**
 * Makes the browser ask before the page is left while `isNeeded`, unless `isHarmless` returns true at that moment. While `isNeeded` is
 * false there is no listener, because a listener keeps the page out of the back/forward cache.
 */
export function useUnloadGuard(isNeeded: boolean, isHarmless?: () => boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const confirmLeave = (event: BeforeUnloadEvent): void => {
      if (isHarmless?.() !== true) event.preventDefault();
    };
    addEventListener('beforeunload', confirmLeave);
    return () => removeEventListener('beforeunload', confirmLeave);
  }, [isNeeded, isHarmless]);
}
