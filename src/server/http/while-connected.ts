import type { FastifyReply } from 'fastify';

/**
 * Runs `work` with a signal that aborts when the client disconnects. Returns null when the client had disconnected before, without running
 * `work`, or when `work` rejects after the disconnection; otherwise the result or the error of `work`.
 */
export const whileConnected = async <Result>(
  { raw }: FastifyReply,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> => {
  // The connection closed during an earlier step, so no event follows.
  if (raw.destroyed) return null;
  const disconnected = new AbortController();
  // The end of the response also emits 'close'; an earlier 'close' means that the client has disconnected.
  raw.once('close', () => {
    if (!raw.writableFinished) disconnected.abort();
  });
  try {
    return await work(disconnected.signal);
  } catch (error) {
    if (disconnected.signal.aborted) return null;
    throw error;
  }
};
