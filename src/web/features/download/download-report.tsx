import { CircleAlert, CircleCheck, ExternalLink, HardDriveDownload } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatBytes } from '#shared/format/bytes.ts';
import { spokenDuration } from '#shared/format/duration.ts';
import { formatProgress, formatSpeed, formatTimeLeft } from '#shared/format/progress.ts';
import { SAVE_TEXT, saveText } from '#shared/result-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './download-block.module.css';
import {
  type Downloading,
  type DownloadState,
  type Held,
  type Preparing,
  percentOf,
} from './download-state.ts';
import type { Failed, HandedOver, Saved } from './order/run-order.ts';
import { hasDelivered, type SetTally, tallyDetails, tallyTitle, whereToLook } from './order/set-tally.ts';

interface ProgressBarProps {
  /** Accessible name. */
  label: string;
  /** Whole percent; null for an indeterminate bar. */
  percent: number | null;
  /** Value that screen readers read. */
  valueText: string | undefined;
  /** Whether no byte is expected now; stops the bar's animation. */
  isStopped: boolean;
}

/** Renders a 6 px progress bar. It is not a live region: useProgressAnnouncements announces the quarters. */
function ProgressBar({ label, percent, valueText, isStopped }: ProgressBarProps) {
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={valueText}
    >
      <div
        className={classNames(styles.fill, percent === null && styles.unknown, isStopped && styles.still)}
        style={percent === null ? undefined : { inlineSize: `${percent}%` }}
      />
    </div>
  );
}

function Report({ icon, title, children }: { icon?: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className={styles.report}>
      <p className={styles.title}>
        {icon}
        {title}
      </p>
      {children}
    </div>
  );
}

const progressText = (state: Downloading, percent: number | null): string => {
  if (percent === null) return formatBytes(state.received);
  const percentText = saveText.percent(percent);
  if (state.held?.kind === 'paused') return saveText.pausedAt(percentText);
  return state.timeLeft === null
    ? percentText
    : saveText.left(percentText, spokenDuration(Math.ceil(state.timeLeft)));
};

/** Returns why no bytes arrive, unless the visitor paused; null if nothing is wrong. */
function troubleOf({ held, stall }: Preparing | Downloading): string | null {
  if (held === null) return stall === 'none' ? null : SAVE_TEXT.waiting;
  if (held.kind === 'paused') return null;
  return held.kind === 'offline' ? SAVE_TEXT.offline : lostText(held);
}

const lostText = ({ seconds, busy }: Extract<Held, { kind: 'lost' }>): string => {
  if (seconds === 0) return busy ? SAVE_TEXT.busy : SAVE_TEXT.lost;
  return busy ? saveText.busyFor(seconds) : saveText.lostFor(seconds);
};

function Numbers({ state }: { state: Downloading }) {
  const trouble = troubleOf(state);
  if (trouble !== null) return <span className={styles.warn}>{trouble}</span>;
  const timeLeft = state.timeLeft === null ? null : formatTimeLeft(state.timeLeft);
  return (
    <>
      {state.held?.kind === 'paused' && <span className={styles.paused}>{SAVE_TEXT.paused}</span>}
      {state.files > 1 && <span>{saveText.files(state.file, state.files)}</span>}
      {state.total !== null && <span>{formatProgress(state.received, state.total)}</span>}
      {state.speed !== null && <span>{formatSpeed(state.speed)}</span>}
      {state.total === null && <span>{SAVE_TEXT.sizeUnknown}</span>}
      {timeLeft !== null && <span>{timeLeft}</span>}
    </>
  );
}

function Running({ state, what }: { state: Downloading; what: string }) {
  const percent = percentOf(state);
  return (
    <>
      <div className={styles.report}>
        <p className={`${styles.big} num`} data-testid="download-figure">
          {percent === null ? formatBytes(state.received) : `${percent}%`}
        </p>
        <p className={`${styles.line} num`}>
          <Numbers state={state} />
        </p>
      </div>
      <ProgressBar
        label={saveText.downloading(what)}
        percent={percent}
        valueText={progressText(state, percent)}
        isStopped={state.held !== null}
      />
    </>
  );
}

function Instructions() {
  return (
    <details className={styles.how}>
      <summary>{SAVE_TEXT.showHow}</summary>
      <p>{SAVE_TEXT.howOnComputer}</p>
      <p>{SAVE_TEXT.howOnPhone}</p>
    </details>
  );
}

function Waiting({ state, what }: { state: Preparing; what: string }) {
  const trouble = troubleOf(state);
  return (
    <>
      <div className={styles.report}>
        <p className={styles.big}>{SAVE_TEXT.preparing}</p>
        <p className={styles.line}>{trouble !== null && <span className={styles.warn}>{trouble}</span>}</p>
      </div>
      <ProgressBar
        label={saveText.downloading(what)}
        percent={null}
        valueText={undefined}
        isStopped={state.held !== null}
      />
    </>
  );
}

/** Renders the name of a single file below its status. */
function OneFile({ icon, title, name }: { icon: ReactNode; title: string; name: string }) {
  return (
    <Report icon={icon} title={title}>
      <p className={styles.line} dir="ltr">
        <span>{name}</span>
      </p>
    </Report>
  );
}

const Done = ({ filename, place }: Saved) => (
  <OneFile
    icon={<CircleCheck aria-hidden className="ic" />}
    title={place === 'device' ? SAVE_TEXT.saved : SAVE_TEXT.readyToSave}
    name={filename}
  />
);

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <p className={`${styles.line} num`}>
    {lines.map((line) => (
      <span key={line}>{line}</span>
    ))}
  </p>
);

interface TallyReportProps {
  icon: ReactNode;
  tally: SetTally;
  /** Sentences after the counts; null entries are skipped. */
  more: readonly (string | null)[];
}

/** Renders how many files of a set are done, with further sentences. */
function TallyReport({ icon, tally, more }: TallyReportProps) {
  const lines = [...tallyDetails(tally), ...more].filter((line) => line !== null);
  return (
    <Report icon={icon} title={tallyTitle(tally)}>
      {lines.length > 0 && <Lines lines={lines} />}
    </Report>
  );
}

function Stopped({ state }: { state: Failed }) {
  const { tally } = state;
  const known = tally !== null && hasDelivered(tally);
  return (
    <Report icon={<CircleAlert aria-hidden className="ic" />} title={state.message}>
      {known && <Lines lines={[`${tallyTitle(tally)}.`, ...tallyDetails(tally)]} />}
      {!known && state.received > 0 && (
        <p className={`${styles.line} num`}>
          {saveText.stoppedAt(formatProgress(state.received, state.total))}
        </p>
      )}
    </Report>
  );
}

const handedIcon = <HardDriveDownload aria-hidden className="ic" />;

function HandedOverReport({ state: { tally, zip } }: { state: HandedOver }) {
  if (tally === null) {
    return (
      <Report icon={handedIcon} title={SAVE_TEXT.handedOver}>
        <p className={styles.line}>{SAVE_TEXT.handedOverHint}</p>
      </Report>
    );
  }
  const hint = zip === null ? whereToLook(tally) : zip.filename;
  return <TallyReport icon={handedIcon} tally={tally} more={[hint]} />;
}

/** `url` is set only if the browser blocked the new tab. */
function InNewTab({ title, url }: { title: string; url?: string }) {
  return (
    <Report icon={<ExternalLink aria-hidden className="ic" />} title={title}>
      {url !== undefined && (
        <p className={styles.line}>
          <a className={`link ${styles.open}`} href={url} target="_blank" rel="noopener noreferrer">
            {SAVE_TEXT.openFile}
          </a>
        </p>
      )}
      <Instructions />
    </Report>
  );
}

/** Renders the text and numbers of the panel in every phase that has one. */
export function DownloadReport({ state, what }: { state: DownloadState; what: string }) {
  switch (state.phase) {
    case 'ready':
    case 'cancelled':
      return null;
    case 'preparing':
      return <Waiting state={state} what={what} />;
    case 'downloading':
      return <Running state={state} what={what} />;
    case 'next':
      return <TallyReport icon={handedIcon} tally={state.tally} more={[SAVE_TEXT.tenPerPress]} />;
    case 'done':
      return <Done {...state} />;
    case 'stored':
      return <TallyReport icon={<CircleCheck aria-hidden className="ic" />} tally={state.tally} more={[]} />;
    case 'failed':
      return <Stopped state={state} />;
    case 'stopped':
      return <TallyReport icon={handedIcon} tally={state.tally} more={[SAVE_TEXT.restCancelled]} />;
    case 'handed-over':
      return <HandedOverReport state={state} />;
    case 'opened':
      return <InNewTab title={SAVE_TEXT.opened} />;
    case 'blocked':
      return <InNewTab title={SAVE_TEXT.blocked} url={state.url} />;
  }
}
