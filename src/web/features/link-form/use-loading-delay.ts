import { useEffect, useState } from 'react';
import { LINK_FORM } from '#shared/messages.ts';
import { announce } from '../../state/announcer.ts';
import type { LoadingDelay } from './link-form-state.ts';

/** After these times the form shows that a preview is slow, and offers to cancel it. */
const LOADING_SLOW_MS = 6_000;
const LOADING_CANCEL_MS = 15_000;

/** Returns how long the preview has been loading, and announces once that it is slow. */
export function useLoadingDelay(loading: boolean): LoadingDelay {
  const [delay, setDelay] = useState<LoadingDelay>('fresh');
  useEffect(() => {
    setDelay('fresh');
    if (!loading) return;
    const slow = setTimeout(() => {
      setDelay('slow');
      announce(LINK_FORM.loadingSlow, 'polite');
    }, LOADING_SLOW_MS);
    const long = setTimeout(() => setDelay('long'), LOADING_CANCEL_MS);
    return () => {
      clearTimeout(slow);
      clearTimeout(long);
    };
  }, [loading]);
  return delay;
}
