import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ReachCheck, ReachOfPlatform, ReachResult } from '#shared/contract/reach-check.ts';
import { reachCheckSchema } from '#shared/contract/reach-check.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import { byPlatform, PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Database } from '../db/database.ts';
import { jsonRow } from '../db/key-value-row.ts';
import type { Engine } from '../engines/engine.ts';
import { findingOf } from '../extraction/finding.ts';
import type { Logger } from '../observability/logger.ts';
import { type ChosenCheckPost, checkPostsOf, triedPostsOf } from '../platforms/check-posts.ts';

/** Time limit of a try. All tries run in parallel, so the whole check ends within thirty seconds. */
const TRY_MS = 25_000;
/** Minimum time between two checks: each requests a page on every route, past the limits that visitors' previews obey. */
const MIN_GAP_MS = 60_000;

/**
 * The last check. Instances share it, so that each shows the same. `basis` tells the engines that it was made with; absent in a check of an
 * earlier version, which is never outdated.
 */
const storedSchema = z.extend(z.omit(reachCheckSchema, { outdated: true }), {
  basis: z.optional(z.string()),
});
const ROW = jsonRow('reach_check', storedSchema);

/** Posts by which an engine is known to read a platform, whatever test posts the owner has chosen. */
const BUILT_IN_POSTS = PLATFORM_IDS.flatMap((platform) =>
  checkPostsOf(
    platform,
    byPlatform(() => []),
  ),
);

/** Checks on the owner's order whether this server can read posts of the platforms. */
export interface ReachCheckService {
  /**
   * Reads a post of each platform with each engine on each of its routes, and stores what came back. Joins a running check. Returns
   * `retryAfter` in seconds if the last check began less than a minute ago. Continues when the caller leaves. Throws
   * DatabaseUnavailableError.
   */
  run(): Promise<ReachCheck | { readonly retryAfter: number }>;
  /** Returns the last check; null if there was none, or if it is not readable. Throws DatabaseUnavailableError. */
  last(): Promise<ReachCheck | null>;
  /** Aborts a running check, which then stores nothing, and waits for its end. */
  close(): Promise<void>;
}

export interface ReachCheckParts {
  readonly database: Database;
  /** Returns the engines that are on and set up, in the owner's order. */
  readonly engines: () => readonly Engine[];
  /** Returns a text that differs between two choices of providers. */
  readonly providers: () => string;
  /** Returns the owner's test posts; the built-in ones are read where there are none. */
  readonly canaries: () => Readonly<Record<PlatformId, readonly string[]>>;
  /** Called after a check has stored its result. Must not throw. */
  readonly onChecked: () => void;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Replaces TRY_MS in tests. */
  readonly tryMs?: number;
}

/** Creates the check. Its tries count for no status, circuit breaker or failure memory: these describe visitors' previews. */
export const createReachCheck = ({
  database,
  engines,
  providers,
  canaries,
  onChecked,
  log,
  now,
  tryMs = TRY_MS,
}: ReachCheckParts): ReachCheckService => {
  const closing = new AbortController();
  let running: Promise<ReachCheck> | null = null;

  const findingOn = async (
    engine: Engine,
    posts: readonly ChosenCheckPost[],
    route: OutboundRoute | undefined,
  ): Promise<ReachResult['finding']> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(tryMs)]);
    try {
      let finding: ReachResult['finding'] = 'gone';
      for (const { link } of posts) {
        const outcome = await engine.extract(link, signal, route === undefined ? {} : { route });
        finding = outcome.ok ? 'post' : findingOf(outcome);
        if (finding !== 'gone') return finding;
      }
      return finding;
    } catch (err) {
      if (signal.aborted) return 'slow';
      log.warn({ err, engine: engine.name }, 'an engine failed during the check of the routes');
      return 'fault';
    }
  };

  const checkPlatform = async (platform: PlatformId): Promise<ReachOfPlatform> => {
    const posts = triedPostsOf(platform, canaries());
    const tries = engines()
      .filter((engine) => posts.some(({ link }) => engine.supports(link)))
      .flatMap((engine) => (engine.routes ?? [undefined]).map((route) => ({ engine, route })));
    const results = await Promise.all(
      tries.map(async ({ engine, route }): Promise<ReachResult> => {
        const began = now();
        const finding = await findingOn(engine, posts, route);
        return { engine: engine.name, route: route ?? null, finding, ms: Math.max(0, now() - began) };
      }),
    );
    return { platform, isOwnPost: posts[0]?.isOwn === true, results };
  };

  /** Identifies the engines that would be tried now, in any order, and their services. */
  const currentBasis = (): string => {
    const readers = engines().filter((engine) => BUILT_IN_POSTS.some(({ link }) => engine.supports(link)));
    const names = readers.map(({ name }) => name).toSorted();
    return createHash('sha256').update(`${names.join()} ${providers()}`).digest('base64url');
  };

  const check = async (): Promise<ReachCheck> => {
    const began = now();
    const basis = currentBasis();
    const platforms = await Promise.all(PLATFORM_IDS.map(checkPlatform));
    const result = { at: new Date(began).toISOString(), ms: Math.max(0, now() - began), platforms };
    closing.signal.throwIfAborted();
    await database.write((trx) => ROW.write(trx, { ...result, basis }));
    onChecked();
    return { ...result, outdated: basis !== currentBasis() };
  };

  const last = async (): Promise<ReachCheck | null> => {
    const stored = await ROW.read(database.query);
    if (stored === null) return null;
    const { basis, ...result } = stored;
    return { ...result, outdated: basis !== undefined && basis !== currentBasis() };
  };

  return {
    async run() {
      if (running !== null) return running;
      const before = await last();
      const passed = before === null ? MIN_GAP_MS : now() - Date.parse(before.at);
      // A check in the future comes from a clock that was set back; it must not prevent checks.
      if (passed >= 0 && passed < MIN_GAP_MS) return { retryAfter: Math.ceil((MIN_GAP_MS - passed) / 1_000) };
      running ??= check().finally(() => {
        running = null;
      });
      return running;
    },
    last,
    async close() {
      closing.abort();
      await running?.catch(() => undefined);
    },
  };
};
