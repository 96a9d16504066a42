import type { OutboundFault } from '../net/outbound-client.ts';
import type { EngineVerdict } from './engine.ts';
import { because, failed, perhaps } from './verdict.ts';

const VERDICTS: Readonly<Record<OutboundFault, EngineVerdict>> = {
  unresolved: perhaps('network'),
  unreachable: perhaps('network'),
  timeout: failed('upstream_timeout'),
  'too-large': failed('provider_answer'),
  'bad-answer': failed('upstream_error'),
  'refused-address': failed('upstream_error'),
  'refused-host': failed('upstream_error'),
  'refused-redirect': failed('upstream_error'),
};

/** Gives what it means when a service of the owner's choice, a provider or a cobalt instance, brings no answer. */
export const verdictOfServiceFault = (fault: OutboundFault): EngineVerdict => because(VERDICTS[fault], fault);
