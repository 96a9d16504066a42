import { statusParts } from '#messages/status-parts.ts';
import type { StatusPart } from '#shared/contract/status.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_NAMES } from '#shared/platforms/platforms.ts';

/** Returns the name of a part of the status: 'Instagram previews', 'Downloads'. */
export const statusPartName = (part: StatusPart): string =>
  part === 'downloads'
    ? text(statusParts, 'downloads')
    : text(statusParts, 'previews', { platform: PLATFORM_NAMES[part] });
