import { useEffect } from 'react';
import { moreLinksOffer } from '#messages/more-links-offer.ts';
import { sitePath } from '#shared/base-path.ts';
import { moreLinks } from '#shared/links/more-links.ts';
import { findPostLink } from '#shared/links/parse-link.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { announce } from '../../state/announcer.ts';
import states from './link-form.states.module.css';

/** Milliseconds before the offer is announced. An earlier announcement would replace the announcement of the preview or its failure. */
const ANNOUNCE_AFTER_MS = 1_500;

/**
 * Offers the next link of `submittedText` and announces the offer; renders nothing if that contains fewer than two links. `onNext` gets all
 * links after the first one, joined by spaces. Without scripts, the form sends those links with the content type of the first of them.
 */
export function MoreLinksOffer({
  submittedText,
  onNext,
}: {
  submittedText: string;
  onNext?: (text: string) => void;
}) {
  const links = moreLinks(submittedText);
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
      action={sitePath('/preview')}
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
