import type { ChosenProvider } from '../contract/chosen-provider.ts';
import type { EngineValues } from '../contract/engines.ts';
import type { NavbarSettings, SocialLink } from '../contract/site.ts';
import { PLATFORMS } from '../platforms/platforms.ts';

// Describes settings in words, for the activity log and for a conflict in which two people changed the same setting. The panel translates
// the words.

const listIf = (isListed: boolean, name: string): string[] => (isListed ? [name] : []);

export const navbarText = ({ links, button, sticky, themeSwitch }: NavbarSettings): string =>
  [
    ...links.map(({ label, target, visible }) => `${label} ${target}${visible ? '' : ' (hidden)'}`),
    `button ${button.label} ${button.target}${button.visible ? '' : ' (hidden)'}`,
    ...listIf(sticky, 'sticky'),
    ...listIf(themeSwitch, 'theme switch'),
  ].join(', ');

export const socialLinksText = (links: readonly SocialLink[]): string =>
  links.map(({ name, url }) => `${name} ${url}`).join(', ');

/** Lists engines in their order: 'native, sample (off)'. */
export const enginesText = (engines: EngineValues['engines']): string =>
  engines.map(({ name, on }) => (on ? name : `${name} (off)`)).join(', ');

export const platformsText = (platforms: EngineValues['platforms']): string =>
  PLATFORMS.map(({ id, name }) => `${name} ${platforms[id] ? 'on' : 'off'}`).join(', ');

/**
 * Describes a provider by its service and host name, and says whether it has a key. The path of its address is left out, because it may
 * contain a secret.
 */
export const providerText = ({
  service,
  host,
  hasKey,
}: Pick<ChosenProvider, 'service' | 'host' | 'hasKey'>): string =>
  `provider: ${service} at ${URL.canParse(host) ? new URL(host).hostname : host}${hasKey ? ', with a key' : ''}`;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Returns the text of sanitised HTML as one line, with '[picture]' in place of each picture. */
export const htmlText = (html: string): string =>
  html
    .replaceAll(/<img\b[^>]*>/gu, ' [picture] ')
    .replaceAll(/<[^>]*>/gu, ' ')
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/gu, (_entity, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Number of unchanged words that are shown before and after a change, so that a reader finds the place in the text. */
const CONTEXT_WORDS = 4;

/**
 * Returns the part of each text that differs from the other text, without their equal beginnings and ends. With ', ' the texts are lists
 * and the results hold whole entries; with ' ' they are prose and the results hold words, with up to four shared words on each side and '…'
 * where text is left out.
 */
export function changedPart(
  before: string,
  after: string,
  separator: ', ' | ' ',
): readonly [before: string, after: string] {
  const [beforeParts, afterParts] = [before.split(separator), after.split(separator)];
  const shorterLength = Math.min(beforeParts.length, afterParts.length);
  let equalAtStart = 0;
  while (equalAtStart < shorterLength && beforeParts[equalAtStart] === afterParts[equalAtStart])
    equalAtStart += 1;
  let equalAtEnd = 0;
  while (
    equalAtEnd < shorterLength - equalAtStart &&
    beforeParts.at(-1 - equalAtEnd) === afterParts.at(-1 - equalAtEnd)
  )
    equalAtEnd += 1;
  const context = separator === ' ' ? CONTEXT_WORDS : 0;
  const start = Math.max(0, equalAtStart - context);
  const end = Math.max(0, equalAtEnd - context);
  const ellipsisIf = (cutParts: number) => listIf(context > 0 && cutParts > 0, '…');
  const changed = (parts: readonly string[]): string =>
    [...ellipsisIf(start), ...parts.slice(start, parts.length - end), ...ellipsisIf(end)].join(separator);
  return [changed(beforeParts), changed(afterParts)];
}
