/** What one worker does for the whole site, and what all workers do when asked. */
export interface Duties {
  /** Whether this process does what is done once for the site. */
  readonly areOwn: boolean;
  /** Answers a question of the other workers. */
  offer(name: string, answer: (payload: unknown) => unknown): void;
  /** Asks the worker that has the duties. Throws DutyUnavailableError when it does not answer. */
  ask(name: string, payload: unknown): Promise<unknown>;
  /** Asks all other workers and waits for those that answer. */
  askAll(name: string, payload: unknown): Promise<readonly unknown[]>;
}

/** Thrown while the worker with the duties is being replaced. */
export class DutyUnavailableError extends Error {
  override readonly name = 'DutyUnavailableError';
  /** HTTP status that the error handler answers with. */
  readonly statusCode = 503;
}

/** Duties of a server that is a single process. */
export const OWN_DUTIES: Duties = {
  areOwn: true,
  offer: () => undefined,
  ask: () => Promise.reject(new DutyUnavailableError('there is no other worker')),
  askAll: async () => [],
};
