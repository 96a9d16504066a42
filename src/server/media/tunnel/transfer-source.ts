import {
  addressesOf,
  haveDifferentStart,
  isCobaltFile,
  type MediaSource,
  type UpstreamFile,
} from '../../outbound/media-source.ts';
import type { Ticket } from '../tickets/ticket.ts';
import type { RequestedRange } from './byte-range.ts';
import {
  type FileRequest,
  openForVisitor,
  openUpstream,
  readIfRange,
  UNREACHED,
  type UpstreamAccess,
} from './open-upstream.ts';
import { MEDIA_FAILED, type OpenedFile, type OpenFailure, type ResumeCause } from './opened-file.ts';

/**
 * Time limit of one of several attempts until its first bytes, and of all attempts together after a transfer broke. An attempt at one of
 * several addresses has half of the first limit: all attempts must fail before the visitor gives up.
 */
const TUNNEL_RESUME_TRY_MS = 6_000;
const TUNNEL_RESUME_MAX_MS = 25_000;
/** Bytes an attempt must transfer to count as progress. Only attempts without progress are limited in number. */
const TUNNEL_RESUME_PROGRESS_BYTES = 64 * 1024;

/**
 * Finds the current address of a ticket's file by reading its post again; null when the post no longer has the file or
 * cannot be read. Rejects with the signal's reason.
 */
export type RefreshTicketSource = (ticket: Ticket, signal: AbortSignal) => Promise<MediaSource | null>;

export interface TransferSourceAccess extends UpstreamAccess {
  readonly refresh?: RefreshTicketSource;
  /** Milliseconds until the first bytes of each further attempt, and for all attempts together after a break. */
  readonly resumeTimes?: { readonly tryMs: number; readonly maxMs: number };
}

/** Source of the bytes of one transfer. After the transfer has begun, it only returns bytes of the same file. */
export interface TransferSource {
  /** Opens the file. Rejects with the signal's reason on abort. */
  open(): Promise<OpenedFile | OpenFailure>;
  /** Returns whether the rest of `file` can be requested at any time: its size is known, and its source sends parts. */
  canResume(file: OpenedFile): boolean;
  /**
   * Opens the rest of `file` after byte `at` of the requested part, because its body broke, was too slow or lost its connection. `tail`
   * has the last bytes before that one; they are requested again and compared. Null when no address has the rest of the same file.
   * Never rejects.
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
  if (before.etag !== null) return now.etag === before.etag;
  if (before.lastModified !== null) return now.lastModified === before.lastModified;
  return now.upstreamType === before.upstreamType;
};

/** Returns whether a part is the rest of a file: of its size, with its validators if they are comparable, and with the repeated bytes. */
const continues = (file: OpenedFile, part: OpenedFile, tail: Buffer, isComparable: boolean): boolean =>
  part.range !== null &&
  part.total === file.total &&
  (!isComparable || isSameFile(file, part)) &&
  startsWithTail(part, tail);

/** Returns whether two addresses are on one host. Another host has validators of its own for the same file. */
const areOnSameHost = ({ url }: UpstreamFile, other: UpstreamFile): boolean =>
  URL.parse(url)?.host === URL.parse(other.url)?.host;

/** Reads the post again and returns its current source of the file; null if that fails. */
type FindFresh = (signal: AbortSignal) => Promise<MediaSource | null>;

const createAddresses = (source: UpstreamFile, findFresh: FindFresh | null) => {
  let current = source;
  let left: UpstreamFile[] = [];
  let isFreshLeft = false;
  const reset = (): void => {
    left = [...addressesOf(current)];
    isFreshLeft = findFresh !== null;
  };
  return {
    /**
     * Yields the addresses not tried since the last progress: the current one, the others of the file, then those that `findFresh` returns.
     */
    async *untried(signal: AbortSignal): AsyncGenerator<UpstreamFile> {
      for (;;) {
        const next = left.shift();
        if (next !== undefined) {
          current = next;
          yield next;
        } else if (findFresh === null || !isFreshLeft) return;
        else {
          isFreshLeft = false;
          const fresh = await findFresh(signal);
          if (fresh?.kind === 'upstream') left = [...addressesOf(fresh)];
        }
      }
    },
    /** Makes an address the current one, with every address available. */
    use(address: UpstreamFile): void {
      current = address;
      reset();
    },
    /** Makes every address available again. */
    reset,
    /** Makes the current address unavailable. */
    skipCurrent(): void {
      left = left.filter(({ url }) => url !== current.url);
    },
  };
};

/**
 * Returns the failure of a file from those of its addresses: the one for which the visitor gets a fresh link, else the first.
 */
const failureOf = (failures: readonly OpenFailure[]): OpenFailure =>
  failures.find(({ code }) => code === 'ticket_expired') ?? failures[0] ?? MEDIA_FAILED;

/**
 * Creates the byte source of one transfer. When an address fails, tries the file's other addresses; an address whose connection broke is
 * tried once more. When all have expired or failed again, reads the post once for fresh addresses, which requires a ticket with the file's
 * position in its post. An attempt that transfers enough bytes resets these limits, so only attempts without progress count; the tunnel's
 * maximum duration limits the whole transfer.
 */
export const createTransferSource = (
  access: TransferSourceAccess,
  ticket: Ticket,
  source: UpstreamFile,
  request: FileRequest,
): TransferSource => {
  const { refresh, resumeTimes = RESUME_TIMES } = access;
  const { tryMs, maxMs } = resumeTimes;
  const { signal } = request;
  const own = addressesOf(source);
  const findFresh: FindFresh | null =
    ticket.place === undefined || refresh === undefined ? null : (until) => refresh(ticket, until);
  const addresses = createAddresses(source, findFresh);
  /** Address at which the transfer began. */
  let first = source;
  const reopenMs = own.length === 1 ? tryMs : tryMs / 2;
  let isRetry = false;
  let lastBreakAt = 0;

  const openAt = async (address: UpstreamFile, ms: number | null): Promise<OpenedFile | OpenFailure> => {
    // Nothing of a file that was made anew may be appended to bytes of the one before.
    const asked = haveDifferentStart(address, source)
      ? { ...request, range: null, ifRange: null, continuesDownload: false }
      : request;
    const work = (until: AbortSignal) =>
      openForVisitor(access, ticket, address, { ...asked, needsNewConnection: isRetry, signal: until });
    const opened = ms === null ? await work(signal) : await withTimeout(ms, signal, work);
    if (opened?.ok === true) {
      first = address;
      addresses.use(address);
    }
    isRetry = true;
    // The visitor has bytes of this file, so its network was reached.
    return opened ?? (request.continuesDownload === true ? MEDIA_FAILED : UNREACHED);
  };

  /**
   * Opens the file at one of its own addresses. When all have failed, tries one whose connection broke once more, if the post can be read
   * again.
   */
  const openAtOwn = async (): Promise<OpenedFile | readonly OpenFailure[]> => {
    const failures: OpenFailure[] = [];
    for (const address of own) {
      const hasNext = address !== own.at(-1);
      const opened = await openAt(address, hasNext ? tryMs / 2 : own.length === 1 ? null : tryMs);
      if (opened.ok) return opened;
      failures.push(opened);
    }
    const broken = own[failures.findIndex(({ tryAt }) => tryAt === 'same-address')];
    if (findFresh === null || broken === undefined) return failures;
    const opened = await openAt(broken, tryMs);
    return opened.ok ? opened : [...failures, opened];
  };

  return {
    async open() {
      const opened = await openAtOwn();
      if ('ok' in opened) return opened;
      // Errors of addresses in the post read again are not reported.
      if (findFresh === null || opened.every(({ tryAt }) => tryAt === undefined)) return failureOf(opened);
      const fresh = await findFresh(signal);
      for (const address of fresh?.kind === 'upstream' ? addressesOf(fresh) : []) {
        const again = await openAt(address, tryMs);
        if (again.ok) return again;
      }
      return failureOf(opened);
    },
    canResume: (file) => findFresh !== null && file.total !== null && file.sendsParts,
    async resume(file, at, cause, tail) {
      if (file.total === null || (findFresh === null && own.length === 1)) return null;
      // A freed connection says nothing about its address.
      if (cause === 'freed' || at - lastBreakAt >= TUNNEL_RESUME_PROGRESS_BYTES) addresses.reset();
      if (cause === 'slow') addresses.skipCurrent();
      if (cause !== 'freed') lastBreakAt = at;
      const range = remainingRange(file, at - tail.length);
      const condition = readIfRange(file.etag ?? undefined) ?? file.lastModified;
      const known = { ...ticket, size: file.total };
      const reopen = async (until: AbortSignal): Promise<OpenedFile | null> => {
        for await (const address of addresses.untried(until)) {
          if (haveDifferentStart(address, first)) continue;
          const isComparable = areOnSameHost(address, first);
          const opened = await withTimeout(reopenMs, until, (attemptSignal) =>
            // The owner's cobalt server ignores conditions; `isSameFile` checks its response in any case.
            openUpstream(access, known, address, {
              range,
              ifRange: isCobaltFile(address) || !isComparable ? null : condition,
              signal: attemptSignal,
              // After a break a kept connection may answer with another file again; a reader that only waited need not pay for a new one.
              needsNewConnection: cause !== 'freed',
            }),
          );
          if (opened?.ok !== true) continue;
          if (continues(file, opened, tail, isComparable)) return opened;
          opened.body.destroy();
        }
        return null;
      };
      // Rejects when the visitor has left. After any other rejection the response must not look complete either.
      return withTimeout(maxMs, signal, reopen).catch(() => null);
    },
  };
};
