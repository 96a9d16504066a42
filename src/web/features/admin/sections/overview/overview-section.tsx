import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { overviewSection } from '#messages/overview-section.ts';
import { sectionTitles } from '#messages/section-titles.ts';
import { overviewSchema } from '#shared/contract/overview.ts';
import { text } from '#shared/messages/text.ts';
import { sectionPath } from '#shared/section-ids.ts';
import { PANEL_KEYS, PanelCallError } from '../../../../state/panel/query-client.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import { LoadingOrError } from '../../loading-or-error.tsx';
import { SectionHeading } from '../../section-heading.tsx';
import { DayChart } from './day-chart.tsx';
import { EngineHealth } from './engine-health.tsx';
import { KeyFigures } from './key-figures.tsx';
import styles from './overview.module.css';

/** The figures change while the page is open. */
const REFETCH_MS = 30_000;

async function fetchOverview() {
  const answer = await callAsAccount('/api/admin/overview', { responseSchema: overviewSchema });
  if (!answer.ok) throw new PanelCallError(answer.detail);
  return answer.value;
}

/** Renders usage and success figures from anonymous counts. */
export function OverviewSection() {
  const { data, error, refetch } = useQuery({
    queryKey: PANEL_KEYS.overview,
    queryFn: fetchOverview,
    refetchInterval: REFETCH_MS,
  });
  return (
    <section>
      <SectionHeading title={text(sectionTitles, 'overview')} lede={text(overviewSection, 'lede')} />
      {data === undefined ? (
        <LoadingOrError label={text(overviewSection, 'failed')} error={error} retry={() => void refetch()} />
      ) : (
        <>
          <div role="status">
            {data.untrustedForwarding && (
              <p className={styles.proxy}>
                <strong>{text(overviewSection, 'proxyTitle')}</strong> {text(overviewSection, 'proxyText')}
              </p>
            )}
          </div>
          {!data.reachChecked && (
            <p className={styles.offer}>
              <strong>{text(overviewSection, 'reachTitle')}</strong> {text(overviewSection, 'reachText')}{' '}
              <Link to={`${sectionPath('engine')}#reach`}>{text(overviewSection, 'reachLink')}</Link>
            </p>
          )}
          <KeyFigures overview={data} />
          <div className={styles.parts}>
            <DayChart days={data.days} />
            <EngineHealth />
          </div>
        </>
      )}
    </section>
  );
}
