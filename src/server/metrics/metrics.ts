import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PostPlatform } from '#shared/contract/content-type.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import { parseLink } from '#shared/links/parse-link.ts';
import { PLATFORM_IDS } from '#shared/platforms/platforms.ts';
import { LIMIT_NAMES, type LimitName } from '../limits/refusals.ts';
import type { Ticket } from '../media/tickets/ticket.ts';
import type { TunnelTransfer } from '../media/tunnel/tunnel.ts';
import type { ChainRun } from '../posts/engine-run.ts';
import type { AnsweredPreview } from '../posts/preview.ts';

/** Upper bounds in seconds of the buckets for the durations of previews. */
const PREVIEW_SECONDS = [0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 30];
/** Upper bounds in seconds of the buckets for the times to the first byte of a transfer. */
const FIRST_BYTE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16];
const MS_PER_SECOND = 1_000;

const PURPOSES = ['download', 'view', 'thumbnail'] as const;

/** Labels of a series. Their values come from closed lists of this program: never a visitor, a link, a file or an address. */
type Labels = Readonly<Record<string, string>>;

/** Values of a gauge at a scrape, each with its labels. */
type GaugeValues = Iterable<readonly [labels: Labels, value: number]>;

/** Returns the platform of a ticket's post; `sample` if the post is not a link of a platform. */
export const platformOf = ({ post }: Pick<Ticket, 'post'>): PostPlatform => {
  const parsed = parseLink(post);
  return parsed.ok ? parsed.link.platform : 'sample';
};

/** Adds the counters and histograms of events to a registry, and returns them. */
const defineSeries = (registry: Registry) => {
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, labelNames: ['platform'], buckets, registers });

  const previews = counter(
    'savelet_previews_total',
    'Previews answered, cached or not. code is ok or an error code, engine is none after a failure.',
    ['platform', 'engine', 'code'],
  );
  const cacheHits = counter(
    'savelet_preview_cache_hits_total',
    'Previews answered from the cache, or by the same read as an equal request.',
    ['platform'],
  );
  const previewSeconds = histogram(
    'savelet_preview_duration_seconds',
    'Time to answer a preview that was read from its platform.',
    PREVIEW_SECONDS,
  );
  const runs = counter('savelet_engine_runs_total', 'Runs of an engine. code is ok or an error code.', [
    'platform',
    'engine',
    'code',
  ]);
  const transfers = counter(
    'savelet_transfers_total',
    'Files sent, whole or in part. code is ok, an error code if nothing was sent, else how the transfer broke: destroyed, let_go or aborted.',
    ['platform', 'purpose', 'code'],
  );
  const transferBytes = counter(
    'savelet_transfer_bytes_total',
    'Bytes of files that visitors have taken, counted every ten seconds of a transfer.',
    ['platform', 'kind'],
  );
  const firstByteSeconds = histogram(
    'savelet_transfer_first_byte_seconds',
    'Time from the request of a file to its first byte.',
    FIRST_BYTE_SECONDS,
  );
  const refusals = counter('savelet_limit_refusals_total', 'Requests refused because a limit was reached.', [
    'limit',
  ]);
  return { previews, cacheHits, previewSeconds, runs, transfers, transferBytes, firstByteSeconds, refusals };
};

type Series = ReturnType<typeof defineSeries>;

/**
 * Sets to zero the counts of refusals, of cache hits, of bytes, and of transfers that end as `ok` or `destroyed`. A series that appeared
 * with its first event would hide that event from Prometheus' functions rate() and increase().
 */
const startAtZero = ({ refusals, cacheHits, transferBytes, transfers }: Series): void => {
  for (const limit of LIMIT_NAMES) refusals.inc({ limit }, 0);
  for (const platform of PLATFORM_IDS) {
    cacheHits.inc({ platform }, 0);
    for (const kind of ['file', 'thumbnail']) transferBytes.inc({ platform, kind }, 0);
    for (const purpose of PURPOSES)
      for (const code of ['ok', 'destroyed']) transfers.inc({ platform, purpose, code }, 0);
  }
};

/**
 * Creates the metrics of this instance: counters and histograms, which change with each event, and gauges, which are read when the metrics
 * are requested. `docs/operations.md` lists the names.
 */
export const createMetrics = () => {
  const registry = new Registry();
  const series = defineSeries(registry);
  startAtZero(series);
  return {
    registry,
    /** Counts an answered preview. */
    countPreview({ platform, engine, ms, failure, isShared }: AnsweredPreview): void {
      series.previews.inc({ platform, engine: engine ?? 'none', code: failure ?? 'ok' });
      if (isShared) series.cacheHits.inc({ platform });
      else series.previewSeconds.observe({ platform }, ms / MS_PER_SECOND);
    },
    /** Counts a finished run of one engine. */
    countRun({ platform, outcome }: ChainRun, engine: EngineName): void {
      series.runs.inc({ platform, engine, code: outcome.ok ? 'ok' : outcome.code });
    },
    /** Counts a finished transfer, unless the request was a HEAD request. */
    countTransfer({ ticket, method, isAttachment, firstByteMs, outcome }: TunnelTransfer): void {
      if (method === 'HEAD') return;
      const platform = platformOf(ticket);
      const purpose = ticket.purpose === 'thumbnail' ? 'thumbnail' : isAttachment ? 'download' : 'view';
      series.transfers.inc({ platform, purpose, code: outcome.ok ? 'ok' : outcome.code });
      if (firstByteMs !== null) series.firstByteSeconds.observe({ platform }, firstByteMs / MS_PER_SECOND);
    },
    /** Counts the bytes of a file or thumbnail that a visitor has taken since the last call for the same transfer. */
    countSentBytes(ticket: Ticket, bytes: number): void {
      const kind = ticket.purpose === 'thumbnail' ? 'thumbnail' : 'file';
      series.transferBytes.inc({ platform: platformOf(ticket), kind }, bytes);
    },
    /** Counts a request that a limit refused. */
    countRefusal: (limit: LimitName): void => series.refusals.inc({ limit }),
    /** Adds a gauge whose values `read` returns at each scrape. */
    addGauge(
      name: string,
      help: string,
      labelNames: readonly string[],
      read: () => GaugeValues | Promise<GaugeValues>,
    ): void {
      new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          const values = await read();
          // Labels that are gone, such as an engine's that is no longer set up, go with their values.
          this.reset();
          for (const [labels, value] of values) this.set(labels, value);
        },
      });
    },
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
