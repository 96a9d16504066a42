import { renderToString } from 'react-dom/server';
import { LANGUAGE } from '#messages/language.ts';
import { statusPage } from '#messages/status-page.ts';
import type { RenderStatusPage } from '#shared/contract/page.ts';
import { text } from '#shared/messages/text.ts';
import { Brand } from '../../features/site-layout/brand.tsx';
import { FooterColumns } from '../../features/site-layout/footer-columns.tsx';
import { SiteFooter } from '../../features/site-layout/site-footer.tsx';
import styles from '../../features/status-page/status-page.module.css';
import { StatusPage } from '../../features/status-page/status-page.tsx';
import { classNames } from '../../lib/class-names.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { commonTags } from '../public/document-head.ts';
import { escapeHtml } from '../public/safe-text.ts';

/**
 * Renders the /status page as a complete HTML document. It has no script but the theme's and shows the state at the
 * time it names.
 */
export const statusDocument: RenderStatusPage = ({ site, assets, publicUrl, report, at }) => {
  const page = new URL('/status', publicUrl).href;
  const body = renderToString(
    <>
      <header>
        <div className={classNames('wrap', styles.bar)}>
          <Brand title={site.title} logo={site.logo} href="/" />
          <ButtonLink look="secondary" size="small" href="/">
            {text(statusPage, 'back')}
          </ButtonLink>
        </div>
      </header>
      <StatusPage site={site} report={report} at={at} />
      <SiteFooter site={site} home="/">
        <div>
          <FooterColumns site={site} year={new Date(at).getUTCFullYear()} home="/" />
        </div>
      </SiteFooter>
    </>,
  );
  return `<!doctype html>
<html lang="${LANGUAGE}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(`${site.title}: ${text(statusPage, 'titleTail')}`)}</title>
<meta name="description" content="${escapeHtml(text(statusPage, 'description'))}">
${commonTags({ site, assets: { ...assets, scripts: [] } }).join('\n')}
<link rel="canonical" href="${escapeHtml(page)}">
</head>
<body>
<div id="root">${body}</div>
</body>
</html>
`;
};
