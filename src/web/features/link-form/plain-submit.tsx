import { linkForm } from '#messages/link-form.ts';
import { previewPage } from '#messages/preview-page.ts';
import { sitePath } from '#shared/base-path.ts';
import { text } from '#shared/messages/text.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import styles from './link-form.module.css';

/**
 * Renders the submit button of the link form for browsers without scripts. It precedes the button that only a script enables, so that Enter
 * sends the form.
 */
export const PlainSubmit = ({ look }: { look: ButtonLook }) => (
  <Button type="submit" size="large" look={look} className={styles.submit}>
    {text(linkForm, 'submit')}
  </Button>
);

/** Renders a button that previews the link with which the page was opened, for browsers without scripts. */
export const AddressLink = ({ link }: { link: string }) => (
  <noscript>
    <form method="post" action={sitePath('/preview')}>
      <input type="hidden" name="url" value={link} />
      <Button type="submit" size="large" look="primary">
        {text(previewPage, 'openedWith')}
      </Button>
    </form>
  </noscript>
);
