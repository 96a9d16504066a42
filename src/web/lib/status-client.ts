import { type Status, type StatusReport, statusReportSchema, statusSchema } from '#shared/contract/status.ts';
import { SITE_ANSWER_TIMEOUT_MS } from '#shared/limits.ts';

/** What the server says of its own parts, and its clock when it said so (milliseconds). */
export interface StatusAnswer<AccountListeners = Status> {
  readonly status: AccountListeners;
  readonly now: number;
}

async function ask<AccountListeners>(
  read: (body: unknown) => AccountListeners | undefined,
): Promise<StatusAnswer<AccountListeners> | null> {
  try {
    const response = await fetch('/api/status', {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(SITE_ANSWER_TIMEOUT_MS),
    });
    if (!response.ok) return null;
    const status = read(await response.json());
    if (status === undefined) return null;
    // Ages are counted by the server's clock: the visitor's may be wrong.
    const now = Date.parse(response.headers.get('date') ?? '');
    return { status, now: Number.isNaN(now) ? Date.now() : now };
  } catch {
    return null;
  }
}

/** Asks our server how its parts are doing; null when there is no answer in time or it cannot be read. Never throws. */
export const fetchStatus = (): Promise<StatusAnswer | null> =>
  ask((body) => statusSchema.safeParse(body).data);

/** The same with the last thirty days. */
export const fetchStatusReport = (): Promise<StatusAnswer<StatusReport> | null> =>
  ask((body) => statusReportSchema.safeParse(body).data);
