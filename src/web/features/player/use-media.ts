import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';

export interface MediaView {
  /** Whether metadata has loaded: the duration and the first frame are known. */
  readonly ready: boolean;
  readonly playing: boolean;
  readonly failed: boolean;
  readonly muted: boolean;
  /** Whether the sound was on at least once. */
  readonly wasUnmuted: boolean;
  /** Seconds. */
  readonly at: number;
  /** Seconds; 0 if unknown. */
  readonly duration: number;
}

/** Actions on a media element. They do nothing before the element is mounted. */
export interface MediaCommands {
  readonly toggle: () => void;
  readonly restart: () => void;
  readonly toggleMuted: () => void;
  readonly seek: (seconds: number) => void;
  /** Absent for media without full screen. */
  readonly toggleFullScreen?: () => void;
}

const atFirst = (muted: boolean): MediaView => ({
  ready: false,
  playing: false,
  failed: false,
  muted,
  wasUnmuted: !muted,
  at: 0,
  duration: 0,
});

const secondsOf = (value: number): number => (Number.isFinite(value) && value > 0 ? value : 0);

/** Playing is rejected if the element has an error or no user activation; the view then stays paused. */
const play = (media: HTMLMediaElement): void => {
  media.play().catch(() => undefined);
};

function commandsFor(element: RefObject<HTMLMediaElement | null>): MediaCommands {
  const withMedia = (act: (media: HTMLMediaElement) => void): void => {
    if (element.current !== null) act(element.current);
  };
  return {
    toggle: () => withMedia((media) => (media.paused ? play(media) : media.pause())),
    restart: () =>
      withMedia((media) => {
        media.currentTime = 0;
        play(media);
      }),
    toggleMuted: () =>
      withMedia((media) => {
        media.muted = !media.muted;
      }),
    seek: (seconds) =>
      withMedia((media) => {
        media.currentTime = Math.min(Math.max(0, seconds), secondsOf(media.duration));
      }),
  };
}

/**
 * Mirrors a native media element as React state. The element is the source of truth: commands change the element and
 * its events change the view, so that headset keys and the system's controls work too.
 */
export function useMedia<Media extends HTMLMediaElement>(startMuted: boolean) {
  const element = useRef<Media>(null);
  const [view, setView] = useState(() => atFirst(startMuted));
  const change = useCallback((part: Partial<MediaView>) => setView((old) => ({ ...old, ...part })), []);
  const commands = useMemo(() => commandsFor(element), []);
  const read = useCallback(() => {
    const media = element.current;
    if (media !== null) change({ at: secondsOf(media.currentTime), duration: secondsOf(media.duration) });
  }, [change]);

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
