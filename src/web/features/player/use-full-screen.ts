import { type RefObject, useEffect, useState } from 'react';

/** iPhones give full screen to the video element only, under a name of their own. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Whether `box` fills the screen, and the way in and out. */
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
      // Refused inside frames that do not allow it: the player then stays as it is.
      box.current.requestFullscreen().catch(() => undefined);
    } else {
      video.current?.webkitEnterFullscreen?.();
    }
  };
  return { full, toggle };
}
