import { Music } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { player } from '#messages/player.ts';
import { text } from '#shared/messages/text.ts';
import { mediaName } from '../../lib/media-name.ts';
import { MediaControls } from './media-controls.tsx';
import { runKey } from './media-keys.ts';
import { useMedia } from './use-media.ts';
import styles from './video-player.module.css';

interface AudioPlayerProps {
  /** Inline media link of the sound. */
  src: string;
  poster: string | null;
  /** '@name'; null if unknown. */
  handle: string | null;
  /** Seconds; 0 if unknown. */
  duration: number;
}

/** Renders an audio player over the post's cover, or a plain background, with the same controls as the video player. */
export function AudioPlayer({ src, poster, handle, duration }: AudioPlayerProps) {
  const { element, view, commands, handlers } = useMedia<HTMLAudioElement>(false);
  const pressKey = (event: KeyboardEvent): void => {
    if (runKey(event, event.target instanceof HTMLButtonElement, commands, view)) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this group is a player
    <div
      className={`media-focus ${styles.player}`}
      role="group"
      aria-label={mediaName('audio', handle)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the player's keyboard shortcuts work anywhere in it
      tabIndex={0}
      data-testid="audio-player"
      onKeyDown={pressKey}
    >
      {poster === null ? (
        <span className={styles.big} aria-hidden="true">
          <Music className="ic-l" />
        </span>
      ) : (
        <img src={poster} alt="" className={styles.poster} referrerPolicy="no-referrer" />
      )}
      <audio ref={element} src={src} preload="metadata" {...handlers} />
      {view.failed ? (
        <p className={styles.message} role="status">
          {text(player, 'cannotPlay')}
        </p>
      ) : (
        <MediaControls view={view} commands={commands} expectedDuration={duration} hasSound isShown />
      )}
    </div>
  );
}
