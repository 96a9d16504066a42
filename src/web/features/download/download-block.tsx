import { ArrowDownToLine, Pause, Play, RotateCw, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { DOWNLOAD_DONE_VISIBLE_MS } from '#shared/limits.ts';
import { SAVE_TEXT, saveText } from '#shared/result-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { browserSinks } from '../../lib/save-sinks.ts';
import { Button } from '../../ui/button.tsx';
import styles from './download-block.module.css';
import { DownloadReport } from './download-report.tsx';
import { type DownloadState, isRunning, type Saved } from './download-state.ts';
import type { DownloadOrder } from './run-download.ts';
import { canOfferShare, shareFile, sharesToPhotos } from './share-file.ts';
import { type Download, useDownload } from './use-download.ts';

interface DownloadBlockProps {
  /** What a press saves; null while nothing is chosen. */
  order: DownloadOrder | null;
  /** The button's words while nothing runs. */
  label: string;
  /** What is being saved, for the progress bar's name. */
  what: string;
  /** Changes with the visitor's choice; an ended download then gives way to the button. */
  choice: string;
}

interface Action {
  readonly label: string;
  readonly press: (event: MouseEvent) => void;
  /** What the visitor most likely wants now. */
  readonly isPrimary?: boolean;
}

type Shareable = Pick<Saved, 'blob' | 'filename'>;

async function share({ blob, filename }: Shareable): Promise<void> {
  if (!(await shareFile(blob, filename))) browserSinks.saveBlob(blob, filename);
}

/** The one file whose bytes the share sheet could take. */
const shareableOf = (state: DownloadState): Shareable | null => {
  if (state.phase === 'done') return state;
  return state.phase === 'handed-over' ? state.zip : null;
};

/** The second press of a double click would take back the first: what it falls on is another button by then. */
const single =
  (press: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) press();
  };

function actionFor(download: Download): Action {
  const { state } = download;
  if (isRunning(state)) return { label: SAVE_TEXT.cancel, press: single(download.cancel) };
  if (state.phase === 'failed') return { label: SAVE_TEXT.retry, press: single(download.retry) };
  if (state.phase === 'next') {
    return { label: saveText.saveNext(state.count), press: single(download.next), isPrimary: true };
  }
  const file = shareableOf(state);
  if (file !== null && canOfferShare(file.blob, file.filename)) {
    const label = sharesToPhotos(file.blob) ? SAVE_TEXT.saveToPhotos : SAVE_TEXT.share;
    return { label, press: () => void share(file) };
  }
  return { label: SAVE_TEXT.close, press: single(download.dismiss) };
}

const isPanel = (state: DownloadState): boolean => state.phase !== 'ready' && state.phase !== 'cancelled';

/** A held Enter would start and cancel, or pause and resume, by turns, because both are the same button. */
const ignoreRepeat = (event: KeyboardEvent): void => {
  if (event.repeat) event.preventDefault();
};

function useReturnToButton({ state, dismiss }: Download, choice: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice is not read, its change is the trigger
  useEffect(dismiss, [choice, dismiss]);
  const leaves = state.phase === 'stored' || (state.phase === 'done' && state.place === 'device');
  useEffect(() => {
    if (!leaves) return;
    const timer = setTimeout(dismiss, DOWNLOAD_DONE_VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [leaves, dismiss]);
}

interface ControlAction extends Action {
  readonly Icon: typeof Pause;
}

/**
 * What stands beside the action: pause or resume, another try where nothing has come for long, the end where a press is
 * awaited. Null while there is none.
 */
function controlFor({ state, pause, resume, retry, cancel }: Download): ControlAction | null {
  if (state.phase === 'next') return { Icon: X, label: SAVE_TEXT.stopHere, press: single(cancel) };
  if (!isRunning(state)) return null;
  if (state.stall === 'long') return { Icon: RotateCw, label: SAVE_TEXT.retry, press: single(retry) };
  if (state.phase === 'preparing') return null;
  return state.held?.kind === 'paused'
    ? { Icon: Play, label: SAVE_TEXT.resume, press: single(resume) }
    : { Icon: Pause, label: SAVE_TEXT.pause, press: single(pause) };
}

/** One button too, whatever it does. It goes with the download's end; the focus then moves to the button that stays. */
function ControlButton({
  control,
  next,
}: {
  control: ControlAction;
  next: RefObject<HTMLButtonElement | null>;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const [own, other] = [button.current, next.current];
    return () => {
      if (own === document.activeElement) other?.focus({ preventScroll: true });
    };
  }, [next]);
  const { Icon, label, press } = control;
  return (
    <Button ref={button} className={styles.hand} onKeyDown={ignoreRepeat} onClick={press}>
      <Icon aria-hidden className="ic" />
      <span className={styles.word}>{label}</span>
    </Button>
  );
}

/**
 * Brings the focus to the button that goes on with the set, unless the visitor is elsewhere on the page: focus that was
 * in the panel, or was lost with a control of it, must not be searched for.
 */
function useFocusOnNext(phase: DownloadState['phase'], button: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    if (phase !== 'next') return;
    const { activeElement } = document;
    const block = button.current?.parentElement;
    if (activeElement === document.body || block?.contains(activeElement)) {
      button.current?.focus({ preventScroll: true });
    }
  }, [phase, button]);
}

/**
 * The Download button and, at the same place, the panel of a running or ended download. Button and panel share one
 * button element, so that a keyboard never loses its place.
 */
export function DownloadBlock({ order, label, what, choice }: DownloadBlockProps) {
  const download = useDownload();
  const button = useRef<HTMLButtonElement>(null);
  useReturnToButton(download, choice);
  const { state } = download;
  useFocusOnNext(state.phase, button);
  const panel = isPanel(state);
  const action = panel ? actionFor(download) : null;
  const control = controlFor(download);
  // Another quality may be chosen while this one is being saved.
  const [saved, setSaved] = useState(what);
  const start = (): void => {
    if (order === null) return;
    setSaved(what);
    download.start(order);
  };
  return (
    <section
      className={classNames(styles.block, panel && styles.panel, styles[state.phase])}
      aria-label={panel ? SAVE_TEXT.progressGroup : undefined}
      data-testid="download"
      data-phase={state.phase}
    >
      <DownloadReport state={state} what={saved} />
      {control !== null && (
        <ControlButton key={state.phase === 'next' ? 'stop' : 'hand'} control={control} next={button} />
      )}
      <Button
        key="action"
        ref={button}
        look={action === null || action.isPrimary ? 'primary' : 'secondary'}
        size={action === null ? 'large' : 'medium'}
        className={action === null ? styles.start : styles.action}
        unavailable={action === null && order === null}
        onKeyDown={ignoreRepeat}
        onClick={action === null ? single(start) : action.press}
      >
        {action === null ? (
          <>
            <ArrowDownToLine aria-hidden className="ic" />
            <span className="num">{label}</span>
          </>
        ) : (
          action.label
        )}
      </Button>
    </section>
  );
}
