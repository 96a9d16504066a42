import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSingleFlightCache } from '../../src/server/cache/single-flight-cache.ts';
import { readConfig } from '../../src/server/config/read-config.ts';
import type { Engine } from '../../src/server/engines/engine.ts';
import { createEngines } from '../../src/server/engines/registry.ts';
import { createConnectProxy } from '../../src/server/net/connect-proxy.ts';
import { createOutboundClient } from '../../src/server/net/create-outbound-client.ts';
import type { OutboundClient } from '../../src/server/net/outbound-client.ts';
import {
  type MediaHosts,
  mediaHosts,
  platformHosts,
  sharePageHosts,
} from '../../src/server/net/platform-hosts.ts';
import { createLogger } from '../../src/server/observability/logger.ts';
import { type Clock, systemClock } from '../../src/server/preview/clock.ts';
import { createEngineHealthRegistry } from '../../src/server/preview/engine-health-registry.ts';
import type { Resolution } from '../../src/server/preview/post-source.ts';
import { createPreview, type Preview, type PreviewOutcome } from '../../src/server/preview/preview.ts';
import type { Requester } from '../../src/server/preview/requester.ts';
import { createTicketSealer } from '../../src/server/tickets/ticket-sealer.ts';
import type { EngineName } from '../../src/shared/contract/content-type.ts';
import { HEDGE_AFTER_DEFAULT_MS } from '../../src/shared/engine-limits.ts';
import { BREAKER_FAULTS_MS, BREAKER_PROBE_MS, BREAKER_WINDOW_RUNS } from '../../src/shared/limits.ts';
import { ERROR_DETAILS, fetchFailed } from '../../src/shared/problem-messages.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import type { MockPlatform } from '../mock-platforms/post.ts';
import { VISITOR } from '../requesters.ts';
import { TEST_SECRET } from './test-app.ts';

/** The fault only delays or is got round: the engine has the post. */
export const POST = 'a post';

export interface FaultRow {
  readonly fault: string;
  readonly platform: MockPlatform;
  /** The link that meets the fault. */
  readonly link: string;
  /** What the visitor reads when there is no other engine; POST when the engine has the post all the same. */
  readonly says: string;
  /** Whether the next engine is asked then. */
  readonly next: 'asked' | 'not asked';
  /** The engine's breaker after it has met the fault five times. */
  readonly breaker: 'closed' | 'open';
  /** Whether the engine is left alone for a time it has named. */
  readonly leftAlone?: true;
}

export interface EngineUnderFault {
  readonly engine: EngineName;
  /** What sets this engine up, once whatever plays its outside has been made. */
  readonly environment: (
    mockPlatforms: MockPlatforms,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Takes down what `environment` has made. */
  readonly remove?: () => void;
  readonly rows: readonly FaultRow[];
}

interface Tools {
  /** The engine under faults, anew: what one met a moment ago counts when it is asked again. */
  readonly makeEngines: () => readonly Engine[];
  readonly previewBy: (engines: readonly Engine[]) => Preview;
}

interface Met {
  readonly alone: PreviewOutcome;
  readonly nextAsked: number;
  readonly withNext: PreviewOutcome;
  readonly breaker: string | undefined;
  readonly leftAlone: boolean;
}

const log = createLogger('silent');
const PLENTY = { concurrency: 100, maxQueue: 100, freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 };

/** An engine that has every post at once, and counts how often it was asked. */
const countingEngine = (name: EngineName): Engine & { asked: number } => {
  const rendition = {
    source: { kind: 'sample', file: 'next.mp4' },
    kind: 'video',
    quality: '720p',
    extension: 'mp4',
    size: 9,
    width: null,
    height: null,
    codec: null,
    bitrate: null,
    videoAvailable: true,
    audioAvailable: true,
    watermarked: false,
  } as const;
  const item = { kind: 'video', thumbnail: null, width: null, height: null, duration: null } as const;
  const made: Engine & { asked: number } = {
    name,
    asked: 0,
    supports: () => true,
    extract(link) {
      made.asked += 1;
      const post = { id: link.id, username: null, caption: '', thumbnail: null, duration: null };
      return Promise.resolve({ ok: true, post: { ...post, items: [{ ...item, renditions: [rendition] }] } });
    },
  };
  return made;
};

/** One post of the table stands for the five that open a breaker in the product. */
const FIRST_FAULT = {
  faults: 1,
  faultsMs: BREAKER_FAULTS_MS,
  windowRuns: BREAKER_WINDOW_RUNS,
  probeMs: BREAKER_PROBE_MS,
};
const ASKED = { requester: VISITOR };

/** Time in which no run counts as slow: whoever is asked next is asked for what the first engine said. */
const unhurried: Clock = {
  now: systemClock.now,
  after: (ms, run) => (ms === HEDGE_AFTER_DEFAULT_MS ? () => undefined : systemClock.after(ms, run)),
};

/** The preview with nothing remembered, nobody polite, and every rule of the breaker in force. */
const previewBy = (engines: readonly Engine[], outbound: OutboundClient, hosts: MediaHosts): Preview =>
  createPreview({
    engines,
    choice: () => ({
      order: engines.map(({ name }) => name),
      providerAddress: null,
      platforms: { instagram: true, tiktok: true },
    }),
    registry: createEngineHealthRegistry({ clock: unhurried, rates: () => PLENTY, breaker: FIRST_FAULT }),
    cache: createSingleFlightCache<Resolution, Requester>({
      lifetimeMs: 1,
      maxEntries: 1,
      isCacheable: () => false,
    }),
    outbound,
    pageHosts: sharePageHosts,
    mediaHosts: hosts,
    tickets: createTicketSealer({ secret: TEST_SECRET }),
    log,
  });

/** Faults that end only when somebody's patience does cost nothing but time: all of those are met at once. */
const PATIENT = /\b(?:late|stalled|slow)$/;
/** Of the others only so many: a machine that is out of breath would be taken for a platform that is. */
const ROWS_CONCURRENCY = 2;

/** Meets a fault three times over, each with an engine that knows of nothing: alone, before another engine, and for its breaker. */
const meet = async (row: FaultRow, { makeEngines, previewBy }: Tools): Promise<Met> => {
  const [engine] = makeEngines();
  const next = countingEngine(engine?.name === 'cobalt' ? 'provider' : 'cobalt');
  const repeated = previewBy(makeEngines());
  const [alone, withNext] = await Promise.all([
    previewBy(makeEngines()).preview(row.link, ASKED),
    previewBy([...makeEngines(), next]).preview(row.link, ASKED),
    repeated.attempt(row.link, ASKED),
  ]);
  const record = repeated.health().find(({ platform }) => platform === row.platform);
  return {
    alone,
    withNext,
    nextAsked: next.asked,
    breaker: record?.breaker,
    leftAlone: record?.limitedUntil !== null,
  };
};

const meetAll = async (
  rows: readonly FaultRow[],
  meetOne: (row: FaultRow) => Promise<void>,
): Promise<void> => {
  const queue = rows.filter(({ fault }) => !PATIENT.test(fault)).values();
  const worker = async (): Promise<void> => {
    for (const row of queue) await meetOne(row);
  };
  await Promise.all([
    ...rows.filter(({ fault }) => PATIENT.test(fault)).map(meetOne),
    ...Array.from({ length: ROWS_CONCURRENCY }, worker),
  ]);
};

const sentenceOf = (outcome: PreviewOutcome): string => {
  if (outcome.ok) return POST;
  return outcome.code === 'failed'
    ? fetchFailed(outcome.reason ?? 'upstream_error')
    : ERROR_DETAILS[outcome.code];
};

/** Whatever an engine needs to be asked as it is in the product, without an app around it. */
const openSuite = (given: Readonly<Record<string, string>>) => {
  const config = readConfig(given);
  const { upstreamRoutes: routes, outboundProxy } = config;
  const outbound = createOutboundClient({ routes, outboundProxy });
  const connectProxy = createConnectProxy({ hosts: platformHosts, routes, outboundProxy });
  const hosts = mediaHosts(config.mediaHosts, config.cobalt?.url);
  const made: Engine[] = [];
  const makeEngines = (): readonly Engine[] => {
    const engines = createEngines(config, { outbound, connectProxy, log, providerAddress: () => null });
    made.push(...engines);
    return engines.filter(({ name }) => config.engines.includes(name));
  };
  const close = async (): Promise<void> => {
    await Promise.all(made.map((engine) => engine.close?.()));
    await Promise.all([outbound.close(), connectProxy.close()]);
  };
  return {
    tools: { makeEngines, previewBy: (engines: readonly Engine[]) => previewBy(engines, outbound, hosts) },
    close,
  };
};

/** The state of an engine's breaker, which the first fault opens, after one post. */
export const breakerAfterOne = async (
  environment: Readonly<Record<string, string>>,
  link: string,
  platform: MockPlatform,
): Promise<string | undefined> => {
  const { tools, close } = openSuite(environment);
  const preview = tools.previewBy(tools.makeEngines());
  await preview.attempt(link, ASKED);
  await close();
  return preview.health().find((record) => record.platform === platform)?.breaker;
};

/** Describes an engine by what every fault of a table makes of it; they are met before the first row is judged. */
export const describeEngineFaults = ({ engine, environment, remove, rows }: EngineUnderFault): void => {
  describe(`${engine} under faults`, () => {
    let mockPlatforms: MockPlatforms;
    const met = new Map<FaultRow, Met>();
    beforeAll(async () => {
      mockPlatforms = await startMockPlatforms();
      const given = await environment(mockPlatforms);
      const { tools, close } = openSuite({
        ENGINES: engine,
        UPSTREAM_ROUTES: mockPlatforms.routes,
        ...given,
      });
      await meetAll(rows, async (row) => void met.set(row, await meet(row, tools)));
      await close();
    }, 120_000);
    afterAll(async () => {
      remove?.();
      await mockPlatforms.close();
    });

    it.each(rows)('$platform $fault: "$says", next engine $next, breaker $breaker', (row) => {
      const found = met.get(row);
      if (found === undefined) throw new Error('the fault was not met');
      expect(sentenceOf(found.alone)).toBe(row.says);
      if (row.says !== POST) {
        expect(found.nextAsked > 0 ? 'asked' : 'not asked').toBe(row.next);
        // Whoever is asked next gives the post; else the first word is the last one.
        expect(sentenceOf(found.withNext)).toBe(row.next === 'asked' ? POST : row.says);
      }
      expect(found.breaker).toBe(row.breaker);
      expect(found.leftAlone).toBe(row.leftAlone ?? false);
    });
  });
};
