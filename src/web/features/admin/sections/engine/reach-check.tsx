import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
import { useId, useState } from 'react';
import { engineNames } from '#messages/engine-names.ts';
import { findings } from '#messages/findings.ts';
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
import { announce } from '../../../../state/announcer.ts';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { SettingRow } from '../../setting-row.tsx';
import { momentText } from '../../time-text.ts';
import styles from './reach-check.module.css';
import { secondsText } from './seconds-text.ts';
import { useEngineTest } from './use-engine-test.ts';

const summaryOf = (reached: ReachOfPlatform): string =>
  text(reachCheck, `summary.${reachShare(reached)}`, { platform: PLATFORM_NAMES[reached.platform] });

const TONES = { all: 'good', some: 'good', none: 'bad', gone: 'unclear', nothing: 'bad' } as const;

function PlatformResults({ reached }: { reached: ReachOfPlatform }) {
  const { platform, isOwnPost, results } = reached;
  const tone = TONES[reachShare(reached)];
  const Icon = tone === 'good' ? CircleCheck : CircleAlert;
  return (
    <section className={styles.platform} data-testid={`reach-${platform}`}>
      <h3 className={styles[tone]}>
        <Icon aria-hidden className="ic-s" />
        {summaryOf(reached)}
      </h3>
      {results.length > 0 && (
        <ul aria-label={text(reachCheck, 'list', { platform: PLATFORM_NAMES[platform] })}>
          {results.map(({ engine, route, finding, ms }) => (
            <li key={`${engine} ${route}`}>
              <div className={styles.way}>
                <span>
                  {text(engineNames, engine)}
                  {route !== null && (
                    <span className={styles.route}> {text(reachCheck, `routes.${route}`)}</span>
                  )}
                </span>
                <span className={styles.time}>{secondsText(ms)}</span>
              </div>
              {finding === 'gone' && !isOwnPost ? (
                <p>{text(reachCheck, 'postGone')}</p>
              ) : (
                <p>
                  {text(findings, finding)} {finding !== 'post' && text(findings, `${finding}.do`)}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
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
      {last !== null && (
        <div className={styles.platforms}>
          {last.platforms.map((reached) => (
            <PlatformResults key={reached.platform} reached={reached} />
          ))}
        </div>
      )}
    </SettingRow>
  );
}
