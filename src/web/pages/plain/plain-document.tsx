import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { sitePath } from '#shared/base-path.ts';
import type { PageInput } from '#shared/contract/page.ts';
import { escapeHtml } from '#shared/format/escape-html.ts';
import { Brand } from '../../features/site-layout/brand.tsx';
import { FooterColumns } from '../../features/site-layout/footer-columns.tsx';
import { SiteFooter } from '../../features/site-layout/site-footer.tsx';
import { classNames } from '../../lib/class-names.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { commonTags, htmlDocument } from '../public/document-head.ts';
import styles from './plain-document.module.css';

const tagsFor = (
  address: { readonly path: string; readonly description: string } | null,
  publicUrl: string,
): readonly string[] =>
  address === null
    ? ['<meta name="robots" content="noindex">']
    : [
        `<meta name="description" content="${escapeHtml(address.description)}">`,
        `<link rel="canonical" href="${escapeHtml(publicUrl + address.path)}">`,
      ];

/**
 * Renders a page other than the public page, such as help or status, as a complete HTML document: a bar that leads back to the form,
 * `main`, and the footer. The theme's script is its only script.
 */
export const plainDocument = (
  { site, assets, publicUrl }: Pick<PageInput, 'site' | 'assets' | 'publicUrl'>,
  {
    address,
    title,
    backLabel,
    year = new Date().getUTCFullYear(),
    main,
  }: {
    /** Path and description for search engines. Null tells search engines not to list the page. */
    readonly address: { readonly path: string; readonly description: string } | null;
    /** Title of the page, which follows the site's title and a colon. */
    readonly title: string;
    /** Label of the button that leads to the form. */
    readonly backLabel: string;
    readonly year?: number;
    readonly main: ReactNode;
  },
): string => {
  const body = renderToString(
    <>
      <header>
        <div className={classNames('wrap', styles.bar)}>
          <Brand title={site.title} logo={site.logo} href={sitePath('/')} />
          <ButtonLink look="secondary" size="small" href={sitePath('/')}>
            {backLabel}
          </ButtonLink>
        </div>
      </header>
      {main}
      <SiteFooter site={site} home={sitePath('/')}>
        <div>
          <FooterColumns
            site={site}
            isEncrypted={publicUrl.startsWith('https:')}
            year={year}
            home={sitePath('/')}
          />
        </div>
      </SiteFooter>
    </>,
  );
  const tags = [...tagsFor(address, publicUrl), ...commonTags({ site, assets: { ...assets, scripts: [] } })];
  return htmlDocument(`${site.title}: ${title}`, tags, [`<div id="root">${body}</div>`]);
};
