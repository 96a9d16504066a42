import { Check, CircleHelp, Clock, type LucideIcon, X } from 'lucide-react';
import { findings } from '#messages/findings.ts';
import { statusCard } from '#messages/status-card.ts';
import { statusPage } from '#messages/status-page.ts';
import type { Observation, Past, StatusPart, StatusReport, StatusState } from '#shared/contract/status.ts';
import type { PublicFinding } from '#shared/findings.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import { observationsByPart, timeOf } from '../../lib/status-facts.ts';
import { statusPartName } from '../../lib/status-part-name.ts';
import { dateTimeText, dayText } from './date-text.ts';
import { BarsLegend, DayBars } from './day-bars.tsx';
import styles from './status-page.module.css';

const ICONS: Readonly<Record<StatusState, LucideIcon>> = {
  working: Check,
  slow: Clock,
  failing: X,
  unknown: CircleHelp,
};

/** Renders a state as icon and word. */
export const StateLabel = ({ state }: { state: StatusState }) => {
  const Icon = ICONS[state];
  return (
    <span className={styles.state} data-state={state}>
      <Icon aria-hidden className="ic-s" />
      {text(statusCard, `states.${state}`)}
    </span>
  );
};

/** Renders a time, or the text `none` if there is no time. */
const TimeOrText = ({ at, none }: { at: string | null; none: string }) =>
  at === null ? none : <time dateTime={at}>{dateTimeText(at)}</time>;

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
  seen: Observation;
  past: Past;
  days: readonly string[];
  /** Time of the last self-test; null if it never ran, undefined for a part without a self-test. */
  tested: string | null | undefined;
  /** What the failures show; null if the part does not fail or nothing is known. */
  cause: PublicFinding | null;
}) => {
  const name = statusPartName(part);
  const facts = [
    ...(cause === null ? [] : [[text(statusPage, 'cause'), text(findings, cause)] as const]),
    [
      text(statusPage, 'seen'),
      <TimeOrText key="at" at={seen.lastSeen} none={text(statusPage, 'notLately')} />,
    ] as const,
    ...(tested === undefined
      ? []
      : [
          [
            text(statusPage, 'tested'),
            <TimeOrText key="at" at={tested} none={text(statusPage, 'notTested')} />,
          ] as const,
        ]),
    ...(seen.medianMs === null ? [] : [[text(statusPage, 'time'), timeOf(seen)] as const]),
  ];
  return (
    <section className={styles.part} aria-labelledby={`part-${part}`} data-part-state={part}>
      <div className={styles.partHead}>
        <h2 id={`part-${part}`}>{name}</h2>
        <StateLabel state={seen.state} />
      </div>
      <DayBars name={name} days={days} past={past} />
      <div className={styles.ends} aria-hidden="true">
        <span>{dayText(days[0] ?? '')}</span>
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

/** Renders every part of the service. */
export const StatusOverview = ({ report }: { report: StatusReport }) => {
  const seen = observationsByPart(report);
  const { past, days, tested, causes } = report;
  return (
    <>
      {PLATFORM_IDS.map((id) => (
        <Part
          key={id}
          part={id}
          days={days}
          seen={seen[id]}
          past={past.previews[id]}
          tested={tested[id]}
          cause={causes[id]}
        />
      ))}
      <Part
        part="downloads"
        days={days}
        seen={seen.downloads}
        past={past.downloads}
        tested={undefined}
        cause={null}
      />
      <BarsLegend />
    </>
  );
};
