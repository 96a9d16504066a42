import { PROJECT_ROOT } from '../base/config/project-root.ts';
import type { Database } from '../base/db/database.ts';
import { createDatabaseCheck } from '../base/db/database-check.ts';
import { readBuildInfo } from '../base/observability/build-info.ts';
import type { TrafficLimits } from '../limits/traffic-limits.ts';
import type { EngineHealthRegistry, EngineRecord } from '../posts/engine-health.ts';
import type { Metrics } from './metrics.ts';

/** Parts of the server whose state the gauges show, and the metrics that get the gauges. */
export interface MeasuredState {
  readonly metrics: Metrics;
  readonly database: Pick<Database, 'kind' | 'ping'>;
  readonly traffic: Pick<TrafficLimits, 'streams' | 'thumbnails'>;
  readonly hub: { readonly openStreams: () => Readonly<Record<string, number>> };
  /** Returns one record for each platform and each engine that is set up, except the engine for samples. */
  readonly engineRecords: () => readonly EngineRecord[];
  readonly registry: Pick<EngineHealthRegistry, 'healthOf'>;
}

const ENGINE = ['engine', 'platform'] as const;
const MS_PER_SECOND = 1_000;

/** Adds the gauges of the queues, circuits and pauses of the engines. */
const addEngineGauges = ({ metrics, engineRecords, registry }: MeasuredState): void => {
  const perEngine = (name: string, help: string, read: (record: EngineRecord) => number): void =>
    metrics.addGauge(name, help, ENGINE, () =>
      engineRecords().map((record) => [{ engine: record.engine, platform: record.platform }, read(record)]),
    );
  const loadOf = ({ engine, platform }: EngineRecord) => registry.healthOf(engine, platform).load();
  perEngine(
    'savelet_engine_queue_running',
    'Runs of the engine on the platform now.',
    (one) => loadOf(one).running,
  );
  perEngine(
    'savelet_engine_queue_waiting',
    'Requests that wait for a run of the engine on the platform.',
    (one) => loadOf(one).waiting,
  );
  perEngine(
    'savelet_engine_circuit_open',
    '1 while previews skip the engine on the platform because it failed; it is probed meanwhile.',
    ({ breaker }) => Number(breaker !== 'closed'),
  );
  perEngine(
    'savelet_engine_paused',
    '1 while the engine waits on the platform because it was asked to.',
    ({ limitedUntil }) => Number(limitedUntil !== null),
  );
};

/**
 * Adds the gauges of the engines, slots, live streams, build and database to the metrics of `state`. Their values are read at each scrape.
 */
export const addStateGauges = async (state: MeasuredState): Promise<void> => {
  const { metrics, database, traffic, hub } = state;
  addEngineGauges(state);
  const slots = [
    [{ kind: 'file' }, traffic.streams],
    [{ kind: 'thumbnail' }, traffic.thumbnails],
  ] as const;
  metrics.addGauge('savelet_transfers_running', 'Transfers that hold a slot now.', ['kind'], () =>
    slots.map(([labels, one]) => [labels, one.load().running]),
  );
  metrics.addGauge('savelet_transfers_waiting', 'Requests that wait for a slot now.', ['kind'], () =>
    slots.map(([labels, one]) => [labels, one.load().waiting]),
  );
  metrics.addGauge('savelet_live_streams', 'Open live streams of pages and panels.', ['topic'], () =>
    Object.entries(hub.openStreams()).map(([topic, count]) => [{ topic }, count]),
  );
  const build = await readBuildInfo(PROJECT_ROOT);
  metrics.addGauge(
    'savelet_build_info',
    'Version and commit of the program; the value is 1.',
    ['version', 'commit'],
    () => [[{ version: build.version, commit: build.commit ?? 'unknown' }, 1]],
  );
  const check = createDatabaseCheck(() => database.ping());
  const { kind } = database;
  metrics.addGauge('savelet_database_up', '1 while the database answers.', ['kind'], async () => [
    [{ kind }, Number((await check()) === null)],
  ]);
  metrics.addGauge(
    'savelet_database_ping_seconds',
    'Time in which the database answered at this scrape; half a second if it did not.',
    ['kind'],
    async () => {
      const began = performance.now();
      await check();
      return [[{ kind }, (performance.now() - began) / MS_PER_SECOND]];
    },
  );
};
