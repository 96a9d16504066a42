import { player } from '#messages/player.ts';
import { text } from '#shared/messages/text.ts';

/** Returns the accessible name of a player or photo: 'Video by @quay.walks', or 'Video' if the author is unknown. */
export const mediaName = (kind: 'video' | 'audio' | 'photo', handle: string | null): string =>
  handle === null ? text(player, `name.${kind}`) : text(player, `nameBy.${kind}`, { handle });
