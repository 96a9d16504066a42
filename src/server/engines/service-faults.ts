import { failed, nonTerminal, withCause } from '../extraction/engine-failure.ts';
import type { EngineFailure } from '../extraction/engine-outcome.ts';
import type { OutboundFault } from '../net/outbound-client.ts';

const FAILURES: Readonly<Record<OutboundFault, EngineFailure>> = {
  unresolved: nonTerminal('network'),
  unreachable: nonTerminal('network'),
  timeout: failed('upstream_timeout'),
  'too-large': failed('provider_answer'),
  'bad-answer': failed('upstream_error'),
  'refused-address': failed('upstream_error'),
  'refused-host': failed('upstream_error'),
  'refused-redirect': failed('upstream_error'),
};

/** Returns the failure for a request to a provider or a cobalt instance that ended with an outbound fault instead of a response. */
export const failureOfServiceFault = (fault: OutboundFault): EngineFailure =>
  withCause(FAILURES[fault], fault);
