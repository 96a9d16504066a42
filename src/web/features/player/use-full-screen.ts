import { type RefObject, useEffect, useState } from 'react';

/** iPhones support full screen only on the video element, through a vendor method. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Returns whether `box` fills the screen, and a function that enters or leaves full screen. */
export function useFullScreen(
  box: RefObject<HTMLElement | null>,
  video: RefObject<AppleVideo | null>,
): { readonly full: boolean; readonly toggle: () => void } {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const update = (): void => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  const toggle = (): void => {
    if (document.fullscreenElement !== null) {
      document.exitFullscreen().catch(() => undefined);
    } else if (box.current?.requestFullscreen !== undefined) {
      // Rejected inside frames that do not allow full screen; the player then stays as it is.
      box.current.requestFullscreen().catch(() => undefined);
    } else {
      video.current?.webkitEnterFullscreen?.();
    }
  };
  return { full, toggle };
}
