import * as z from 'zod';
import { alert } from '#messages/alert.ts';
import { failureAdvice } from '#messages/failure-advice.ts';
import type { EngineValues } from '#shared/contract/engines.ts';
import { SHOWN_CAUSES } from '#shared/failures.ts';
import { text } from '#shared/messages/text.ts';
import { byPlatform, PLATFORM_IDS, PLATFORM_NAMES, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Database } from '../../base/db/database.ts';
import { jsonRow } from '../../base/db/key-value-row.ts';
import type { Logger } from '../../base/observability/logger.ts';
import { CLOCK_SKEW_MAX_MS } from '../counters/counters.ts';
import { type Cause, previewTallies, recentCause, type StatusFacts } from '../status/build-status.ts';
import type { StepTally } from '../status/tallies.ts';
import { type RecentShare, shareSince, successesSince } from './recent-shares.ts';

/**
 * Percentage points above the alert threshold that the success rate of a failing platform must reach to count as recovered (at most 100
 * percent). Some successes in a row (`successesSince`) count as a recovery, too, because the rate still contains the failures of the last
 * ten minutes.
 */
const ALERT_RECOVERY_PERCENT = 10;
/** Milliseconds before an undelivered alert is sent again for the first time. The delay doubles each time, up to ALERT_RETRY_MAX_MS. */
const ALERT_RETRY_MS = 60_000;
const ALERT_RETRY_MAX_MS = 60 * 60 * 1_000;
const ALERT_ATTEMPTS_MAX = 10;

const messageSchema = z.object({
  event: z.enum(['failing', 'recovered']),
  success: z.number(),
  tries: z.number(),
  below: z.number(),
  /**
   * Most frequent cause of the failures when the message was created; absent for a recovery, if no cause was found, or if this version does
   * not know the cause.
   */
  cause: z.optional(z.enum(SHOWN_CAUSES)).catch(undefined),
  /** Domain suffix of the delivery host outside the allow list, if that is the cause; otherwise absent. */
  host: z.optional(z.string()),
  /** Number of delivery attempts so far, and the time of the next one (milliseconds since 1970). */
  attempts: z.number(),
  nextAt: z.number(),
});
type Message = z.infer<typeof messageSchema>;

const stateSchema = z.object({
  failing: z.boolean(),
  /**
   * When the platform began to fail, failed with a new cause or recovered, whichever was last; milliseconds since 1970, or 0 if none of
   * this has happened.
   */
  since: z.number(),
  /** Alert that has not been delivered yet, or null. */
  message: z.nullable(messageSchema),
  /** Causes that alerts have named since the platform began to fail. */
  named: z.optional(z.array(z.string())),
});
type State = z.infer<typeof stateSchema>;

const ROW = jsonRow('alerts', z.object(byPlatform(() => z.optional(stateSchema))));

/** State of a platform that is monitored for the first time: working, whatever its last hours were. */
const INITIAL_STATE: State = { failing: false, since: 0, message: null };

/** Settings of the alerts, and for each platform whether it is on. */
type AlertSettings = Pick<EngineValues, 'platforms' | 'alerts'>;

/**
 * Sends `sentence` to the owner's webhook; `event` and `at` form the id of the message. Resolves to false if the webhook did not accept the
 * message; true if it did, or if there is no webhook.
 */
export type SendAlert = (
  event: string,
  at: string,
  sentence: string,
  signal: AbortSignal,
) => Promise<boolean>;

/** Sends alerts to the owner's webhook: one when a platform begins to fail, one for each further cause, and one when it has recovered. */
export type Alerts = ReturnType<typeof createAlerts>;

interface AlertsParts {
  readonly database: Database;
  /** Posts a JSON text to an address; resolves to false if it was not accepted. Never rejects. */
  readonly deliver: (address: string, json: string, signal: AbortSignal) => Promise<boolean>;
  readonly siteTitle: () => string;
  /** Returns the facts of all instances. Never rejects. */
  readonly facts: () => Promise<StatusFacts>;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Returns the state with its times moved back to `now` if one of them is further ahead than the sum of ALERT_RETRY_MAX_MS and
 * CLOCK_SKEW_MAX_MS, else the same state. An instance with a wrong clock stored such times, which would delay the next alerts.
 */
const withPlausibleTimes = (state: State, now: number): State => {
  const { since, message } = state;
  const latest = now + ALERT_RETRY_MAX_MS + CLOCK_SKEW_MAX_MS;
  if (since <= latest && (message === null || message.nextAt <= latest)) return state;
  return { ...state, since: Math.min(since, now), message: message && { ...message, nextAt: now } };
};

/** Returns whether a recent success rate changes the state of a platform. `below` is the threshold of the alerts in percent. */
const isChange = ({ failing }: State, { share }: RecentShare, below: number): boolean =>
  failing ? share >= Math.min(100, below + ALERT_RECOVERY_PERCENT) : share < below;

/**
 * Minimum milliseconds from the last change of a state to an alert that names a further cause, so that the causes of a mixture are not sent
 * one by one.
 */
const CAUSE_SPAN_MS = 90_000;

/**
 * Returns whether a failing platform shows a cause that no alert has named since it began to fail. False while an alert is undelivered,
 * less than CAUSE_SPAN_MS after the last change of the state, and while no alert has named a cause.
 */
const isNewCause = (
  { failing, since, message, named = [] }: State,
  cause: Cause | null,
  now: number,
): boolean =>
  failing &&
  message === null &&
  now - since >= CAUSE_SPAN_MS &&
  named.length > 0 &&
  cause !== null &&
  !named.includes(cause.cause);

/**
 * Returns two success rates of a platform, each null if there are too few attempts. `sinceChange` is that of the attempts since the last
 * change of the state; for a failing platform, that of the last successes in a row if there are enough of them. `latest` is that of the
 * newest attempts.
 */
const sharesOf = (tallies: readonly StepTally[], { failing, since }: State, now: number) => ({
  sinceChange: (failing ? successesSince(tallies, since, now) : null) ?? shareSince(tallies, since, now),
  latest: shareSince(tallies, 0, now),
});

/**
 * Returns the state after an update with the success rates: the same object, or a state with a new message if the platform began to fail,
 * recovered, or fails for another cause. The message of a recovery is null if the alert about the failure is still undelivered.
 */
const stateAfter = (
  before: State,
  { sinceChange, latest }: ReturnType<typeof sharesOf>,
  { below, now, cause }: { readonly below: number; readonly now: number; readonly cause: Cause | null },
): State => {
  const hasChanged = sinceChange !== null && isChange(before, sinceChange, below);
  const shown = hasChanged ? sinceChange : latest;
  if (shown === null) return before;
  const { share, tries } = shown;
  if (!hasChanged && !(share < below && isNewCause(before, cause, now))) return before;
  const failing = hasChanged ? !before.failing : true;
  // A recovery is not announced while the failure alert is still undelivered.
  const isRecoveryUnsent = !failing && before.message !== null;
  const message: Message = {
    event: failing ? 'failing' : 'recovered',
    success: Math.floor(share),
    tries,
    below,
    ...(failing && cause),
    attempts: 0,
    nextAt: now,
  };
  const named = [...(hasChanged ? [] : (before.named ?? [])), ...(cause === null ? [] : [cause.cause])];
  return { failing, since: now, message: isRecoveryUnsent ? null : message, ...(failing ? { named } : {}) };
};

/** Returns the state that counts one more delivery attempt; its message is null if that attempt is the last one. */
const stateAfterSending = (before: State, message: Message, now: number): State => {
  const attempts = message.attempts + 1;
  const wait = Math.min(ALERT_RETRY_MS * 2 ** message.attempts, ALERT_RETRY_MAX_MS);
  return {
    ...before,
    message: attempts >= ALERT_ATTEMPTS_MAX ? null : { ...message, attempts, nextAt: now + wait },
  };
};

/** Creates the alerts. Their state is stored in the database, so neither a restart nor another instance repeats an alert. */
export const createAlerts = ({ database, deliver, siteTitle, facts, log, now }: AlertsParts) => {
  const bodyOf = (platform: PlatformId, since: number, message: Message): string => {
    const { attempts: _attempts, nextAt: _nextAt, ...told } = message;
    const { event, success, tries, cause, host } = told;
    const figures = { platform: PLATFORM_NAMES[platform], success, tries };
    const at = new Date(since).toISOString();
    const hostText = host === undefined ? '' : ` ${text(alert, 'host', { host })}`;
    return JSON.stringify({
      // The same at every attempt, so the receiver can recognise a repeated delivery.
      id: `${platform}-${event}-${at}`,
      ...told,
      platform,
      since: at,
      site: siteTitle(),
      text:
        cause === undefined
          ? text(alert, event, figures)
          : text(alert, 'failingBecause', {
              ...figures,
              cause: `${text(failureAdvice, cause)}${hostText}`,
              advice: text(failureAdvice, `${cause}.do`),
            }),
    });
  };

  /** Updates and stores a platform's state. Returns the message to send now and whether this is its last delivery attempt, or null. */
  const step = (platform: PlatformId, { platforms, alerts }: AlertSettings, known: StatusFacts) =>
    database.write(async (trx) => {
      const states = (await ROW.read(trx)) ?? {};
      const storedState = states[platform] ?? INITIAL_STATE;
      const before = withPlausibleTimes(storedState, now());
      const found = { below: alerts.below, now: now(), cause: recentCause(known, platform, now()) };
      const shares = sharesOf(previewTallies(known, platform), before, now());
      const after = platforms[platform] ? stateAfter(before, shares, found) : before;
      const { message, since } = after;
      const due = message !== null && message.nextAt <= now();
      const stored = due ? stateAfterSending(after, message, now()) : after;
      if (stored !== storedState) await ROW.write(trx, { ...states, [platform]: stored });
      return due ? { since, message, last: stored.message === null } : null;
    });

  const markDelivered = (platform: PlatformId, since: number): Promise<void> =>
    database.write(async (trx) => {
      const states = (await ROW.read(trx)) ?? {};
      const state = states[platform];
      if (state?.since === since)
        await ROW.write(trx, { ...states, [platform]: { ...state, message: null } });
    });

  /**
   * Sends a message that concerns no platform; resolves to whether the webhook accepted it. A message with the same `event` and `time` has
   * the same `id` when it is sent again.
   */
  const send = (webhook: string, event: string, time: string, sentence: string, signal: AbortSignal) => {
    const body = { id: `${event}-${time}`, event, site: siteTitle(), text: sentence };
    return deliver(webhook, JSON.stringify(body), signal);
  };

  return {
    send,
    /** Sends a test message; resolves to whether it was accepted. */
    sendTest: (webhook: string, signal: AbortSignal): Promise<boolean> =>
      send(
        webhook,
        'test',
        new Date(now()).toISOString(),
        text(alert, 'test', { site: siteTitle() }),
        signal,
      ),
    /** Returns the platforms that fail according to the stored state. Throws DatabaseUnavailableError. */
    async failingPlatforms(): Promise<ReadonlySet<PlatformId>> {
      const states = (await ROW.read(database.query)) ?? {};
      return new Set(PLATFORM_IDS.filter((platform) => states[platform]?.failing === true));
    },
    /**
     * Updates each platform's state from the counters and sends the alerts that are due. Does nothing without a webhook. Throws
     * DatabaseUnavailableError.
     */
    async checkAndSend(settings: AlertSettings, signal: AbortSignal): Promise<void> {
      const { webhook } = settings.alerts;
      if (webhook === null) return;
      const known = await facts();
      for (const platform of PLATFORM_IDS) {
        const sending = await step(platform, settings, known);
        if (sending === null) continue;
        const { since, message, last } = sending;
        if (await deliver(webhook, bodyOf(platform, since, message), signal))
          await markDelivered(platform, since);
        else log.warn({ platform, event: message.event, last }, 'an alert could not be delivered');
      }
    },
  };
};
