import type { Config } from '../base/config/config.ts';
import { type CountRefusal, IGNORE_REFUSAL, type LimitName } from './refusals.ts';
import { hashedNetworkKey } from './requester.ts';
import { createSlots } from './slots.ts';
import { type CreateWindows, createMemoryWindows, MEMORY_WINDOWS, type WindowState } from './windows.ts';

/**
 * Whether a preview may start, and if not, the seconds until the next one may (`retryAfter`). `states` describe the windows for the
 * RateLimit headers.
 */
export type PreviewAdmission =
  | {
      readonly ok: true;
      readonly states: readonly WindowState[];
      /** Ends the preview, which then no longer counts among those at the same time; further calls do nothing. */
      readonly release: () => void;
    }
  | { readonly ok: false; readonly states: readonly WindowState[]; readonly retryAfter: number };

const MINUTE_SECONDS = 60;
/** Seconds after which a network with too many previews at the same time may start another one; previews end within seconds. */
const IN_FLIGHT_RETRY_SECONDS = 3;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/**
 * Creates a limiter of previews per minute, per hour and at the same time, by key: a budget and a visitor network (`limitKeyOf`).
 * `createWindows` counts the previews per minute and hour, possibly for all instances; each instance counts its previews in flight alone.
 */
export const createPreviewLimiter = (
  {
    previewsPerMinute,
    previewsPerHour,
    maxConcurrentPreviews,
  }: Pick<Config['allowance'], 'previewsPerMinute' | 'previewsPerHour' | 'maxConcurrentPreviews'>,
  createWindows: CreateWindows,
  countRefusal = IGNORE_REFUSAL,
) => {
  const windows = createWindows('previews', [
    { name: 'minute', limit: previewsPerMinute, seconds: MINUTE_SECONDS },
    { name: 'hour', limit: previewsPerHour, seconds: HOUR_SECONDS },
  ]);
  const onRefused = (): void => countRefusal('previews');
  const inFlight = createSlots({ perNetwork: maxConcurrentPreviews, onRefused });
  return {
    /** Counts a preview unless a limit is reached. */
    async start(key: string): Promise<PreviewAdmission> {
      const slot = inFlight.open(key);
      if (slot === null) return { ok: false, states: [], retryAfter: IN_FLIGHT_RETRY_SECONDS };
      const { ok, states, retryAfter } = await windows.take(key);
      if (ok) return { ok, states, release: slot.release };
      slot.release();
      onRefused();
      return { ok, states, retryAfter };
    },
  };
};

/**
 * Maximum number of streams at the same time. A waiting stream holds less than 100 KB (docs/adr/0004), one that the general client reads
 * (create-outbound-client.ts) 300 KB, so that full limits hold 150 to 450 MB.
 */
const STREAMS_MAX = 1_000;
/** Maximum number of thumbnails at the same time. */
const THUMBNAILS_MAX = 500;
/**
 * Maximum number of thumbnails of one network at the same time, unless the owner allows more streams: enough for one set loaded over HTTP/2
 * and a second tab.
 */
const THUMBNAILS_PER_NETWORK = 96;
/**
 * Milliseconds for which a request waits for a free stream slot: longer than a seeking player needs to close its previous stream, shorter
 * than people are willing to wait.
 */
const STREAM_WAIT_MS = 5_000;
const STREAM_QUEUE_PER_NETWORK = 64;
/**
 * Maximum number of requests of one network within REQUESTS_SECONDS, if the owner allows a network at most CONNECTIONS_MEASURE connections;
 * opening a page takes about 20. The number grows with the allowed connections, because more connections stand for more people.
 */
const REQUESTS_MAX = 1_500;
const REQUESTS_SECONDS = 30;
const CONNECTIONS_MEASURE = 256;
/**
 * Maximum number of media requests of one network per minute: enough for twenty previews a minute of large sets with their thumbnails, and
 * for a player that sends a few requests a second while seeking.
 */
const MEDIA_REQUESTS_PER_MINUTE = 1_200;
const UPSTREAM_HEADS_PER_MINUTE = 30;
const SESSION_LOOKUPS_PER_MINUTE = 300;

/**
 * Creates the traffic limits. Connections from trusted proxies are not counted. `createWindows` counts the previews, possibly for all
 * instances; each instance counts everything else alone. `countRefusal` is called for each refusal, except those of `sessionLookups`.
 */
export const createTrafficLimits = (
  allowance: Readonly<Config['allowance']>,
  isTrustedProxy: (address: string) => boolean,
  createWindows: CreateWindows = MEMORY_WINDOWS,
  countRefusal: CountRefusal = IGNORE_REFUSAL,
) => {
  const waiting = { waitMs: STREAM_WAIT_MS, maxQueueLength: STREAM_QUEUE_PER_NETWORK };
  const counted = (name: LimitName) => ({ onRefused: () => countRefusal(name) });
  const perMinute = (limit: number, options = {}) =>
    createMemoryWindows([{ limit, seconds: MINUTE_SECONDS }], options);
  const connections = createSlots({ perNetwork: allowance.maxConnections, ...counted('connections') });
  return {
    previews: createPreviewLimiter(allowance, createWindows, countRefusal),
    /** Slots for the streams of media files. */
    streams: createSlots({
      perNetwork: allowance.maxConcurrentStreams,
      total: STREAMS_MAX,
      ...waiting,
      ...counted('streams'),
    }),
    /** Slots for thumbnails, counted separately from files: a set shows up to 40 at the same time. */
    thumbnails: createSlots({
      perNetwork: Math.max(THUMBNAILS_PER_NETWORK, allowance.maxConcurrentStreams),
      total: THUMBNAILS_MAX,
      ...waiting,
      ...counted('thumbnails'),
    }),
    /** Windows of all requests, also of those that have a limit of their own. */
    requests: createMemoryWindows(
      [
        {
          limit: Math.ceil(REQUESTS_MAX * Math.max(1, allowance.maxConnections / CONNECTIONS_MEASURE)),
          seconds: REQUESTS_SECONDS,
        },
      ],
      counted('requests'),
    ),
    /** Windows of requests for the bytes of files and thumbnails. Each request queries the delivery network, however small its range. */
    mediaRequests: perMinute(MEDIA_REQUESTS_PER_MINUTE, counted('media_requests')),
    /** Windows of HEAD requests that query the delivery network. */
    upstreamHeads: perMinute(UPSTREAM_HEADS_PER_MINUTE, counted('media_heads')),
    /** Windows of account lookups for session cookies on public routes. */
    sessionLookups: perMinute(SESSION_LOOKUPS_PER_MINUTE),
    /**
     * Counts a connection of an address, and returns the function that ends the count; null when the network of the address has too many
     * connections. Connections of trusted proxies have no limit.
     */
    openConnection: (address: string): (() => void) | null =>
      isTrustedProxy(address)
        ? () => undefined
        : (connections.open(hashedNetworkKey(address, String))?.release ?? null),
    /** Returns whether forwarding headers from an address are trusted. */
    isTrustedProxy,
  };
};

/** The limits of anonymous traffic, counted by visitor network (docs/adr/0028). */
export type TrafficLimits = ReturnType<typeof createTrafficLimits>;

/**
 * Creates the budget of reads through the owner's proxy, `readsPerHour` in an hour. `now` returns milliseconds of a clock that never goes
 * back.
 */
export const createProxyBudget = (readsPerHour: number, now: () => number = () => performance.now()) => {
  const reads = createMemoryWindows([{ limit: readsPerHour, seconds: HOUR_SECONDS }], { now });
  return {
    /** Counts a read. Returns null, or if the budget is used up, the seconds until the next read is allowed. */
    take() {
      const { ok, retryAfter } = reads.take('proxy');
      return ok ? null : retryAfter;
    },
  };
};
