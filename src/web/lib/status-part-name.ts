import { platformNames } from '#messages/platform-names.ts';
import { statusParts } from '#messages/status-parts.ts';
import type { StatusPart } from '#shared/contract/status.ts';
import { text } from '#shared/messages/text.ts';

/** Returns the name of a part of the status: 'Instagram previews', 'Downloads'. */
export const statusPartName = (part: StatusPart): string =>
  part === 'downloads'
    ? text(statusParts, 'downloads')
    : text(statusParts, 'previews', { platform: text(platformNames, part) });
