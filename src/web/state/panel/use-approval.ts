import { useEffect } from 'react';
import { APPROVAL_ASK_MS } from '#shared/limits.ts';
import { checkSession } from './session.ts';

/** Asks now and then, while the page can be seen, whether the owner has approved the account that waits here. */
export function useApproval(): void {
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') void checkSession();
    };
    const timer = setInterval(ask, APPROVAL_ASK_MS);
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
}
