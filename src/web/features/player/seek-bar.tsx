import type { CSSProperties } from 'react';
import { PLAYER_TEXT, playerText } from '#shared/result-messages.ts';
import styles from './media-controls.module.css';

interface SeekBarProps {
  /** Seconds. */
  at: number;
  /** Seconds. */
  duration: number;
  onSeek: (seconds: number) => void;
}

const STEP_SECONDS = 0.1;

/** Renders a range input; the browser handles clicks, drags and keys. */
export function SeekBar({ at, duration, onSeek }: SeekBarProps) {
  const share = duration > 0 ? (at / duration) * 100 : 0;
  return (
    <input
      type="range"
      className={styles.seek}
      style={{ '--at': `${share}%` } as CSSProperties}
      min={0}
      max={duration}
      step={STEP_SECONDS}
      value={Math.min(at, duration)}
      disabled={duration === 0}
      aria-label={PLAYER_TEXT.seek}
      aria-valuetext={playerText.secondsOf(Math.floor(at), Math.floor(duration))}
      onChange={(event) => onSeek(Number(event.target.value))}
    />
  );
}
