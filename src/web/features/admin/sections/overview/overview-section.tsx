import { useQuery } from '@tanstack/react-query';
import { overviewSchema } from '#shared/contract/overview.ts';
import { OVERVIEW } from '#shared/operate-messages.ts';
import { SECTION_TITLES } from '#shared/panel-shell-messages.ts';
import { PANEL_KEYS, PanelCallError } from '../../../../state/panel/query-client.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import { AskAgain } from '../../ask-again.tsx';
import { SectionHeading } from '../../section-heading.tsx';
import { DayChart } from './day-chart.tsx';
import { EngineHealth } from './engine-health.tsx';
import { KeyFigures } from './key-figures.tsx';
import styles from './overview.module.css';

/** Figures move while one looks. */
const ASK_EVERY_MS = 30_000;

async function askOverview() {
  const answer = await callAsAccount('/api/admin/overview', { responseSchema: overviewSchema });
  if (!answer.ok) throw new PanelCallError(answer.detail);
  return answer.value;
}

/** How much the site is used and how well it works, from counts without visitors (design brief 8.6). */
export function OverviewSection() {
  const { data, error, refetch } = useQuery({
    queryKey: PANEL_KEYS.overview,
    queryFn: askOverview,
    refetchInterval: ASK_EVERY_MS,
  });
  return (
    <section>
      <SectionHeading title={SECTION_TITLES.overview} lede={OVERVIEW.lede} />
      {data === undefined ? (
        <AskAgain what={OVERVIEW.failed} error={error} ask={() => void refetch()} />
      ) : (
        <>
          <div role="status">
            {data.untrustedForwarding && (
              <p className={styles.proxy}>
                <strong>{OVERVIEW.proxyTitle}</strong> {OVERVIEW.proxyText}
              </p>
            )}
          </div>
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
