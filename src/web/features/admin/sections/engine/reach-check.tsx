import { ChevronRight, CircleAlert, CircleCheck, CircleDashed, Hourglass } from 'lucide-react';
import { useId, useState } from 'react';
import { engineNames } from '#messages/engine-names.ts';
import { reachCheck } from '#messages/reach-check.ts';
import type { AdminEngines } from '#shared/contract/engines.ts';
import {
  type ReachCheck as Check,
  type ReachOfPlatform,
  reachCheckSchema,
} from '#shared/contract/reach-check.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { reachShare } from '#shared/reach-share.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { announce } from '../../../../state/announcer.ts';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { adviceOf, causeOf, type ReachGroup, reachGroups, summaryOf } from '../../reach-text.ts';
import { SettingRow } from '../../setting-row.tsx';
import { momentText } from '../../time-text.ts';
import styles from './reach-check.module.css';
import { secondsText } from './seconds-text.ts';
import { useEngineTest } from './use-engine-test.ts';

const TONES = { all: 'good', some: 'good', none: 'bad', gone: 'unclear', nothing: 'bad' } as const;

/** Renders how much of a platform was read; not as a fact of now if it is outdated. */
function PlatformSummary({ reached, isOutdated }: { reached: ReachOfPlatform; isOutdated: boolean }) {
  const tone = isOutdated ? 'past' : TONES[reachShare(reached)];
  const Icon = isOutdated ? CircleDashed : tone === 'good' ? CircleCheck : CircleAlert;
  return (
    <h3 className={styles[tone]} data-testid={`reach-${reached.platform}`}>
      <Icon aria-hidden className="ic-s" />
      {summaryOf(reached)}
    </h3>
  );
}

/** Renders the tries on a platform by what they found, so that each cause is said once; `isCauseKnown` if it has been said. */
function Tries({ reached, isCauseKnown }: { reached: ReachOfPlatform; isCauseKnown: boolean }) {
  const { platform, isOwnPost, results } = reached;
  return (
    <ul aria-label={text(reachCheck, 'list', { platform: PLATFORM_NAMES[platform] })}>
      {[...Map.groupBy(results, ({ finding }) => finding)].map(([finding, tries]) => (
        <li key={finding}>
          {tries.map(({ engine, route, ms }) => (
            <div key={`${engine} ${String(route)}`} className={styles.way}>
              <span>
                {route === null
                  ? text(engineNames, engine)
                  : text(reachCheck, `ways.${route}`, { engine: text(engineNames, engine) })}
              </span>
              <span className={styles.time}>{secondsText(ms)}</span>
            </div>
          ))}
          {!isCauseKnown && (
            <p>
              {causeOf(finding, isOwnPost)} {adviceOf(finding, isOwnPost)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Renders the outcome on platforms that share it. What each engine found is folded: it must not push the rest of the page away. */
function Outcome({ group, isOutdated }: { group: ReachGroup; isOutdated: boolean }) {
  const { platforms, cause } = group;
  const tried = platforms.filter(({ results }) => results.length > 0);
  const [first] = platforms;
  if (first === undefined) return null;
  const advice = cause === null ? '' : adviceOf(cause, first.isOwnPost);
  const words = (
    <span className={styles.words}>
      {platforms.map((reached) => (
        <PlatformSummary key={reached.platform} reached={reached} isOutdated={isOutdated} />
      ))}
      {group.line !== null && <span className={styles.cause}>{group.line}</span>}
    </span>
  );
  if (tried.length === 0) return <div className={styles.outcome}>{words}</div>;
  return (
    <details className={styles.outcome}>
      <summary>
        {words}
        <ChevronRight aria-hidden className={classNames('ic-s', styles.mark)} />
      </summary>
      <div className={styles.tries}>
        {advice !== '' && <p>{advice}</p>}
        {tried.map((reached) => (
          <section key={reached.platform}>
            {tried.length > 1 && <h4>{PLATFORM_NAMES[reached.platform]}</h4>}
            <Tries reached={reached} isCauseKnown={cause !== null} />
          </section>
        ))}
      </div>
    </details>
  );
}

type RunState =
  | { readonly kind: 'idle' | 'running' }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Renders the check whether this server can read the platforms, with the result of the last one. */
export function ReachCheck({ engines }: { engines: AdminEngines }) {
  const id = useId();
  const [state, setState] = useState<RunState>({ kind: 'idle' });
  const [fresh, setFresh] = useState<Check | null>(null);
  const test = useEngineTest('/api/admin/engines/reach', reachCheckSchema);
  const isRunning = state.kind === 'running';
  // The polled result may still be the one before.
  const last =
    fresh !== null && (engines.reach === null || fresh.at > engines.reach.at) ? fresh : engines.reach;
  const run = async () => {
    setState({ kind: 'running' });
    announce(text(reachCheck, 'running'), 'polite');
    const result = await test({});
    if (result === null) return;
    if (!result.ok) {
      setState({ kind: 'refused', sentence: result.sentence });
      return announce(result.sentence, 'polite');
    }
    setFresh(result.value);
    setState({ kind: 'idle' });
    announce(result.value.platforms.map(summaryOf).join(' '), 'polite');
  };
  return (
    <SettingRow heading={text(reachCheck, 'heading')} help={text(reachCheck, 'help')}>
      <div className={styles.bar}>
        <Button
          id="reach"
          size="small"
          unavailable={isRunning}
          aria-describedby={id}
          onClick={() => void run()}
        >
          {isRunning && <Spinner />}
          {isRunning ? text(reachCheck, 'running') : text(reachCheck, 'run')}
        </Button>
        <p id={id} className={styles.line}>
          {last === null
            ? text(reachCheck, 'never')
            : text(reachCheck, 'checkedAt', { time: momentText(last.at), seconds: secondsText(last.ms) })}
        </p>
      </div>
      {state.kind === 'refused' && (
        <p className={styles.refused}>
          <Hourglass aria-hidden className="ic-s" />
          {state.sentence}
        </p>
      )}
      {last?.outdated === true && (
        <p className={styles.refused}>
          <CircleAlert aria-hidden className="ic-s" />
          {text(reachCheck, 'outdated')}
        </p>
      )}
      {last !== null && (
        <div className={styles.outcomes}>
          {reachGroups(last.platforms).map((group) => (
            <Outcome
              key={group.platforms.map(({ platform }) => platform).join(' ')}
              group={group}
              isOutdated={last.outdated}
            />
          ))}
        </div>
      )}
    </SettingRow>
  );
}
