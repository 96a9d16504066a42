/** A link of the header; `section` is the id it leads to. */
export interface NavLink {
  readonly label: string;
  readonly section: string;
}

/** The links of the header, in the bar and in the menu; `current` is the section in view. */
export function NavList({
  links,
  current,
  onFollow,
}: {
  links: readonly NavLink[];
  current: string | undefined;
  onFollow?: (section: string) => void;
}) {
  return (
    <ul>
      {links.map(({ label, section }) => (
        <li key={section}>
          <a
            href={`#${section}`}
            aria-current={section === current ? 'true' : undefined}
            onClick={() => onFollow?.(section)}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
