import { CircleAlert, CircleCheck, CircleHelp, Hourglass, TriangleAlert } from 'lucide-react';
import { engineEditor } from '#messages/engine-editor.ts';
import { engineNames } from '#messages/engine-names.ts';
import { findings } from '#messages/findings.ts';
import type { AdminEngines, EngineHealth, ListedEngine } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { SettingRow } from '../../setting-row.tsx';
import { shortTimeText } from '../../time-text.ts';
import styles from './health-list.module.css';
import { secondsText } from './seconds-text.ts';

const ICONS = { working: CircleCheck, slow: TriangleAlert, failing: CircleAlert, unknown: CircleHelp };
const LOOKS: Readonly<Record<EngineHealth['state'], string | undefined>> = {
  working: styles.good,
  slow: styles.warn,
  failing: styles.bad,
  unknown: styles.still,
};

type Quota = ListedEngine['quota'];

const whenText = (iso: string | null): string =>
  iso === null ? text(engineEditor, 'never') : shortTimeText(iso);

/** Returns why the engine is paused or slowed down; null if it is not. */
function pauseOf({ breaker, openUntil, limitedUntil, pace }: EngineHealth): string | null {
  if (limitedUntil !== null) return text(engineEditor, 'limited', { time: shortTimeText(limitedUntil) });
  if (breaker === 'probing') return text(engineEditor, 'breaker.probing');
  if (breaker === 'open')
    return openUntil === null
      ? text(engineEditor, 'breaker.due')
      : text(engineEditor, 'breaker.open', { time: shortTimeText(openUntil) });
  return pace !== null && pace.starts >= pace.free
    ? text(engineEditor, 'spread', { count: pace.gapSeconds })
    : null;
}

/** Renders how much of the platform's hourly request budget is used. */
function RequestBudget({ pace: { starts, free } }: { pace: NonNullable<EngineHealth['pace']> }) {
  return (
    <div>
      <dt>{text(engineEditor, 'requestsLately')}</dt>
      <dd>
        {text(engineEditor, 'requestsOf', { starts, free })}
        <meter
          className={styles.meter}
          aria-label={text(engineEditor, 'requestsLately')}
          min={0}
          max={free}
          high={free - 1}
          value={Math.min(starts, free)}
        />
      </dd>
    </div>
  );
}

function Figures({ health, quota }: { health: EngineHealth; quota: Quota }) {
  const { lately, medianMs, p95Ms, lastSeen, lastSuccess, pace } = health;
  const figures = [
    [
      text(engineEditor, 'answered'),
      lately.asked === 0
        ? text(engineEditor, 'nothing')
        : text(engineEditor, 'share', { ok: lately.ok, asked: lately.asked }),
    ],
    [text(engineEditor, 'median'), secondsText(medianMs)],
    [text(engineEditor, 'percentile95'), secondsText(p95Ms)],
    [text(engineEditor, 'lastSuccess'), whenText(lastSuccess)],
    [text(engineEditor, 'lastSeen'), whenText(lastSeen)],
    ...(quota === null
      ? []
      : [[text(engineEditor, 'callsLeft'), text(engineEditor, 'callsOf', quota)] as const]),
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {pace !== null && <RequestBudget pace={pace} />}
    </dl>
  );
}

type Failure = EngineHealth['failures'][number];

/** Returns what a failure shows, with the route that it concerns and the delivery host that is not listed. */
function failureText({ finding, route, host }: Failure): string {
  const found = text(findings, finding);
  const named = route === undefined ? found : text(engineEditor, `route.${route}`, { finding: found });
  return host === undefined ? named : `${named} ${text(engineEditor, 'unlistedHost', { host })}`;
}

/** Renders the newest failure and what to do about it unless a post was read since, and all failures on request. */
function Failures({ failures, lastSuccess }: Pick<EngineHealth, 'failures' | 'lastSuccess'>) {
  const [newest] = failures;
  if (newest === undefined) return null;
  const isOver = lastSuccess !== null && lastSuccess >= newest.at;
  return (
    <>
      {!isOver && (
        <p className={styles.advice}>
          {failureText(newest)} {text(findings, `${newest.finding}.do`)}
        </p>
      )}
      <details className={styles.failures}>
        <summary>{text(engineEditor, 'failures', { count: failures.length })}</summary>
        <ol>
          {failures.map((failure, index) => (
            // Failures of the same time differ only by index.
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a row keeps a state
            <li key={`${failure.at} ${index}`} className={styles.failure}>
              <time dateTime={failure.at}>{shortTimeText(failure.at)}</time>
              <span>{failureText(failure)}</span>
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

function HealthRow({ health, quota }: { health: EngineHealth; quota: Quota }) {
  const { engine, platform, state, failures, lastSuccess } = health;
  const Icon = ICONS[state];
  const pause = pauseOf(health);
  return (
    <li data-testid={`health-${engine}-${platform}`}>
      <h3>
        {text(engineNames, engine)} <span>{PLATFORM_NAMES[platform]}</span>
      </h3>
      <span className={LOOKS[state]}>
        <Icon aria-hidden className="ic-s" />
        {text(engineEditor, `states.${state}`)}
      </span>
      <Figures health={health} quota={quota} />
      {pause !== null && (
        <p className={styles.pause}>
          <Hourglass aria-hidden className="ic-s" />
          {pause}
        </p>
      )}
      <Failures failures={failures} lastSuccess={lastSuccess} />
    </li>
  );
}

/** Renders the recent health of each engine on each platform, in the order of the engines. */
export function HealthList({ engines: { engines, health, settings } }: { engines: AdminEngines }) {
  const quotas = new Map(engines.map(({ name, quota }) => [name, quota]));
  const rows = settings.engines.flatMap(({ name }) => health.filter(({ engine }) => engine === name));
  return (
    <SettingRow heading={text(engineEditor, 'health')} help={text(engineEditor, 'healthHelp')} wide>
      {rows.length === 0 ? (
        <p className={styles.empty}>{text(engineEditor, 'healthEmpty')}</p>
      ) : (
        <ul className={styles.list} aria-label={text(engineEditor, 'health')}>
          {rows.map((one) => (
            <HealthRow
              key={`${one.engine} ${one.platform}`}
              health={one}
              quota={quotas.get(one.engine) ?? null}
            />
          ))}
        </ul>
      )}
    </SettingRow>
  );
}
