import type { NavLink } from '#shared/contract/site.ts';

/** Returns the id of the section that a header target leads to; undefined for a web address. */
export const sectionOf = (target: string): string | undefined =>
  target.startsWith('#') ? target.slice(1) : undefined;

/** Returns the attributes for a link that opens in a new tab; the new page gets no reference to this one. */
const opensIn = (newTab: boolean) =>
  newTab ? ({ target: '_blank', rel: 'noopener noreferrer' } as const) : {};

/** Renders the links of the header, for the bar and the menu; `current` is the id of the section in view. */
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
