import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { engineEditor } from '#messages/engine-editor.ts';
import { firstRun as texts } from '#messages/first-run.ts';
import { reachCheck } from '#messages/reach-check.ts';
import { type ReachOfPlatform, reachCheckSchema } from '#shared/contract/reach-check.ts';
import { listWithAnd } from '#shared/messages/lists.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_IDS, PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { reachShare } from '#shared/reach-share.ts';
import { sectionPath } from '#shared/section-ids.ts';
import { announce } from '../../../../state/announcer.ts';
import { refreshEngines, useAdminEngines } from '../../../../state/panel/engine-settings.ts';
import { refreshFirstRun } from '../../../../state/panel/first-run.ts';
import { callAsAccount } from '../../../../state/panel/session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { FROM_CHECKLIST } from '../../back-to-checklist.tsx';
import { adviceOf, causeOf, reachGroups, summaryOf } from '../../reach-text.ts';
import styles from './checklist.module.css';
import { ChecklistStep, type StepProps } from './checklist-step.tsx';

/** The server ends a check within thirty seconds. */
const CHECK_TIMEOUT_MS = 45_000;

const isReadable = (reached: ReachOfPlatform): boolean => ['all', 'some'].includes(reachShare(reached));

/** Returns what the owner can do about platforms that cannot be read; null if the check does not know. */
function adviceFor({ results, isOwnPost }: ReachOfPlatform): string | null {
  const finding = results.find((result) => result.finding !== 'post')?.finding;
  if (finding === undefined) return null;
  return finding === 'gone' && !isOwnPost
    ? text(texts, 'reachOwnPost')
    : `${causeOf(finding, isOwnPost)} ${adviceOf(finding, isOwnPost)}`;
}

/** Renders the platforms that ended alike, with the advice for all of them once. */
function PlatformLines({
  platforms,
  isOutdated,
}: {
  platforms: readonly ReachOfPlatform[];
  isOutdated: boolean;
}) {
  const [first] = platforms;
  const advice = first === undefined || isOutdated || isReadable(first) ? null : adviceFor(first);
  return (
    <li>
      {platforms.map((reached) => {
        const readable = isReadable(reached);
        const Icon = isOutdated ? CircleDashed : readable ? CircleCheck : CircleAlert;
        const look = readable ? styles.good : styles.bad;
        return (
          <p key={reached.platform} className={isOutdated ? styles.past : look}>
            <Icon aria-hidden className="ic-s" />
            {summaryOf(reached)}
          </p>
        );
      })}
      {advice !== null && <p className={styles.advice}>{advice}</p>}
    </li>
  );
}

/** Returns a function that runs the check, whether it runs, and why the last run was refused. */
function useCheck(onPassed: () => void) {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  const [running, setRunning] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const run = async () => {
    setRunning(true);
    setRefused(null);
    announce(text(texts, 'running'), 'polite');
    const answer = await callAsAccount('/api/admin/engines/reach', {
      method: 'POST',
      body: {},
      timeoutMs: CHECK_TIMEOUT_MS,
      responseSchema: reachCheckSchema,
    });
    const [now] = await Promise.all([refreshFirstRun(), refreshEngines()]);
    if (!mounted.current) return;
    setRunning(false);
    if (!answer.ok) {
      const { detail, retryAfter } = answer;
      const wait = retryAfter === undefined ? '' : ` ${text(engineEditor, 'tryWait', { count: retryAfter })}`;
      return setRefused(`${detail}${wait}`);
    }
    announce(answer.value.platforms.map(summaryOf).join(' '), 'polite');
    if (now?.steps.reach === 'done') onPassed();
  };
  return { run, running, refused };
}

/** Renders the step that checks whether this server can read posts, with the outcome of the last check. */
export function ReachStep(props: StepProps) {
  const { reach, settings } = useAdminEngines();
  const { run, running, refused } = useCheck(props.onDone);
  const readable = PLATFORM_IDS.filter((platform) => settings.platforms[platform]);
  const platforms = listWithAnd(readable.map((platform) => PLATFORM_NAMES[platform]));
  const label = reach === null ? text(texts, 'run') : text(texts, 'runAgain');
  return (
    <ChecklistStep
      {...props}
      step="reach"
      summary={text(texts, 'reachDone', { platforms })}
      keepLabel={text(texts, 'keep.reach')}
      actions={
        <>
          <Button look="primary" unavailable={running} onClick={() => void run()}>
            {running && <Spinner />}
            {running ? text(texts, 'running') : label}
          </Button>
          {reach !== null && (
            <Link to={`${sectionPath('engine')}#reach`} state={FROM_CHECKLIST} className={styles.link}>
              {text(texts, 'reachDetails')}
            </Link>
          )}
        </>
      }
    >
      <p className={styles.help}>{text(texts, 'reachHelp')}</p>
      {reach !== null && (
        <ul className={styles.results}>
          {reach.outdated && (
            <li className={styles.outdated}>
              <CircleAlert aria-hidden className="ic-s" />
              {text(reachCheck, 'outdated')}
            </li>
          )}
          {reachGroups(reach.platforms.filter(({ platform }) => settings.platforms[platform])).map(
            ({ platforms: alike }) => (
              <PlatformLines
                key={alike.map(({ platform }) => platform).join(' ')}
                platforms={alike}
                isOutdated={reach.outdated}
              />
            ),
          )}
        </ul>
      )}
      <div role="alert">
        {refused !== null && (
          <p className={styles.problem}>
            <CircleAlert aria-hidden className="ic-s" />
            {refused}
          </p>
        )}
      </div>
    </ChecklistStep>
  );
}
