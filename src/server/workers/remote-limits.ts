import type { HashQueue } from '../accounts/hash-queue.ts';
import { HasherBusyError } from '../accounts/hash-queue.ts';
import type { Attempt, Limits } from '../limits/limits.ts';
import type { StreamLimiter } from '../limits/stream-limiter.ts';
import type { OwnTrafficLimits, TrafficLimits } from '../limits/traffic-limits.ts';
import type { LiveSlots } from '../live/live-slots.ts';
import type { ProxyBudget } from '../net/proxy-budget.ts';
import type { PrimaryLink } from './primary-link.ts';

/** Creates the function that releases a lease, once. */
const releaser = ({ end }: PrimaryLink, lease: number): (() => void) => {
  let isHeld = true;
  return () => {
    if (isHeld) end(lease, 'release');
    isHeld = false;
  };
};

const doNothing = (): void => undefined;

const remoteStreams = (
  link: PrimaryLink,
  name: 'stream' | 'thumbnail',
  own: StreamLimiter,
): StreamLimiter => ({
  async acquire(key, signal) {
    const answer = await link.ask(name, key, signal);
    if (answer === null) return own.acquire(key, signal);
    const { value } = answer;
    if (!value.ok) return value;
    return {
      ok: true,
      release: releaser(link, value.lease),
      // Without an answer, this worker's own limiter serves newcomers.
      offer: async (signal) =>
        (await link.ask('offeredPlace', value.place, signal).catch(() => null))?.value === true,
    };
  },
});

/**
 * Creates the traffic limits of a worker, which the primary counts. Without an answer from it, `own` counts what this worker serves.
 */
export const createRemoteTrafficLimits = (link: PrimaryLink, own: OwnTrafficLimits): TrafficLimits => ({
  previews: {
    async start(key) {
      const answer = await link.ask('preview', key);
      if (answer === null) return own.previews.start(key);
      const { value } = answer;
      return value.ok ? { ok: true, states: value.states, release: releaser(link, value.lease) } : value;
    },
  },
  streams: remoteStreams(link, 'stream', own.streams),
  thumbnails: remoteStreams(link, 'thumbnail', own.thumbnails),
  requests: own.requests,
  mediaRequests: {
    take: async (key) => (await link.ask('mediaRequest', key))?.value ?? own.mediaRequests.take(key),
  },
  upstreamHeads: {
    take: async (key) => (await link.ask('upstreamHead', key))?.value ?? own.upstreamHeads.take(key),
  },
  sessionLookups: {
    take: async (key) => (await link.ask('sessionLookup', key))?.value ?? own.sessionLookups.take(key),
  },
  connections: {
    open(address) {
      if (own.isTrustedProxy(address)) return doNothing;
      return link.ask('connection', address).then((answer) => {
        if (answer === null) return own.connections.open(address);
        return answer.value === null ? null : releaser(link, answer.value.lease);
      });
    },
  },
  isTrustedProxy: own.isTrustedProxy,
});

const attemptOf = ({ end }: PrimaryLink, lease: number): Attempt => ({
  ok: true,
  // Messages arrive in order, so the next attempt of this worker already finds the end counted.
  failed: async () => end(lease, 'failed'),
  succeeded: async () => end(lease, 'succeeded'),
  cancelled: async () => end(lease, 'cancelled'),
});

/** Creates the limits of accounts and settings of a worker, which the primary counts; `own` as above. */
export const createRemoteLimits = (link: PrimaryLink, own: Limits): Limits => ({
  call: async (address) => (await link.ask('call', address))?.value ?? own.call(address),
  async signIn(given) {
    const answer = await link.ask('signIn', given);
    if (answer === null) return own.signIn(given);
    return answer.value.ok ? attemptOf(link, answer.value.lease) : answer.value;
  },
  mayRecordBlockedSignIn: async (email) =>
    (await link.ask('blockedSignIn', email))?.value ?? own.mayRecordBlockedSignIn(email),
  async ownPassword(accountId) {
    const answer = await link.ask('ownPassword', accountId);
    if (answer === null) return own.ownPassword(accountId);
    return answer.value.ok ? attemptOf(link, answer.value.lease) : answer.value;
  },
  exactAnswer: async (address) => (await link.ask('exactAnswer', address))?.value ?? own.exactAnswer(address),
  exactAnswersLeft: async (address) =>
    (await link.ask('exactAnswersLeft', address))?.value ?? own.exactAnswersLeft(address),
  async signUp(address) {
    const answer = await link.ask('signUp', address);
    if (answer === null) return own.signUp(address);
    return answer.value.ok ? attemptOf(link, answer.value.lease) : answer.value;
  },
  setupCode: async (address) => (await link.ask('setupCode', address))?.value ?? own.setupCode(address),
  adminWrite: async (accountId) =>
    (await link.ask('adminWrite', accountId))?.value ?? own.adminWrite(accountId),
  logoUpload: async (accountId) =>
    (await link.ask('logoUpload', accountId))?.value ?? own.logoUpload(accountId),
  linkTry: async (accountId) => (await link.ask('linkTry', accountId))?.value ?? own.linkTry(accountId),
});

/** Creates the queue of password hashes of a worker, whose slots the primary gives out to all workers. */
export const createRemotePasswordQueue = (link: PrimaryLink, own: HashQueue): Pick<HashQueue, 'run'> => ({
  async run(kind, work) {
    const answer = await link.ask('passwordHash', kind);
    if (answer === null) return own.run(kind, work);
    if (answer.value === null) throw new HasherBusyError('the queue of password hashes is full');
    const { lease } = answer.value;
    try {
      return await work();
    } finally {
      link.end(lease, 'release');
    }
  },
});

/** Creates the budget of reads through the proxy of a worker. */
export const createRemoteProxyBudget = (link: PrimaryLink, own: ProxyBudget): ProxyBudget => ({
  async take() {
    const answer = await link.ask('proxyRead', undefined);
    return answer === null ? own.take() : answer.value;
  },
});

/** Creates the slots of event streams of a worker. Without an answer, the limits of its own hubs count. */
export const createRemoteLiveSlots = (link: PrimaryLink): LiveSlots => ({
  async open(kind, key) {
    const answer = await link.ask('live', { kind, key });
    if (answer === null) return doNothing;
    return answer.value === null ? null : releaser(link, answer.value.lease);
  },
});
