import { renderToString } from 'react-dom/server';
import { LANGUAGE } from '#messages/language.ts';
import { previewPage } from '#messages/preview-page.ts';
import type { PreviewAnswer, RenderPreviewPage } from '#shared/contract/page.ts';
import { text } from '#shared/messages/text.ts';
import { PlainLinkForm } from '../../features/link-form/plain-link-form.tsx';
import { PlainErrorPanel } from '../../features/preview-flow/plain-error-panel.tsx';
import { PlainResult } from '../../features/result/plain-result.tsx';
import { Brand } from '../../features/site-layout/brand.tsx';
import { FooterColumns } from '../../features/site-layout/footer-columns.tsx';
import { SiteFooter } from '../../features/site-layout/site-footer.tsx';
import statusStyles from '../../features/status-page/status-page.module.css';
import { classNames } from '../../lib/class-names.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { commonTags } from '../public/document-head.ts';
import { escapeHtml } from '../public/safe-text.ts';
import styles from './preview-document.module.css';

const FORM_ID = 'link-form';
const HOME = '/';

function Answer({ answer }: { answer: PreviewAnswer }) {
  if (answer.kind === 'invalid') return null;
  if (answer.kind === 'post') return <PlainResult post={answer.post} />;
  return <PlainErrorPanel failure={answer} formId={FORM_ID} report={`${HOME}#report`} />;
}

/**
 * Renders the answer to the link form as a complete HTML document for a browser that runs no scripts. It has no script but the
 * theme's. The form keeps the link.
 */
export const previewDocument: RenderPreviewPage = ({ site, assets, link, type, answer, year }) => {
  const body = renderToString(
    <>
      <header>
        <div className={classNames('wrap', statusStyles.bar)}>
          <Brand title={site.title} logo={site.logo} href={HOME} />
          <ButtonLink look="secondary" size="small" href={HOME}>
            {text(previewPage, 'newLink')}
          </ButtonLink>
        </div>
      </header>
      <main className={classNames('wrap', styles.page)}>
        <h1 className="sr">{text(previewPage, 'heading')}</h1>
        <PlainLinkForm
          id={FORM_ID}
          link={link}
          type={type}
          mistake={answer.kind === 'invalid' ? answer.reason : null}
          hasPreview={answer.kind === 'post'}
        />
        <Answer answer={answer} />
      </main>
      <SiteFooter site={site} home={HOME}>
        <div>
          <FooterColumns site={site} year={year} home={HOME} />
        </div>
      </SiteFooter>
    </>,
  );
  return `<!doctype html>
<html lang="${LANGUAGE}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(`${site.title}: ${text(previewPage, 'titleTail')}`)}</title>
<meta name="robots" content="noindex">
${commonTags({ site, assets: { ...assets, scripts: [] } }).join('\n')}
</head>
<body>
<div id="root">${body}</div>
</body>
</html>
`;
};
