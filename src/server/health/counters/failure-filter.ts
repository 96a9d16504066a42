import { STATUS_RECENT_MS } from '#shared/contract/status.ts';

/** A post that keeps failing counts as one failure in this time, so that one dead link does not change a platform's status. */
const STATUS_FAILED_POST_MS = 24 * 60 * 60_000;
/** Maximum number of failed posts of one network that count per STATUS_RECENT_MS (an hour) while other networks use the site, too. */
export const STATUS_NETWORK_FAILURES_MAX = 5;

/** The requested post and the network that requested it, as hashes with a key that exists only in the memory of the process. */
export interface RequestedPost {
  readonly post: string;
  readonly network: string;
  /** Whether no other network has sent a request lately. */
  readonly isOnlyNetwork: boolean;
}

/** Decides which failures the status counts, so that repeated requests for one broken post do not mark a platform as failing. */
export interface FailureFilter {
  /** Returns whether a failure of this request counts; if so, records it. */
  shouldCount(requested: RequestedPost): boolean;
  /** Records that the platform answered for the post, so its next failure counts again. */
  recordAnswer(requested: RequestedPost): void;
}

interface Failure {
  readonly network: string;
  readonly at: number;
}

const POSTS_MAX = 1_000;

/**
 * Creates an empty filter. A post that keeps failing counts once per STATUS_FAILED_POST_MS (a day). While several networks send
 * requests, one network contributes at most STATUS_NETWORK_FAILURES_MAX failures per STATUS_RECENT_MS (an hour). The filter
 * remembers at most POSTS_MAX posts and drops the oldest first. `now` returns milliseconds.
 */
export const createFailureFilter = (now: () => number): FailureFilter => {
  /** Failures by post, oldest first. */
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
    shouldCount(requested) {
      dropOld();
      if (failures.has(requested.post) || isAtLimit(requested)) return false;
      failures.set(requested.post, { network: requested.network, at: now() });
      dropOld();
      return true;
    },
    recordAnswer: ({ post }) => void failures.delete(post),
  };
};
