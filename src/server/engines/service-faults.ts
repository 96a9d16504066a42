import type { DoorFault } from '../net/door.ts';
import type { EngineVerdict } from './engine.ts';
import { failed, perhaps } from './verdict.ts';

/** What it means when a service of the owner's choice, a provider or a cobalt instance, brings no answer. */
export const VERDICT_OF_SERVICE_FAULT: Readonly<Record<DoorFault, EngineVerdict>> = {
  unresolved: perhaps('network'),
  unreachable: perhaps('network'),
  timeout: failed('upstream_timeout'),
  'too-large': failed('provider_answer'),
  'bad-answer': failed('upstream_error'),
  'refused-address': failed('upstream_error'),
  'refused-host': failed('upstream_error'),
  'refused-redirect': failed('upstream_error'),
};
