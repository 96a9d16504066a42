import { CircleAlert, CircleCheck, ExternalLink, HardDriveDownload } from 'lucide-react';
import type { ReactNode } from 'react';
import { downloadPanel } from '#messages/download-panel.ts';
import { formatBytes } from '#shared/format/bytes.ts';
import { spokenDuration } from '#shared/format/duration.ts';
import { formatProgress, formatSpeed, formatTimeLeft } from '#shared/format/progress.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { inAppBrowser } from '../../lib/in-app-browser.ts';
import { CutFileName, FileName } from '../../ui/file-name.tsx';
import { handedOverTitle, openedTitle } from './announce-download.ts';
import styles from './download-block.module.css';
import {
  type Downloading,
  type DownloadState,
  type Held,
  type Preparing,
  percentOf,
} from './download-state.ts';
import {
  type AwaitingClick,
  type DownloadOrder,
  type Failed,
  type HandedOver,
  type Opened,
  type Saved,
  senderOf,
} from './order/run-order.ts';
import {
  hasDelivered,
  type SetTally,
  storedTitle,
  tallyDetails,
  tallyTitle,
  whereToLook,
} from './order/set-tally.ts';

/** Order with the name of what it downloads (`what`), for the progress bar. */
export interface NamedOrder extends DownloadOrder {
  readonly what: string;
}

interface ProgressBarProps {
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

function Report({ icon, title, children }: { icon?: ReactNode; title: ReactNode; children?: ReactNode }) {
  return (
    <div className={styles.report}>
      <p className={styles.title}>
        {icon}
        <span>{title}</span>
      </p>
      {children}
    </div>
  );
}

const progressText = (state: Downloading, percent: number | null): string => {
  if (percent === null) return formatBytes(state.received);
  const percentText = text(downloadPanel, 'percent', { percent });
  if (state.held?.kind === 'paused') return text(downloadPanel, 'pausedAt', { progress: percentText });
  return state.timeLeft === null
    ? percentText
    : text(downloadPanel, 'left', { progress: percentText, time: spokenDuration(Math.ceil(state.timeLeft)) });
};

/** Returns why no bytes arrive, unless the visitor paused; null if nothing is wrong. */
function troubleOf({ held, stall }: Preparing | Downloading): string | null {
  if (held === null) return stall === 'none' ? null : text(downloadPanel, 'waiting');
  if (held.kind === 'paused') return null;
  return held.kind === 'offline' ? text(downloadPanel, 'offline') : lostText(held);
}

const lostText = ({ seconds, busy }: Extract<Held, { kind: 'lost' }>): string => {
  if (seconds === 0) return busy ? text(downloadPanel, 'busy') : text(downloadPanel, 'lost');
  return busy ? text(downloadPanel, 'busyFor', { seconds }) : text(downloadPanel, 'lostFor', { seconds });
};

function Numbers({ state }: { state: Downloading }) {
  const trouble = troubleOf(state);
  if (trouble !== null) return <span className={styles.warn}>{trouble}</span>;
  const timeLeft = state.timeLeft === null ? null : formatTimeLeft(state.timeLeft);
  return (
    <>
      {state.held?.kind === 'paused' && (
        <span className={styles.paused}>{text(downloadPanel, 'paused')}</span>
      )}
      {state.files > 1 && (
        <span>{text(downloadPanel, 'files', { file: state.file, files: state.files })}</span>
      )}
      {state.total !== null && <span>{formatProgress(state.received, state.total)}</span>}
      {state.speed !== null && <span>{formatSpeed(state.speed)}</span>}
      {state.total === null && <span>{text(downloadPanel, 'sizeUnknown')}</span>}
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
        label={text(downloadPanel, 'downloading', { what })}
        percent={percent}
        valueText={progressText(state, percent)}
        isStopped={state.held !== null}
      />
    </>
  );
}

/** Renders the progress of a direct download, and says that it is simulated. */
function SimulatedProgress({ percent, order }: { percent: number; order: NamedOrder | null }) {
  const platform = order === null ? null : senderOf(order);
  return (
    <>
      <div className={styles.report}>
        <p className={`${styles.big} num`} data-testid="download-figure">
          {percent}%
        </p>
        <p className={styles.line}>
          <span>
            {platform === null
              ? text(downloadPanel, 'simulatedElsewhere')
              : text(downloadPanel, 'simulated', { platform })}
          </span>
        </p>
      </div>
      <ProgressBar
        label={text(downloadPanel, 'downloading', { what: order?.what ?? '' })}
        percent={percent}
        valueText={text(downloadPanel, 'simulatedPercent', { percent })}
        isStopped={false}
      />
    </>
  );
}

function Instructions() {
  return (
    <details className={styles.how}>
      <summary>{text(downloadPanel, 'showHow')}</summary>
      <p>{text(downloadPanel, 'howOnComputer')}</p>
      <p>{text(downloadPanel, 'howOnPhone')}</p>
    </details>
  );
}

function Waiting({ state, what }: { state: Preparing; what: string }) {
  const trouble = troubleOf(state);
  return (
    <>
      <div className={styles.report}>
        <p className={styles.big}>{text(downloadPanel, 'preparing')}</p>
        <p className={styles.line}>{trouble !== null && <span className={styles.warn}>{trouble}</span>}</p>
      </div>
      <ProgressBar
        label={text(downloadPanel, 'downloading', { what })}
        percent={null}
        valueText={undefined}
        isStopped={state.held !== null}
      />
    </>
  );
}

const Done = ({ state: { filename, place }, way }: { state: Saved; way: string | null }) => (
  <Report icon={savedIcon} title={text(downloadPanel, place === 'device' ? 'savedToDevice' : 'readyToSave')}>
    <Lines lines={way === null ? [] : [way]} name={<CutFileName name={filename} />} />
  </Report>
);

const savedIcon = <CircleCheck aria-hidden className="ic" />;

const Lines = ({ lines, name }: { lines: readonly string[]; name?: ReactNode }) => (
  <p className={`${styles.line} num`}>
    {lines.map((line) => (
      <span key={line}>{line}</span>
    ))}
    {name}
  </p>
);

interface TallyReportProps {
  icon: ReactNode;
  tally: SetTally;
  title?: string;
  /** Sentences after the counts; null entries are skipped. */
  more: readonly (string | null)[];
}

/** Renders how many files of a set are done, with further sentences. */
function TallyReport({ icon, tally, title = tallyTitle(tally), more }: TallyReportProps) {
  const lines = [...tallyDetails(tally), ...more].filter((line) => line !== null);
  return (
    <Report icon={icon} title={title}>
      {lines.length > 0 && <Lines lines={lines} />}
    </Report>
  );
}

function Stopped({ state }: { state: Failed }) {
  const { tally } = state;
  const known = tally !== null && hasDelivered(tally);
  return (
    <Report icon={<CircleAlert aria-hidden className="ic" />} title={state.message}>
      {state.reason !== undefined && <Lines lines={[state.reason]} />}
      {known && <Lines lines={[`${tallyTitle(tally)}.`, ...tallyDetails(tally)]} />}
      {!known && state.received > 0 && (
        <p className={`${styles.line} num`}>
          {text(downloadPanel, 'stoppedAt', { progress: formatProgress(state.received, state.total) })}
        </p>
      )}
    </Report>
  );
}

const handedIcon = <HardDriveDownload aria-hidden className="ic" />;

/** Returns how to open the page where downloads arrive; null outside of an app. */
const leaveAppHint = (): string | null => {
  const app = inAppBrowser();
  return app && text(downloadPanel, 'leaveApp', { app });
};

function HandedOverReport({ state, order }: { state: HandedOver; order: NamedOrder | null }) {
  const { tally, zip } = state;
  const way = wayOf(order);
  if (zip !== null)
    return (
      <Report icon={savedIcon} title={text(downloadPanel, 'savedInZip', { what: order?.what ?? '' })}>
        <Lines lines={way === null ? [] : [way]} name={<CutFileName name={zip.filename} />} />
      </Report>
    );
  const hint = leaveAppHint();
  if (tally !== null)
    return <TallyReport icon={handedIcon} tally={tally} more={[hint ?? whereToLook(tally), way]} />;
  return (
    <Report icon={handedIcon} title={handedOverTitle()}>
      <Lines lines={[hint ?? text(downloadPanel, 'handedOverHint'), ...(way === null ? [] : [way])]} />
    </Report>
  );
}

/** Renders what a set waits for. */
function AwaitingReport({ state: { tally, count, sheet } }: { state: AwaitingClick }) {
  if (sheet === null) {
    const batch = leaveAppHint() ?? text(downloadPanel, 'tenPerPress');
    return <TallyReport icon={handedIcon} tally={tally} more={[batch]} />;
  }
  const title = hasDelivered(tally) ? tallyTitle(tally) : text(downloadPanel, 'sheetReady', { count });
  return <TallyReport icon={handedIcon} tally={tally} title={title} more={[]} />;
}

/** Renders the link to a file that was, or should have been, opened in a new tab. */
const OpenLink = ({ url, label }: { url: string; label: string }) => (
  <p className={styles.line}>
    <a className={`link ${styles.open}`} href={url} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  </p>
);

const newTabIcon = <ExternalLink aria-hidden className="ic" />;

/** Renders a file that was opened in a new tab. By direct delivery it has no name there, so its name is shown. */
function InNewTab({ state }: { state: Opened }) {
  const { direct } = state;
  return (
    <Report icon={newTabIcon} title={openedTitle(state)}>
      {direct === null ? (
        <Instructions />
      ) : (
        <>
          <Lines lines={[text(downloadPanel, 'saveThereAs')]} name={<FileName name={direct.filename} />} />
          <div className={styles.ways}>
            <OpenLink url={direct.url} label={text(downloadPanel, 'openAgain')} />
            <Instructions />
          </div>
        </>
      )}
    </Report>
  );
}

/** Returns by which way an order came, where there are two: with direct delivery. */
const wayOf = (order: NamedOrder | null): string | null =>
  order?.files.some(({ direct }) => direct !== undefined) ? text(downloadPanel, 'throughSite') : null;

/** Renders the text and numbers of the panel in every phase that has one. `order` is the one that was started last. */
export function DownloadReport({ state, order }: { state: DownloadState; order: NamedOrder | null }) {
  const what = order?.what ?? '';
  switch (state.phase) {
    case 'ready':
    case 'cancelled':
      return null;
    case 'preparing':
      return <Waiting state={state} what={what} />;
    case 'downloading':
      return <Running state={state} what={what} />;
    case 'simulated':
      return <SimulatedProgress percent={state.percent} order={order} />;
    case 'next':
      return <AwaitingReport state={state} />;
    case 'done':
      return <Done state={state} way={wayOf(order)} />;
    case 'stored':
      return (
        <TallyReport
          icon={savedIcon}
          tally={state.tally}
          title={storedTitle(state.tally)}
          more={[wayOf(order)]}
        />
      );
    case 'failed':
      return <Stopped state={state} />;
    case 'stopped':
      return (
        <TallyReport icon={handedIcon} tally={state.tally} more={[text(downloadPanel, 'restCancelled')]} />
      );
    case 'handed-over':
      return <HandedOverReport state={state} order={order} />;
    case 'opened':
      return <InNewTab state={state} />;
    case 'blocked':
      return (
        <Report icon={newTabIcon} title={text(downloadPanel, 'blocked')}>
          <OpenLink url={state.url} label={text(downloadPanel, 'openFile')} />
          <Instructions />
        </Report>
      );
  }
}
