import type { ChosenProvider } from '../contract/chosen-provider.ts';
import type { EngineValues } from '../contract/engines.ts';
import type { NavbarSettings, SocialLink } from '../contract/site.ts';
import { PLATFORMS } from '../platforms/platforms.ts';

// Settings in words, for the activity log and where two people changed the same one. The panel translates the words.

const onlyIf = (on: boolean, name: string): string[] => (on ? [name] : []);

export const navbarText = ({ links, button, sticky, themeSwitch }: NavbarSettings): string =>
  [
    ...links.map(({ label, target, visible }) => `${label} ${target}${visible ? '' : ' (hidden)'}`),
    `button ${button.label} ${button.target}${button.visible ? '' : ' (hidden)'}`,
    ...onlyIf(sticky, 'sticky'),
    ...onlyIf(themeSwitch, 'theme switch'),
  ].join(', ');

export const socialLinksText = (links: readonly SocialLink[]): string =>
  links.map(({ name, url }) => `${name} ${url}`).join(', ');

/** Lists engines in their order: 'native, sample (off)'. */
export const enginesText = (engines: EngineValues['engines']): string =>
  engines.map(({ name, on }) => (on ? name : `${name} (off)`)).join(', ');

export const platformsText = (platforms: EngineValues['platforms']): string =>
  PLATFORMS.map(({ id, name }) => `${name} ${platforms[id] ? 'on' : 'off'}`).join(', ');

/** Names a provider's service and host: of the address only the host, because its path may contain a secret. */
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

/** Words before and after a change, which tell where in a text it is. */
const CONTEXT_WORDS = 4;

/**
 * Returns what differs between two texts, without the beginning and the end that both share. With ', ' the texts are lists and the results
 * hold whole entries; with ' ' they are prose and the results hold words, with up to four shared words on each side and '…' where text is
 * left out.
 */
export function changedPart(
  before: string,
  after: string,
  separator: ', ' | ' ',
): readonly [before: string, after: string] {
  const [one, other] = [before.split(separator), after.split(separator)];
  const least = Math.min(one.length, other.length);
  let same = 0;
  while (same < least && one[same] === other[same]) same += 1;
  let sameEnd = 0;
  while (sameEnd < least - same && one.at(-1 - sameEnd) === other.at(-1 - sameEnd)) sameEnd += 1;
  const context = separator === ' ' ? CONTEXT_WORDS : 0;
  const start = Math.max(0, same - context);
  const end = Math.max(0, sameEnd - context);
  const mark = (cut: number) => onlyIf(context > 0 && cut > 0, '…');
  const part = (all: readonly string[]): string =>
    [...mark(start), ...all.slice(start, all.length - end), ...mark(end)].join(separator);
  return [part(one), part(other)];
}
