import { ArrowDownToLine, Pause, Play, RotateCw, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { downloadPanel } from '#messages/download-panel.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../../ui/button.tsx';
import styles from './download-block.module.css';
import { DownloadReport } from './download-report.tsx';
import { DOWNLOAD_DONE_VISIBLE_MS, type DownloadState, isOpen, isRunning } from './download-state.ts';
import { browserSinks } from './file/browser-sinks.ts';
import type { DownloadOrder, Saved } from './order/run-order.ts';
import { canOfferShare, shareFile, sharesToPhotos } from './share-file.ts';
import { type Download, useDownload } from './use-download.ts';

/** An order with the name of what it downloads, for the progress bar. */
export interface NamedOrder extends DownloadOrder {
  readonly what: string;
}

/** Starts downloads other than that of the button. */
export interface DownloadHandle {
  /** Starts an order and shows it in the panel; ignored while another one is open. */
  readonly start: (order: NamedOrder) => void;
}

interface DownloadBlockProps {
  /** What the button downloads; null while nothing is selected. */
  order: NamedOrder | null;
  /** The button's label while no download runs. */
  label: string;
  /** Identifies the visitor's selection. When it changes, the panel of an ended download closes. */
  choice: string;
  handle: Ref<DownloadHandle>;
}

interface Action {
  readonly label: string;
  readonly press: (event: MouseEvent) => void;
  /** Whether it is the action the visitor most likely wants now. */
  readonly isPrimary?: boolean;
}

type Shareable = Pick<Saved, 'blob' | 'filename'>;

async function share({ blob, filename }: Shareable): Promise<void> {
  if (!(await shareFile(blob, filename))) browserSinks.saveBlob(blob, filename);
}

/** Returns the one file that can be passed to the share sheet, or null. */
const shareableOf = (state: DownloadState): Shareable | null => {
  if (state.phase === 'done') return state;
  return state.phase === 'handed-over' ? state.zip : null;
};

/**
 * Ignores the second click of a double click. The button has another action by then, which would undo the first
 * click.
 */
const ignoreDoubleClick =
  (press: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) press();
  };

function actionFor(download: Download): Action {
  const { state } = download;
  if (isRunning(state))
    return { label: text(downloadPanel, 'cancel'), press: ignoreDoubleClick(download.cancel) };
  if (state.phase === 'failed')
    return { label: text(downloadPanel, 'retry'), press: ignoreDoubleClick(download.retry) };
  if (state.phase === 'next') {
    return {
      label: text(downloadPanel, 'saveNext', { count: state.count }),
      press: ignoreDoubleClick(download.next),
      isPrimary: true,
    };
  }
  const file = shareableOf(state);
  if (file !== null && canOfferShare(file.blob, file.filename)) {
    const label = sharesToPhotos(file.blob)
      ? text(downloadPanel, 'saveToPhotos')
      : text(downloadPanel, 'share');
    return { label, press: () => void share(file) };
  }
  return { label: text(downloadPanel, 'close'), press: ignoreDoubleClick(download.dismiss) };
}

const isPanel = (state: DownloadState): boolean => state.phase !== 'ready' && state.phase !== 'cancelled';

/**
 * Ignores repeated key events: a held Enter would alternate between start and cancel, or pause and resume, because
 * both are the same button.
 */
const ignoreRepeat = (event: KeyboardEvent): void => {
  if (event.repeat) event.preventDefault();
};

function useAutoDismiss({ state, dismiss }: Download, choice: string): void {
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
 * Returns the secondary action: pause or resume, retry after a long stall, or stop when the set waits for a click.
 * Null if there is none.
 */
function controlFor({ state, pause, resume, retry, cancel }: Download): ControlAction | null {
  if (state.phase === 'next')
    return { Icon: X, label: text(downloadPanel, 'stopHere'), press: ignoreDoubleClick(cancel) };
  if (!isRunning(state)) return null;
  if (state.stall === 'long')
    return { Icon: RotateCw, label: text(downloadPanel, 'retry'), press: ignoreDoubleClick(retry) };
  if (state.phase === 'preparing') return null;
  return state.held?.kind === 'paused'
    ? { Icon: Play, label: text(downloadPanel, 'resume'), press: ignoreDoubleClick(resume) }
    : { Icon: Pause, label: text(downloadPanel, 'pause'), press: ignoreDoubleClick(pause) };
}

/**
 * Renders the secondary action as one button that stays mounted while its action changes. When it is removed at the
 * end of the download, the focus moves to the primary button.
 */
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
 * Focuses the button that continues the set, unless the visitor's focus is elsewhere on the page. Applies if the
 * focus was in the panel or was lost when one of its controls was removed.
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
 * Renders the Download button and, in the same place, the panel of a running or ended download. Both use the same
 * button element, so that keyboard focus is never lost.
 */
export function DownloadBlock({ order, label, choice, handle }: DownloadBlockProps) {
  const download = useDownload();
  const button = useRef<HTMLButtonElement>(null);
  useAutoDismiss(download, choice);
  const { state } = download;
  useFocusOnNext(state.phase, button);
  const panel = isPanel(state);
  const action = panel ? actionFor(download) : null;
  const control = controlFor(download);
  // The visitor may select another quality while this one is downloading.
  const [saved, setSaved] = useState('');
  const start = (started: NamedOrder | null): void => {
    if (started === null || isOpen(state)) return;
    setSaved(started.what);
    download.start(started);
  };
  useImperativeHandle(handle, () => ({ start }));
  return (
    <section
      className={classNames(styles.block, panel && styles.panel, styles[state.phase])}
      aria-label={panel ? text(downloadPanel, 'progressGroup') : undefined}
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
        onClick={action === null ? ignoreDoubleClick(() => start(order)) : action.press}
      >
        {action === null ? (
          <>
            <ArrowDownToLine aria-hidden className="ic" />
            <span>{label}</span>
          </>
        ) : (
          action.label
        )}
      </Button>
    </section>
  );
}
