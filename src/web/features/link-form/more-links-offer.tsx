import { moreLinksOffer } from '#messages/more-links-offer.ts';
import { sitePath } from '#shared/base-path.ts';
import { moreLinks } from '#shared/links/more-links.ts';
import { findPostLink } from '#shared/links/parse-link.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import states from './link-form.states.module.css';

/**
 * Offers the next link of `submittedText` to browsers without scripts; renders nothing if that contains fewer than two links. The form
 * sends all links after the first one, joined by spaces, with the content type of the first of them.
 */
export function MoreLinksOffer({ submittedText }: { submittedText: string }) {
  const links = moreLinks(submittedText);
  if (links.length === 0) return null;
  return (
    <form className={states.offer} method="post" action={sitePath('/preview')} data-testid="more-links">
      {text(moreLinksOffer, 'found', { count: links.length })}
      <input type="hidden" name="url" value={links.join(' ')} />
      <input type="hidden" name="type" value={findPostLink(links[0] ?? '')?.link.contentType} />
      <button type="submit" className={classNames('link', states.next)}>
        {text(moreLinksOffer, 'next')}
      </button>
    </form>
  );
}
