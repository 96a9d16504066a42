import { type RefObject, useEffect, useRef } from 'react';

/** Whether the part that uses it is still shown, for what ends later than it may. */
export function useStillOpen(): RefObject<boolean> {
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return open;
}
