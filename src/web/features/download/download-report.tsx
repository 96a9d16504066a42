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
import { type Downloading, type DownloadState, type Preparing, percentOf } from './download-state.ts';
import {
  type AwaitingClick,
  type DownloadOrder,
  type FailedEnd,
  type HandedOverEnd,
  type OpenedEnd,
  type SavedEnd,
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

/** Order with `contentName`, a short name of what it downloads, such as '1080p' or '5 photos'. */
export interface NamedOrder extends DownloadOrder {
  readonly contentName: string;
}

interface ProgressProps {
  /** The large figure or word. */
  figure: string;
  contentName: string;
  /** Whole percent; null for an indeterminate bar. */
  percent: number | null;
  /** Text of the progress for screen readers. */
  valueText?: string;
  /** Whether no byte is expected now. Stops the bar's animation. */
  isStopped?: boolean;
  /** The line below the figure. */
  children: ReactNode;
}

/**
 * Renders the progress of a download: a figure, a line below it and a bar. The bar is no live region, because useProgressAnnouncements
 * announces the quarters.
 */
const Progress = ({
  figure,
  contentName,
  percent,
  valueText,
  isStopped = false,
  children,
}: ProgressProps) => (
  <>
    <div className={styles.report}>
      <p className={`${styles.big} num`} data-testid="download-figure">
        {figure}
      </p>
      <p className={`${styles.line} num`}>{children}</p>
    </div>
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={text(downloadPanel, 'downloading', { what: contentName })}
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
  </>
);

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
  return state.secondsLeft === null
    ? percentText
    : text(downloadPanel, 'left', {
        progress: percentText,
        time: spokenDuration(Math.ceil(state.secondsLeft)),
      });
};

/**
 * Returns the text that says why no bytes arrive: a lost connection, a busy server, an offline browser, or five seconds without a byte.
 * Null otherwise, also during a pause.
 */
function troubleOf({ held, stall }: Preparing | Downloading): string | null {
  if (held === null) return stall === 'none' ? null : text(downloadPanel, 'waiting');
  if (held.kind === 'paused') return null;
  if (held.kind === 'offline') return text(downloadPanel, 'offline');
  const { seconds, busy } = held;
  const way = busy ? 'busy' : 'lost';
  return seconds === 0 ? text(downloadPanel, way) : text(downloadPanel, `${way}For`, { seconds });
}

function Numbers({ state }: { state: Preparing | Downloading }) {
  const trouble = troubleOf(state);
  if (trouble !== null) return <span className={styles.warn}>{trouble}</span>;
  if (state.phase === 'preparing') return null;
  const timeLeftText = state.secondsLeft === null ? null : formatTimeLeft(state.secondsLeft);
  return (
    <>
      {state.held?.kind === 'paused' && (
        <span className={styles.paused}>{text(downloadPanel, 'paused')}</span>
      )}
      {state.files > 1 && (
        <span>{text(downloadPanel, 'files', { file: state.file, files: state.files })}</span>
      )}
      {state.total !== null && <span>{formatProgress(state.received, state.total)}</span>}
      {state.bytesPerSecond !== null && <span>{formatSpeed(state.bytesPerSecond)}</span>}
      {state.total === null && <span>{text(downloadPanel, 'sizeUnknown')}</span>}
      {timeLeftText !== null && <span>{timeLeftText}</span>}
    </>
  );
}

function Running({ state, contentName }: { state: Preparing | Downloading; contentName: string }) {
  const hasBytes = state.phase === 'downloading';
  const percent = hasBytes ? percentOf(state) : null;
  const received = hasBytes ? formatBytes(state.received) : text(downloadPanel, 'preparing');
  return (
    <Progress
      figure={percent === null ? received : `${percent}%`}
      contentName={contentName}
      percent={percent}
      {...(hasBytes && { valueText: progressText(state, percent) })}
      isStopped={state.held !== null}
    >
      <Numbers state={state} />
    </Progress>
  );
}

/** Renders the progress of a direct download, and says that it is simulated. */
function SimulatedProgress({ percent, order }: { percent: number; order: NamedOrder | null }) {
  const platform = order === null ? null : senderOf(order);
  return (
    <Progress
      figure={`${percent}%`}
      contentName={order?.contentName ?? ''}
      percent={percent}
      valueText={text(downloadPanel, 'simulatedPercent', { percent })}
    >
      <span>
        {platform === null
          ? text(downloadPanel, 'simulatedElsewhere')
          : text(downloadPanel, 'simulated', { platform })}
      </span>
    </Progress>
  );
}

function Instructions() {
  return (
    <details className={styles.how}>
      <summary className="tap">{text(downloadPanel, 'showHow')}</summary>
      <p>{text(downloadPanel, 'howOnComputer')}</p>
      <p>{text(downloadPanel, 'howOnPhone')}</p>
    </details>
  );
}

const Done = ({ state: { filename, location }, siteNote }: { state: SavedEnd; siteNote: string | null }) => (
  <Report
    icon={savedIcon}
    title={text(downloadPanel, location === 'device' ? 'savedToDevice' : 'readyToSave')}
  >
    <Lines lines={[siteNote]} name={<CutFileName name={filename} />} />
  </Report>
);

const savedIcon = <CircleCheck aria-hidden className="ic" />;

/** Renders `lines` without its null entries, and `name` after them; nothing if both are missing. */
function Lines({ lines, name }: { lines: readonly (string | null)[]; name?: ReactNode }) {
  const shown = lines.filter((line) => line !== null);
  if (shown.length === 0 && name === undefined) return null;
  return (
    <p className={`${styles.line} num`}>
      {shown.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {name}
    </p>
  );
}

interface TallyReportProps {
  icon: ReactNode;
  tally: SetTally;
  title?: string;
  /** Sentences after the counts; null entries are skipped. */
  furtherLines?: readonly (string | null)[];
}

/** Renders the title, by default the number of delivered files, and below it the `tallyDetails` and `furtherLines`. */
const TallyReport = ({ icon, tally, title = tallyTitle(tally), furtherLines = [] }: TallyReportProps) => (
  <Report icon={icon} title={title}>
    <Lines lines={[...tallyDetails(tally), ...furtherLines]} />
  </Report>
);

function FailedReport({ state }: { state: FailedEnd }) {
  const { tally } = state;
  const hasDeliveries = tally !== null && hasDelivered(tally);
  return (
    <Report icon={<CircleAlert aria-hidden className="ic" />} title={state.message}>
      {state.reason !== undefined && <Lines lines={[state.reason]} />}
      {hasDeliveries && <Lines lines={[`${tallyTitle(tally)}.`, ...tallyDetails(tally)]} />}
      {!hasDeliveries && state.received > 0 && (
        <Lines
          lines={[
            text(downloadPanel, 'stoppedAt', { progress: formatProgress(state.received, state.total) }),
          ]}
        />
      )}
    </Report>
  );
}

const handedIcon = <HardDriveDownload aria-hidden className="ic" />;

/** Returns the advice to leave the browser inside an app, where downloads often fail; null in any other browser. */
const leaveAppHint = (): string | null => {
  const app = inAppBrowser();
  return app && text(downloadPanel, 'leaveApp', { app });
};

function HandedOverReport({ state, order }: { state: HandedOverEnd; order: NamedOrder | null }) {
  const { tally, zip } = state;
  const siteNote = throughSiteNote(order);
  if (zip !== null)
    return (
      <Report icon={savedIcon} title={text(downloadPanel, 'savedInZip', { what: order?.contentName ?? '' })}>
        <Lines lines={[siteNote]} name={<CutFileName name={zip.filename} />} />
      </Report>
    );
  const hint = leaveAppHint();
  if (tally !== null)
    return (
      <TallyReport icon={handedIcon} tally={tally} furtherLines={[hint ?? whereToLook(tally), siteNote]} />
    );
  return (
    <Report icon={handedIcon} title={handedOverTitle()}>
      <Lines lines={[hint ?? text(downloadPanel, 'handedOverHint'), siteNote]} />
    </Report>
  );
}

/** Renders the report of a set that waits for a click: how many files are done, or how many are ready for the share sheet. */
function AwaitingReport({ state: { tally, count, sheet } }: { state: AwaitingClick }) {
  if (sheet === null) {
    const batch = leaveAppHint() ?? text(downloadPanel, 'tenPerPress');
    return <TallyReport icon={handedIcon} tally={tally} furtherLines={[batch]} />;
  }
  const title = hasDelivered(tally) ? tallyTitle(tally) : text(downloadPanel, 'sheetReady', { count });
  return <TallyReport icon={handedIcon} tally={tally} title={title} />;
}

/** Renders the link to a file that was, or should have been, opened in a new tab. */
const OpenLink = ({ url, label }: { url: string; label: string }) => (
  <p className={styles.line}>
    <a className="link tap" href={url} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  </p>
);

const newTabIcon = <ExternalLink aria-hidden className="ic" />;

/**
 * Renders the report of a file that was opened in a new tab. With direct delivery it contains the file name, because the browser does not
 * propose that name in the new tab.
 */
function InNewTab({ state }: { state: OpenedEnd }) {
  const { directDelivery } = state;
  return (
    <Report icon={newTabIcon} title={openedTitle(state)}>
      {directDelivery === null ? (
        <Instructions />
      ) : (
        <>
          <Lines
            lines={[text(downloadPanel, 'saveThereAs')]}
            name={<FileName name={directDelivery.filename} />}
          />
          <div className={styles.ways}>
            <OpenLink url={directDelivery.url} label={text(downloadPanel, 'openAgain')} />
            <Instructions />
          </div>
        </>
      )}
    </Report>
  );
}

/**
 * Returns the sentence that says that the files were saved through this site; null without an order, and if no file has `direct`, because
 * the site then does not use direct delivery.
 */
const throughSiteNote = (order: NamedOrder | null): string | null =>
  order?.files.some(({ direct }) => direct !== undefined) ? text(downloadPanel, 'throughSite') : null;

/** Renders the text and numbers of the panel; nothing in a phase without a panel. `order` is the order that was started last. */
export function DownloadReport({ state, order }: { state: DownloadState; order: NamedOrder | null }) {
  const contentName = order?.contentName ?? '';
  switch (state.phase) {
    case 'ready':
    case 'cancelled':
      return null;
    case 'preparing':
    case 'downloading':
      return <Running state={state} contentName={contentName} />;
    case 'simulated':
      return <SimulatedProgress percent={state.percent} order={order} />;
    case 'next':
      return <AwaitingReport state={state} />;
    case 'done':
      return <Done state={state} siteNote={throughSiteNote(order)} />;
    case 'stored':
      return (
        <TallyReport
          icon={savedIcon}
          tally={state.tally}
          title={storedTitle(state.tally)}
          furtherLines={[throughSiteNote(order)]}
        />
      );
    case 'failed':
      return <FailedReport state={state} />;
    case 'stopped':
      return (
        <TallyReport
          icon={handedIcon}
          tally={state.tally}
          furtherLines={[text(downloadPanel, 'restCancelled')]}
        />
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
