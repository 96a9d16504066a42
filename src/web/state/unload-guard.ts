import { useEffect } from 'react';

/**
 * Makes the browser ask "leave this page?" while `isNeeded`, unless `isHarmless` says at that moment that nothing would be lost. The listener is removed afterwards, because pages with one are
 * not kept in the back/forward cache.
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
