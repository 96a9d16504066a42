import { Maximize, Minimize, Pause, Play, RotateCcw, Volume2, VolumeX } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
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
      className={styles.seek}
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

function ControlButton({
  label,
  onPress,
  children,
}: {
  label: string;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={styles.button} aria-label={label} onClick={onPress}>
      {children}
    </button>
  );
}

interface MediaControlsProps {
  view: MediaView;
  commands: MediaCommands;
  /** Seconds; shown until the file's own duration is known. */
  expected: number;
  hasSound: boolean;
  shown: boolean;
  /** Undefined for media without full screen. */
  fullScreen?: { readonly full: boolean; readonly toggle: () => void };
}

/**
 * Renders the controls at the lower edge of the player: seek, play, restart, time, mute, full screen. Always laid out
 * left to right.
 */
export function MediaControls({ view, commands, expected, hasSound, shown, fullScreen }: MediaControlsProps) {
  const duration = view.duration > 0 ? view.duration : expected;
  return (
    <div className={classNames(styles.controls, !shown && styles.hidden)} dir="ltr">
      <SeekBar at={view.at} duration={view.duration} onSeek={commands.seek} />
      <div className={styles.row}>
        <ControlButton
          label={view.playing ? text(player, 'pause') : text(player, 'play')}
          onPress={commands.toggle}
        >
          {view.playing ? <Pause aria-hidden className="ic" /> : <Play aria-hidden className="ic" />}
        </ControlButton>
        <ControlButton label={text(player, 'restart')} onPress={commands.restart}>
          <RotateCcw aria-hidden className="ic" />
        </ControlButton>
        <span className={classNames(styles.time, 'num')}>
          {formatDuration(view.at)} / {formatDuration(duration)}
        </span>
        {hasSound && (
          <ControlButton
            label={view.muted ? text(player, 'unmute') : text(player, 'mute')}
            onPress={commands.toggleMuted}
          >
            {view.muted ? <VolumeX aria-hidden className="ic" /> : <Volume2 aria-hidden className="ic" />}
          </ControlButton>
        )}
        {fullScreen !== undefined && (
          <ControlButton
            label={fullScreen.full ? text(player, 'exitFullScreen') : text(player, 'fullScreen')}
            onPress={fullScreen.toggle}
          >
            {fullScreen.full ? (
              <Minimize aria-hidden className="ic" />
            ) : (
              <Maximize aria-hidden className="ic" />
            )}
          </ControlButton>
        )}
      </div>
    </div>
  );
}
