import {
  TUNNEL_RESUME_MAX_MS,
  TUNNEL_RESUME_PROGRESS_BYTES,
  TUNNEL_RESUME_TRY_MS,
} from '#shared/transfer-limits.ts';
import type { Ticket, TicketSource } from '../tickets/ticket.ts';
import type { RequestedRange } from './byte-range.ts';
import {
  type FileRequest,
  openForVisitor,
  openUpstream,
  readIfRange,
  type UpstreamAccess,
  type UpstreamSource,
} from './open-upstream.ts';
import type { OpenedFile, OpenFailure } from './opened-file.ts';

/**
 * Finds where the file of a ticket is now, its post read anew; null when the post no longer has it, or shows nothing.
 * Rejects with the signal's reason.
 */
export type RefreshTicketSource = (ticket: Ticket, signal: AbortSignal) => Promise<TicketSource | null>;

export interface SupplyAccess extends UpstreamAccess {
  readonly refresh?: RefreshTicketSource;
  /** Milliseconds each further try has until its first bytes are there, and all of them together after a break. */
  readonly resumeTimes?: { readonly tryMs: number; readonly maxMs: number };
}

/** Where the bytes of one transfer come from; once it has begun, for as long as it is the same file. */
export interface Supply {
  /** Rejects with the signal's reason on abort. */
  open(): Promise<OpenedFile | OpenFailure>;
  /**
   * Gives the rest of `file` when its body broke, from byte `at` of what was asked for; null when it cannot be had, or when
   * what is there now is another file. Never rejects.
   */
  resume(file: OpenedFile, at: number): Promise<OpenedFile | null>;
}

const RESUME_TIMES = { tryMs: TUNNEL_RESUME_TRY_MS, maxMs: TUNNEL_RESUME_MAX_MS };
const TIMEOUT = new Error('no bytes in time');

/** Gives what `work` comes to, null after `ms`. Its signal then aborts, and never once the work is done: a body may depend on it. */
const withTimeout = async <Result>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(TIMEOUT), ms);
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (error !== TIMEOUT) throw error;
    return null;
  } finally {
    clearTimeout(timer);
  }
};

/** The part that is still missing when `at` bytes of what was asked for have come. */
const remainingRange = ({ range }: OpenedFile, at: number): RequestedRange => ({
  kind: 'from',
  start: (range?.start ?? 0) + at,
  end: range?.end ?? null,
});

/** Bytes of two files in one would pass every check of length: what a network says of a file must not have changed. */
const isSameFile = (before: OpenedFile, now: OpenedFile): boolean => {
  if (now.range === null || now.total !== before.total) return false;
  if (before.etag !== null) return now.etag === before.etag;
  if (before.lastModified !== null) return now.lastModified === before.lastModified;
  return now.upstreamType === before.upstreamType;
};

interface Addresses {
  /** Yields the addresses not tried since the last progress: the current one unless it has expired, then a fresh one. */
  nextAddresses(hasExpired: boolean, signal: AbortSignal): AsyncGenerator<UpstreamSource>;
  /** Makes every address available again. */
  reset(): void;
}

const createAddresses = (
  source: UpstreamSource,
  refreshSource: (signal: AbortSignal) => Promise<TicketSource | null>,
): Addresses => {
  let current = source;
  const available = { current: true, fresh: true };
  return {
    async *nextAddresses(hasExpired, signal) {
      if (available.current && !hasExpired) {
        available.current = false;
        yield current;
      }
      if (!available.fresh) return;
      available.fresh = false;
      const fresh = await refreshSource(signal);
      if (fresh?.kind !== 'upstream') return;
      current = fresh;
      yield current;
    },
    reset() {
      available.current = true;
      available.fresh = true;
    },
  };
};

/**
 * Makes the supply of one transfer. An address that broke is tried once more; one that has expired, or fails again, is
 * replaced once by where the post, read anew, has the file. Both only for tickets that tell a file's place in its post.
 * A try that gains enough bytes makes both available again, so only tries without progress are counted; the tunnel's
 * maximum duration bounds the transfer as a whole.
 */
export const createUpstreamSupply = (
  access: SupplyAccess,
  ticket: Ticket,
  source: UpstreamSource,
  wanted: FileRequest,
): Supply => {
  const { refresh, resumeTimes = RESUME_TIMES } = access;
  const { tryMs, maxMs } = resumeTimes;
  const { signal } = wanted;
  const isRefreshable = ticket.place !== undefined && refresh !== undefined;
  const addresses = createAddresses(source, async (until) => refresh?.(ticket, until) ?? null);
  let lastBreakAt = 0;

  return {
    async open() {
      const first = await openForVisitor(access, ticket, source, wanted);
      if (first.ok || !isRefreshable || first.tryAt === undefined) return first;
      let failure: OpenFailure = first;
      for await (const address of addresses.nextAddresses(first.tryAt === 'fresh-address', signal)) {
        const opened = await withTimeout(tryMs, signal, (either) =>
          openForVisitor(access, ticket, address, { ...wanted, signal: either }),
        );
        if (opened?.ok === true) return opened;
        // Of an address the visitor's link does not name nothing is told.
        if (opened !== null && address === source) failure = opened;
      }
      return failure;
    },
    async resume(file, at) {
      if (!isRefreshable || file.total === null) return null;
      if (at - lastBreakAt >= TUNNEL_RESUME_PROGRESS_BYTES) addresses.reset();
      lastBreakAt = at;
      const range = remainingRange(file, at);
      const ifRange = readIfRange(file.etag ?? undefined) ?? file.lastModified;
      const known = { ...ticket, size: file.total };
      const reopen = async (until: AbortSignal): Promise<OpenedFile | null> => {
        for await (const address of addresses.nextAddresses(false, until)) {
          const opened = await withTimeout(tryMs, until, (either) =>
            // The owner's instance judges no condition; what it says of the file is judged here in any case.
            openUpstream(access, known, address, {
              range,
              ifRange: address.via === undefined ? ifRange : null,
              signal: either,
            }),
          );
          if (opened?.ok !== true) continue;
          if (isSameFile(file, opened)) return opened;
          opened.body.destroy();
        }
        return null;
      };
      // When the visitor has left; were it anything else, the answer must not look complete either.
      return withTimeout(maxMs, signal, reopen).catch(() => null);
    },
  };
};
