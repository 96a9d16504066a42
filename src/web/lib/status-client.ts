import { sitePath } from '#shared/base-path.ts';
import { statusReportSchema } from '#shared/contract/status.ts';

/** Milliseconds between two requests for the status by a visible status card. */
export const STATUS_POLL_MS = 60_000;
export const STATUS_ANSWER_TIMEOUT_MS = 10_000;

/**
 * Fetches the status with the history of the last thirty days (`status`), and the time of the response in ms since 1970 (`now`), by the
 * server's clock if the response states it. Returns null without a valid response within `timeoutMs`. Never rejects.
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
