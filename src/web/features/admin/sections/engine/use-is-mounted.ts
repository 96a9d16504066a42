import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref that is true while the component is mounted, for asynchronous work that may finish later. */
export function useIsMounted(): RefObject<boolean> {
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  return open;
}
