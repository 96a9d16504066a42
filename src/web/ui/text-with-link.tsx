import { classNames } from '../lib/class-names.ts';

interface TextWithLinkProps {
  /** The text before the link, the text of the link, and the text after the link, as `textParts` returns them. */
  parts: readonly string[];
  href: string;
  className?: string | undefined;
}

/** Renders a sentence in which some words are a link. */
export const TextWithLink = ({ parts: [before, inside, after], href, className }: TextWithLinkProps) => (
  <>
    {before}
    <a className={classNames('link', className)} href={href}>
      {inside}
    </a>
    {after}
  </>
);
