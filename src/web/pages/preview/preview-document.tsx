import { previewFlow } from '#messages/preview-flow.ts';
import { previewPage } from '#messages/preview-page.ts';
import { publicPage } from '#messages/public-page.ts';
import { sitePath } from '#shared/base-path.ts';
import type { PreviewPageInput, RenderPreviewPage } from '#shared/contract/page.ts';
import { text } from '#shared/messages/text.ts';
import { LinkForm } from '../../features/link-form/link-form.tsx';
import { EMPTY_FORM, reduceLinkForm } from '../../features/link-form/link-form-state.ts';
import { MoreLinksOffer } from '../../features/link-form/more-links-offer.tsx';
import { PlainSubmit } from '../../features/link-form/plain-submit.tsx';
import { ErrorPanel } from '../../features/preview-flow/error-panel.tsx';
import { FailureHelp } from '../../features/preview-flow/failure-help.tsx';
import { PlainResult } from '../../features/result/plain-result.tsx';
import { classNames } from '../../lib/class-names.ts';
import { tryAgainLabel } from '../../state/countdown.ts';
import { plainDocument } from '../plain/plain-document.tsx';
import styles from './preview-document.module.css';

const FORM_ID = 'link-form';

const NOTHING = async () => null;
/** Callbacks that the form requires. They never run, because this page has no scripts. */
const CALLBACKS = { onSubmit: NOTHING, onSample: NOTHING, onCancel: NOTHING, onMessage: NOTHING };

/** Renders the public page's form with the sent text and content type, and with an error if that text is unusable. */
function Form({ link, type, answer, site }: PreviewPageInput) {
  const sent = { ...reduceLinkForm(EMPTY_FORM, { type: 'typed', text: link }), tab: type };
  const isInvalid = answer.kind === 'invalid';
  const hasPreview = answer.kind === 'post';
  return (
    <LinkForm
      {...CALLBACKS}
      id={FORM_ID}
      fieldId="link"
      phase="ready"
      hasPreview={hasPreview}
      refusedText={link}
      readsStories={site.readsStories}
      initialState={isInvalid ? reduceLinkForm(sent, { type: 'refused', reason: answer.reason }) : sent}
      plainSubmit={<PlainSubmit look={hasPreview ? 'secondary' : 'primary'} />}
    />
  );
}

function Answer({ answer, link, site }: PreviewPageInput) {
  if (answer.kind === 'invalid') return null;
  if (answer.kind === 'post') return <PlainResult post={answer.post} />;
  const help = (
    <>
      <FailureHelp {...answer} link={link} site={site} home={sitePath('/')} />
      {/* On the other pages, the button of the form counts the wait down. */}
      {answer.retryAfter !== undefined && <p>{tryAgainLabel(Math.ceil(answer.retryAfter))}</p>}
    </>
  );
  return <ErrorPanel failure={answer} help={help} heading="h1" retry={{ type: 'submit', form: FORM_ID }} />;
}

/**
 * Renders the answer to the link form as a complete HTML document for a browser that runs no scripts. The form in the document contains the
 * submitted link.
 */
export const previewDocument: RenderPreviewPage = (input) =>
  plainDocument(input, {
    address: null,
    title: text(previewPage, 'titleTail'),
    backLabel: text(previewPage, 'newLink'),
    main: (
      <main className={classNames('wrap', styles.page)}>
        {input.answer.kind === 'post' && <h1 className="sr">{text(publicPage, 'preview')}</h1>}
        {input.answer.kind === 'invalid' && (
          <h1 className={styles.headline}>{text(previewFlow, 'errorHeadline')}</h1>
        )}
        <Form {...input} />
        <MoreLinksOffer submittedText={input.link} />
        <Answer {...input} />
      </main>
    ),
  });
