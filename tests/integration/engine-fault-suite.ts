import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSingleFlightCache } from '../../src/server/base/cache/single-flight-cache.ts';
import { readConfig } from '../../src/server/base/config/read-config.ts';
import { createLogger } from '../../src/server/base/observability/logger.ts';
import type { Engine } from '../../src/server/engines/engine.ts';
import { createEngines } from '../../src/server/engines/registry.ts';
import { detailOf } from '../../src/server/http/problem.ts';
import type { Requester } from '../../src/server/limits/requester.ts';
import { createTicketSealer } from '../../src/server/media/tickets/ticket-sealer.ts';
import { createConnectProxy } from '../../src/server/outbound/connect-proxy.ts';
import { createOutboundClient } from '../../src/server/outbound/create-outbound-client.ts';
import type { OutboundClient } from '../../src/server/outbound/outbound-client.ts';
import {
  BREAKER_FAULTS_MS,
  BREAKER_PROBE_MS,
  BREAKER_WINDOW_RUNS,
} from '../../src/server/platforms/circuit-breaker.ts';
import { NOTHING_STATED } from '../../src/server/platforms/reading/extracted-post.ts';
import { type MediaHosts, mediaHosts, platformHosts } from '../../src/server/platforms/server-platforms.ts';
import { createEngineHealthRegistry, HEDGE_AFTER_DEFAULT_MS } from '../../src/server/posts/engine-health.ts';
import { type Clock, systemClock } from '../../src/server/posts/engine-queue.ts';
import { PREVIEW_TIMEOUT_MS } from '../../src/server/posts/engine-run.ts';
import type { Resolution } from '../../src/server/posts/post-source.ts';
import { createPreview, type Preview, type PreviewOutcome } from '../../src/server/posts/preview.ts';
import type { EngineName } from '../../src/shared/contract/engine-names.ts';
import { byPlatform, type PlatformId } from '../../src/shared/platforms/platforms.ts';
import { TIMED_OUT } from '../fault-sentences.ts';
import { type MockPlatforms, startMockPlatforms } from '../mock-platforms/mock-platforms.ts';
import { POST } from '../platforms/native-answers.ts';
import { VISITOR } from '../requesters.ts';
import { underFakeTime } from '../under-fake-time.ts';
import { directPages } from './direct-pages.ts';
import { TEST_SECRET } from './test-app.ts';

export interface FaultRow {
  readonly fault: string;
  readonly platform: PlatformId;
  /** The link that triggers the fault. */
  readonly link: string;
  /** The visitor's message when there is no other engine; POST when the engine returns the post all the same. */
  readonly says: string;
  /** Whether the next engine is called then. */
  readonly next: 'asked' | 'not asked';
  /** State of the engine's circuit breaker after the fault has occurred five times. */
  readonly breaker: 'closed' | 'open';
  /** Whether the engine is paused for a time that the upstream has named. */
  readonly isPaused?: true;
}

export interface EngineUnderFault {
  readonly engine: EngineName;
  /** Returns the environment variables that configure this engine, once its fake upstream is running. */
  readonly environment: (
    mockPlatforms: MockPlatforms,
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Removes what `environment` has created. */
  readonly remove?: () => void;
  readonly rows: readonly FaultRow[];
}

interface Tools {
  /** Creates fresh instances of the engine, because an instance remembers recent faults. */
  readonly makeEngines: () => readonly Engine[];
  readonly previewBy: (engines: readonly Engine[]) => Preview;
}

interface FaultResult {
  readonly alone: PreviewOutcome;
  readonly nextCalls: number;
  readonly withNext: PreviewOutcome;
  readonly breaker: string | undefined;
  readonly isPaused: boolean;
}

const log = createLogger('silent');
const PLENTY = { concurrency: 100, maxQueue: 100, freePerHour: Number.POSITIVE_INFINITY, gapMs: 0 };

/** Creates an engine that returns every post at once, and counts its calls. */
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
      const post = {
        ...NOTHING_STATED,
        id: link.id,
        username: null,
        caption: '',
        thumbnail: null,
        duration: null,
      };
      return Promise.resolve({ ok: true, post: { ...post, items: [{ ...item, renditions: [rendition] }] } });
    },
  };
  return made;
};

/** Opens the breaker at the first fault; the product needs five. */
const FIRST_FAULT = {
  faults: 1,
  faultsMs: BREAKER_FAULTS_MS,
  windowRuns: BREAKER_WINDOW_RUNS,
  probeMs: BREAKER_PROBE_MS,
  firstProbeMs: BREAKER_PROBE_MS,
};
const REQUEST = { requester: VISITOR };

/** A clock for which no run is slow, so that the next engine is called only because of the first engine's result. */
const patientClock: Clock = {
  now: systemClock.now,
  callAfter: (ms, run) => (ms === HEDGE_AFTER_DEFAULT_MS ? () => undefined : systemClock.callAfter(ms, run)),
};

/** Creates a preview without cache and without rate limits, but with every rule of the circuit breaker. */
const previewBy = (engines: readonly Engine[], outbound: OutboundClient, hosts: MediaHosts): Preview =>
  createPreview({
    engines,
    readChoice: () => ({
      order: engines.map(({ name }) => name),
      provider: null,
      platforms: byPlatform(() => true),
    }),
    registry: createEngineHealthRegistry({
      clock: patientClock,
      rulesOf: () => PLENTY,
      breaker: FIRST_FAULT,
    }),
    cache: createSingleFlightCache<Resolution, Requester>({
      lifetimeMs: 1,
      maxEntries: 1,
      isCacheable: () => false,
    }),
    pages: directPages(outbound),
    media: outbound,
    mediaHosts: hosts,
    tickets: createTicketSealer({ secret: TEST_SECRET }),
    log,
  });

/** Concurrency of the faults. On an overloaded machine, a slow test would look like a slow platform. */
const ROWS_CONCURRENCY = 2;
/** Requests of one row: `triggerFault` reads its post three times. */
const REQUESTS_OF_ROW = 3;
/**
 * Triggers a fault three times, each time with a fresh engine: alone, before another engine, and for its circuit
 * breaker.
 */
const triggerFault = async (row: FaultRow, { makeEngines, previewBy }: Tools): Promise<FaultResult> => {
  const [engine] = makeEngines();
  const next = countingEngine(engine?.name === 'cobalt' ? 'provider' : 'cobalt');
  const repeated = previewBy(makeEngines());
  const [alone, withNext] = await Promise.all([
    previewBy(makeEngines()).preview(row.link, REQUEST),
    previewBy([...makeEngines(), next]).preview(row.link, REQUEST),
    repeated.attempt(row.link, REQUEST),
  ]);
  const record = repeated.health().find(({ platform }) => platform === row.platform);
  return {
    alone,
    withNext,
    nextCalls: next.asked,
    breaker: record?.breaker,
    isPaused: record?.limitedUntil !== null,
  };
};

const triggerAll = async (
  rows: readonly FaultRow[],
  triggerOne: (row: FaultRow) => Promise<void>,
): Promise<void> => {
  const queue = rows.values();
  const worker = async (): Promise<void> => {
    for (const row of queue) await triggerOne(row);
  };
  await Promise.all(Array.from({ length: ROWS_CONCURRENCY }, worker));
};

const sentenceOf = (outcome: PreviewOutcome): string => {
  if (outcome.ok) return POST;
  return detailOf(outcome.code, outcome.reason);
};

/** Creates what an engine needs to run as in the product, without an app around it. */
const openSuite = (given: Readonly<Record<string, string>>) => {
  const config = readConfig(given);
  const direct = { proxy: null, routes: config.upstreamRoutes };
  const outbound = createOutboundClient(direct);
  const connectProxy = createConnectProxy({ hosts: platformHosts, paths: { direct } });
  const hosts = mediaHosts(config.mediaHosts, config.cobalt?.url);
  const made: Engine[] = [];
  const makeEngines = (): readonly Engine[] => {
    const engines = createEngines(config, {
      pages: directPages(outbound),
      services: outbound,
      connectProxy,
      log,
      installedYtDlp: () => null,
      chosenProvider: () => null,
    });
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

/** Returns the state of an engine's circuit breaker after one post; here the first fault opens it. */
export const breakerAfterOne = async (
  environment: Readonly<Record<string, string>>,
  link: string,
  platform: PlatformId,
): Promise<string | undefined> => {
  const { tools, close } = openSuite(environment);
  const preview = tools.previewBy(tools.makeEngines());
  await preview.attempt(link, REQUEST);
  await close();
  return preview.health().find((record) => record.platform === platform)?.breaker;
};

/** Defines the tests of a table of faults. All faults are triggered before the first test compares a result. */
export const describeEngineFaults = ({ engine, environment, remove, rows }: EngineUnderFault): void => {
  describe(`${engine} under faults`, () => {
    let mockPlatforms: MockPlatforms;
    const met = new Map<FaultRow, FaultResult>();
    beforeAll(async () => {
      mockPlatforms = await startMockPlatforms();
      const given = await environment(mockPlatforms);
      const { tools, close } = openSuite({
        ENGINES: engine,
        UPSTREAM_ROUTES: mockPlatforms.routes,
        ...given,
      });
      const triggerOne = async (row: FaultRow) => void met.set(row, await triggerFault(row, tools));
      // Faults that end only at a time limit run all at once. A real program does not follow fake timers.
      const isTimeout = ({ says }: FaultRow) => says === TIMED_OUT && engine !== 'yt-dlp';
      const timeouts = rows.filter(isTimeout);
      const expected = timeouts.length * REQUESTS_OF_ROW;
      await underFakeTime(
        () => Promise.all(timeouts.map(triggerOne)),
        () => mockPlatforms.requests.length >= expected,
        2 * PREVIEW_TIMEOUT_MS,
      );
      await triggerAll(
        rows.filter((row) => !isTimeout(row)),
        triggerOne,
      );
      await close();
    }, 120_000);
    afterAll(async () => {
      remove?.();
      await mockPlatforms.close();
    });

    it.each(rows)('$platform $fault: "$says", next engine $next, breaker $breaker', (row) => {
      const found = met.get(row);
      if (found === undefined) throw new Error('the fault was not triggered');
      expect(sentenceOf(found.alone)).toBe(row.says);
      if (row.says !== POST) {
        expect(found.nextCalls > 0 ? 'asked' : 'not asked').toBe(row.next);
        // The next engine, if called, returns the post; otherwise the first failure is final.
        expect(sentenceOf(found.withNext)).toBe(row.next === 'asked' ? POST : row.says);
      }
      expect(found.breaker).toBe(row.breaker);
      expect(found.isPaused).toBe(row.isPaused ?? false);
    });
  });
};
