import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import { checkTexts } from '#messages/check.ts';
import { engineNames } from '#messages/engine-names.ts';
import type { Check, CheckOfPlatform, CheckResult } from '#shared/contract/check.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import { reachShare } from '#shared/reach-share.ts';
import { adviceOf, causeOf, type ReachGroup, reachGroups, reachSummary } from '../../reach-text.ts';
import styles from './check-outcomes.module.css';
import { Fold } from './disclosure.tsx';
import { secondsText } from './seconds-text.ts';

const TONES = {
  all: 'working',
  some: 'working',
  unreadable: 'failing',
  gone: 'slow',
  no_engine: 'failing',
} as const;

/** Renders the sentence that says how much of a platform was read; with a neutral icon if the check is outdated. */
function PlatformSummary({
  platformCheck,
  isOutdated,
}: {
  platformCheck: CheckOfPlatform;
  isOutdated: boolean;
}) {
  const tone = isOutdated ? 'unknown' : TONES[reachShare(platformCheck)];
  const Icon = isOutdated ? CircleDashed : tone === 'working' ? CircleCheck : CircleAlert;
  return (
    <h3 data-tone={tone} data-testid={`reach-${platformCheck.platform}`}>
      <Icon aria-hidden className="ic-s" />
      {reachSummary(platformCheck)}
    </h3>
  );
}

/** Renders one try of the check: the engine with its route, how long the try took, and the post that it found, if it found one. */
function Try({ result: { engine, route, ms, found } }: { result: CheckResult }) {
  const name = text(engineNames, engine);
  return (
    <>
      <div className={styles.way}>
        <span>{route === null ? name : text(checkTexts, `ways.${route}`, { engine: name })}</span>
        <span className={styles.time}>{secondsText(ms)}</span>
      </div>
      {found !== undefined && (
        <p>
          {[text(checkTexts, `found.${found.type}`, { count: found.items }), ...found.qualities].join(' · ')}
        </p>
      )}
    </>
  );
}

/**
 * Renders the tries on a platform, grouped by their finding. Each group ends with its cause and advice, unless `isCauseKnown`, which means
 * that both are shown elsewhere.
 */
function Tries({ platformCheck, isCauseKnown }: { platformCheck: CheckOfPlatform; isCauseKnown: boolean }) {
  const { platform, isOwnPost, results } = platformCheck;
  return (
    <ul aria-label={text(checkTexts, 'list', { platform: PLATFORM_NAMES[platform] })}>
      {[...Map.groupBy(results, ({ finding }) => finding)].map(([finding, tries]) => (
        <li key={finding}>
          {tries.map((tried) => (
            <Try key={`${tried.engine} ${String(tried.route)}`} result={tried} />
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

/** Renders the outcome of the check on the platforms of a group. The tries are folded, so that they do not fill the page. */
function Outcome({ group, isOutdated }: { group: ReachGroup; isOutdated: boolean }) {
  const { platforms, cause } = group;
  const tried = platforms.filter(({ results }) => results.length > 0);
  const [first] = platforms;
  if (first === undefined) return null;
  const advice = cause === null ? '' : adviceOf(cause, first.isOwnPost);
  const words = (
    <span className={styles.words}>
      {platforms.map((platformCheck) => (
        <PlatformSummary key={platformCheck.platform} platformCheck={platformCheck} isOutdated={isOutdated} />
      ))}
      {group.line !== null && <span className={styles.cause}>{group.line}</span>}
    </span>
  );
  if (tried.length === 0) return <div className={styles.outcome}>{words}</div>;
  return (
    <Fold className={styles.outcome} head={words}>
      <div className={styles.tries}>
        {advice !== '' && <p>{advice}</p>}
        {tried.map((platformCheck) => (
          <section key={platformCheck.platform}>
            {tried.length > 1 && <h4>{PLATFORM_NAMES[platformCheck.platform]}</h4>}
            <Tries platformCheck={platformCheck} isCauseKnown={cause !== null} />
          </section>
        ))}
      </div>
    </Fold>
  );
}

/**
 * Renders what a check found on each platform. Platforms that share one finding are shown together. If `outdated`, every platform has a
 * neutral icon.
 */
export const CheckOutcomes = ({ platforms, outdated = false }: Pick<Check, 'platforms'> & Partial<Check>) => (
  <div className={styles.outcomes}>
    {reachGroups(platforms).map((group) => (
      <Outcome
        key={group.platforms.map(({ platform }) => platform).join(' ')}
        group={group}
        isOutdated={outdated}
      />
    ))}
  </div>
);
