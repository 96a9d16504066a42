import { engineKinds } from '#messages/engine-kinds.ts';
import { statusPage } from '#messages/status-page.ts';
import type { Incident, StatusReport } from '#shared/contract/status.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { medianText, observationOf, observationsByPart } from '../../lib/status-facts.ts';
import { statusPartName } from '../../lib/status-part-name.ts';
import { DayTable } from '../../ui/day-table.tsx';
import { dateTimeText, utcClockText, utcDayText } from './date-text.ts';
import { DayBars, dayDescription } from './day-bars.tsx';
import { historyOf, knownParts } from './known-parts.ts';
import { StateLabel } from './status-overview.tsx';
import styles from './status-page.module.css';

/** Renders, folded, the state of every known part on every day as a table, the newest day first. It is the text version of the bars. */
export const DaysInWords = ({ report }: { report: StatusReport }) => {
  const parts = knownParts(report);
  const rows = report.days.map((day, index) => [
    utcDayText(day),
    ...parts.map((part) => dayDescription(historyOf(report, part), index)),
  ]);
  return (
    <details className={styles.byDay}>
      <summary>{text(statusPage, 'table')}</summary>
      <DayTable
        label={text(statusPage, 'tableLabel')}
        head={[text(statusPage, 'day'), ...parts.map(statusPartName)]}
        rows={rows.toReversed()}
        className={styles.table}
      />
    </details>
  );
};

/** Renders the state of every engine that was used, per platform; nothing if none was used. */
export const Engines = ({ report }: { report: StatusReport }) =>
  report.past.engines.length > 0 && (
    <section className={styles.block} aria-labelledby="engines">
      <h2 className="subhead" id="engines">
        {text(statusPage, 'engines')}
      </h2>
      <p>{text(statusPage, 'enginesLede')}</p>
      <ul className={styles.engines} aria-labelledby="engines">
        {report.past.engines.map(({ engine, platform, ...one }) => {
          const status = observationOf(report, { engine, platform });
          const name = text(engineKinds, engine);
          const time = medianText(status);
          return (
            <li key={`${platform} ${engine}`}>
              <div>
                <b>{name}</b>
                <span>{PLATFORM_NAMES[platform]}</span>
              </div>
              <StateLabel status={status} />
              <span className={styles.engineTime}>
                {time !== '' && text(statusPage, 'engineTime', { time })}
              </span>
              <DayBars name={`${name}, ${PLATFORM_NAMES[platform]}`} days={report.days} past={one} />
            </li>
          );
        })}
      </ul>
    </section>
  );

const HOUR_MS = 60 * 60 * 1_000;

/** Returns the first full hour at or after a moment (ISO), in UTC, as the day and the time of day. Midnight is 24:00 of the day before. */
const hourEnd = (iso: string): { readonly day: string; readonly clock: string } => {
  const end = new Date(Math.ceil(Date.parse(iso) / HOUR_MS) * HOUR_MS);
  const isMidnight = end.getUTCHours() === 0;
  return {
    day: utcDayText(new Date(end.getTime() - 1).toISOString()),
    clock: isMidnight ? text(statusPage, 'midnight') : utcClockText(end.toISOString()),
  };
};

/**
 * Returns whether an incident goes on. Only the newest incident of a part can, because at least one day without data separates older
 * incidents from it.
 */
const isOngoing = (incident: Incident, report: StatusReport): boolean => {
  const newest = report.incidents.find(({ part }) => part === incident.part);
  return (
    !incident.over && newest === incident && observationsByPart(report)[incident.part].state === 'failing'
  );
};

/** Returns when an incident was, in full hours, because the server counts outcomes by the hour. An ongoing incident has no end. */
const whenText = ({ from, until }: Incident, ongoing: boolean): string => {
  const day = utcDayText(from);
  const end = hourEnd(ongoing ? new Date(Date.parse(from) + 1).toISOString() : until);
  const times = { from: utcClockText(from), until: end.clock };
  if (ongoing) return text(statusPage, 'incident.since', { day, ...times });
  if (day === end.day) return text(statusPage, 'incident.within', { day, ...times });
  return text(statusPage, 'incident.across', { from: dateTimeText(from), until: `${end.day}, ${end.clock}` });
};

/** Renders the incidents of the report with their times in UTC, or a sentence if there were none. */
export const Incidents = ({ report }: { report: StatusReport }) => {
  const { incidents } = report;
  return (
    <section className={styles.block} aria-labelledby="incidents">
      <h2 className="subhead" id="incidents">
        {text(statusPage, 'incidents')}
      </h2>
      {incidents.length === 0 ? (
        <p>{text(statusPage, 'incidentsNone')}</p>
      ) : (
        <>
          <p>{text(statusPage, 'incidentsLede')}</p>
          <ol className={styles.incidents}>
            {incidents.map((incident) => {
              const ongoing = isOngoing(incident, report);
              const outcome = ongoing ? 'now' : incident.over ? 'over' : 'open';
              return (
                <li key={`${incident.part} ${incident.from}`}>
                  <b>{statusPartName(incident.part)}</b>
                  <time dateTime={incident.from}>{whenText(incident, ongoing)}</time>
                  <span>{text(statusPage, `incident.${outcome}`)}</span>
                </li>
              );
            })}
          </ol>
        </>
      )}
    </section>
  );
};
