import { statusPage } from '#messages/status-page.ts';
import type { Site } from '#shared/contract/site.ts';
import type { StatusReport } from '#shared/contract/status.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { headlineOf, waitingLine } from '../../lib/status-facts.ts';
import pageStyles from '../../ui/text-page.module.css';
import { dateTimeText } from './date-text.ts';
import { knownParts } from './known-parts.ts';
import { DaysInWords, Engines, Incidents } from './status-details.tsx';
import { StatusOverview } from './status-overview.tsx';
import styles from './status-page.module.css';

const METHOD = ['work', 'refusals', 'days'] as const;

/** Renders what is known about the parts, the days, the incidents and the engines. */
const Known = ({ report }: { report: StatusReport }) => (
  <>
    <div className={styles.parts}>
      <StatusOverview report={report} />
      <DaysInWords report={report} />
    </div>
    <Incidents report={report} />
    <Engines report={report} />
  </>
);

/**
 * Renders the status page from the server's report. `writtenAt` is the time (ISO) at which the page was written. The page works without
 * scripts.
 */
export const StatusPage = ({
  site,
  report,
  writtenAt,
}: {
  site: Site;
  report: StatusReport;
  writtenAt: string;
}) => {
  const waiting = waitingLine(report);
  const isKnown = knownParts(report).length > 0;
  return (
    <main className="wrap">
      <div className={classNames(pageStyles.page, styles.page)}>
        <div className={styles.head}>
          <h1>
            <span className="sr">{text(statusPage, 'label')} </span>
            {headlineOf(report)}
          </h1>
          {site.maintenance && <p className={styles.closed}>{text(statusPage, 'maintenance')}</p>}
          {waiting !== null && <p>{waiting}</p>}
          {isKnown && <p>{text(statusPage, 'written', { moment: dateTimeText(writtenAt) })}</p>}
        </div>
        {isKnown && <Known report={report} />}
        <section className={styles.block} aria-labelledby="method">
          <h2 className="subhead" id="method">
            {text(statusPage, 'method')}
          </h2>
          {METHOD.map((paragraph) => (
            <p key={paragraph}>{text(statusPage, `method.${paragraph}`)}</p>
          ))}
        </section>
      </div>
    </main>
  );
};
