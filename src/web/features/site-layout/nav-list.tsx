import type { NavLink } from '#shared/contract/site.ts';

/** The id a target of the header leads to on this page; undefined for a web address. */
export const sectionOf = (target: string): string | undefined =>
  target.startsWith('#') ? target.slice(1) : undefined;

/** What a link to that target says beside where it leads; a new tab gets no handle on this page. */
const opensIn = (newTab: boolean) =>
  newTab ? ({ target: '_blank', rel: 'noopener noreferrer' } as const) : {};

/** The links of the header, in the bar and in the menu; `current` is the section in view. */
export function NavList({
  links,
  current,
  onFollow,
}: {
  links: readonly NavLink[];
  current: string | undefined;
  onFollow?: () => void;
}) {
  return (
    <ul>
      {links.map(({ id, label, target, newTab }) => {
        const section = sectionOf(target);
        return (
          <li key={id}>
            <a
              href={target}
              aria-current={section !== undefined && section === current ? 'true' : undefined}
              onClick={onFollow}
              {...opensIn(newTab && section === undefined)}
            >
              {label}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
