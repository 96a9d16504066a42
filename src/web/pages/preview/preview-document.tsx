import { previewFlow } from '#messages/preview-flow.ts';
import { previewPage } from '#messages/preview-page.ts';
import type { PreviewAnswer, RenderPreviewPage } from '#shared/contract/page.ts';
import type { Site } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { PlainLinkForm, PlainMoreLinks } from '../../features/link-form/plain-link-form.tsx';
import { PlainErrorPanel } from '../../features/preview-flow/plain-error-panel.tsx';
import { PlainResult } from '../../features/result/plain-result.tsx';
import { classNames } from '../../lib/class-names.ts';
import { plainDocument } from '../plain/plain-document.tsx';
import styles from './preview-document.module.css';

const FORM_ID = 'link-form';
const HOME = '/';

function Answer({ answer, ...form }: { answer: PreviewAnswer; link: string; site: Site }) {
  if (answer.kind === 'invalid') return null;
  if (answer.kind === 'post') return <PlainResult post={answer.post} />;
  return <PlainErrorPanel failure={answer} formId={FORM_ID} {...form} home={HOME} />;
}

/**
 * Renders the answer to the link form as a complete HTML document for a browser that runs no scripts. It has no script but the
 * theme's. The form keeps the link.
 */
export const previewDocument: RenderPreviewPage = ({ link, type, answer, year, ...input }) =>
  plainDocument(input, {
    address: null,
    title: text(previewPage, 'titleTail'),
    back: text(previewPage, 'newLink'),
    year,
    main: (
      <main className={classNames('wrap', styles.page)}>
        {answer.kind === 'post' && <h1 className="sr">{text(previewPage, 'heading')}</h1>}
        {answer.kind === 'invalid' && (
          <h1 className={styles.headline}>{text(previewFlow, 'errorHeadline')}</h1>
        )}
        <PlainLinkForm
          id={FORM_ID}
          link={link}
          type={type}
          mistake={answer.kind === 'invalid' ? answer.reason : null}
          hasPreview={answer.kind === 'post'}
        />
        <PlainMoreLinks submitted={link} type={type} />
        <Answer answer={answer} link={link} site={input.site} />
      </main>
    ),
  });
