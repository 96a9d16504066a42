import { ArrowDownToLine, ChevronsUpDown, Pause, Play, RotateCw, X } from 'lucide-react';
import {
  Fragment,
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
import { useReportSaved } from '../../state/running-download.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './download-block.module.css';
import { DownloadReport, type NamedOrder } from './download-report.tsx';
import { type DownloadState, isOpen, isRunning, isSaved } from './download-state.ts';
import { browserSinks } from './file/browser-sinks.ts';
import type { AwaitingClick, SavedEnd } from './order/run-order.ts';
import { canOfferShare, shareDestinationOfSets, shareFiles, sharesToPhotos } from './share-file.ts';
import { type Download, useDownload } from './use-download.ts';

/** Handle with which another part of the result starts a download, for example of a caption file. */
export interface DownloadHandle {
  /** Starts an order and shows it in the panel; does nothing while another order is open. */
  readonly start: (order: NamedOrder) => void;
}

/**
 * The visitor's choice: the quality of a single item or the way of saving a set, with its size. Shown beside the Download button on narrow
 * screens, where the choices may be scrolled away.
 */
export interface ChoiceSummary {
  readonly label: string;
  readonly size: string;
  /** Scrolls to the group of choices and focuses the chosen one. */
  readonly open: () => void;
}

/** What the panel shows: no download, a download that runs or waits for a click, or a download that has ended. */
export type Activity = 'none' | 'running' | 'ended';

interface DownloadBlockProps {
  /** What the button downloads; null while nothing is selected. */
  order: NamedOrder | null;
  /** The button's label while no download runs. */
  label: string;
  /** Replaces the visible `label` on narrow screens while `summary` is shown. */
  shortLabel: string;
  /** Null if there is nothing to choose. */
  summary: ChoiceSummary | null;
  /** Identifies the visitor's selection. A new key closes the panel of an ended download. */
  selectionKey: string;
  /** Whether this is an earlier result, shown in short form. "Paste another link" is then no primary button. */
  isSmall: boolean;
  onPasteAnother: () => void;
  /** `order` is the order that was started last, or null. */
  onActivity: (activity: Activity, order: NamedOrder | null) => void;
  handle: Ref<DownloadHandle>;
}

interface Action {
  readonly label: string;
  readonly press: (event: MouseEvent) => void;
  /** Whether this is the action that the visitor most likely wants now. */
  readonly isPrimary?: boolean;
}

type Shareable = Pick<SavedEnd, 'blob' | 'filename'>;

async function share(file: File): Promise<void> {
  if ((await shareFiles([file])) === 'refused') browserSinks.saveBlob(file, file.name);
}

/** Returns the complete file, or the one ZIP, that the ended download produced in this page; null if there is none. */
const shareableOf = (state: DownloadState): Shareable | null => {
  if (state.phase === 'done') return state;
  return state.phase === 'handed-over' ? state.zip : null;
};

/**
 * Returns a click handler that calls `press`, except for the second click of a double click. By then the button has another action, which
 * would undo the first click.
 */
const ignoreDoubleClick =
  (press: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail < 2) press();
  };

/**
 * Returns the action that saves the ended download to the phone's photos or passes it to another app. Null if the download produced no
 * single file, or if `canOfferShare` returns false for that file.
 */
function shareActionFor(state: DownloadState): Action | null {
  const saved = shareableOf(state);
  const file = saved && new File([saved.blob], saved.filename, { type: saved.blob.type });
  if (file === null || !canOfferShare(file)) return null;
  const toPhotos = sharesToPhotos(file);
  return {
    label: toPhotos ? text(downloadPanel, 'saveToPhotos') : text(downloadPanel, 'share'),
    press: () => void share(file),
    // A download on an iPhone does not reach the photos; on other devices the visitor most likely wants the next link.
    isPrimary: toPhotos || (state.phase === 'done' && state.location !== 'device'),
  };
}

/** Returns the label of the button that continues a set. */
function nextLabel({ count, sheet }: AwaitingClick): string {
  if (sheet === 'open') return text(downloadPanel, 'continue');
  if (sheet === null) return text(downloadPanel, 'saveNext', { count });
  return text(downloadPanel, shareDestinationOfSets() === 'photos' ? 'toPhotos' : 'toApp', { count });
}

/** Returns the action of the panel's main button: cancel, retry or the next part of a set, and `pasteAnother` after any other end. */
function mainActionFor(download: Download, pasteAnother: Action): Action {
  const { state } = download;
  if (isRunning(state) || state.phase === 'simulated')
    return { label: text(downloadPanel, 'cancel'), press: ignoreDoubleClick(download.cancel) };
  if (state.phase === 'failed')
    return { label: text(downloadPanel, 'retry'), press: ignoreDoubleClick(download.retry), isPrimary: true };
  if (state.phase === 'next') {
    const isPrimary = state.sheet !== 'open';
    return { label: nextLabel(state), press: ignoreDoubleClick(download.next), isPrimary };
  }
  return pasteAnother;
}

const hasPanel = (state: DownloadState): boolean => state.phase !== 'ready' && state.phase !== 'cancelled';

/**
 * Prevents the default action of repeated key events. A held Enter would otherwise alternate between start and cancel, or pause and resume,
 * because both are the same button.
 */
const ignoreRepeat = (event: KeyboardEvent): void => {
  if (event.repeat) event.preventDefault();
};

/** Reports to the page that the result has been saved, and to the parent what the panel shows. */
function useReports(
  state: DownloadState,
  order: NamedOrder | null,
  onActivity: DownloadBlockProps['onActivity'],
): void {
  const [wasSaved, setWasSaved] = useState(false);
  if (isSaved(state) && !wasSaved) setWasSaved(true);
  useReportSaved(wasSaved);
  const ended = hasPanel(state) ? 'ended' : 'none';
  const activity = isOpen(state) ? 'running' : ended;
  useEffect(() => onActivity(activity, order), [activity, order, onActivity]);
}

interface ControlAction extends Action {
  readonly Icon: typeof Pause;
}

/**
 * Returns the secondary action: pause or resume, retry after a long stall, or stop when the set waits for a click.
 * Null if there is none, as for a file that this device makes (`isMade`): its worker cannot pause.
 */
function controlFor(
  { state, pause, resume, retry, cancel }: Download,
  isMade: boolean,
): ControlAction | null {
  if (state.phase === 'next')
    return { Icon: X, label: text(downloadPanel, 'stopHere'), press: ignoreDoubleClick(cancel) };
  if (!isRunning(state) || isMade) return null;
  if (state.stall === 'long')
    return { Icon: RotateCw, label: text(downloadPanel, 'retry'), press: ignoreDoubleClick(retry) };
  if (state.phase === 'preparing') return null;
  return state.held?.kind === 'paused'
    ? { Icon: Play, label: text(downloadPanel, 'resume'), press: ignoreDoubleClick(resume) }
    : { Icon: Pause, label: text(downloadPanel, 'pause'), press: ignoreDoubleClick(pause) };
}

/** Renders the secondary action as one button. If the button has the focus when it is removed, the focus moves to `primaryButton`. */
function ControlButton({
  control,
  primaryButton,
}: {
  control: ControlAction;
  primaryButton: RefObject<HTMLButtonElement | null>;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const [own, other] = [button.current, primaryButton.current];
    return () => {
      if (own === document.activeElement) other?.focus({ preventScroll: true });
    };
  }, [primaryButton]);
  const { Icon, label, press } = control;
  return (
    <Button ref={button} className={styles.hand} aria-label={label} onKeyDown={ignoreRepeat} onClick={press}>
      <Icon aria-hidden className="ic" />
      <span className={styles.word}>{label}</span>
    </Button>
  );
}

/**
 * Focuses the button that continues the set when the set starts to wait for a click. Leaves the focus where it is if an element outside the
 * panel has it.
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

/** Renders the chosen quality or way of saving with its size as a button, which calls `open`. */
function SummaryButton({ label, size, open }: ChoiceSummary) {
  return (
    <Button size="large" className={styles.summary} onClick={open}>
      <span className={styles.chosen}>
        <b>{label}</b> <small>{size}</small>
      </span>
      <span className="sr">{text(downloadPanel, 'changeChoice')}</span>
      <ChevronsUpDown aria-hidden className="ic-s" />
    </Button>
  );
}

/** Renders a label that breaks after its commas if possible, and only otherwise at other places. */
const Parts = ({ label }: { label: string }) =>
  label.split(/(?<=,) /u).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && ' '}
      <span className={styles.part}>{part}</span>
    </Fragment>
  ));

function StartLabel({ label, shortLabel }: Pick<DownloadBlockProps, 'label' | 'shortLabel'>) {
  return (
    <>
      <ArrowDownToLine aria-hidden className="ic" />
      <span className={shortLabel === label ? undefined : styles.full}>
        <Parts label={label} />
      </span>
      {shortLabel !== label && <span className={styles.short}>{shortLabel}</span>}
    </>
  );
}

/**
 * Returns the action of the main button (`main`; null while the button starts a download) and of a second button (`second`; null if there
 * is none).
 */
function actionsFor(
  download: Download,
  { onPasteAnother, isSmall }: Pick<DownloadBlockProps, 'onPasteAnother' | 'isSmall'>,
): Record<'main' | 'second', Action | null> {
  const { state } = download;
  if (!hasPanel(state)) return { main: null, second: null };
  const sharing = shareActionFor(state);
  const another: Action = {
    label: text(downloadPanel, 'pasteAnother'),
    press: ignoreDoubleClick(onPasteAnother),
    isPrimary: isSaved(state) && sharing?.isPrimary !== true && !isSmall,
  };
  return {
    main: mainActionFor(download, another),
    second: state.phase === 'failed' ? another : sharing,
  };
}

/** Renders the second action, if there is one, and the Close button of the panel of an ended download. */
function EndedButtons({ second, onClose }: { second: Action | null; onClose: () => void }) {
  return (
    <>
      {second !== null && (
        <Button
          look={second.isPrimary ? 'primary' : 'secondary'}
          className={styles.second}
          onClick={second.press}
        >
          {second.label}
        </Button>
      )}
      <IconButton className={styles.close} label={text(downloadPanel, 'close')} onClick={onClose}>
        <X aria-hidden className="ic" />
      </IconButton>
    </>
  );
}

const lookOf = (action: Action | null): ButtonLook =>
  action === null || action.isPrimary ? 'primary' : 'secondary';

function looksOf(state: DownloadState, hasSecond: boolean, showsSummary: boolean): string | undefined {
  const isZipped = state.phase === 'handed-over' && state.zip !== null;
  const open = isOpen(state);
  return classNames(
    styles.block,
    hasPanel(state) && styles.panel,
    open && state.phase !== 'next' && styles.running,
    hasPanel(state) && !open && styles.ended,
    hasSecond && styles.two,
    showsSummary && styles.summed,
    styles[isZipped ? 'done' : state.phase],
  );
}

/**
 * Renders the Download button and, in the same place, the panel of a running or ended download. Both use the same
 * button element, so that keyboard focus is never lost.
 */
export function DownloadBlock(props: DownloadBlockProps) {
  const { order, label, shortLabel, summary, selectionKey, onActivity, handle } = props;
  const download = useDownload();
  const button = useRef<HTMLButtonElement>(null);
  const { state, dismiss } = download;
  // No timer closes the panel of an ended download, because the visitor may be away, copying the next link.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is not read, its change is the trigger
  useEffect(dismiss, [selectionKey, dismiss]);
  // The visitor may select another quality while this one is downloading.
  const [startedOrder, setStartedOrder] = useState<NamedOrder | null>(null);
  useReports(state, startedOrder, onActivity);
  useFocusOnNext(state.phase, button);
  const showsPanel = hasPanel(state);
  const isEnded = showsPanel && !isOpen(state);
  const { main, second } = actionsFor(download, props);
  const isMade = startedOrder?.files.some(({ making }) => making !== undefined) === true;
  const control = controlFor(download, isMade);
  const start = (newOrder: NamedOrder | null): void => {
    if (newOrder === null || isOpen(state)) return;
    setStartedOrder(newOrder);
    download.start(newOrder);
  };
  useImperativeHandle(handle, () => ({ start }));
  const close = (): void => {
    // The close button disappears.
    button.current?.focus({ preventScroll: true });
    dismiss();
  };
  const showsSummary = !showsPanel && summary !== null;
  return (
    <section
      className={looksOf(state, second !== null, showsSummary)}
      aria-label={showsPanel ? text(downloadPanel, isEnded ? 'endedGroup' : 'progressGroup') : undefined}
      data-testid="download"
      data-phase={state.phase}
    >
      <DownloadReport state={state} order={startedOrder} />
      {showsSummary && <SummaryButton {...summary} />}
      {control !== null && (
        <ControlButton
          key={state.phase === 'next' ? 'stop' : 'hand'}
          control={control}
          primaryButton={button}
        />
      )}
      <Button
        key="action"
        ref={button}
        look={lookOf(main)}
        size={main === null ? 'large' : 'medium'}
        className={main === null ? styles.start : styles.action}
        aria-label={main === null ? label : undefined}
        unavailable={main === null && order === null}
        onKeyDown={ignoreRepeat}
        onClick={main === null ? ignoreDoubleClick(() => start(order)) : main.press}
      >
        {main === null ? <StartLabel label={label} shortLabel={shortLabel} /> : main.label}
      </Button>
      {isEnded && <EndedButtons second={second} onClose={close} />}
    </section>
  );
}
