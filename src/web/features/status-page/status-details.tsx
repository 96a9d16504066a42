import { statusPage } from '#messages/status-page.ts';
import type { Incident, StatusReport } from '#shared/contract/status.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { observationsByPart, timeOf } from '../../lib/status-facts.ts';
import { statusPartName } from '../../lib/status-part-name.ts';
import { dateTimeText, dayText } from './date-text.ts';
import { DayBars, dayDescription } from './day-bars.tsx';
import { historyOf, knownParts } from './known-parts.ts';
import { StateLabel } from './status-overview.tsx';
import styles from './status-page.module.css';

const NO_RECENT_DATA = { state: 'unknown', medianMs: null, lastSeen: null } as const;

/** Renders every day's states as a table, the text version of the bars. */
export const DayTable = ({ report }: { report: StatusReport }) => {
  const { days } = report;
  const columns = knownParts(report).map((part) => [statusPartName(part), historyOf(report, part)] as const);
  return (
    <details className={styles.byDay}>
      <summary>{text(statusPage, 'table')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={styles.tableBox} aria-label={text(statusPage, 'tableLabel')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text(statusPage, 'day')}</th>
              {columns.map(([name]) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days
              .map((day, index) => (
                <tr key={day}>
                  <th scope="row">{dayText(day)}</th>
                  {columns.map(([name, one]) => (
                    <td key={name}>{dayDescription(one, index)}</td>
                  ))}
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </section>
    </details>
  );
};

/** Renders every engine that was used, per platform; nothing if none was. */
export const EngineTable = ({ report: { engines, past, days } }: { report: StatusReport }) =>
  past.engines.length > 0 && (
    <section className={styles.block} aria-labelledby="engines">
      <h2 id="engines">{text(statusPage, 'engines')}</h2>
      <p>{text(statusPage, 'enginesLede')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section className={styles.tableBox} aria-label={text(statusPage, 'enginesLabel')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text(statusPage, 'engine')}</th>
              <th scope="col">{text(statusPage, 'platform')}</th>
              <th scope="col">{text(statusPage, 'now')}</th>
              <th scope="col">{text(statusPage, 'time')}</th>
              <th scope="col">{text(statusPage, 'days')}</th>
            </tr>
          </thead>
          <tbody>
            {past.engines.map(({ engine, platform, ...one }) => {
              const seen =
                engines.find((other) => other.engine === engine && other.platform === platform) ??
                NO_RECENT_DATA;
              const name = PLATFORM_NAMES[platform];
              return (
                <tr key={`${platform} ${engine}`}>
                  <th scope="row">{engine}</th>
                  <td>{name}</td>
                  <td>
                    <StateLabel state={seen.state} />
                  </td>
                  <td>{timeOf(seen)}</td>
                  <td className={styles.small}>
                    <DayBars name={`${engine}, ${name}`} days={days} past={one} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );

/**
 * Returns how an incident ended. Only the newest incident of a part can still be going on, because at least a day
 * without data separates it from older ones.
 */
const endOf = (incident: Incident, report: StatusReport): string => {
  const { part, over } = incident;
  if (over) return text(statusPage, 'incident.over');
  const isNewest = report.incidents.find((other) => other.part === part) === incident;
  return isNewest && observationsByPart(report)[part].state === 'failing'
    ? text(statusPage, 'incident.now')
    : text(statusPage, 'incident.open');
};

/** Renders the incidents of an hour or more that the counters show. */
export const Incidents = ({ report }: { report: StatusReport }) => {
  const { incidents } = report;
  return (
    <section className={styles.block} aria-labelledby="incidents">
      <h2 id="incidents">{text(statusPage, 'incidents')}</h2>
      {incidents.length === 0 ? (
        <p>{text(statusPage, 'incidentsNone')}</p>
      ) : (
        <>
          <p>{text(statusPage, 'incidentsLede')}</p>
          <ol className={styles.incidents}>
            {incidents.map((incident) => (
              <li key={`${incident.part} ${incident.from}`}>
                <b>{statusPartName(incident.part)}</b>
                <span>
                  <time dateTime={incident.from}>{dateTimeText(incident.from)}</time>
                  {' – '}
                  <time dateTime={incident.until}>{dateTimeText(incident.until)}</time>
                </span>
                <span>{endOf(incident, report)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
};
