import * as z from 'zod';
import { alertText } from '#shared/alert-messages.ts';
import type { StatusPlatform } from '#shared/contract/status.ts';
import {
  ALERT_ATTEMPTS_MAX,
  ALERT_RECOVERY_PERCENT,
  ALERT_RETRY_MAX_MS,
  ALERT_RETRY_MS,
  CLOCK_SKEW_MAX_MS,
} from '#shared/status-limits.ts';
import type { Database } from '../../db/database.ts';
import type { Logger } from '../../observability/logger.ts';
import { keyValueRow } from './key-value-row.ts';
import { MONITORED_PLATFORMS, type MonitorSettings } from './monitor-settings.ts';
import { createRecentTries, type RecentShare } from './recent-tries.ts';

const messageSchema = z.object({
  event: z.enum(['failing', 'recovered']),
  success: z.number(),
  tries: z.number(),
  below: z.number(),
  /** How often it was sent so far, and when it is sent next. */
  attempts: z.number(),
  nextAt: z.number(),
});
type Message = z.infer<typeof messageSchema>;

const stateSchema = z.object({
  failing: z.boolean(),
  /** When it began to fail, or recovered; milliseconds since 1970. */
  since: z.number(),
  /** What has not been delivered yet. */
  message: z.nullable(messageSchema),
});
type State = z.infer<typeof stateSchema>;

const ROW = keyValueRow(
  'alerts',
  z.object({ instagram: z.optional(stateSchema), tiktok: z.optional(stateSchema) }),
);

/** Watched for the first time: taken to work, whatever its last hours were. */
const FIRST: State = { failing: false, since: 0, message: null };

/** Tells the owner's webhook once when a platform begins to fail, and once when it works again. */
export interface Alerts {
  /** Looks at the counters, and sends what is due. Throws DatabaseUnavailableError. */
  checkAndSend(settings: MonitorSettings, signal: AbortSignal): Promise<void>;
}

interface AlertsParts {
  readonly database: Database;
  /** Sends a text to an address; false when nobody took it. Never rejects. */
  readonly deliver: (address: string, json: string, signal: AbortSignal) => Promise<boolean>;
  readonly siteTitle: () => string;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A state from further ahead than clocks differ is of one that was wrong: it holds as from now, so that nobody waits for it. */
const withPlausibleTimes = (state: State, at: number): State => {
  const { since, message } = state;
  const latest = at + ALERT_RETRY_MAX_MS + CLOCK_SKEW_MAX_MS;
  if (since <= latest && (message === null || message.nextAt <= latest)) return state;
  return { ...state, since: Math.min(since, at), message: message && { ...message, nextAt: at } };
};

/** The state after what was seen lately. */
const stateAfter = (before: State, { share, tries }: RecentShare, below: number, at: number): State => {
  const turns = before.failing ? share >= Math.min(100, below + ALERT_RECOVERY_PERCENT) : share < below;
  if (!turns) return before;
  const failing = !before.failing;
  // Who never heard that it fails need not hear that it works again.
  const isRecoveryUnsent = !failing && before.message !== null;
  const message: Message = {
    event: failing ? 'failing' : 'recovered',
    success: Math.floor(share),
    tries,
    below,
    attempts: 0,
    nextAt: at,
  };
  return { failing, since: at, message: isRecoveryUnsent ? null : message };
};

/** The state with its message as sent once more; without it after the last time. */
const stateAfterSending = (before: State, message: Message, at: number): State => {
  const attempts = message.attempts + 1;
  const wait = Math.min(ALERT_RETRY_MS * 2 ** message.attempts, ALERT_RETRY_MAX_MS);
  return {
    ...before,
    message: attempts >= ALERT_ATTEMPTS_MAX ? null : { ...message, attempts, nextAt: at + wait },
  };
};

/** Makes the alerts. What was told stands in the database, so that neither a restart nor another instance tells it again. */
export const createAlerts = ({ database, deliver, siteTitle, log, now }: AlertsParts): Alerts => {
  const recent = createRecentTries(database, now);

  const bodyOf = (platform: StatusPlatform, since: number, message: Message): string => {
    const { event, success, tries, below } = message;
    const at = new Date(since).toISOString();
    return JSON.stringify({
      // The same each time it is sent, for whoever gets it twice.
      id: `${platform}-${event}-${at}`,
      event,
      platform,
      success,
      tries,
      below,
      since: at,
      site: siteTitle(),
      text: alertText(event, platform, success, tries),
    });
  };

  /** Moves a platform's state on, and gives what is to be sent of it now. */
  const step = (platform: StatusPlatform, { platforms, alerts }: MonitorSettings) =>
    database.write(async (trx) => {
      const states = (await ROW.read(trx)) ?? {};
      const stands = states[platform] ?? FIRST;
      const before = withPlausibleTimes(stands, now());
      const share = platforms[platform] ? recent.shareSince(platform, before.since) : null;
      const after = share === null ? before : stateAfter(before, share, alerts.below, now());
      const { message, since } = after;
      const due = message !== null && message.nextAt <= now();
      const stored = due ? stateAfterSending(after, message, now()) : after;
      if (stored !== stands) await ROW.write(trx, { ...states, [platform]: stored });
      return due ? { since, message, last: stored.message === null } : null;
    });

  const markDelivered = (platform: StatusPlatform, since: number): Promise<void> =>
    database.write(async (trx) => {
      const states = (await ROW.read(trx)) ?? {};
      const state = states[platform];
      if (state?.since === since)
        await ROW.write(trx, { ...states, [platform]: { ...state, message: null } });
    });

  return {
    async checkAndSend(settings, signal) {
      await recent.update();
      const { webhook } = settings.alerts;
      if (webhook === null) return;
      for (const platform of MONITORED_PLATFORMS) {
        const sending = await step(platform, settings);
        if (sending === null) continue;
        const { since, message, last } = sending;
        if (await deliver(webhook, bodyOf(platform, since, message), signal))
          await markDelivered(platform, since);
        else log.warn({ platform, event: message.event, last }, 'an alert could not be delivered');
      }
    },
  };
};
