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
 * Time limit of an attempt until its first bytes, and of all attempts together after a transfer broke. If a file has several addresses, an
 * attempt has half of the first limit, because all attempts must fail before the visitor gives up. When the file is opened, the attempt at
 * its last address and the attempts after that have the whole limit; the first attempt at its only address has none.
 */
const TUNNEL_RESUME_TRY_MS = 6_000;
const TUNNEL_RESUME_MAX_MS = 25_000;
/** Number of bytes that an attempt must transfer to count as progress. Only attempts without progress are limited in number. */
const TUNNEL_RESUME_PROGRESS_BYTES = 64 * 1024;

/**
 * Finds the current address of a ticket's file by reading the ticket's post again. Resolves with null when the post no longer has the file
 * or cannot be read. Rejects with the signal's reason.
 */
export type RefreshTicketSource = (ticket: Ticket, signal: AbortSignal) => Promise<MediaSource | null>;

export interface TransferSourceAccess extends UpstreamAccess {
  readonly refresh?: RefreshTicketSource;
  /** Time limits of attempts: `tryMs` until the first bytes of each further attempt, `maxMs` for all attempts together after a break. */
  readonly resumeTimes?: { readonly tryMs: number; readonly maxMs: number };
}

/** Source of the bytes of one transfer. After the transfer has begun, the source only returns bytes of the same file. */
export interface TransferSource {
  /** Opens the file, or the part of it that the visitor requests. Rejects with the signal's reason on abort. */
  open(): Promise<OpenedFile | OpenFailure>;
  /**
   * Returns whether the rest of `file` can be requested at any time: the size of the file is known, its source sends parts, and its post
   * can be read again.
   */
  canResume(file: OpenedFile): boolean;
  /**
   * Opens the rest of `file` after the first `received` bytes of the requested part, because the body broke, was too slow or lost its
   * connection (`cause`). `tail` has the last of the received bytes; they are requested again and compared. Resolves with null when no
   * address has the rest of the same file, when the time limit is over and when the visitor has left. Never rejects.
   */
  resume(file: OpenedFile, received: number, cause: ResumeCause, tail: Buffer): Promise<OpenedFile | null>;
}

const RESUME_TIMES = { tryMs: TUNNEL_RESUME_TRY_MS, maxMs: TUNNEL_RESUME_MAX_MS };
const TIMEOUT = new Error('no bytes in time');

/**
 * Returns the result of `work`. After `timeoutMs`, aborts the signal of `work` and returns null. The time limit never aborts that signal
 * after `work` has settled, because a body may still depend on it. Rejects with the error of `work`.
 */
const withTimeout = async <Result>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(TIMEOUT), timeoutMs);
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (error !== TIMEOUT) throw error;
    return null;
  } finally {
    clearTimeout(timer);
  }
};

/** Returns the range that is missing after the first `received` bytes of the requested part. */
const remainingRange = ({ range }: OpenedFile, received: number): RequestedRange => ({
  kind: 'from',
  start: (range?.start ?? 0) + received,
  end: range?.end ?? null,
});

/** Returns whether the first bytes of a part are those of `tail`, and drops them from the part. */
const startsWithTail = ({ opening }: OpenedFile, tail: Buffer): boolean =>
  tail.length <= opening.bytes.length && opening.skip(tail.length).equals(tail);

/**
 * Returns whether the response `now` has the ETag of the response `before`; if `before` has no ETag, its Last-Modified; if it has neither,
 * its stated media type. Bytes of two files mixed in one download would pass every check of lengths.
 */
const haveSameValidators = (before: OpenedFile, now: OpenedFile): boolean => {
  if (before.etag !== null) return now.etag === before.etag;
  if (before.lastModified !== null) return now.lastModified === before.lastModified;
  return now.upstreamType === before.upstreamType;
};

/**
 * Returns whether a response (`part`) continues `file`: it is partial, states the same total size and, if comparable, the same validators,
 * and begins with `tail`, the last bytes of the file that were requested again. Drops these bytes from the part.
 */
const continuesFile = (file: OpenedFile, part: OpenedFile, tail: Buffer, isComparable: boolean): boolean =>
  part.range !== null &&
  part.total === file.total &&
  (!isComparable || haveSameValidators(file, part)) &&
  startsWithTail(part, tail);

/** Returns whether two addresses are on the same host. Another host may state other validators for the same file. */
const areOnSameHost = (one: UpstreamFile, other: UpstreamFile): boolean =>
  URL.parse(one.url)?.host === URL.parse(other.url)?.host;

/** Reads the post again and returns its current source of the file; null if the post cannot be read or no longer has the file. */
type FindFreshSource = (signal: AbortSignal) => Promise<MediaSource | null>;

const createAddresses = (source: UpstreamFile, findFreshSource: FindFreshSource | null) => {
  let current = source;
  let left: UpstreamFile[] = [];
  let isFreshLeft = false;
  const reset = (): void => {
    left = [...addressesOf(current)];
    isFreshLeft = findFreshSource !== null;
  };
  return {
    /**
     * Yields the addresses that were not tried since the last call of `use` or `reset`: the current address, then the other addresses of
     * the file, then those that `findFreshSource` returns. Each yielded address becomes the current one.
     */
    async *untried(signal: AbortSignal): AsyncGenerator<UpstreamFile> {
      for (;;) {
        const next = left.shift();
        if (next !== undefined) {
          current = next;
          yield next;
        } else if (findFreshSource === null || !isFreshLeft) return;
        else {
          isFreshLeft = false;
          const fresh = await findFreshSource(signal);
          if (fresh?.kind === 'upstream') left = [...addressesOf(fresh)];
        }
      }
    },
    /** Makes an address the current one, and does the same as `reset`. */
    use(address: UpstreamFile): void {
      current = address;
      reset();
    },
    /** Lets `untried` yield every address again, and call `findFreshSource` once more. */
    reset,
    /** Keeps `untried` from yielding the current address until the next call of `use` or `reset`. */
    skipCurrent(): void {
      left = left.filter(({ url }) => url !== current.url);
    },
  };
};

/**
 * Returns the failure of a file from the failures of its addresses: the failure for which the visitor gets a fresh link, otherwise the
 * first.
 */
const failureOf = (failures: readonly OpenFailure[]): OpenFailure =>
  failures.find(({ code }) => code === 'ticket_expired') ?? failures[0] ?? MEDIA_FAILED;

/**
 * Creates the source of one transfer. When an address fails, tries the file's other addresses, then once more the first one that failed
 * with `same-address` (`tryAt`). When all have failed and one of the failures has a `tryAt`, reads the post once for fresh addresses. The
 * last two steps require `access.refresh` and a ticket with the file's place in its post. An attempt that transfers
 * TUNNEL_RESUME_PROGRESS_BYTES resets these limits, so only attempts without progress count; the tunnel's maximum duration limits the whole
 * transfer.
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
  const findFreshSource: FindFreshSource | null =
    ticket.place === undefined || refresh === undefined ? null : (until) => refresh(ticket, until);
  const addresses = createAddresses(source, findFreshSource);
  /** Address at which the transfer began. */
  let first = source;
  const reopenMs = own.length === 1 ? tryMs : tryMs / 2;
  let isRetry = false;
  let receivedAtBreak = 0;

  const openAt = async (
    address: UpstreamFile,
    timeoutMs: number | null,
  ): Promise<OpenedFile | OpenFailure> => {
    // No part of a file that was created anew may be appended to bytes of the previous file.
    const asked = haveDifferentStart(address, source)
      ? { ...request, range: null, ifRange: null, continuesDownload: false }
      : request;
    const work = (until: AbortSignal) =>
      openForVisitor(access, ticket, address, { ...asked, needsNewConnection: isRetry, signal: until });
    const opened = timeoutMs === null ? await work(signal) : await withTimeout(timeoutMs, signal, work);
    if (opened?.ok === true) {
      first = address;
      addresses.use(address);
    }
    isRetry = true;
    // A visitor who continues a download has bytes of this file, so the delivery network was reached.
    return opened ?? (request.continuesDownload === true ? MEDIA_FAILED : UNREACHED);
  };

  /**
   * Opens the file at one of the ticket's addresses. When all have failed and the post can be read again, tries the first address whose
   * failure has `tryAt: 'same-address'` once more. Returns the failures when nothing could be opened.
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
    if (findFreshSource === null || broken === undefined) return failures;
    const opened = await openAt(broken, tryMs);
    return opened.ok ? opened : [...failures, opened];
  };

  return {
    async open() {
      const opened = await openAtOwn();
      if ('ok' in opened) return opened;
      // Errors of addresses in the post read again are not reported.
      if (findFreshSource === null || opened.every(({ tryAt }) => tryAt === undefined))
        return failureOf(opened);
      const fresh = await findFreshSource(signal);
      for (const address of fresh?.kind === 'upstream' ? addressesOf(fresh) : []) {
        const again = await openAt(address, tryMs);
        if (again.ok) return again;
      }
      return failureOf(opened);
    },
    canResume: (file) => findFreshSource !== null && file.total !== null && file.sendsParts,
    async resume(file, received, cause, tail) {
      if (file.total === null || (findFreshSource === null && own.length === 1)) return null;
      // A freed connection says nothing about its address.
      if (cause === 'freed' || received - receivedAtBreak >= TUNNEL_RESUME_PROGRESS_BYTES) addresses.reset();
      if (cause === 'slow') addresses.skipCurrent();
      if (cause !== 'freed') receivedAtBreak = received;
      const range = remainingRange(file, received - tail.length);
      const condition = readIfRange(file.etag ?? undefined) ?? file.lastModified;
      const known = { ...ticket, size: file.total };
      const reopen = async (until: AbortSignal): Promise<OpenedFile | null> => {
        for await (const address of addresses.untried(until)) {
          if (haveDifferentStart(address, first)) continue;
          const isComparable = areOnSameHost(address, first);
          const opened = await withTimeout(reopenMs, until, (attemptSignal) =>
            // The owner's cobalt server ignores conditions; `haveSameValidators` checks its response in any case.
            openUpstream(access, known, address, {
              range,
              ifRange: isCobaltFile(address) || !isComparable ? null : condition,
              signal: attemptSignal,
              // After a break, a kept connection may send another file again; a reader that only waited does not need a new connection.
              needsNewConnection: cause !== 'freed',
            }),
          );
          if (opened?.ok !== true) continue;
          if (continuesFile(file, opened, tail, isComparable)) return opened;
          opened.body.destroy();
        }
        return null;
      };
      // Rejects when the visitor has left. After any other rejection the response must not look complete either.
      return withTimeout(maxMs, signal, reopen).catch(() => null);
    },
  };
};
