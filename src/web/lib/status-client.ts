import { type Status, statusSchema } from '#shared/contract/status.ts';

/** What the server says of its own parts, and its clock when it said so (milliseconds). */
export interface StatusAnswer {
  readonly status: Status;
  readonly now: number;
}

/** Asks our server how its parts are doing; null when it cannot be asked or its answer cannot be read. Never throws. */
export async function fetchStatus(signal: AbortSignal): Promise<StatusAnswer | null> {
  try {
    const response = await fetch('/api/status', { headers: { accept: 'application/json' }, signal });
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
