import { STATUS_RECENT_MS } from '#shared/limits.ts';
import { STATUS_FAILED_POST_MS, STATUS_NETWORK_FAILURES_MAX } from '#shared/status-limits.ts';

/** Which post was asked for, and by which network: hashes that nobody can reverse without the process's memory. */
export interface RequestedPost {
  readonly post: string;
  readonly network: string;
  /** Whether no other network has asked for anything lately. */
  readonly isOnlyNetwork: boolean;
}

/** Decides which failures count. One broken post says nothing of a platform, however often it is asked for. */
export interface FailureFilter {
  /** Tells whether a failure counts, and notes it then. */
  admits(asked: RequestedPost): boolean;
  /** Notes that a post was answered: its next failure is news. */
  answered(asked: RequestedPost): void;
}

interface Failure {
  readonly network: string;
  readonly at: number;
}

const POSTS_MAX = 1_000;

/**
 * Creates a filter that has seen nothing. A post counts once a day while it fails, and a network contributes a few posts an hour
 * where there are others. `now` gives milliseconds.
 */
export const createFailureFilter = (now: () => number): FailureFilter => {
  /** By post, the oldest first. */
  const failures = new Map<string, Failure>();

  const dropOld = (): void => {
    for (const [post, { at }] of failures) {
      if (failures.size <= POSTS_MAX && now() - at < STATUS_FAILED_POST_MS) break;
      failures.delete(post);
    }
  };
  const isAtLimit = ({ network, isOnlyNetwork }: RequestedPost): boolean => {
    if (isOnlyNetwork) return false;
    const since = now() - STATUS_RECENT_MS;
    const own = [...failures.values()].filter((one) => one.network === network && one.at > since);
    return own.length >= STATUS_NETWORK_FAILURES_MAX;
  };

  return {
    admits(asked) {
      dropOld();
      if (failures.has(asked.post) || isAtLimit(asked)) return false;
      failures.set(asked.post, { network: asked.network, at: now() });
      dropOld();
      return true;
    },
    answered: ({ post }) => void failures.delete(post),
  };
};
