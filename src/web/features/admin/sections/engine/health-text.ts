import { engineEditor } from '#messages/engine-editor.ts';
import { failureAdvice } from '#messages/failure-advice.ts';
import type { EngineHealth } from '#shared/contract/engines.ts';
import { STATUS_OUTCOMES_MAX } from '#shared/contract/status.ts';
import { text } from '#shared/messages/text.ts';
import { clockOrMomentText } from '../../time-text.ts';
import { secondsText } from './seconds-text.ts';

// The health of an engine in sentences.

type Failure = EngineHealth['failures'][number];

function previewsText({ asked, ok }: EngineHealth['lately']): string {
  const isMost = asked >= STATUS_OUTCOMES_MAX;
  if (ok < asked)
    return text(engineEditor, isMost ? 'previewsSomeOfMost' : 'previewsSome', { ok, count: asked });
  return text(engineEditor, isMost ? 'previewsMost' : 'previews', { count: asked });
}

/**
 * Returns the sentence on how an engine did on a platform in the last hour: 'Works. 42 previews in the last hour, typically 0.8 s.' Without
 * a preview in the last hour, it says only the state, or that the engine was not used.
 */
export function healthText({ state, lately, medianMs, lastSeen }: EngineHealth): string {
  if (state === 'off') return text(engineEditor, 'states.off');
  // This instance made no preview, but a check or another instance knows the state.
  if (lately.asked === 0 && state !== 'unknown') return text(engineEditor, `states.${state}`);
  if (lately.asked === 0) return text(engineEditor, lastSeen === null ? 'unused' : 'unusedLately');
  const values = {
    state: state === 'unknown' ? '' : text(engineEditor, `states.${state}`),
    previews: previewsText(lately),
  };
  const sentence =
    lately.ok === 0 || medianMs === null
      ? text(engineEditor, 'seenUntimed', values)
      : text(engineEditor, 'seen', { ...values, median: secondsText(medianMs) });
  return sentence.trim();
}

/** Returns the sentence that says why previews now skip the engine on a platform or wait for it; null if they do neither. */
export function pauseText({ breaker, openUntil, limitedUntil, pace }: EngineHealth): string | null {
  if (limitedUntil !== null) return text(engineEditor, 'limited', { time: clockOrMomentText(limitedUntil) });
  if (breaker === 'probing') return text(engineEditor, 'breaker.probing');
  if (breaker === 'open')
    return openUntil === null
      ? text(engineEditor, 'breaker.due')
      : text(engineEditor, 'breaker.open', { time: clockOrMomentText(openUntil) });
  return pace !== null && pace.starts >= pace.free
    ? text(engineEditor, 'spread', { count: pace.gapSeconds })
    : null;
}

/** Returns the sentence on the cause of a failure, with its route and its unlisted delivery host if the failure names them. */
export function failureText({ cause, route, host }: Failure): string {
  const found = text(failureAdvice, cause);
  const named = route === undefined ? found : text(engineEditor, `route.${route}`, { cause: found });
  return host === undefined ? named : `${named} ${text(engineEditor, 'unlistedHost', { host })}`;
}

/** Failures with the same cause. */
interface FailureGroup {
  readonly cause: string;
  readonly advice: string;
  readonly count: number;
  /** Time of the newest failure (ISO). */
  readonly lastAt: string;
}

/**
 * Groups failures whose `failureText` is equal. The group with the newest failure is first. `failures` must be in order, the newest first.
 */
export function groupFailures(failures: readonly Failure[]): readonly FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const failure of failures) {
    const cause = failureText(failure);
    const { count, lastAt } = groups.get(cause) ?? { count: 0, lastAt: failure.at };
    groups.set(cause, {
      cause,
      advice: text(failureAdvice, `${failure.cause}.do`),
      count: count + 1,
      lastAt,
    });
  }
  return [...groups.values()];
}

/** Returns the newest failure; null if there is none, or if the engine has read a post since or at the same time. */
export function currentFailure({ failures, lastSuccess }: EngineHealth): Failure | null {
  const [newest] = failures;
  return newest === undefined || (lastSuccess !== null && lastSuccess >= newest.at) ? null : newest;
}
