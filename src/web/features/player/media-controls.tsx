import {
  type LucideIcon,
  Maximize,
  Minimize,
  Pause,
  Play,
  RotateCcw,
  Scissors,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { CSSProperties } from 'react';
import { player } from '#messages/player.ts';
import { formatDuration } from '#shared/format/duration.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './media-controls.module.css';
import type { MediaCommands, MediaView } from './use-media.ts';

interface SeekBarProps {
  /** Seconds. */
  at: number;
  /** Seconds. */
  duration: number;
  onSeek: (seconds: number) => void;
}

const STEP_SECONDS = 0.1;

/** Renders a range input; the browser handles clicks, drags and keys. */
function SeekBar({ at, duration, onSeek }: SeekBarProps) {
  const share = duration > 0 ? (at / duration) * 100 : 0;
  return (
    <input
      type="range"
      className={`media-control ${styles.seek}`}
      style={{ '--at': `${share}%` } as CSSProperties}
      min={0}
      max={duration}
      step={STEP_SECONDS}
      value={Math.min(at, duration)}
      disabled={duration === 0}
      aria-label={text(player, 'seek')}
      aria-valuetext={text(player, 'secondsOf', { count: Math.floor(at), duration: Math.floor(duration) })}
      onChange={(event) => onSeek(Number(event.target.value))}
    />
  );
}

interface ControlButtonProps {
  label: string;
  onPress: () => void;
  Icon: LucideIcon;
}

const ControlButton = ({ label, onPress, Icon }: ControlButtonProps) => (
  <button type="button" className={`media-control ${styles.button}`} aria-label={label} onClick={onPress}>
    <Icon aria-hidden className="ic" />
  </button>
);

interface MediaControlsProps {
  view: MediaView;
  commands: MediaCommands;
  /** Seconds; shown until the media file has reported its own duration. */
  expectedDuration: number;
  /** Whether to offer the mute button. */
  hasSound: boolean;
  isShown: boolean;
  /** Whether the player fills the screen. */
  isFull?: boolean;
  /** Begins the choice of a part of the clip; absent if this device cannot take one. */
  onCut?: (() => void) | undefined;
}

/**
 * Renders the controls at the lower edge of the player: seek, play, restart, time, mute, full screen. Their layout is always left to right.
 */
export function MediaControls(props: MediaControlsProps) {
  const { view, commands, expectedDuration, hasSound, isShown, isFull = false, onCut } = props;
  const duration = view.duration > 0 ? view.duration : expectedDuration;
  return (
    <div className={classNames(styles.controls, !isShown && styles.hidden)} dir="ltr">
      <SeekBar at={view.at} duration={view.duration} onSeek={commands.seek} />
      <div className={styles.row}>
        <ControlButton
          label={text(player, view.playing ? 'pause' : 'play')}
          onPress={commands.toggle}
          Icon={view.playing ? Pause : Play}
        />
        <ControlButton label={text(player, 'restart')} onPress={commands.restart} Icon={RotateCcw} />
        <span className={classNames(styles.time, 'num')}>
          {formatDuration(view.at)} / {formatDuration(duration)}
        </span>
        {hasSound && (
          <ControlButton
            label={text(player, view.muted ? 'unmute' : 'mute')}
            onPress={commands.toggleMuted}
            Icon={view.muted ? VolumeX : Volume2}
          />
        )}
        {onCut !== undefined && <ControlButton label={text(player, 'cut')} onPress={onCut} Icon={Scissors} />}
        {commands.toggleFullScreen !== undefined && (
          <ControlButton
            label={text(player, isFull ? 'exitFullScreen' : 'fullScreen')}
            onPress={commands.toggleFullScreen}
            Icon={isFull ? Minimize : Maximize}
          />
        )}
      </div>
    </div>
  );
}
