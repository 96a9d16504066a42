import { CircleAlert, Link as LinkIcon } from 'lucide-react';
import { linkForm } from '#messages/link-form.ts';
import { moreLinksOffer } from '#messages/more-links-offer.ts';
import { previewFlow } from '#messages/preview-flow.ts';
import { previewPage } from '#messages/preview-page.ts';
import type { ContentType } from '#shared/contract/content-type.ts';
import { moreLinks } from '#shared/links/more-links.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { FieldMessage } from '../../ui/field-message.tsx';
import fieldStyles from './link-field.module.css';
import styles from './link-form.module.css';
import states from './link-form.states.module.css';
import { TypeTabs } from './type-tabs.tsx';

const FIELD_ID = 'link';
const MESSAGE_ID = 'link-message';
const MESSAGES = { empty: 'urlRequired', invalid: 'urlInvalid' } as const;

/**
 * Renders the submit button of the public page's form for browsers without scripts. It stands before the button that only a script
 * enables, so that Enter sends the form.
 */
export const PlainSubmit = ({ look }: { look: ButtonLook }) => (
  <Button type="submit" size="large" look={look} className={styles.submit}>
    {text(linkForm, 'submit')}
  </Button>
);

/** Renders a button that previews the link in the page's address, for browsers without scripts. */
export const AddressLink = ({ link }: { link: string }) => (
  <noscript>
    <form method="post" action="/preview">
      <input type="hidden" name="url" value={link} />
      <Button type="submit" size="large" look="primary">
        {text(previewPage, 'fromAddress')}
      </Button>
    </form>
  </noscript>
);

/** Offers the next link of a submitted text that contains several, on a page without scripts. */
export function PlainMoreLinks({ submitted, type }: { submitted: string; type: ContentType }) {
  const links = moreLinks(submitted);
  if (links.length === 0) return null;
  return (
    <form className={states.offer} method="post" action="/preview" data-testid="more-links">
      {text(moreLinksOffer, 'found', { count: links.length })}
      <input type="hidden" name="url" value={links.join(' ')} />
      <input type="hidden" name="type" value={type} />
      <button type="submit" className={classNames('link', states.next)}>
        {text(moreLinksOffer, 'next')}
      </button>
    </form>
  );
}

/** Renders the link form for a page without scripts: it posts to the page that shows the preview. */
export function PlainLinkForm({
  id,
  link,
  type,
  mistake,
  hasPreview,
}: {
  id: string;
  /** Text of the field. */
  link: string;
  type: ContentType;
  mistake: keyof typeof MESSAGES | null;
  /** Whether the page has another primary button. */
  hasPreview: boolean;
}) {
  return (
    <form id={id} className={styles.tray} method="post" action="/preview" noValidate>
      <div className={styles.top}>
        <TypeTabs tab={type} onChoose={() => undefined} />
      </div>
      <div className={styles.row}>
        <div className={classNames(fieldStyles.field, mistake !== null && fieldStyles.invalid)}>
          <LinkIcon aria-hidden className={classNames('ic', fieldStyles.sign)} />
          <label className="sr" htmlFor={FIELD_ID}>
            {text(linkForm, 'label')}
          </label>
          <input
            id={FIELD_ID}
            name="url"
            type="url"
            inputMode="url"
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            dir="ltr"
            placeholder={text(linkForm, 'placeholder')}
            defaultValue={link}
            aria-invalid={mistake === null ? undefined : true}
            aria-describedby={MESSAGE_ID}
          />
        </div>
        <PlainSubmit look={hasPreview ? 'secondary' : 'primary'} />
      </div>
      <FieldMessage
        id={MESSAGE_ID}
        tone={mistake === null ? 'hint' : 'error'}
        icon={mistake === null ? undefined : CircleAlert}
      >
        {mistake === null ? text(linkForm, 'hint') : text(previewFlow, MESSAGES[mistake])}
      </FieldMessage>
    </form>
  );
}
