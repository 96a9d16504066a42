import { Check, CircleHelp, CircleOff, Clock, type LucideIcon, X } from 'lucide-react';
import { failureAdvice } from '#messages/failure-advice.ts';
import { statusPage } from '#messages/status-page.ts';
import type { PartStatus, Past, StatusPart, StatusReport, StatusState } from '#shared/contract/status.ts';
import type { PublicCause } from '#shared/failures.ts';
import { text } from '#shared/messages/text.ts';
import { medianText, observationsByPart, stateText } from '../../lib/status-facts.ts';
import { statusPartName } from '../../lib/status-part-name.ts';
import { dateTimeText, utcDayText } from './date-text.ts';
import { BarsLegend, DayBars } from './day-bars.tsx';
import { historyOf, knownParts } from './known-parts.ts';
import styles from './status-page.module.css';

const ICONS: Readonly<Record<StatusState, LucideIcon>> = {
  working: Check,
  slow: Clock,
  failing: X,
  unknown: CircleHelp,
  off: CircleOff,
};

/** Renders the state of a part or an engine as icon and words. */
export const StateLabel = ({ status }: { status: PartStatus }) => {
  const Icon = ICONS[status.state];
  return (
    <span className={styles.state} data-tone={status.state}>
      <Icon aria-hidden className="ic-s" />
      {stateText(status)}
    </span>
  );
};

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{dateTimeText(at)}</time>;

/**
 * Renders one part of the service: its current state, the bars of its last thirty days, and, if known, the cause of its failures, its last
 * use and check, and its usual time.
 */
const Part = ({
  part,
  status,
  past,
  days,
  testedAt,
  cause,
}: {
  part: StatusPart;
  status: PartStatus;
  past: Past;
  days: readonly string[];
  /** Time of the last check of a test post; null if there was none. */
  testedAt: string | null;
  /** Cause that the failures show; null if the part does not fail or no cause is known. */
  cause: PublicCause | null;
}) => {
  const name = statusPartName(part);
  const facts = [
    ...(cause === null ? [] : [[text(statusPage, 'cause'), text(failureAdvice, cause)] as const]),
    ...(status.lastSeen === null
      ? []
      : [[text(statusPage, 'seen'), <Moment key="at" at={status.lastSeen} />] as const]),
    ...(testedAt === null ? [] : [[text(statusPage, 'tested'), <Moment key="at" at={testedAt} />] as const]),
    ...(status.medianMs === null ? [] : [[text(statusPage, 'time'), medianText(status)] as const]),
  ];
  return (
    <section className={styles.part} aria-labelledby={`part-${part}`} data-part-state={part}>
      <div className={styles.partHead}>
        <h2 className="subhead" id={`part-${part}`}>
          {name}
        </h2>
        <StateLabel status={status} />
      </div>
      <DayBars name={name} days={days} past={past} />
      <div className={styles.ends} aria-hidden="true">
        <span>{utcDayText(days[0] ?? '')}</span>
        <span>{text(statusPage, 'lastDay')}</span>
      </div>
      <dl className={styles.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/** Renders each part that the report knows something about, with its current state and its last thirty days, and the legend of the bars. */
export const StatusOverview = ({ report }: { report: StatusReport }) => {
  const statuses = observationsByPart(report);
  return (
    <>
      {knownParts(report).map((part) => (
        <Part
          key={part}
          part={part}
          days={report.days}
          status={statuses[part]}
          past={historyOf(report, part)}
          testedAt={part === 'downloads' ? null : report.tested[part]}
          cause={part === 'downloads' ? null : report.causes[part]}
        />
      ))}
      <BarsLegend />
    </>
  );
};
