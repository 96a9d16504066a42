import { isInstanceFile, type MediaSource, type UpstreamFile } from '../net/media-source.ts';
import type { Ticket } from '../tickets/ticket.ts';
import type { RequestedRange } from './byte-range.ts';
import {
  type FileRequest,
  openForVisitor,
  openUpstream,
  readIfRange,
  type UpstreamAccess,
} from './open-upstream.ts';
import type { OpenedFile, OpenFailure } from './opened-file.ts';
import type { ResumeCause } from './pump.ts';

/** Resuming a broken transfer: time limit of one attempt until its next bytes, and of all attempts together. */
const TUNNEL_RESUME_TRY_MS = 6_000;
const TUNNEL_RESUME_MAX_MS = 25_000;
/** Bytes an attempt must transfer to count as progress. Only attempts without progress are limited in number. */
const TUNNEL_RESUME_PROGRESS_BYTES = 64 * 1024;

/**
 * Finds the current address of a ticket's file by reading its post again; null when the post no longer has the file or
 * cannot be read. Rejects with the signal's reason.
 */
export type RefreshTicketSource = (ticket: Ticket, signal: AbortSignal) => Promise<MediaSource | null>;

export interface SupplyAccess extends UpstreamAccess {
  readonly refresh?: RefreshTicketSource;
  /** Milliseconds until the first bytes of each further attempt, and for all attempts together after a break. */
  readonly resumeTimes?: { readonly tryMs: number; readonly maxMs: number };
}

/** Source of the bytes of one transfer. After the transfer has begun, it only returns bytes of the same file. */
export interface Supply {
  /** Opens the file. Rejects with the signal's reason on abort. */
  open(): Promise<OpenedFile | OpenFailure>;
  /** Returns whether the rest of `file` can be requested at any time: its size is known, and its source sends parts. */
  canResume(file: OpenedFile): boolean;
  /**
   * Opens the rest of `file` after its body ended at byte `at` of the requested part, because it broke or because its connection was
   * freed. `tail` has the last bytes before that one; they are requested again and compared. Null when that fails or the address now
   * serves another file. Never rejects.
   */
  resume(file: OpenedFile, at: number, cause: ResumeCause, tail: Buffer): Promise<OpenedFile | null>;
}

const RESUME_TIMES = { tryMs: TUNNEL_RESUME_TRY_MS, maxMs: TUNNEL_RESUME_MAX_MS };
const TIMEOUT = new Error('no bytes in time');

/**
 * Returns the result of `work`, or null after `ms` milliseconds, when its signal aborts. The signal does not abort
 * after `work` has settled, because a body may still depend on it.
 */
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

/** Returns the part that is missing after `at` bytes of the requested part. */
const remainingRange = ({ range }: OpenedFile, at: number): RequestedRange => ({
  kind: 'from',
  start: (range?.start ?? 0) + at,
  end: range?.end ?? null,
});

/** Returns whether the first bytes of a part are those of `tail`, and drops these. */
const startsWithTail = ({ opening }: OpenedFile, tail: Buffer): boolean =>
  tail.length <= opening.bytes.length && opening.skip(tail.length).equals(tail);

/**
 * Returns whether two responses are of the same file. Bytes of two files mixed in one download would pass every length
 * check, so size and validators must be unchanged.
 */
const isSameFile = (before: OpenedFile, now: OpenedFile): boolean => {
  if (now.range === null || now.total !== before.total) return false;
  if (before.etag !== null) return now.etag === before.etag;
  if (before.lastModified !== null) return now.lastModified === before.lastModified;
  return now.upstreamType === before.upstreamType;
};

interface Addresses {
  /**
   * Yields the addresses not tried since the last progress: the current one unless it has expired, then a refreshed
   * one.
   */
  nextAddresses(hasExpired: boolean, signal: AbortSignal): AsyncGenerator<UpstreamFile>;
  /** Makes every address available again. */
  reset(): void;
}

const createAddresses = (
  source: UpstreamFile,
  refreshSource: (signal: AbortSignal) => Promise<MediaSource | null>,
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
 * Creates the byte source of one transfer. A broken address is tried once more; an expired address, or one that fails
 * again, is replaced once by the address in the post read again. Both require a ticket with the file's position in its
 * post. An attempt that gains enough bytes makes both possible again, so only attempts without progress count; the
 * tunnel's maximum duration limits the whole transfer.
 */
export const createUpstreamSupply = (
  access: SupplyAccess,
  ticket: Ticket,
  source: UpstreamFile,
  request: FileRequest,
): Supply => {
  const { refresh, resumeTimes = RESUME_TIMES } = access;
  const { tryMs, maxMs } = resumeTimes;
  const { signal } = request;
  const isRefreshable = ticket.place !== undefined && refresh !== undefined;
  const addresses = createAddresses(source, async (until) => refresh?.(ticket, until) ?? null);
  let lastBreakAt = 0;

  return {
    async open() {
      const first = await openForVisitor(access, ticket, source, request);
      if (first.ok || !isRefreshable || first.tryAt === undefined) return first;
      let failure: OpenFailure = first;
      for await (const address of addresses.nextAddresses(first.tryAt === 'fresh-address', signal)) {
        const opened = await withTimeout(tryMs, signal, (attemptSignal) =>
          openForVisitor(access, ticket, address, { ...request, signal: attemptSignal }),
        );
        if (opened?.ok === true) return opened;
        // Does not report errors of the refreshed address.
        if (opened !== null && address === source) failure = opened;
      }
      return failure;
    },
    canResume: (file) => isRefreshable && file.total !== null && file.sendsParts,
    async resume(file, at, cause, tail) {
      if (!isRefreshable || file.total === null) return null;
      // A freed connection says nothing about its address.
      if (cause === 'freed' || at - lastBreakAt >= TUNNEL_RESUME_PROGRESS_BYTES) addresses.reset();
      if (cause === 'broken') lastBreakAt = at;
      const range = remainingRange(file, at - tail.length);
      const ifRange = readIfRange(file.etag ?? undefined) ?? file.lastModified;
      const known = { ...ticket, size: file.total };
      const reopen = async (until: AbortSignal): Promise<OpenedFile | null> => {
        for await (const address of addresses.nextAddresses(false, until)) {
          const opened = await withTimeout(tryMs, until, (attemptSignal) =>
            // The owner's instance ignores conditions; `isSameFile` checks its response in any case.
            openUpstream(access, known, address, {
              range,
              ifRange: isInstanceFile(address) ? null : ifRange,
              signal: attemptSignal,
            }),
          );
          if (opened?.ok !== true) continue;
          if (isSameFile(file, opened) && startsWithTail(opened, tail)) return opened;
          opened.body.destroy();
        }
        return null;
      };
      // Rejects when the visitor has left. After any other rejection the response must not look complete either.
      return withTimeout(maxMs, signal, reopen).catch(() => null);
    },
  };
};
