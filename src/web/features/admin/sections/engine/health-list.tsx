import { CircleAlert, CircleCheck, CircleHelp, Hourglass, TriangleAlert } from 'lucide-react';
import type { AdminEngines, EngineHealth } from '#shared/contract/engines.ts';
import { ENGINE_EDITOR, ENGINE_TITLES, PLATFORM_TITLES } from '#shared/engine-messages.ts';
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

const whenText = (iso: string | null): string => (iso === null ? ENGINE_EDITOR.never : shortTimeText(iso));

/** Returns why the engine is paused or slowed down; null if it is not. */
function pauseOf({ breaker, openUntil, limitedUntil, pace }: EngineHealth): string | null {
  if (limitedUntil !== null) return ENGINE_EDITOR.limited(shortTimeText(limitedUntil));
  if (breaker === 'probing') return ENGINE_EDITOR.breaker.probing;
  if (breaker === 'open')
    return openUntil === null
      ? ENGINE_EDITOR.breaker.due
      : ENGINE_EDITOR.breaker.open(shortTimeText(openUntil));
  return pace !== null && pace.starts >= pace.free ? ENGINE_EDITOR.spread(pace.gapSeconds) : null;
}

/** Renders how much of the platform's hourly request budget is used. */
function RequestBudget({ pace: { starts, free } }: { pace: NonNullable<EngineHealth['pace']> }) {
  return (
    <div>
      <dt>{ENGINE_EDITOR.askedLately}</dt>
      <dd>
        {ENGINE_EDITOR.askedOf(starts, free)}
        <meter
          className={styles.meter}
          aria-label={ENGINE_EDITOR.askedLately}
          min={0}
          max={free}
          high={free - 1}
          value={Math.min(starts, free)}
        />
      </dd>
    </div>
  );
}

function Figures({ health }: { health: EngineHealth }) {
  const { lately, medianMs, p95Ms, lastSeen, lastSuccess, pace } = health;
  const figures = [
    [
      ENGINE_EDITOR.answered,
      lately.asked === 0 ? ENGINE_EDITOR.nothing : ENGINE_EDITOR.share(lately.ok, lately.asked),
    ],
    [ENGINE_EDITOR.middle, secondsText(medianMs)],
    [ENGINE_EDITOR.slowest, secondsText(p95Ms)],
    [ENGINE_EDITOR.lastSuccess, whenText(lastSuccess)],
    [ENGINE_EDITOR.lastSeen, whenText(lastSeen)],
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

function Failures({ failures }: Pick<EngineHealth, 'failures'>) {
  if (failures.length === 0) return null;
  return (
    <details className={styles.failures}>
      <summary>{ENGINE_EDITOR.failures(failures.length)}</summary>
      <ol>
        {failures.map(({ at, sentence, host }, index) => (
          // Failures of the same time differ only by index.
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a row keeps a state
          <li key={`${at} ${index}`} className={styles.failure}>
            <time dateTime={at}>{shortTimeText(at)}</time>
            <span>{host === undefined ? sentence : `${sentence} ${ENGINE_EDITOR.unlistedHost(host)}`}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function HealthRow({ health }: { health: EngineHealth }) {
  const { engine, platform, state, failures } = health;
  const Icon = ICONS[state];
  const pause = pauseOf(health);
  return (
    <li data-testid={`health-${engine}-${platform}`}>
      <h3>
        {ENGINE_TITLES[engine]} <span>{PLATFORM_TITLES[platform]}</span>
      </h3>
      <span className={LOOKS[state]}>
        <Icon aria-hidden className="ic-s" />
        {ENGINE_EDITOR.states[state]}
      </span>
      <Figures health={health} />
      {pause !== null && (
        <p className={styles.pause}>
          <Hourglass aria-hidden className="ic-s" />
          {pause}
        </p>
      )}
      <Failures failures={failures} />
    </li>
  );
}

/** Renders the recent health of each engine on each platform, in the order of the engines. */
export function HealthList({ engines: { health, settings } }: { engines: AdminEngines }) {
  const rows = settings.engines.flatMap(({ name }) => health.filter(({ engine }) => engine === name));
  return (
    <SettingRow heading={ENGINE_EDITOR.health} help={ENGINE_EDITOR.healthHelp} wide>
      {rows.length === 0 ? (
        <p className={styles.empty}>{ENGINE_EDITOR.healthEmpty}</p>
      ) : (
        <ul className={styles.list} aria-label={ENGINE_EDITOR.health}>
          {rows.map((one) => (
            <HealthRow key={`${one.engine} ${one.platform}`} health={one} />
          ))}
        </ul>
      )}
    </SettingRow>
  );
}
