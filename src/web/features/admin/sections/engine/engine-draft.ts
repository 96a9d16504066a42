import type { EngineName } from '#shared/contract/content-type.ts';
import { ENGINE_SETTINGS, type EngineSetting, type SwitchedPlatform } from '#shared/contract/engines.ts';
import { type AddressRefusal, readOutsideAddress } from '#shared/contract/outside-address.ts';
import { ENGINE_EDITOR } from '#shared/engine-messages.ts';
import { CANARIES_PER_PLATFORM_MAX } from '#shared/limits.ts';
import { isSamePost, readCanary } from '#shared/links/canary-link.ts';
import type { EngineValues } from '../../../../state/panel/engine-settings.ts';
import { readSecureAddress } from '../../web-address.ts';

// Pure: what the Engine section's form can do to its draft.

/** An engine as a row of the list, known by its name. */
export interface EngineItem {
  readonly id: EngineName;
  readonly on: boolean;
}

export const itemsOf = ({ engines }: Pick<EngineValues, 'engines'>): readonly EngineItem[] =>
  engines.map(({ name, on }) => ({ id: name, on }));

export const enginesOf = (items: readonly EngineItem[]): EngineValues['engines'] =>
  items.map(({ id, on }) => ({ name: id, on }));

export type CanaryProblem = 'required' | 'invalid' | 'duplicate';
export type CanaryOutcome =
  | { readonly ok: true; readonly links: string[] }
  | { readonly ok: false; readonly problem: CanaryProblem };

/** The links with a pasted one at their end, in the form it is kept in; or why it cannot be one of them. */
export function addCanary(links: readonly string[], text: string, platform: SwitchedPlatform): CanaryOutcome {
  if (text.trim() === '') return { ok: false, problem: 'required' };
  const link = readCanary(text, platform);
  if (link === null) return { ok: false, problem: 'invalid' };
  if (links.some((other) => isSamePost(other, link))) return { ok: false, problem: 'duplicate' };
  return { ok: true, links: [...links, link] };
}

export const isFull = (links: readonly string[]): boolean => links.length >= CANARIES_PER_PLATFORM_MAX;

export type AddressProblem = 'bare' | AddressRefusal;

/** What is wrong with an address something is to be sent to; null for nothing, and for no address at all. */
export function addressProblem(text: string | null): AddressProblem | null {
  const typed = text ?? '';
  const address = readOutsideAddress(typed);
  if (address.ok || typed.trim() === '') return null;
  return readSecureAddress(typed).kind === 'bare' ? 'bare' : address.why;
}

/** The address as it is kept, or as it was typed while it is none. */
export function tidyAddress(text: string | null): string | null {
  const typed = text ?? '';
  if (typed.trim() === '') return null;
  const address = readOutsideAddress(typed);
  return address.ok ? address.url : typed;
}

/** What is changed, as the save bar names it. */
export const engineChanges = (changed: readonly EngineSetting[]): string[] =>
  ENGINE_SETTINGS.filter((part) => changed.includes(part)).map((part) => ENGINE_EDITOR.changes[part]);
