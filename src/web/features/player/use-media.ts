import { type RefObject, useCallback, useMemo, useRef, useState } from 'react';

export interface MediaView {
  /** Metadata has arrived: length and first picture are known. */
  readonly ready: boolean;
  readonly playing: boolean;
  readonly failed: boolean;
  readonly muted: boolean;
  /** Sound was on at least once. */
  readonly heard: boolean;
  /** Seconds. */
  readonly at: number;
  /** Seconds; 0 while unknown. */
  readonly duration: number;
}

export interface MediaCommands {
  readonly toggle: () => void;
  readonly restart: () => void;
  readonly toggleMuted: () => void;
  readonly seek: (seconds: number) => void;
}

const atFirst = (muted: boolean): MediaView => ({
  ready: false,
  playing: false,
  failed: false,
  muted,
  heard: !muted,
  at: 0,
  duration: 0,
});

const secondsOf = (value: number): number => (Number.isFinite(value) && value > 0 ? value : 0);

/** Playing is refused while the element has an error or the page lost its press; the view simply stays paused. */
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
 * Mirrors a native media element as state. The element stays the truth: commands change it, its events change the
 * view, so that headset keys and the system's own controls work as well.
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
      setView((old) => ({ ...old, muted, heard: old.heard || !muted }));
    },
  };
  return { element, view, commands, handlers };
}
