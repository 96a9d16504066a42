import type { ParsedLink } from '#shared/links/parsed-link.ts';
import type { OutboundRoute } from '#shared/outbound-routes.ts';
import type { ProxyBudget } from '../../outbound/outbound-access.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import type { RunSubject } from '../circuit-breaker.ts';
import {
  type EngineFailure,
  type EngineOutcome,
  type FailedTries,
  type FailedTry,
  failed,
  pickMoreSpecific,
} from '../failures.ts';

/** Milliseconds after which a try through the proxy starts although the direct try has not ended. */
const PROXY_DELAY_MS = 1_500;

/** Routes that the owner allows for reading pages, and the budget of reads through the proxy. */
export interface RouteChoice {
  readonly routes: readonly OutboundRoute[];
  readonly budget: ProxyBudget;
  /** Replaces PROXY_DELAY_MS in tests. */
  readonly proxyDelayMs?: number;
}

/** Clients for requests to the platforms' pages, and the owner's choice of routes. */
export interface PageAccess {
  /** Client of each route that the owner allows. */
  readonly clients: Readonly<Partial<Record<OutboundRoute, OutboundClient>>>;
  readonly routeChoice: RouteChoice;
}

/** Route, post and requesting network of one run of an engine. */
export interface ExtractOptions {
  /** The only route to use; absent to use the routes that the owner allows. */
  readonly route?: OutboundRoute;
  /** Post and requesting network of the run; absent for a run that no limit or statistic counts. */
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

/** Carries a failure that another try may refute. Thrown only by `requireConclusive` and caught only by `firstConclusive`. */
class InconclusiveError extends Error {
  readonly failure: EngineFailure;
  constructor(failure: EngineFailure) {
    super('inconclusive');
    this.failure = failure;
  }
}

const requireConclusive = <Found extends { readonly ok: true }>(outcome: Outcome<Found>): Outcome<Found> => {
  if (!outcome.ok && isWorthAnotherRoute(outcome)) throw new InconclusiveError(outcome);
  return outcome;
};

/** Resolves with null after `ms` milliseconds; never resolves if the signal aborts before. */
const wait = (ms: number, signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });

/**
 * Resolves with the first conclusive outcome, else with the most specific failure once all tries have ended. Rejects with the error of a
 * try if every try rejects.
 */
const firstConclusive = async <Found extends { readonly ok: true }>(
  ...tries: readonly Promise<Outcome<Found>>[]
): Promise<Outcome<Found>> => {
  try {
    return await Promise.any(tries.map((one) => one.then(requireConclusive)));
  } catch (error) {
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
    const failures = errors.flatMap((one) => (one instanceof InconclusiveError ? one.failure : []));
    const [first, ...others] = failures;
    if (first === undefined) throw errors[0];
    return others.reduce(pickMoreSpecific, first);
  }
};

/**
 * Calls `attempt` for the routes that the owner allows. With both routes, the direct try starts first; the try through the proxy starts
 * when the direct try fails in a way that another address may avoid, or after `proxyDelayMs`. The first conclusive outcome stops the other
 * try. When the proxy's budget is used up, returns the direct outcome, or the failure `proxy_budget` if only the proxy is allowed. With
 * both routes, `failedTries` lists the tries that failed, and a try that the budget did not allow. Rejects as `attempt` does.
 */
export const tryRoutes = async <Found extends { readonly ok: true }>(
  { routes, budget, proxyDelayMs = PROXY_DELAY_MS }: RouteChoice,
  attempt: Try<Found>,
  signal: AbortSignal,
): Promise<Outcome<Found> & FailedTries> => {
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
  const withTries = (outcome: Outcome<Found>): Outcome<Found> & FailedTries =>
    failedTries.length === 0 ? outcome : { ...outcome, failedTries: [...failedTries] };
  try {
    const direct = tryOn('direct');
    // It is raced again or abandoned; a rejection after that concerns nobody.
    direct.catch(() => undefined);
    const early = await Promise.race([direct, wait(proxyDelayMs, both)]);
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

/** Engine that reads a post on the route in its options. */
interface RoutedReader {
  extract(link: ParsedLink, signal: AbortSignal, options?: ExtractOptions): Promise<EngineOutcome>;
}

/** Returns a copy of the reader whose `extract` tries the routes that the owner allows, or only the route in its options. */
export const withRoutes = <Reader extends RoutedReader>(
  reader: Reader,
  routeChoice: RouteChoice,
): Reader => ({
  ...reader,
  extract: (link: ParsedLink, signal: AbortSignal, { route, ...options }: ExtractOptions = {}) =>
    tryRoutes(
      route === undefined ? routeChoice : { ...routeChoice, routes: [route] },
      (taken, tryEnds) => reader.extract(link, tryEnds, { ...options, route: taken }),
      signal,
    ),
});
