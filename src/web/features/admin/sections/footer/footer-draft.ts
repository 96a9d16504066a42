import { SOCIAL_PLATFORMS, type SocialLink } from '#shared/contract/site.ts';
import { FOOTER_EDITOR } from '#shared/footer-messages.ts';
import { changeItem, putBack, type Removed } from '../../list-edits.ts';
import { readWebAddress } from '../../web-address.ts';
import { platformFields, readPlatform, type SocialPlatform } from './platforms.ts';

// Pure: every edit gives a new list. Unlike the navbar's, a draft of these links can always be saved: what the form holds
// reaches the list only when it is right.

type Links = readonly SocialLink[];

/** What the form for a new or a changed link holds. */
export interface LinkForm {
  /** Empty while none is chosen. */
  readonly platform: string;
  readonly url: string;
}

/** Why the form's link cannot go into the list (specification section 5). */
export type FormProblem = 'required' | 'bare' | 'invalid' | 'duplicate';

/** What the form makes of the list, or why it cannot. */
export type FormOutcome =
  | { readonly ok: true; readonly links: Links; readonly link: SocialLink }
  | { readonly ok: false; readonly problem: FormProblem };

const taken = (links: Links, platform: SocialPlatform, except?: SocialLink['id']): boolean =>
  links.some((link) => link.platform === platform && link.id !== except);

function readForm(
  links: Links,
  form: LinkForm,
  except?: SocialLink['id'],
): { ok: true; platform: SocialPlatform; url: string } | { ok: false; problem: FormProblem } {
  const platform = readPlatform(form.platform);
  const address = readWebAddress(form.url);
  if (platform === null || address.kind === 'empty') return { ok: false, problem: 'required' };
  if (address.kind !== 'valid') return { ok: false, problem: address.kind };
  return taken(links, platform, except)
    ? { ok: false, problem: 'duplicate' }
    : { ok: true, platform, url: address.url };
}

/** The timestamp, or the next that no link has. */
function freeId(links: Links, now: number): number {
  let id = now;
  while (links.some((link) => String(link.id) === String(id))) id += 1;
  return id;
}

/** Adds the form's link at the end; `now` (ms since 1970) becomes its id. */
export function addLink(links: Links, form: LinkForm, now: number): FormOutcome {
  const read = readForm(links, form);
  if (!read.ok) return read;
  const link = { id: freeId(links, now), ...platformFields(read.platform), url: read.url };
  return { ok: true, links: [...links, link], link };
}

/** Gives the link with this id the form's platform and address; one that is gone meanwhile stays gone. */
export function changeLink(links: Links, id: SocialLink['id'], form: LinkForm): FormOutcome {
  const read = readForm(links, form, id);
  if (!read.ok) return read;
  const part = { ...platformFields(read.platform), url: read.url };
  return { ok: true, links: changeItem(links, id, part), link: { id, ...part } };
}

/** Brings a removed link back where it stood; undefined where its platform has another link by now. */
export const restoreLink = (links: Links, removed: Removed<SocialLink>): Links | undefined =>
  taken(links, removed.item.platform, removed.item.id) ? undefined : putBack(links, removed);

/** The platforms without a link, in the order of the contract; `chosen` stays among them whatever happens meanwhile. */
export const choicesOf = (links: Links, chosen: string): readonly SocialPlatform[] =>
  SOCIAL_PLATFORMS.filter((platform) => platform === chosen || !taken(links, platform));

export const allUsed = (links: Links): boolean => choicesOf(links, '').length === 0;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What is changed, as the save bar names it; empty when nothing is. */
export function footerChanges(before: Links, after: Links): string[] {
  if (same(before, after)) return [];
  const find = (links: Links, id: SocialLink['id']) => links.find((link) => link.id === id);
  const common = (links: Links, others: Links) =>
    links.map(({ id }) => id).filter((id) => find(others, id) !== undefined);
  const { parts } = FOOTER_EDITOR;
  const counts = [
    [after.filter(({ id }) => !find(before, id)).length, parts.added],
    [before.filter(({ id }) => !find(after, id)).length, parts.removed],
    [
      after.filter((link) => find(before, link.id) && !same(find(before, link.id), link)).length,
      parts.changed,
    ],
  ] as const;
  const told = counts.flatMap(([count, words]) => (count > 0 ? [words(count)] : []));
  const moved = same(common(before, after), common(after, before)) ? [] : [parts.moved];
  return [parts.links([...told, ...moved].join(', '))];
}
