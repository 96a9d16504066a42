import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import type { ProxyBudget } from '../../outbound/outbound-access.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import type { RunSubject } from '../circuit-breaker.ts';
import {
  type EngineFailure,
  type EngineOutcome,
  type FailedTry,
  failed,
  pickMoreSpecific,
  type Tried,
} from '../failures.ts';

/** Milliseconds after which a try through the proxy starts beside a direct one that has not ended. */
const BESIDE_AFTER_MS = 1_500;

/** Routes that the owner allows for requests of pages, and the limit of requests through the proxy. */
export interface RouteChoice {
  readonly routes: readonly OutboundRoute[];
  readonly budget: ProxyBudget;
  /** Replaces BESIDE_AFTER_MS in tests. */
  readonly besideAfterMs?: number;
}

/** Clients for requests to the platforms' pages, and the owner's choice of routes. */
export interface PageAccess {
  /** Client of each route that the owner allows. */
  readonly clients: Readonly<Partial<Record<OutboundRoute, OutboundClient>>>;
  readonly choice: RouteChoice;
}

/** Route, post and requesting network of one run of an engine. */
export interface ExtractOptions {
  /** The only route to use; absent for those that the owner chose. */
  readonly route?: OutboundRoute;
  /** Post and requesting network of the run; absent if it counts for none. */
  readonly run?: RunSubject;
}

type Outcome<Found> = Found | EngineFailure;
/** Makes one try on a route. Rejects only on an internal error or when `signal` aborts. */
type Try<Found> = (route: OutboundRoute, signal: AbortSignal) => Promise<Outcome<Found>>;

/** Returns whether a try from another address may end differently. */
const isWorthAnotherRoute = (outcome: { readonly ok: true } | EngineFailure): boolean => {
  if (outcome.ok) return false;
  // Platforms withhold the file of a clip from some addresses only.
  return outcome.isClip === true || outcome.elsewhere === 'maybe';
};

const overBudget = (retryAfter: number): EngineFailure => failed('proxy_budget', { retryAfter });

/** Failure that another try may refute; only thrown to Promise.any. */
class Inconclusive extends Error {
  readonly failure: EngineFailure;
  constructor(failure: EngineFailure) {
    super('inconclusive');
    this.failure = failure;
  }
}

const requireConclusive = <Found extends { readonly ok: true }>(outcome: Outcome<Found>): Outcome<Found> => {
  if (!outcome.ok && isWorthAnotherRoute(outcome)) throw new Inconclusive(outcome);
  return outcome;
};

/** Resolves with null after some milliseconds; never if the signal aborts before. */
const wait = (ms: number, signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });

/** Settles with the first conclusive outcome, else with the most specific failure once all tries have ended. */
const firstConclusive = async <Found extends { readonly ok: true }>(
  ...tries: readonly Promise<Outcome<Found>>[]
): Promise<Outcome<Found>> => {
  try {
    return await Promise.any(tries.map((one) => one.then(requireConclusive)));
  } catch (error) {
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    const failures = errors.flatMap((one) => (one instanceof Inconclusive ? one.failure : []));
    const [first, ...others] = failures;
    if (first === undefined) throw errors[0];
    return others.reduce(pickMoreSpecific, first);
  }
};

/**
 * Makes a try on the routes that the owner allows. With both, the direct try starts first; a try through the proxy starts when the direct
 * one fails in a way that another address may avoid, or beside it after `besideAfterMs`. The first conclusive outcome stops the other try.
 * When the proxy's budget is used up, the direct outcome is returned, or a failure if only the proxy is allowed. With both routes,
 * `failedTries` lists the tries that failed. Rejects as `attempt` does.
 */
export const alongRoutes = async <Found extends { readonly ok: true }>(
  { routes, budget, besideAfterMs = BESIDE_AFTER_MS }: RouteChoice,
  attempt: Try<Found>,
  signal: AbortSignal,
): Promise<Outcome<Found> & Tried> => {
  if (!routes.includes('proxy')) return attempt('direct', signal);
  if (!routes.includes('direct')) {
    const seconds = await budget.take();
    return seconds === null ? attempt('proxy', signal) : overBudget(seconds);
  }
  const ending = new AbortController();
  const both = AbortSignal.any([signal, ending.signal]);
  const failedTries: FailedTry[] = [];
  const tryOn = async (route: OutboundRoute): Promise<Outcome<Found>> => {
    const outcome = await attempt(route, both);
    if (!outcome.ok) failedTries.push({ route, failure: outcome });
    return outcome;
  };
  const withTries = (outcome: Outcome<Found>): Outcome<Found> & Tried =>
    failedTries.length === 0 ? outcome : { ...outcome, failedTries: [...failedTries] };
  try {
    const direct = tryOn('direct');
    // It is raced again or abandoned; a rejection after that concerns nobody.
    direct.catch(() => undefined);
    const early = await Promise.race([direct, wait(besideAfterMs, both)]);
    if (early !== null && (early.ok || !isWorthAnotherRoute(early))) return withTries(early);
    const seconds = await budget.take();
    if (seconds !== null) {
      // Named too, so that the owner sees why the proxy was not used.
      failedTries.push({ route: 'proxy', failure: overBudget(seconds) });
      return withTries(await direct);
    }
    return withTries(await firstConclusive(direct, tryOn('proxy')));
  } finally {
    ending.abort();
  }
};

/** Engine that reads a post on the route that its caller names. */
interface RoutedReader {
  extract(link: ParsedLink, signal: AbortSignal, options?: ExtractOptions): Promise<EngineOutcome>;
}

/** Returns the reader with an `extract` that tries the routes which the owner chose, or only the route that its caller names. */
export const withRoutes = <Reader extends RoutedReader>(reader: Reader, choice: RouteChoice): Reader => ({
  ...reader,
  extract: (link: ParsedLink, signal: AbortSignal, { route, ...options }: ExtractOptions = {}) =>
    alongRoutes(
      route === undefined ? choice : { ...choice, routes: [route] },
      (taken, tryEnds) => reader.extract(link, tryEnds, { ...options, route: taken }),
      signal,
    ),
});
