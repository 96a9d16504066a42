import { type RefObject, useEffect, useRef, useState } from 'react';

/** Returns whether an image has failed to load, and the props that its `img` must have for that. */
export function useBrokenImage(): {
  readonly isBroken: boolean;
  readonly imageProps: { readonly ref: RefObject<HTMLImageElement | null>; readonly onError: () => void };
} {
  const ref = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    // React drops the event of an image that fails before React has mounted or hydrated it.
    if (ref.current?.complete && ref.current.naturalWidth === 0) setBroken(true);
  }, []);
  return { isBroken, imageProps: { ref, onError: () => setBroken(true) } };
}
