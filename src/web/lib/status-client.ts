import { type Status, statusSchema } from '#shared/contract/status.ts';
import { SITE_ANSWER_TIMEOUT_MS } from '#shared/limits.ts';

/** What the server says of its own parts, and its clock when it said so (milliseconds). */
export interface StatusAnswer {
  readonly status: Status;
  readonly now: number;
}

/** Asks our server how its parts are doing; null when there is no answer in time or it cannot be read. Never throws. */
export async function fetchStatus(): Promise<StatusAnswer | null> {
  try {
    const response = await fetch('/api/status', {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(SITE_ANSWER_TIMEOUT_MS),
    });
    if (!response.ok) return null;
    const read = statusSchema.safeParse(await response.json());
    if (!read.success) return null;
    // Ages are counted by the server's clock: the visitor's may be wrong.
    const now = Date.parse(response.headers.get('date') ?? '');
    return { status: read.data, now: Number.isNaN(now) ? Date.now() : now };
  } catch {
    return null;
  }
}
