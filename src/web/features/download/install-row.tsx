import type { MouseEvent } from 'react';
import { installRow } from '#messages/install-row.ts';
import { text } from '#shared/messages/text.ts';
import { capturedInstallPrompt } from '../../state/install-prompt.ts';
import { Button } from '../../ui/button.tsx';
import { answerOffer, useInstallOffer } from './install-offer.ts';
import styles from './install-row.module.css';

/** Moves the focus to the result, because the row disappears when the visitor answers. */
const keepFocus = (event: MouseEvent): void =>
  event.currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });

async function install(): Promise<void> {
  const prompt = capturedInstallPrompt();
  answerOffer('add');
  try {
    if ((await prompt?.prompt())?.outcome === 'dismissed') answerOffer('not-now');
  } catch {
    // The prompt was used before or is no longer available; the browser's menu still offers installation.
  }
}

/** Offers to install the page as an app. Appears as one unobtrusive row after the second completed download. */
export function InstallRow({ title }: { title: string }) {
  const offer = useInstallOffer();
  if (offer === null) return null;
  return (
    <div className={styles.row} data-testid="install-row">
      <p className={styles.text}>
        {offer === 'prompt' ? text(installRow, 'offer', { title }) : text(installRow, 'onApple', { title })}
      </p>
      {offer === 'prompt' && (
        <Button
          size="small"
          onClick={(event) => {
            keepFocus(event);
            void install();
          }}
        >
          {text(installRow, 'add')}
        </Button>
      )}
      <Button
        look="ghost"
        size="small"
        onClick={(event) => {
          keepFocus(event);
          answerOffer('not-now');
        }}
      >
        {text(installRow, 'notNow')}
      </Button>
    </div>
  );
}
