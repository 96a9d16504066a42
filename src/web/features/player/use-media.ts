import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';

const initialView = (muted: boolean) => ({
  /** Whether metadata has loaded: the duration and the first frame are known. */
  ready: false,
  playing: false,
  failed: false,
  muted,
  /** Whether the sound was on at least once. */
  wasUnmuted: !muted,
  /** Playback position in seconds. */
  at: 0,
  /** Seconds; 0 if unknown. */
  duration: 0,
});

export type MediaView = Readonly<ReturnType<typeof initialView>>;

const secondsOf = (value: number): number => (Number.isFinite(value) && value > 0 ? value : 0);

/** Starts playing. The browser may refuse, because of an error or because the visitor has not clicked; the element then stays paused. */
const play = (media: HTMLMediaElement): void => {
  media.play().catch(() => undefined);
};

/** Creates the actions on a media element. They do nothing before the element is mounted. */
function commandsFor(element: RefObject<HTMLMediaElement | null>) {
  const seek = (seconds: number): void => {
    const { current: media } = element;
    if (media !== null) media.currentTime = Math.min(Math.max(0, seconds), secondsOf(media.duration));
  };
  return {
    seek,
    toggle(): void {
      const { current: media } = element;
      if (media?.paused) play(media);
      else media?.pause();
    },
    restart(): void {
      seek(0);
      if (element.current !== null) play(element.current);
    },
    toggleMuted(): void {
      const { current: media } = element;
      if (media !== null) media.muted = !media.muted;
    },
  };
}

export interface MediaCommands extends Readonly<ReturnType<typeof commandsFor>> {
  /** Brings the player into full screen or ends full screen; absent for media without full screen. */
  readonly toggleFullScreen?: () => void;
}

/**
 * Mirrors a native media element as React state. The element is the source of truth: commands change the element and
 * its events change the view, so that headset keys and the system's controls work too.
 */
export function useMedia<Media extends HTMLMediaElement>(startsMuted: boolean) {
  const element = useRef<Media>(null);
  const [view, setView] = useState<MediaView>(() => initialView(startsMuted));
  const change = useCallback((part: Partial<MediaView>) => setView((old) => ({ ...old, ...part })), []);
  const commands: MediaCommands = useMemo(() => commandsFor(element), []);
  const read = useCallback(() => {
    const media = element.current;
    if (media !== null) change({ at: secondsOf(media.currentTime), duration: secondsOf(media.duration) });
  }, [change]);
  useEffect(() => {
    // React drops the events of a media element that loads or fails before React has mounted it.
    const media = element.current;
    if (media === null) return;
    change({ ready: media.readyState >= media.HAVE_METADATA, failed: media.error !== null });
    read();
  }, [change, read]);

  const handlers = {
    onLoadedMetadata: () => {
      change({ ready: true, failed: false });
      read();
    },
    onDurationChange: read,
    onTimeUpdate: read,
    onSeeking: read,
    onPlay: () => change({ playing: true }),
    onPause: () => change({ playing: false }),
    onEnded: () => change({ playing: false }),
    onError: () => change({ failed: true, playing: false }),
    onVolumeChange: () => {
      const muted = element.current?.muted ?? true;
      setView((old) => ({ ...old, muted, wasUnmuted: old.wasUnmuted || !muted }));
    },
  };
  return { element, view, commands, handlers };
}
