import type { FastifyReply } from 'fastify';

/**
 * Runs `work` while the client waits for the response. Returns its result, or null after the client has disconnected,
 * which aborts `signal`. Otherwise rejects with the error of `work`.
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
