import type { Incident, StatusReport } from '#shared/contract/status.ts';
import { STATUS_PAGE } from '#shared/status-page-messages.ts';
import { observationsByPart, timeOf } from '../../lib/status-facts.ts';
import { DayBars, dayWords } from './day-bars.tsx';
import { dayText, momentText } from './moments.ts';
import { StateWord } from './status-overview.tsx';
import styles from './status-page.module.css';

const NOT_LATELY = { state: 'unknown', medianMs: null, lastSeen: null } as const;

/** Every day in words: the bars for who would rather read. */
export const DayTable = ({ report: { days, past } }: { report: StatusReport }) => {
  const columns = [
    [STATUS_PAGE.parts.instagram, past.previews.instagram],
    [STATUS_PAGE.parts.tiktok, past.previews.tiktok],
    [STATUS_PAGE.parts.downloads, past.downloads],
  ] as const;
  return (
    <details className={styles.byDay}>
      <summary>{STATUS_PAGE.table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
      <section className={styles.tableBox} aria-label={STATUS_PAGE.tableLabel} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{STATUS_PAGE.day}</th>
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
                    <td key={name}>{dayWords(one, index)}</td>
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

/** Every engine that was asked, per platform. */
export const EngineTable = ({ report: { engines, past, days } }: { report: StatusReport }) => (
  <section className={styles.block} aria-labelledby="engines">
    <h2 id="engines">{STATUS_PAGE.engines}</h2>
    <p>{past.engines.length === 0 ? STATUS_PAGE.enginesNone : STATUS_PAGE.enginesLede}</p>
    {past.engines.length > 0 && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
      <section className={styles.tableBox} aria-label={STATUS_PAGE.enginesLabel} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{STATUS_PAGE.engine}</th>
              <th scope="col">{STATUS_PAGE.platform}</th>
              <th scope="col">{STATUS_PAGE.now}</th>
              <th scope="col">{STATUS_PAGE.time}</th>
              <th scope="col">{STATUS_PAGE.days}</th>
            </tr>
          </thead>
          <tbody>
            {past.engines.map(({ engine, platform, ...one }) => {
              const seen =
                engines.find((other) => other.engine === engine && other.platform === platform) ?? NOT_LATELY;
              const name = STATUS_PAGE.platforms[platform];
              return (
                <tr key={`${platform} ${engine}`}>
                  <th scope="row">{engine}</th>
                  <td>{name}</td>
                  <td>
                    <StateWord state={seen.state} />
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
    )}
  </section>
);

/** Only a part's newest incident can still go on: between it and an older one lies a day or more of which nothing is known. */
const endOf = (incident: Incident, report: StatusReport): string => {
  const { part, over } = incident;
  if (over) return STATUS_PAGE.incident.over;
  const isNewest = report.incidents.find((other) => other.part === part) === incident;
  return isNewest && observationsByPart(report)[part].state === 'failing'
    ? STATUS_PAGE.incident.now
    : STATUS_PAGE.incident.open;
};

/** What went wrong for an hour or more, as the counters say. */
export const Incidents = ({ report }: { report: StatusReport }) => {
  const { incidents, past } = report;
  const known = [past.previews.instagram, past.previews.tiktok, past.downloads].some(({ states }) =>
    states.some((state) => state !== 'unknown'),
  );
  return (
    <section className={styles.block} aria-labelledby="incidents">
      <h2 id="incidents">{STATUS_PAGE.incidents}</h2>
      {incidents.length === 0 ? (
        <p>{known ? STATUS_PAGE.incidentsNone : STATUS_PAGE.incidentsUnknown}</p>
      ) : (
        <>
          <p>{STATUS_PAGE.incidentsLede}</p>
          <ol className={styles.incidents}>
            {incidents.map((incident) => (
              <li key={`${incident.part} ${incident.from}`}>
                <b>{STATUS_PAGE.parts[incident.part]}</b>
                <span>
                  <time dateTime={incident.from}>{momentText(incident.from)}</time>
                  {' – '}
                  <time dateTime={incident.until}>{momentText(incident.until)}</time>
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
