import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { Link } from 'react-router';
import { checkTexts } from '#messages/check.ts';
import { firstRun as firstRunTexts } from '#messages/first-run.ts';
import { LANGUAGE } from '#messages/language.ts';
import { overviewSection } from '#messages/overview-section.ts';
import { sectionTitles } from '#messages/section-titles.ts';
import { traffic } from '#messages/traffic.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import { type Overview, overviewSchema } from '#shared/contract/overview.ts';
import type { Delivery } from '#shared/contract/site.ts';
import { trafficSentence } from '#shared/format/traffic-sentence.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { sectionPath } from '#shared/section-ids.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { notifyError } from '../../../../state/notices.ts';
import { useFollowedEngines } from '../../../../state/panel/edited-engines.ts';
import { useDelivery } from '../../../../state/panel/edited-settings.ts';
import { PANEL_KEYS } from '../../../../state/panel/query-client.ts';
import { fetchAsAccount } from '../../../../state/panel/session.ts';
import { changeFirstRun, useFirstRun } from '../../../../state/panel/use-first-run.ts';
import { Button } from '../../../../ui/button.tsx';
import { DayChart } from '../../day-chart.tsx';
import { LoadingOrError } from '../../loading-or-error.tsx';
import { Moment } from '../../moment.tsx';
import panel from '../../panel-styles.module.css';
import { platformsUnreadByTimer, reachGroups, reachSummary, unreadPlatforms } from '../../reach-text.ts';
import { SectionHeading } from '../../section-heading.tsx';
import { useIsOwner } from '../../use-is-own.ts';
import checklistStyles from './checklist.module.css';
import { Checklist } from './checklist.tsx';
import { KeyFigures } from './key-figures.tsx';
import styles from './overview.module.css';
import { SiteHealth } from './site-health.tsx';
import { VersionNotice } from './version-notice.tsx';

/** Interval at which the figures are fetched again. */
const REFETCH_MS = 30_000;

/** Renders which enabled platforms the last full check, or a later periodic check, could not read; nothing if there are none. */
function FailedCheck({ engines }: { engines: AdminEngines }) {
  const { reach, checks } = engines;
  const groups = reachGroups(unreadPlatforms(engines));
  const byTimer = platformsUnreadByTimer(engines);
  if (groups.length + byTimer.length === 0) return null;
  const [newest] = byTimer;
  const at = newest === undefined ? reach?.at : checks[newest].lastAt;
  return (
    <section className={classNames(panel.caution, styles.proxy)} data-testid="failed-check">
      <strong>
        {text(overviewSection, 'checkFailed')}, {at && <Moment at={at} />}
      </strong>
      {byTimer.map((platform) => (
        <p key={platform}>
          {text(overviewSection, 'testPostUnread', { platform: PLATFORM_NAMES[platform] })}
        </p>
      ))}
      {groups.map(({ platforms, line }) => (
        <p key={platforms[0]?.platform}>
          {platforms.map(reachSummary).join(' ')} {line}
        </p>
      ))}
      {groups.length > 0 && reach?.outdated === true && <p>{text(checkTexts, 'outdated')}</p>}
      <Link to={`${sectionPath('engine')}#reach`}>{text(overviewSection, 'reachLink')}</Link>
    </section>
  );
}

const Offer = ({ topic, to }: { topic: 'direct' | 'reach'; to: string }) => (
  <p className={styles.offer}>
    <strong>{text(overviewSection, `${topic}Title`)}</strong> {text(overviewSection, `${topic}Text`)}{' '}
    <Link to={to}>{text(overviewSection, `${topic}Link`)}</Link>
  </p>
);

/**
 * Renders what the owner must know about the installation: an unknown proxy, traffic budgets that are reached, platforms that a check could
 * not read, direct delivery, and, if `offersCheck`, that no full check was run yet.
 */
const Advice = ({
  overview,
  engines,
  offersCheck,
  delivery,
}: {
  overview: Overview;
  engines: AdminEngines | undefined;
  offersCheck: boolean;
  delivery: Delivery;
}) => (
  <>
    <div role="status">
      {overview.untrustedForwarding && (
        <p className={classNames(panel.caution, styles.proxy)}>
          <strong>{text(overviewSection, 'proxyTitle')}</strong> {text(overviewSection, 'proxyText')}
        </p>
      )}
      {engines && <FailedCheck engines={engines} />}
    </div>
    {overview.traffic.length > 0 && (
      <section className={classNames(panel.caution, styles.proxy)} data-testid="traffic-reached">
        {overview.traffic.map((reached) => (
          <p key={reached.period}>{trafficSentence(reached)}</p>
        ))}
        <Link to={sectionPath('traffic')}>{text(traffic, 'toTraffic')}</Link>
      </section>
    )}
    {delivery === 'direct' && <Offer topic="direct" to={`${sectionPath('general')}#delivery`} />}
    {offersCheck && engines?.reach === null && <Offer topic="reach" to={`${sectionPath('engine')}#reach`} />}
  </>
);

const NUMBER = new Intl.NumberFormat(LANGUAGE);

const Downloads = ({ days }: Pick<Overview, 'days'>) => (
  <DayChart
    heading={text(overviewSection, 'chart')}
    days={days}
    shown={{ wide: 30, narrow: 14 }}
    amountOf={({ downloads }) => downloads}
    write={NUMBER.format}
    labelOf={(shown) =>
      text(overviewSection, 'chartLabel', {
        days: shown.length,
        total: NUMBER.format(shown.reduce((sum, { downloads }) => sum + downloads, 0)),
      })
    }
    emptyText={(count) => text(overviewSection, 'empty', { days: count })}
    isCounted={days.some(({ previews, downloads }) => previews + downloads > 0)}
    columns={[
      [text(overviewSection, 'columns.previews'), ({ previews }) => NUMBER.format(previews)],
      [text(overviewSection, 'columns.downloads'), ({ downloads }) => NUMBER.format(downloads)],
      [
        text(overviewSection, 'columns.failed'),
        ({ previewsFailed, downloadsFailed }) => NUMBER.format(previewsFailed + downloadsFailed),
      ],
    ]}
  />
);

const Version = ({ version, commit }: Overview['build']) => (
  <p className={`${panel.faint} ${styles.version}`}>
    {commit === null
      ? text(overviewSection, 'version', { version })
      : text(overviewSection, 'versionOf', { version, commit })}
  </p>
);

/** Renders the button at the end of the section that shows the hidden checklist again. */
function ShowChecklist({ onShown }: { onShown: () => void }) {
  const show = async () => {
    const failure = await changeFirstRun({ hidden: false });
    if (failure === null) onShown();
    else notifyError(failure.detail);
  };
  return (
    <Button look="ghost" size="small" className={checklistStyles.show} onClick={() => void show()}>
      {text(firstRunTexts, 'show')}
    </Button>
  );
}

/**
 * Renders figures on use and success from anonymous counts, what the owner must know about the installation, and, for the owner, the steps
 * to set up a new site and whether a newer version exists.
 */
export function OverviewSection() {
  const isOwner = useIsOwner();
  const query = useQuery({
    queryKey: PANEL_KEYS.overview,
    queryFn: () => fetchAsAccount('/api/admin/overview', overviewSchema),
    refetchInterval: REFETCH_MS,
  });
  const { data } = query;
  const delivery = useDelivery();
  const { data: engines } = useFollowedEngines();
  const firstRun = useFirstRun(isOwner);
  const [broughtBack, setBroughtBack] = useState(false);
  const section = useRef<HTMLElement>(null);
  const shown = firstRun.data?.hidden === false ? firstRun.data : null;
  const body = data !== undefined && (!isOwner || !firstRun.isPending) && (
    <Suspense fallback={<LoadingOrError label="" query={{ error: null, refetch: query.refetch }} />}>
      {firstRun.isError && firstRun.data === undefined && (
        <LoadingOrError label={text(firstRunTexts, 'failed')} query={firstRun} />
      )}
      {shown !== null && (
        <Checklist
          firstRun={shown}
          takesFocus={broughtBack}
          onHidden={() => section.current?.querySelector('h1')?.focus()}
        />
      )}
      <Advice overview={data} engines={engines} offersCheck={shown === null} delivery={delivery} />
      <KeyFigures overview={data} delivery={delivery} />
      <div className={styles.parts}>
        <Downloads days={data.days} />
        <SiteHealth />
      </div>
      <Version {...data.build} />
      {isOwner && <VersionNotice />}
      {firstRun.data?.hidden === true && <ShowChecklist onShown={() => setBroughtBack(true)} />}
    </Suspense>
  );
  return (
    <section ref={section}>
      <SectionHeading title={text(sectionTitles, 'overview')} lede={text(overviewSection, 'lede')} />
      {body || <LoadingOrError label={text(overviewSection, 'failed')} query={query} />}
    </section>
  );
}
