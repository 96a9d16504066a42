import { instagram } from './instagram/instagram.ts';
import type { Platform } from './platform.ts';
import { tiktok } from './tiktok/tiktok.ts';

/** Every platform, in the order in which lists and stored documents name them. A new platform needs an entry here. */
const LIST = [instagram, tiktok] as const;

type Listed = (typeof LIST)[number];
export type PlatformId = Listed['id'];

/** Platform whose `id` has the type PlatformId instead of `string`. */
export interface ListedPlatform extends Platform {
  readonly id: PlatformId;
}

export const PLATFORMS: readonly ListedPlatform[] = LIST;

export const PLATFORM_IDS: readonly PlatformId[] = LIST.map(({ id }) => id);

type HostsOf<Id extends PlatformId> = Extract<Listed, { readonly id: Id }>['hosts'];

/** Kinds of the accepted link shapes of a platform, without 'wrapped'. */
export type LinkKindOf<Id extends PlatformId> = {
  readonly [Host in keyof HostsOf<Id>]: HostsOf<Id>[Host] extends {
    readonly shapes: readonly (infer Shape)[];
  }
    ? Shape extends { readonly kind: infer Kind extends string }
      ? Exclude<Kind, 'wrapped'>
      : never
    : never;
}[keyof HostsOf<Id>];

/** Builds a record with a value for each platform, in the order of the list. */
export const byPlatform = <Value>(valueFor: (id: PlatformId) => Value): Record<PlatformId, Value> =>
  Object.fromEntries(PLATFORM_IDS.map((id) => [id, valueFor(id)])) as Record<PlatformId, Value>;

/** Display name of each platform. The call is marked as pure, so that a script that does not use the names does not contain them. */
export const PLATFORM_NAMES: Readonly<Record<PlatformId, string>> = /* @__PURE__ */ Object.fromEntries(
  LIST.map(({ id, name }) => [id, name]),
) as Record<PlatformId, string>;
