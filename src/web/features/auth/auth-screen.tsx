import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { authForm } from '#messages/auth-form.ts';
import { panelFrame } from '#messages/panel-frame.ts';
import { sitePath } from '#shared/base-path.ts';
import { text } from '#shared/messages/text.ts';
import { useShownSite } from '../../state/panel/shown-site.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import styles from './auth-screen.module.css';

/**
 * Renders the layout of the pages outside the panel (sign-in, sign-up, waiting), and sets the title of the document. `aside` is shown
 * beside the link to the home page, `footnote` below the form.
 */
export function AuthScreen({
  title,
  lede,
  brand,
  aside,
  footnote,
  children,
}: {
  title: string;
  lede: ReactNode;
  brand: ReactNode;
  aside?: ReactNode;
  footnote?: ReactNode;
  children: ReactNode;
}) {
  const site = useShownSite()?.title ?? '';
  useEffect(() => {
    document.title = text(panelFrame, 'documentTitle', { page: title, site });
  }, [title, site]);
  return (
    <div className={styles.screen}>
      <header className={styles.edge}>
        {brand}
        <div className={styles.aside}>
          {aside}
          <ButtonLink href={sitePath('/')} look="ghost" size="small">
            <ArrowLeft aria-hidden className="ic-s" />
            {text(authForm, 'backToHome')}
          </ButtonLink>
        </div>
      </header>
      <main className={styles.column}>
        <h1>{title}</h1>
        <div className={styles.lede}>{lede}</div>
        {children}
        {footnote && <p className={styles.other}>{footnote}</p>}
      </main>
      <footer className={styles.edge}>
        <span>{`© ${String(new Date().getFullYear())} ${site}`}</span>
        <span>{text(authForm, 'administratorsOnly')}</span>
      </footer>
    </div>
  );
}
