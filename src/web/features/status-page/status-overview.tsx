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
export const StateLabel = ({ seen }: { seen: PartStatus }) => {
  const Icon = ICONS[seen.state];
  return (
    <span className={styles.state} data-tone={seen.state}>
      <Icon aria-hidden className="ic-s" />
      {stateText(seen)}
    </span>
  );
};

const Moment = ({ at }: { at: string }) => <time dateTime={at}>{dateTimeText(at)}</time>;

/** Renders one part of the service: its current state and its last thirty days. */
const Part = ({
  part,
  seen,
  past,
  days,
  tested,
  cause,
}: {
  part: StatusPart;
  seen: PartStatus;
  past: Past;
  days: readonly string[];
  /** Time of the last check; null if there was none. */
  tested: string | null;
  /** What the failures show; null if the part does not fail or nothing is known. */
  cause: PublicCause | null;
}) => {
  const name = statusPartName(part);
  const facts = [
    ...(cause === null ? [] : [[text(statusPage, 'cause'), text(failureAdvice, cause)] as const]),
    ...(seen.lastSeen === null
      ? []
      : [[text(statusPage, 'seen'), <Moment key="at" at={seen.lastSeen} />] as const]),
    ...(tested === null ? [] : [[text(statusPage, 'tested'), <Moment key="at" at={tested} />] as const]),
    ...(seen.medianMs === null ? [] : [[text(statusPage, 'time'), medianText(seen)] as const]),
  ];
  return (
    <section className={styles.part} aria-labelledby={`part-${part}`} data-part-state={part}>
      <div className={styles.partHead}>
        <h2 className="subhead" id={`part-${part}`}>
          {name}
        </h2>
        <StateLabel seen={seen} />
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

/** Renders each part that the report knows something about, with its current state and last thirty days, and the legend of the bars. */
export const StatusOverview = ({ report }: { report: StatusReport }) => {
  const seen = observationsByPart(report);
  return (
    <>
      {knownParts(report).map((part) => (
        <Part
          key={part}
          part={part}
          days={report.days}
          seen={seen[part]}
          past={historyOf(report, part)}
          tested={part === 'downloads' ? null : report.tested[part]}
          cause={part === 'downloads' ? null : report.causes[part]}
        />
      ))}
      <BarsLegend />
    </>
  );
};
