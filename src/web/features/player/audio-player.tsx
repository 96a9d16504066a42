import { Music } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { PLAYER_TEXT, playerText } from '#shared/result-messages.ts';
import { MediaControls } from './media-controls.tsx';
import { commandFor } from './media-keys.ts';
import { obeyCommand } from './obey-command.ts';
import { useMedia } from './use-media.ts';
import styles from './video-player.module.css';

interface AudioPlayerProps {
  /** Inline link of the sound. */
  src: string;
  poster: string | null;
  /** '@name', or null. */
  handle: string | null;
  /** Seconds, 0 when unknown. */
  duration: number;
}

/** A sound over its cover, or over a plain stage, under the same controls as a clip. */
export function AudioPlayer({ src, poster, handle, duration }: AudioPlayerProps) {
  const { element, view, commands, handlers } = useMedia<HTMLAudioElement>(false);
  const pressKey = (event: KeyboardEvent): void => {
    const command = commandFor(event, event.target instanceof HTMLButtonElement);
    if (command === null || command.type === 'full-screen') return;
    event.preventDefault();
    obeyCommand(command, view, commands);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this group is a player
    <div
      className={styles.player}
      role="group"
      aria-label={playerText.by('Sound', handle)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the player's keys work on the whole of it (brief 4.4)
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
          {PLAYER_TEXT.cannotPlay}
        </p>
      ) : (
        <MediaControls view={view} commands={commands} expected={duration} hasSound shown />
      )}
    </div>
  );
}
