import { statusPage } from '#messages/status-page.ts';
import type { Site } from '#shared/contract/site.ts';
import type { StatusReport } from '#shared/contract/status.ts';
import { text } from '#shared/messages/text.ts';
import { headlineOf, observationsByPart } from '../../lib/status-facts.ts';
import { dateTimeText } from './date-text.ts';
import { DayTable, EngineTable, Incidents } from './status-details.tsx';
import { StatusOverview } from './status-overview.tsx';
import styles from './status-page.module.css';

const METHOD = ['work', 'refusals', 'days'] as const;

/** Renders the status page from the server's report. It works without scripts. */
export const StatusPage = ({ site, report, at }: { site: Site; report: StatusReport; at: string }) => (
  <main className="wrap">
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>
          <span className="sr">{text(statusPage, 'label')} </span>
          {headlineOf(Object.values(observationsByPart(report)).map(({ state }) => state))}
        </h1>
        {site.maintenance && <p className={styles.closed}>{text(statusPage, 'maintenance')}</p>}
        <p>{text(statusPage, 'written', { moment: dateTimeText(at) })}</p>
      </div>
      <div className={styles.parts}>
        <StatusOverview report={report} />
        <DayTable report={report} />
      </div>
      <Incidents report={report} />
      <EngineTable report={report} />
      <section className={styles.block} aria-labelledby="method">
        <h2 id="method">{text(statusPage, 'method')}</h2>
        {METHOD.map((paragraph) => (
          <p key={paragraph}>{text(statusPage, `method.${paragraph}`)}</p>
        ))}
      </section>
    </div>
  </main>
);
