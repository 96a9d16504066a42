import { Play, VolumeX } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { player } from '#messages/player.ts';
import { text } from '#shared/messages/text.ts';
import { mediaName } from '../../lib/media-name.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { MediaControls } from './media-controls.tsx';
import { runKey } from './media-keys.ts';
import { PartControls } from './part-controls.tsx';
import { useControlsVisibility } from './use-controls-visibility.ts';
import { type MediaView, useMedia } from './use-media.ts';
import { type Cutting, PART_MIN_SECONDS } from './use-part.ts';
import styles from './video-player.module.css';

/** Video element with the vendor method through which iPhones show a video in full screen. They have no standard method for it. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/**
 * Returns whether the page shows an element in full screen (`isFull`), and `toggle`, which brings `box` into full screen or ends full
 * screen. iPhones show `video` in full screen instead.
 */
function useFullScreen(
  box: RefObject<HTMLElement | null>,
  video: RefObject<AppleVideo | null>,
): { readonly isFull: boolean; readonly toggle: () => void } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const update = (): void => setFull(Boolean(document.fullscreenElement));
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  const toggle = (): void => {
    // Undefined on iPhones, which have none of these methods.
    if (document.fullscreenElement) {
      document.exitFullscreen().catch(() => undefined);
    } else if (box.current?.requestFullscreen !== undefined) {
      // Rejected inside frames that do not allow full screen; the player then stays as it is.
      box.current.requestFullscreen().catch(() => undefined);
    } else {
      video.current?.webkitEnterFullscreen?.();
    }
  };
  return { isFull, toggle };
}

interface VideoPlayerProps {
  /** Inline media link of the video. */
  src: string;
  poster: string | null;
  /** '@name'; null if unknown. */
  handle: string | null;
  /** Seconds; 0 if unknown. */
  duration: number;
  hasSound: boolean;
  /** Null if this device cannot take a part of the clip. */
  cutting?: Cutting | null;
}

function Failed({ poster }: { poster: string | null }) {
  return (
    <div className={styles.failed}>
      {poster !== null && <img src={poster} alt="" className={styles.poster} referrerPolicy="no-referrer" />}
      <p className={styles.message} role="status">
        {text(player, 'cannotPlay')}
      </p>
    </div>
  );
}

/** Renders the overlays of the picture: the loading spinner, the play button and the sound button. */
function StageOverlay({
  view,
  hasSound,
  onTurnOnSound,
}: {
  view: MediaView;
  hasSound: boolean;
  onTurnOnSound: () => void;
}) {
  return (
    <>
      {!view.ready && (
        <span className={styles.spinner} role="status">
          <Spinner />
          <span className="sr">{text(player, 'loading')}</span>
        </span>
      )}
      {view.ready && !view.playing && view.at === 0 && (
        <span className={styles.big} aria-hidden="true">
          <Play className="ic-l" />
        </span>
      )}
      {hasSound && !view.wasUnmuted && (
        <button
          type="button"
          className={`media-control ${styles.chip}`}
          onClick={({ currentTarget, detail }) => {
            // The button disappears: keep keyboard focus in the player. Mouse and touch focus would keep the controls
            // visible permanently.
            if (detail === 0) currentTarget.parentElement?.focus({ preventScroll: true });
            onTurnOnSound();
          }}
        >
          <VolumeX aria-hidden className="ic" />
          {text(player, 'turnOnSound')}
        </button>
      )}
    </>
  );
}

/** Renders a video with custom controls. It starts muted and never plays automatically. */
export function VideoPlayer({ src, poster, handle, duration, hasSound, cutting = null }: VideoPlayerProps) {
  const box = useRef<HTMLDivElement>(null);
  const { element, view, commands: mediaCommands, handlers } = useMedia<HTMLVideoElement>(true);
  const fullScreen = useFullScreen(box, element);
  const commands = { ...mediaCommands, toggleFullScreen: fullScreen.toggle };
  const controls = useControlsVisibility(view.playing);
  const [isCutting, setCutting] = useState(false);
  const canCut = cutting !== null && view.duration >= 2 * PART_MIN_SECONDS;

  const pressKey = (event: KeyboardEvent): void => {
    // The ends of a part are moved by keys of their own.
    if (event.target instanceof Element && event.target.closest('[data-keys="own"]') !== null) return;
    // Space would scroll the page, and arrow keys would move the seek bar a second time.
    if (runKey(event, event.target instanceof HTMLButtonElement, commands, view)) event.preventDefault();
  };
  // A mouse click toggles playback immediately; a first touch only shows the controls, because a finger cannot hover.
  const pressPicture = (event: PointerEvent): void => {
    const toggles = event.pointerType === 'mouse' || controls.isShown;
    controls.showControls();
    if (toggles) commands.toggle();
  };

  if (view.failed) return <Failed poster={poster} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this group is a player
    <div
      ref={box}
      className={`media-focus ${styles.player}`}
      role="group"
      aria-label={mediaName('video', handle)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the player's keyboard shortcuts work anywhere in it
      tabIndex={0}
      data-playing={view.playing}
      data-controls={controls.isShown ? 'shown' : 'hidden'}
      data-testid="video-player"
      onKeyDown={pressKey}
      {...controls.handlers}
    >
      {poster !== null && (
        <img src={poster} alt="" className={styles.backdrop} referrerPolicy="no-referrer" />
      )}
      <video
        ref={element}
        className={styles.video}
        src={src}
        poster={poster ?? undefined}
        playsInline
        muted
        preload="metadata"
        disablePictureInPicture={false}
        onPointerUp={pressPicture}
        {...handlers}
      />
      <StageOverlay view={view} hasSound={hasSound} onTurnOnSound={commands.toggleMuted} />
      {isCutting && canCut ? (
        <PartControls
          duration={view.duration}
          cutting={cutting}
          onSeek={commands.seek}
          onClose={() => {
            box.current?.focus({ preventScroll: true });
            setCutting(false);
          }}
        />
      ) : (
        <MediaControls
          view={view}
          commands={commands}
          expectedDuration={duration}
          hasSound={hasSound}
          isShown={controls.isShown}
          isFull={fullScreen.isFull}
          onCut={canCut ? () => setCutting(true) : undefined}
        />
      )}
    </div>
  );
}
