import { useEffect } from 'react';
import { APPROVAL_POLL_MS } from '#shared/limits.ts';
import { checkSession } from './session.ts';

/** Checks periodically, while the page is visible, whether an owner has approved the waiting account. */
export function useApproval(): void {
  useEffect(() => {
    const check = () => {
      if (document.visibilityState === 'visible') void checkSession();
    };
    const timer = setInterval(check, APPROVAL_POLL_MS);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, []);
}
