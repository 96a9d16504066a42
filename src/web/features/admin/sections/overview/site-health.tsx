import { engineNames } from '#messages/engine-names.ts';
import { overviewSection } from '#messages/overview-section.ts';
import { sitePath } from '#shared/base-path.ts';
import type { PartStatus, Past, StatusPart, StatusReport } from '#shared/contract/status.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { medianText, observationOf } from '../../../../lib/status-facts.ts';
import { useStatus } from '../../../../state/panel/site-status.ts';
import panel from '../../panel-styles.module.css';
import { STATE_ICONS } from '../../state-icons.ts';
import { momentText } from '../../time-text.ts';
import styles from './overview.module.css';

interface HealthRowProps {
  name: string;
  status: PartStatus;
  past: Past;
  isUsed: boolean;
}

function stateText({ state, lastSeen }: PartStatus, isUsed: boolean): string {
  if (state !== 'unknown') return text(overviewSection, `states.${state}`);
  if (lastSeen !== null) return text(overviewSection, 'few');
  return text(overviewSection, isUsed ? 'unusedLately' : 'unused');
}

function HealthRow({ name, status, past, isUsed }: HealthRowProps) {
  const { state } = status;
  const time = medianText(status);
  const Icon = STATE_ICONS[state];
  const knownDays = past.states.filter((day) => day !== 'unknown');
  const days = { worked: knownDays.filter((day) => day === 'working').length, count: knownDays.length };
  return (
    <li>
      <span className={styles.healthName}>{name}</span>
      {knownDays.length > 0 && (
        <span className={panel.faint}>
          {text(overviewSection, days.worked === days.count ? 'daysAll' : 'daysOf', days)}
        </span>
      )}
      {time !== '' && (
        <span className={panel.faint}>{text(overviewSection, 'medianOf', { seconds: time })}</span>
      )}
      <span className={styles.state} data-tone={state}>
        <Icon size={18} aria-hidden />
        {stateText(status, isUsed)}
      </span>
    </li>
  );
}

const rowsOf = (report: StatusReport): HealthRowProps[] => {
  const { previews, downloads, past, used } = report;
  const nameOf = (part: StatusPart): string =>
    part === 'downloads' ? text(overviewSection, 'healthDownloads') : PLATFORM_NAMES[part];
  return [
    ...PLATFORM_IDS.map((id) => ({
      name: nameOf(id),
      status: previews[id],
      past: past.previews[id],
      isUsed: used.includes(id),
    })),
    {
      name: nameOf('downloads'),
      status: downloads,
      past: past.downloads,
      isUsed: used.includes('downloads'),
    },
    ...past.engines.map(({ engine, platform, ...days }) => ({
      name: `${nameOf(platform)}, ${text(engineNames, engine)}`,
      status: observationOf(report, { engine, platform }),
      past: days,
      isUsed: true,
    })),
  ];
};

/** Renders when the test posts of each platform were last checked; nothing if no check has run. */
function LastChecks({ tested }: Pick<StatusReport, 'tested'>) {
  if (PLATFORM_IDS.every((platform) => tested[platform] === null)) return null;
  return (
    <p className={panel.faint}>
      {PLATFORM_IDS.map((platform) => {
        const at = tested[platform];
        return text(overviewSection, 'tested', {
          platform: PLATFORM_NAMES[platform],
          moment: at === null ? text(overviewSection, 'notTested') : momentText(at),
        });
      }).join(' ')}
    </p>
  );
}

function Health({ report }: { report: StatusReport }) {
  return (
    <>
      {report.used.length > 0 || PLATFORM_IDS.some((id) => report.previews[id].state === 'off') ? (
        <ul className={classNames(panel.lines, styles.health)}>
          {rowsOf(report).map((row) => (
            <HealthRow key={row.name} {...row} />
          ))}
        </ul>
      ) : (
        <p className={panel.empty}>{text(overviewSection, 'healthEmpty')}</p>
      )}
      <LastChecks tested={report.tested} />
    </>
  );
}

/**
 * Renders the current state of previews, downloads and engines, on how many of the last thirty days with data each worked, and when the
 * test posts were last checked. If the status cannot be loaded, says so.
 */
export function SiteHealth() {
  const answer = useStatus();
  return (
    <section className={panel.part}>
      <div className={panel.partHead}>
        <h2 className={panel.heading}>{text(overviewSection, 'health')}</h2>
        <a className="link" href={sitePath('/status')}>
          {text(overviewSection, 'statusPage')}
        </a>
      </div>
      {answer && <Health report={answer.status} />}
      {/* An old report is not shown after a failed request. */}
      {answer === null && <p className={panel.empty}>{text(overviewSection, 'healthUnread')}</p>}
    </section>
  );
}
