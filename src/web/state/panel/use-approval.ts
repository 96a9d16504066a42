import { useEffect } from 'react';
import { checkSession } from './session.ts';

/** Interval at which the page of a waiting account polls for approval; such an account has no live stream. */
const APPROVAL_POLL_MS = 5_000;

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
