import { useEffect, useState } from 'react';
import { LOADING_CANCEL_MS, LOADING_SLOW_MS } from '#shared/limits.ts';
import { LINK_FORM } from '#shared/messages.ts';
import { announce } from '../../state/announcer.ts';
import type { Patience } from './link-form-state.ts';

/** How long it has been loading; says once that it is slow. */
export function usePatience(loading: boolean): Patience {
  const [patience, setPatience] = useState<Patience>('fresh');
  useEffect(() => {
    setPatience('fresh');
    if (!loading) return;
    const slow = setTimeout(() => {
      setPatience('slow');
      announce(LINK_FORM.loadingSlow, 'polite');
    }, LOADING_SLOW_MS);
    const long = setTimeout(() => setPatience('long'), LOADING_CANCEL_MS);
    return () => {
      clearTimeout(slow);
      clearTimeout(long);
    };
  }, [loading]);
  return patience;
}
