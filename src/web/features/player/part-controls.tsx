import { ArrowDownToLine, X } from 'lucide-react';
import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react';
import { player } from '#messages/player.ts';
import { formatDuration } from '#shared/format/duration.ts';
import { text } from '#shared/messages/text.ts';
import { useDownloadRuns } from '../../state/running-download.ts';
import controlStyles from './media-controls.module.css';
import styles from './part-controls.module.css';
import { type Cutting, PART_MIN_SECONDS, usePart } from './use-part.ts';

const STEP_SECONDS = 0.1;

interface HandleProps {
  label: string;
  /** Seconds. */
  value: number;
  /** Seconds. */
  duration: number;
  onMove: (seconds: number) => void;
  onRelease: (seconds: number) => void;
}

/** Renders one end of the part as a range input over the whole bar, of which only the thumb takes the pointer. */
function Handle({ label, value, duration, onMove, onRelease }: HandleProps) {
  const input = useRef<HTMLInputElement>(null);
  const release = useEffectEvent(onRelease);
  useEffect(() => {
    // React's onChange follows each movement; the native event follows only the last one.
    const { current: element } = input;
    const finish = (): void => release(Number(element?.value));
    element?.addEventListener('change', finish);
    return () => element?.removeEventListener('change', finish);
  }, []);
  return (
    <input
      ref={input}
      type="range"
      className={`media-control ${styles.handle}`}
      min={0}
      max={duration}
      step={STEP_SECONDS}
      value={value}
      aria-label={label}
      aria-valuetext={text(player, 'secondsOf', { count: Math.floor(value), duration: Math.floor(duration) })}
      onChange={({ target }) => onMove(Number(target.value))}
    />
  );
}

interface PartControlsProps {
  /** Seconds; at least twice PART_MIN_SECONDS. */
  duration: number;
  cutting: Cutting;
  /** Shows the picture at this time, in seconds. */
  onSeek: (seconds: number) => void;
  onClose: () => void;
}

/** Renders the controls with which the visitor chooses and saves a part of the clip, in place of the player's own. */
export function PartControls({ duration, cutting, onSeek, onClose }: PartControlsProps) {
  const { part, canBeExact, setFrom, setTo, snapFrom, setExact } = usePart(cutting, duration);
  const isBusy = useDownloadRuns();
  const { fromSeconds, toSeconds, isExact } = part;
  const share = (seconds: number): string => `${(seconds / duration) * 100}%`;
  const begin = useRef<HTMLDivElement>(null);
  useEffect(() => begin.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  const move = (set: (seconds: number) => void) => (seconds: number) => {
    set(seconds);
    onSeek(seconds);
  };
  const release = async (seconds: number): Promise<void> => {
    const latest = Math.min(seconds, toSeconds - PART_MIN_SECONDS);
    onSeek(isExact ? latest : await snapFrom(Math.max(0, latest)));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this group is a part of a player
    <div
      ref={begin}
      className={controlStyles.controls}
      role="group"
      aria-label={text(player, 'part')}
      dir="ltr"
      data-keys="own"
      data-testid="part"
    >
      <div
        className={styles.bar}
        style={{ '--from': share(fromSeconds), '--to': share(toSeconds) } as CSSProperties}
      >
        <Handle
          label={text(player, 'partFrom')}
          value={fromSeconds}
          duration={duration}
          onMove={move(setFrom)}
          onRelease={(seconds) => void release(seconds)}
        />
        <Handle
          label={text(player, 'partTo')}
          value={toSeconds}
          duration={duration}
          onMove={move(setTo)}
          onRelease={() => undefined}
        />
      </div>
      <div className={controlStyles.row}>
        <span className={`${styles.time} num`}>
          {formatDuration(fromSeconds)} – {formatDuration(toSeconds)}
        </span>
        {canBeExact && (
          <label className={styles.exact}>
            <input
              type="checkbox"
              className="media-control"
              checked={isExact}
              onChange={({ target }) => {
                setExact(target.checked);
                if (!target.checked) void snapFrom(fromSeconds);
              }}
            />
            {text(player, 'exact')}
          </label>
        )}
        <button
          type="button"
          className={`media-control ${styles.save}`}
          disabled={isBusy}
          onClick={({ detail }) => {
            if (detail < 2) cutting.onSave(part);
          }}
        >
          <ArrowDownToLine aria-hidden className="ic" />
          {text(player, 'savePart')}
        </button>
        <button
          type="button"
          className={`media-control ${controlStyles.button}`}
          aria-label={text(player, 'closePart')}
          onClick={onClose}
        >
          <X aria-hidden className="ic" />
        </button>
      </div>
    </div>
  );
}
