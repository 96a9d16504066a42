import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type Check,
  type CheckOfPlatform,
  type CheckRequest,
  type CheckResult,
  checkSchema,
} from '#shared/contract/check.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import { parseLink } from '#shared/links/parse-link.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import { byPlatform, PLATFORM_IDS, type PlatformId } from '#shared/platforms/platforms.ts';
import type { Database } from '../../base/db/database.ts';
import { jsonRow } from '../../base/db/key-value-row.ts';
import type { Engine } from '../../engines/engine.ts';
import { type PostToCheck, postsToCheck, triedPostsOf } from '../../platforms/check-posts.ts';
import { shownCauseOf } from '../../platforms/failures.ts';
import type { Attempt } from '../../posts/check-post.ts';
import type { PostSource } from '../../posts/post-source.ts';

/**
 * Minimum milliseconds between the starts of two checks of all engines. Each check reads posts on every route, and the limits of visitors'
 * previews do not apply to it.
 */
const MIN_GAP_MS = 60_000;

/**
 * The last check of all engines, which all instances share. `basis` identifies the engines and the provider that the check was made with. A
 * check of an earlier version has no `basis`, and is never outdated.
 */
const storedSchema = z.extend(z.omit(checkSchema, { outdated: true }), { basis: z.optional(z.string()) });
const ROW = jsonRow('reach_check', storedSchema);

/** Built-in posts of all platforms. They show whether an engine reads posts at all, whatever test posts the owner has chosen. */
const BUILT_IN_POSTS = PLATFORM_IDS.flatMap((platform) =>
  postsToCheck(
    platform,
    byPlatform(() => []),
  ),
);

/**
 * Checks whether this server can read posts, when the panel or an update of yt-dlp asks. The runs of a check count for no statistics,
 * circuit breaker or failure memory.
 */
export type Checks = ReturnType<typeof createChecks>;

export interface ChecksParts {
  readonly database: Database;
  /** Returns the engines that are on and set up, in the owner's order. */
  readonly engines: () => readonly Engine[];
  /** Returns an engine that is set up, whether it is on or not; undefined if it is not set up. */
  readonly engineOf: (name: EngineName) => Engine | undefined;
  /** Returns a text that changes whenever the owner saves or removes the provider. */
  readonly providerMark: () => string;
  /** Returns the owner's test posts by platform. Where there are none, the checks read built-in posts. */
  readonly testPosts: () => Readonly<Record<PlatformId, readonly string[]>>;
  readonly check: PostSource['check'];
  /** Called after a check of all engines has stored its result. Must not throw. */
  readonly onChecked: () => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const resultOf = ({ engine, ms, outcome }: Attempt, route: OutboundRoute | undefined): CheckResult => {
  const common = { engine, route: route ?? null, ms: Math.max(0, Math.round(ms)) };
  if (!outcome.ok) return { ...common, finding: shownCauseOf(outcome) };
  const { type, items } = outcome.post;
  // Files that nobody could open in time prove nothing.
  const isProven = items.some(({ renditions }) => renditions.some(({ unproven }) => !unproven));
  const qualities = (items[0]?.renditions ?? []).map(({ label }) => label);
  return { ...common, finding: isProven ? 'post' : 'slow', found: { type, items: items.length, qualities } };
};

/** Creates the functions that check a platform: with given posts, or each of several platforms with its test posts. */
const createPlatformChecks = ({ check, testPosts }: Pick<ChecksParts, 'check' | 'testPosts'>) => {
  /** Reads posts with one engine on one route until a post is not gone, and returns the last result. */
  const checkRoute = async (
    engine: Engine,
    posts: readonly PostToCheck[],
    route: OutboundRoute | undefined,
    signal: AbortSignal,
  ): Promise<CheckResult> => {
    let result: CheckResult = { engine: engine.name, route: route ?? null, finding: 'gone', ms: 0 };
    for (const { link } of posts) {
      result = resultOf(await check(engine, link, { route, signal }), route);
      if (result.finding !== 'gone') break;
    }
    return result;
  };

  const checkPlatform = async (
    platform: PlatformId,
    engines: readonly Engine[],
    posts: readonly PostToCheck[],
    signal: AbortSignal,
  ): Promise<CheckOfPlatform> => {
    const results = await Promise.all(
      engines.flatMap((engine) =>
        (engine.routes ?? [undefined]).map((route) => checkRoute(engine, posts, route, signal)),
      ),
    );
    return { platform, isOwnPost: posts[0]?.isOwn === true, results };
  };

  const checkPlatforms = (
    platforms: readonly PlatformId[],
    engines: readonly Engine[],
    signal: AbortSignal,
  ): Promise<CheckOfPlatform[]> =>
    Promise.all(
      platforms.map((platform) => {
        const posts = triedPostsOf(platform, testPosts());
        const able = engines.filter((engine) => posts.some(({ link }) => engine.supports(link)));
        return checkPlatform(platform, able, posts, signal);
      }),
    );

  return { checkPlatform, checkPlatforms };
};

/** Creates the checks. At most one check of all engines runs at a time, and its result is stored in the database. */
export const createChecks = ({
  database,
  engines,
  engineOf,
  providerMark,
  testPosts,
  check,
  onChecked,
  now,
}: ChecksParts) => {
  const { checkPlatform, checkPlatforms } = createPlatformChecks({ check, testPosts });
  const closing = new AbortController();
  let running: Promise<Check> | null = null;

  /** Waits for the results of a check that has just begun; returns them with its start (ISO 8601) and its duration in milliseconds. */
  const timed = async (work: Promise<CheckOfPlatform[]>) => {
    const began = now();
    const platforms = await work;
    return { at: new Date(began).toISOString(), ms: Math.max(0, now() - began), platforms };
  };

  /** Returns a hash of the names of the engines that a check would try now, whatever their order, and of the provider. */
  const currentBasis = (): string => {
    const readers = engines().filter((engine) => BUILT_IN_POSTS.some(({ link }) => engine.supports(link)));
    const names = readers.map(({ name }) => name).toSorted();
    return createHash('sha256').update(`${names.join()} ${providerMark()}`).digest('base64url');
  };

  const checkAll = async (): Promise<Check> => {
    const basis = currentBasis();
    const result = await timed(checkPlatforms(PLATFORM_IDS, engines(), closing.signal));
    closing.signal.throwIfAborted();
    await database.write((trx) => ROW.write(trx, { ...result, basis }));
    onChecked();
    return { ...result, outdated: basis !== currentBasis() };
  };

  const last = async (): Promise<Check | null> => {
    const stored = await ROW.read(database.query);
    if (stored === null) return null;
    const { basis, ...result } = stored;
    return { ...result, outdated: basis !== undefined && basis !== currentBasis() };
  };

  return {
    /**
     * Reads a test post of each platform with each engine that is on, on each of its routes, and stores and returns the results. While such
     * a check is running, returns the result of that check. Returns `retryAfter` in seconds if the last check began less than a minute ago.
     * Continues when the caller leaves. Throws DatabaseUnavailableError, or an AbortError after `close`.
     */
    async run(): Promise<Check | { readonly retryAfter: number }> {
      if (running !== null) return running;
      const before = await last();
      const passed = before === null ? MIN_GAP_MS : now() - Date.parse(before.at);
      // A check in the future comes from a clock that was set back; it must not prevent checks.
      if (passed >= 0 && passed < MIN_GAP_MS) return { retryAfter: Math.ceil((MIN_GAP_MS - passed) / 1_000) };
      running ??= checkAll().finally(() => {
        running = null;
      });
      return running;
    },
    /**
     * Reads the post of `url` or, without `url`, the test posts of each platform, with one engine, whether it is on or not, or with all
     * engines that are on. Stores nothing. Returns null if `url` contains no link to a post on a platform. Rejects with the reason of the
     * signal, or with an AbortError after `close`.
     */
    async runFor({ url, engine }: CheckRequest, callerSignal: AbortSignal): Promise<Check | null> {
      const signal = AbortSignal.any([closing.signal, callerSignal]);
      const named = engine === undefined ? engines() : [engineOf(engine) ?? []].flat();
      if (url === undefined) {
        const check = await timed(checkPlatforms(PLATFORM_IDS, named, signal));
        // That another engine is needed for a platform is no result of the named one.
        const platforms = check.platforms.filter(({ results }) => engine === undefined || results.length > 0);
        return { ...check, platforms, outdated: false };
      }
      const parsed = parseLink(url);
      if (!parsed.ok || parsed.link.platform === 'sample') return null;
      const { platform } = parsed.link;
      // The named engine says itself that it cannot read the link.
      const able = engine === undefined ? named.filter((one) => one.supports(parsed.link)) : named;
      const posts = [{ link: parsed.link, isOwn: true }];
      const work = checkPlatform(platform, able, posts, signal).then((one) => [one]);
      return { ...(await timed(work)), outdated: false };
    },
    /**
     * Reads test posts of platforms with an engine that need not be among those of the site. Stores nothing. Rejects with the signal's
     * reason.
     */
    checkEngine: (engine: Engine, platforms: readonly PlatformId[], signal: AbortSignal) =>
      checkPlatforms(platforms, [engine], signal),
    /** Returns the last check of all engines; null if there was none, or if it is not readable. Throws DatabaseUnavailableError. */
    last,
    /** Aborts a running check, which then stores nothing, and waits for its end. */
    async close(): Promise<void> {
      closing.abort();
      await running?.catch(() => undefined);
    },
  };
};
