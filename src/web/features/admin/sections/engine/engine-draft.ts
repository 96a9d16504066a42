import { engineEditor } from '#messages/engine-editor.ts';
import type { EngineName } from '#shared/contract/engine-names.ts';
import {
  type AdminEngines,
  ENGINE_SETTINGS,
  type EngineSetting,
  type EngineValues,
} from '#shared/contract/engines.ts';
import { type AddressRefusal, parseExternalAddress } from '#shared/contract/external-address.ts';
import { TEST_POSTS_PER_PLATFORM_MAX } from '#shared/limits.ts';
import { isSamePost, parseTestPostLink } from '#shared/links/test-post-link.ts';
import { text } from '#shared/messages/text.ts';
import type { PlatformId } from '#shared/platforms/platforms.ts';
import { readSecureAddress } from '../../web-address.ts';

// Pure edits of the Engine section's draft.

/** An engine as a row of a list. `id` is the name of the engine. */
export interface EngineItem {
  readonly id: EngineName;
  readonly on: boolean;
}

export const itemsOf = ({ engines }: Pick<EngineValues, 'engines'>): readonly EngineItem[] =>
  engines.map(({ name, on }) => ({ id: name, on }));

export const enginesOf = (items: readonly EngineItem[]): EngineValues['engines'] =>
  items.map(({ id, on }) => ({ name: id, on }));

type Known = Pick<AdminEngines, 'engines' | 'settings'>;

/**
 * Returns whether an engine has all that it needs, or has a service, even if its key cannot be read. The engine `provider` needs only a
 * saved provider.
 */
export const isSetUp = (name: EngineName, { engines, settings }: Known): boolean =>
  engines.some((engine) => engine.name === name && (engine.configured || engine.service !== null)) ||
  (name === 'provider' && settings.provider !== null);

/**
 * Returns `items` with the items of `ordered` in the order of `ordered`. Any other item stays directly after the item that precedes it in
 * `items`, or first if none does.
 */
export function withOrder(
  items: readonly EngineItem[],
  ordered: readonly EngineItem[],
): readonly EngineItem[] {
  const moved = [...ordered];
  for (const [index, item] of items.entries()) {
    if (ordered.some(({ id }) => id === item.id)) continue;
    const place = moved.findIndex(({ id }) => id === items[index - 1]?.id);
    moved.splice(place + 1, 0, item);
  }
  return moved;
}

/** Returns whether an engine is configured and reads posts of the platforms; false for the engine of the built-in samples. */
export const readsPosts = (name: EngineName, { engines }: Pick<AdminEngines, 'engines'>): boolean =>
  name !== 'sample' && engines.some((engine) => engine.name === name && engine.configured);

/**
 * Why a pasted link cannot be a test post: the field is empty, the text is no link to a post of the platform, or the list already has this
 * post.
 */
export type TestPostProblem = 'required' | 'invalid' | 'duplicate';
/** The edited list of test posts, or why the pasted link is not valid. */
export type TestPostOutcome =
  | { readonly ok: true; readonly links: string[] }
  | { readonly ok: false; readonly problem: TestPostProblem };

/**
 * Appends a pasted link, in its stored form, to the test posts of a platform, or returns why the link is not valid. Does not check the
 * maximum number of test posts.
 */
export function addTestPost(links: readonly string[], text: string, platform: PlatformId): TestPostOutcome {
  if (text.trim() === '') return { ok: false, problem: 'required' };
  const link = parseTestPostLink(text, platform);
  if (link === null) return { ok: false, problem: 'invalid' };
  if (links.some((other) => isSamePost(other, link))) return { ok: false, problem: 'duplicate' };
  return { ok: true, links: [...links, link] };
}

/** Returns whether a platform has the maximum number of test posts. */
export const isFull = (links: readonly string[]): boolean => links.length >= TEST_POSTS_PER_PLATFORM_MAX;

/** Why the server cannot send data to an address. `bare`: only `https://` is missing, or the address has `http://` instead. */
export type AddressProblem = 'bare' | AddressRefusal;

/**
 * Returns why the server cannot send data to a typed address; null if it can or the address is empty. `isLan` allows addresses of the local
 * network.
 */
export function addressProblem(text: string | null, isLan = false): AddressProblem | null {
  const typed = text ?? '';
  const address = parseExternalAddress(typed, isLan);
  if (address.ok || typed.trim() === '') return null;
  return readSecureAddress(typed).kind === 'bare' ? 'bare' : address.reason;
}

/**
 * Returns a typed address in its stored form; unchanged if it is invalid, null if it is empty. `isLan` allows addresses of the local
 * network.
 */
export function tidyAddress(text: string | null, isLan = false): string | null {
  const typed = text ?? '';
  if (typed.trim() === '') return null;
  const address = parseExternalAddress(typed, isLan);
  return address.ok ? address.url : typed;
}

/** Returns the names of the changed settings for the save bar, in the order of ENGINE_SETTINGS. */
export const engineChanges = (changedSettings: readonly EngineSetting[]): string[] =>
  ENGINE_SETTINGS.filter((part) => changedSettings.includes(part)).map((part) =>
    text(engineEditor, `changes.${part}`),
  );
