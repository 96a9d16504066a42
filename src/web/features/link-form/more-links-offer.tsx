import { useEffect } from 'react';
import { moreLinksOffer } from '#messages/more-links-offer.ts';
import { moreLinks } from '#shared/links/more-links.ts';
import { findPostLink } from '#shared/links/parse-link.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { announce } from '../../state/announcer.ts';
import states from './link-form.states.module.css';

/** Milliseconds before the offer is announced, because an earlier announcement of it would replace that of the preview or its failure. */
const ANNOUNCE_AFTER_MS = 1_500;

/**
 * Offers the next link of a submitted text that contains several. `onNext` gets all links after the first, joined by spaces. Without
 * scripts, the form sends those links with the content type of the next one.
 */
export function MoreLinksOffer({
  submitted,
  onNext,
}: {
  submitted: string;
  onNext?: (text: string) => void;
}) {
  const links = moreLinks(submitted);
  const { length: count } = links;
  useEffect(() => {
    if (count === 0) return;
    const timer = setTimeout(
      () => announce(text(moreLinksOffer, 'found', { count }), 'polite'),
      ANNOUNCE_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [count]);
  if (count === 0) return null;
  return (
    <form
      className={states.offer}
      method="post"
      action="/preview"
      data-testid="more-links"
      onSubmit={(event) => {
        event.preventDefault();
        onNext?.(links.join(' '));
      }}
    >
      {text(moreLinksOffer, 'found', { count })}
      <input type="hidden" name="url" value={links.join(' ')} />
      <input type="hidden" name="type" value={findPostLink(links[0] ?? '')?.link.contentType} />
      <button type="submit" className={classNames('link', states.next)}>
        {text(moreLinksOffer, 'next')}
      </button>
    </form>
  );
}
