import { createHmac, randomBytes } from 'node:crypto';
import type { ParsedLink } from '#shared/links/parsed-link.ts';
import { type Requesters, shareOf } from '../limits/requester.ts';
import type { RunSubject } from '../platforms/fault-evidence.ts';

/** The site counts as used by a single network when no other network requested a post for this long. */
export const NETWORKS_SEEN_MS = 60 * 60 * 1_000;

/** Post and network of a run as the status statistics receive them. */
export type CountedSubject = Omit<RunSubject, 'budget'>;

/** Creates the subjects of runs and counts the visitor networks. */
export interface RunSubjects {
  /** Returns the subject of a run that starts now, and records its network. */
  of(link: ParsedLink, requesters: Requesters): RunSubject;
  /** Returns the subject for the status statistics; undefined for the monitor, each of whose runs counts. */
  counted(run: RunSubject): CountedSubject | undefined;
}

/** Creates the subjects with a random hash key, which lives as long as the process. `now` returns milliseconds. */
export const createRunSubjects = (now: () => number): RunSubjects => {
  const key = randomBytes(32);
  const hash = (text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  /** The two networks seen last; more are not needed to decide whether there are several. */
  let seen: readonly { readonly network: string; readonly at: number }[] = [];

  const see = ({ network, budget }: Pick<RunSubject, 'network' | 'budget'>): void => {
    if (budget === 'visitor')
      seen = [{ network, at: now() }, ...seen.filter((one) => one.network !== network)].slice(0, 2);
  };

  const isOneNetwork = (): boolean => seen.filter(({ at }) => now() - at < NETWORKS_SEEN_MS).length < 2;

  return {
    counted: ({ budget, ...subject }) => (budget === 'monitor' ? undefined : subject),
    of({ platform, kind, id }, requesters) {
      const [requester] = requesters.values();
      if (requester === undefined) throw new Error('a run without a requester');
      const network = hash(shareOf(requester)[0]);
      see({ network, budget: requester.budget });
      const post = hash(`${platform} ${kind === 'story' ? 'story' : 'post'} ${id}`);
      return { post, network, budget: requester.budget, isOnlyNetwork: isOneNetwork() };
    },
  };
};
