import { previewFlow } from '#messages/preview-flow.ts';
import { previewPage } from '#messages/preview-page.ts';
import type { PreviewAnswer, PreviewPageInput, RenderPreviewPage } from '#shared/contract/page.ts';
import type { Site } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { LinkForm } from '../../features/link-form/link-form.tsx';
import { EMPTY_FORM, reduceLinkForm } from '../../features/link-form/link-form-state.ts';
import { MoreLinksOffer } from '../../features/link-form/more-links-offer.tsx';
import { PlainSubmit } from '../../features/link-form/plain-submit.tsx';
import { ErrorPanel } from '../../features/preview-flow/error-panel.tsx';
import { FailureHelp } from '../../features/preview-flow/failure-help.tsx';
import { PlainResult } from '../../features/result/plain-result.tsx';
import { classNames } from '../../lib/class-names.ts';
import { tryAgainIn } from '../../state/countdown.ts';
import { plainDocument } from '../plain/plain-document.tsx';
import styles from './preview-document.module.css';

const FORM_ID = 'link-form';
const HOME = '/';

const NOTHING = () => undefined;

/** Renders the public page's form with the sent text and content type. */
function Form({
  link,
  type,
  answer,
  readsStories,
}: Pick<PreviewPageInput, 'link' | 'type' | 'answer'> & Pick<Site, 'readsStories'>) {
  const sent = { ...reduceLinkForm(EMPTY_FORM, { type: 'typed', text: link }), tab: type };
  const hasPreview = answer.kind === 'post';
  return (
    <LinkForm
      id={FORM_ID}
      fieldId="link"
      phase="ready"
      hasPreview={hasPreview}
      refused={link}
      retryAt={null}
      samples={false}
      readsStories={readsStories}
      initial={
        answer.kind === 'invalid' ? reduceLinkForm(sent, { type: 'refused', reason: answer.reason }) : sent
      }
      onSubmit={async () => null}
      onSample={NOTHING}
      onCancel={NOTHING}
      onMessage={NOTHING}
      handle={null}
      worksWith={null}
      plainSubmit={<PlainSubmit look={hasPreview ? 'secondary' : 'primary'} />}
    />
  );
}

function Answer({ answer, link, site }: { answer: PreviewAnswer; link: string; site: Site }) {
  if (answer.kind === 'invalid') return null;
  if (answer.kind === 'post') return <PlainResult post={answer.post} />;
  const { retryAfter } = answer;
  const help = (
    <>
      <FailureHelp {...answer} link={link} site={site} home={HOME} />
      {retryAfter !== undefined && <p>{tryAgainIn(Math.ceil(retryAfter))}</p>}
    </>
  );
  return (
    <ErrorPanel
      failure={answer}
      help={help}
      retryAt={null}
      heading="h1"
      retry={{ type: 'submit', form: FORM_ID }}
    />
  );
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
        <Form link={link} type={type} answer={answer} readsStories={input.site.readsStories} />
        <MoreLinksOffer submitted={link} type={type} />
        <Answer answer={answer} link={link} site={input.site} />
      </main>
    ),
  });
