import { createHmac, randomBytes } from 'node:crypto';
import { NETWORKS_SEEN_MS } from '#shared/limits.ts';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { type Requester, type Requesters, shareOf } from './requester.ts';

/** The post a run reads and the network that asked for it, as hashes nobody can reverse without the process's memory. */
export interface RunSubject {
  readonly post: string;
  readonly network: string;
  readonly budget: Requester['budget'];
}

/** What the status learns of a run beside its outcome. */
export interface CountedSubject extends Pick<RunSubject, 'post' | 'network'> {
  readonly isOnlyNetwork: boolean;
}

/** Tells the subjects of runs apart. */
export interface RunSubjects {
  /** Returns the subject of a run that starts now, and notes its network. */
  of(link: ParsedLink, requesters: Requesters): RunSubject;
  /** Returns what the status learns of a run; nothing of the monitor's, each of which counts. */
  counted(run: RunSubject): CountedSubject | undefined;
  /** Whether at most one network of visitors asked for a post in the last hour. */
  isOneNetwork(): boolean;
}

/** Creates the hasher with a key of its own, which lives as long as the process. `now` gives milliseconds. */
export const createRunSubjects = (now: () => number): RunSubjects => {
  const key = randomBytes(32);
  const hash = (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  /** The two networks seen last, which is all that must be known to tell whether there is more than one. */
  let seen: readonly { readonly network: string; readonly at: number }[] = [];

  const isOneNetwork = (): boolean => seen.filter(({ at }) => now() - at < NETWORKS_SEEN_MS).length < 2;

  return {
    counted: ({ post, network, budget }) =>
      budget === 'monitor' ? undefined : { post, network, isOnlyNetwork: isOneNetwork() },
    of({ platform, kind, id }, requesters) {
      const [requester] = requesters.values();
      if (requester === undefined) throw new Error('a run without a requester');
      const network = hash(shareOf(requester)[0]);
      if (requester.budget === 'visitor')
        seen = [{ network, at: now() }, ...seen.filter((one) => one.network !== network)].slice(0, 2);
      const post = hash(`${platform} ${kind === 'story' ? 'story' : 'post'} ${id}`);
      return { post, network, budget: requester.budget };
    },
    isOneNetwork,
  };
};
