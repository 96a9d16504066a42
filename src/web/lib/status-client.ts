import { sitePath } from '#shared/base-path.ts';
import { statusReportSchema } from '#shared/contract/status.ts';

/** Interval at which a visible status card requests the status. */
export const STATUS_POLL_MS = 60_000;
export const STATUS_ANSWER_TIMEOUT_MS = 10_000;

/**
 * Fetches the status with the history of the last thirty days, and the server's clock at that time (`now`, ms since 1970); null without a
 * valid response within the timeout. Never throws.
 */
export async function fetchStatusReport(timeoutMs = STATUS_ANSWER_TIMEOUT_MS) {
  try {
    const response = await fetch(sitePath('/api/status'), {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) return null;
    const status = statusReportSchema.safeParse(await response.json()).data;
    if (status === undefined) return null;
    // Ages use the server's clock, because the visitor's may be wrong.
    const now = Date.parse(response.headers.get('date') ?? '');
    return { status, now: Number.isNaN(now) ? Date.now() : now };
  } catch {
    return null;
  }
}
