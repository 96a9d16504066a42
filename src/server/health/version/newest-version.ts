import * as z from 'zod/mini';
import { type UpdateNotice, updateNoticeSchema } from '#shared/contract/update-notice.ts';
import type { Config } from '../../base/config/config.ts';
import type { Database } from '../../base/db/database.ts';
import { jsonRow } from '../../base/db/key-value-row.ts';
import type { BuildInfo } from '../../base/observability/build-info.ts';
import type { Logger } from '../../base/observability/logger.ts';
import { readText } from '../../outbound/exchange.ts';
import { exactHosts } from '../../outbound/host-policy.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import { type Actor, writeActivity } from '../../people/activity/activity-log.ts';
import type { SendAlert } from '../alerts/alerts.ts';
import { DAY_MS } from '../counters/counters.ts';

const ANSWER_MS = 15_000;
/** Time after which another instance may ask, because the one that began to ask was stopped. */
const CLAIM_MS = 4 * ANSWER_MS;
/** An answer of GitHub holds the notes of the release and a description of each file. */
const ANSWER_MAX_BYTES = 1024 * 1024;
const REDIRECTS_MAX = 3;

const newestSchema = updateNoticeSchema.shape.newest;
/** Times are milliseconds since 1970. */
const ROW = jsonRow(
  'update_notice',
  z.object({
    on: z.boolean(),
    nextAt: z.number(),
    checkedAt: z.nullable(z.number()),
    hasFailed: z.boolean(),
    newest: newestSchema,
  }),
);
type Stored = NonNullable<Awaited<ReturnType<typeof ROW.read>>>;
const FIRST: Stored = { on: false, nextAt: 0, checkedAt: null, hasFailed: false, newest: null };

/** The newest release as the APIs of GitHub, Gitea and Forgejo describe it. The panel links its page, which must not name a user as if that were a host. */
const releaseSchema = z.object({
  tag_name: z.string().check(z.regex(/^v?\d{1,6}\.\d{1,6}\.\d{1,6}$/)),
  html_url: z
    .url({ protocol: /^https$/ })
    .check(z.maxLength(2_048), z.regex(/^https:\/\/[^/?#@\\]+(?:[/?#]|$)/)),
});

const RELEASE = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

const stateOf = ({ on, checkedAt, hasFailed, newest }: Stored, running: string): UpdateNotice['state'] => {
  if (!on) return 'off';
  const order = newest === null ? null : newest.version.localeCompare(running, 'en', { numeric: true });
  // What was found stays true while a later question fails.
  if (order !== null && order > 0 && RELEASE.test(running)) return 'newer';
  if (checkedAt === null) return 'pending';
  if (hasFailed || order === null) return 'failed';
  return order === 0 ? 'current' : 'development';
};

interface UpdateNoticeParts {
  readonly config: Pick<Config, 'updateUrl'>;
  readonly build: Pick<BuildInfo, 'version'>;
  readonly database: Database;
  /** Asks for the newest version. */
  readonly services: OutboundClient;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Asks UPDATE_URL for the newest version once a day, on one instance, if the owner allows it. */
export type UpdateNoticeReader = ReturnType<typeof createUpdateNotice>;

export const createUpdateNotice = ({
  config: { updateUrl },
  build,
  database,
  services,
  log,
  now = Date.now,
}: UpdateNoticeParts) => {
  const host = updateUrl === null ? null : new URL(updateUrl).hostname;
  const read = async (query: Parameters<typeof ROW.read>[0]) => (await ROW.read(query)) ?? FIRST;

  const ask = async (url: string, signal: AbortSignal): Promise<Stored['newest']> => {
    const response = await services.request({
      url,
      hosts: exactHosts([new URL(url).hostname]),
      // GitHub refuses a request that names no program.
      headers: { accept: 'application/json', 'user-agent': 'Savelet' },
      redirects: REDIRECTS_MAX,
      headersTimeoutMs: ANSWER_MS,
      signal,
    });
    const body = await readText(response, { maxBytes: ANSWER_MAX_BYTES });
    if (response.status !== 200) throw new Error(`the answer has the status ${response.status}`);
    const release = z.parse(releaseSchema, JSON.parse(body));
    return { version: release.tag_name.replace('v', ''), url: release.html_url };
  };

  const askIfDue = async (stopping: AbortSignal): Promise<void> => {
    if (updateUrl === null) return;
    // A time more than a day ahead is one of a clock that was wrong.
    const isDue = ({ on, nextAt }: Stored): boolean => on && (nextAt <= now() || nextAt > now() + DAY_MS);
    if (!isDue(await read(database.query))) return;
    const claimedAt = now();
    const isClaimed = await database.write(async (trx) => {
      const stored = await read(trx);
      if (!isDue(stored)) return false;
      await ROW.write(trx, { ...stored, nextAt: claimedAt + CLAIM_MS });
      return true;
    });
    if (!isClaimed) return;
    const newest = await ask(updateUrl, AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_MS)])).catch(
      (err: unknown) => {
        stopping.throwIfAborted();
        log.warn({ err }, 'the newest version could not be read');
        return null;
      },
    );
    await database.write(async (trx) => {
      const stored = await read(trx);
      // The owner may have switched it off and on meanwhile.
      if (stored.nextAt !== claimedAt + CLAIM_MS) return;
      await ROW.write(trx, {
        ...stored,
        nextAt: claimedAt + DAY_MS,
        checkedAt: claimedAt,
        hasFailed: newest === null,
        newest: newest ?? stored.newest,
      });
    });
  };

  const state = async (): Promise<UpdateNotice> => {
    const stored = await read(database.query);
    const { checkedAt, newest } = stored;
    return {
      state: host === null ? 'unavailable' : stateOf(stored, build.version),
      host,
      checkedAt: checkedAt === null ? null : new Date(checkedAt).toISOString(),
      newest,
    };
  };

  return {
    /** Returns what is known. Throws DatabaseUnavailableError. */
    state,
    /** Switches the question on, and asks at once without waiting for the answer, or off, as a deed of `actor`. */
    async switch(on: boolean, actor: Actor): Promise<UpdateNotice> {
      await database.write(async (trx) => {
        const { on: before } = await read(trx);
        if (before === on) return;
        await ROW.write(trx, { ...FIRST, on });
        const line = { action: 'update_notice_switched', before: String(before), after: String(on) } as const;
        await writeActivity(trx, [{ actor, ...line }], now());
      });
      const answer = await state();
      // The monitor asks if this fails.
      askIfDue(AbortSignal.timeout(CLAIM_MS)).catch(() => undefined);
      return answer;
    },
    /** Asks if it is due. */
    runDue: (_send: SendAlert, signal: AbortSignal): Promise<void> => askIfDue(signal),
  };
};
