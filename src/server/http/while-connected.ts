import type { FastifyReply } from 'fastify';

/**
 * Does work for whoever waits for the answer: gives its result, or null once they have gone, of which `signal` tells the
 * work. Rejects with what the work rejects with while they are there.
 */
export const whileConnected = async <Result>(
  { raw }: FastifyReply,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> => {
  // Closed while an earlier step was awaited: no event follows.
  if (raw.destroyed) return null;
  const disconnected = new AbortController();
  // The answer's end closes it too; before that it is the visitor who has gone.
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
