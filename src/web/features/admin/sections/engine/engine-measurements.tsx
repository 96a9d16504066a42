import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { engineEditor } from '#messages/engine-editor.ts';
import { engineNames } from '#messages/engine-names.ts';
import { failureAdvice } from '#messages/failure-advice.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import type { EngineHealth } from '#shared/contract/engines.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { Moment } from '../../moment.tsx';
import { STATE_ICONS } from '../../state-icons.ts';
import { momentText } from '../../time-text.ts';
import { Disclosure } from './disclosure.tsx';
import styles from './engine-measurements.module.css';
import { currentFailure, failureText, groupFailures, healthText, pauseText } from './health-text.ts';
import { secondsText } from './seconds-text.ts';

/**
 * Renders how an engine does on a platform, why previews skip it or wait for it, and, if it has read no post since its newest failure, this
 * failure and what the owner can do about it.
 */
function PlatformHealth({ health }: { health: EngineHealth }) {
  const { engine, platform, state } = health;
  const Icon = STATE_ICONS[state];
  const pause = pauseText(health);
  const failure = currentFailure(health);
  return (
    <li data-testid={`health-${engine}-${platform}`}>
      <Icon aria-hidden data-tone={state} />
      <div>
        <p>
          <b>{PLATFORM_NAMES[platform]}</b> {healthText(health)}
        </p>
        {pause !== null && (
          <p className={styles.pause}>
            <Hourglass aria-hidden className="ic-s" />
            {pause}
          </p>
        )}
        {failure !== null && (
          <p className={styles.advice}>
            {failureText(failure)} {text(failureAdvice, `${failure.cause}.do`)}
          </p>
        )}
      </div>
    </li>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Renders how many requests an engine has started on a platform in the last hour, of the number that it may start without a pause. */
const RequestBudget = ({ pace: { starts, free } }: { pace: NonNullable<EngineHealth['pace']> }) => (
  <Figure name={text(engineEditor, 'requestsLately')}>
    {text(engineEditor, 'requestsOf', { starts, free })}
    <meter
      className={styles.meter}
      aria-label={text(engineEditor, 'requestsLately')}
      min={0}
      max={free}
      high={free - 1}
      value={Math.min(starts, free)}
    />
  </Figure>
);

/** Renders a moment (ISO) with a capital first letter; 'never' for null. */
const When = ({ at }: { at: string | null }) =>
  at === null ? text(engineEditor, 'never') : <Moment at={at} isCapitalised />;

/** Renders the failures on a platform by their causes, each with what the owner can do about it; nothing if there are none. */
function Failures({ health: { failures, platform } }: { health: EngineHealth }) {
  if (failures.length === 0) return null;
  return (
    <ol
      className={styles.failures}
      aria-label={text(engineEditor, 'failuresOn', { platform: PLATFORM_NAMES[platform] })}
    >
      {groupFailures(failures).map(({ cause, advice, count, lastAt }) => (
        <li key={cause}>
          <p>{cause}</p>
          <p>{advice}</p>
          <time dateTime={lastAt}>
            {text(engineEditor, 'failureTimes', { count, time: momentText(lastAt) })}
          </time>
        </li>
      ))}
    </ol>
  );
}

function PlatformDetails({ health }: { health: EngineHealth }) {
  const { platform, lastSeen, lastSuccess, pace, breaker, medianMs, p95Ms } = health;
  return (
    <div className={styles.platform}>
      <h4>{PLATFORM_NAMES[platform]}</h4>
      <dl className={styles.figures}>
        <Figure name={text(engineEditor, 'lastSuccess')}>
          <When at={lastSuccess} />
        </Figure>
        <Figure name={text(engineEditor, 'lastSeen')}>
          <When at={lastSeen} />
        </Figure>
        {medianMs !== null && (
          <Figure name={text(engineEditor, 'percentiles')}>
            {text(engineEditor, 'percentilesOf', {
              median: secondsText(medianMs),
              percentile95: secondsText(p95Ms),
            })}
          </Figure>
        )}
        {breaker !== 'closed' && (
          <Figure name={text(engineEditor, 'circuit')}>{text(engineEditor, `circuits.${breaker}`)}</Figure>
        )}
        {pace !== null && <RequestBudget pace={pace} />}
      </dl>
      <Failures health={health} />
    </div>
  );
}

/**
 * Renders, folded, for each platform on which the engine was used: its last success and last use, its times, the state of its circuit
 * breaker, its requests and its failures. Renders nothing before the first use.
 */
function Details({ name, health, sharesPace }: HealthProps) {
  const used = health.filter(({ lastSeen, failures }) => lastSeen !== null || failures.length > 0);
  if (used.length === 0) return null;
  const count = used.reduce((sum, { failures }) => sum + failures.length, 0);
  return (
    <Disclosure
      summary={
        count === 0 ? text(engineEditor, 'advanced') : text(engineEditor, 'advancedAndFailures', { count })
      }
      subject={text(engineEditor, 'setupOf', { name: text(engineNames, name) })}
      data-testid={`details-${name}`}
    >
      {used.map((one) => (
        <PlatformDetails key={one.platform} health={one} />
      ))}
      {sharesPace && <p className={styles.note}>{text(engineEditor, 'shared')}</p>}
    </Disclosure>
  );
}

interface HealthProps {
  name: EngineName;
  /** The engine's health on each platform. */
  health: readonly EngineHealth[];
  /** Whether another engine uses the same request budget. */
  sharesPace: boolean;
}

/** Renders in words how an engine did on each platform, with details below; nothing if `health` is empty. */
export function EngineHealthList({ name, health, sharesPace }: HealthProps) {
  if (health.length === 0) return null;
  return (
    <>
      <ul
        className={styles.list}
        aria-label={text(engineEditor, 'health', { name: text(engineNames, name) })}
      >
        {health.map((one) => (
          <PlatformHealth key={one.platform} health={one} />
        ))}
      </ul>
      <Details name={name} health={health} sharesPace={sharesPace} />
    </>
  );
}
