import type { Peers } from '../peers/peers.ts';
import type { CreateUpstreamLimiter } from '../preview/engine-health-registry.ts';
import type { StartBudget } from '../preview/start-budget.ts';
import type { PrimaryLink } from './primary-link.ts';
import { STARTS_TOPIC, type UpstreamPlace } from './site-counters.ts';

interface Start {
  readonly budgetKey: string;
  readonly network: string;
}

/**
 * Creates the function that puts an engine's runs at a platform into the primary's queue. Each worker repeats all starts in a budget of
 * its own: the panel shows it, and it limits the worker alone while the primary gives no answer.
 */
export const createRemoteUpstreamLimiters = (link: PrimaryLink, peers: Peers): CreateUpstreamLimiter => {
  const budgets = new Map<string, StartBudget>();
  peers.exchange<Start>(STARTS_TOPIC, ({ budgetKey, network }) => budgets.get(budgetKey)?.start(network));
  return ({ key, budgetKey, rules, own, budget }) => {
    budgets.set(budgetKey, budget);
    const { concurrency, maxQueue, freePerHour, gapMs } = rules;
    const place: UpstreamPlace = {
      key,
      budgetKey,
      rules: {
        concurrency,
        maxQueue,
        freePerHour: Number.isFinite(freePerHour) ? freePerHour : null,
        gapMs,
      },
    };
    return {
      budget: own.budget,
      async enter(options) {
        const { waitMs, signal, requesters } = options;
        const answer = await link.ask('upstream', { place, waitMs, requesters: [...requesters] }, signal);
        if (answer === null) return own.enter(options);
        const { value } = answer;
        return value.ok ? { ok: true, leave: () => link.end(value.lease, 'release') } : value;
      },
    };
  };
};
