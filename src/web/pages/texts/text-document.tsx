import { helpPage } from '#messages/help-page.ts';
import { legalPages } from '#messages/legal-pages.ts';
import { sitePath } from '#shared/base-path.ts';
import { type LegalPage, textPagePath } from '#shared/contract/legal-texts.ts';
import type { RenderTextPage, TextPageProps } from '#shared/contract/page.ts';
import { text } from '#shared/messages/text.ts';
import { presentHtml } from '../../features/owner-content/owner-content.tsx';
import { ContactWays } from '../../features/sections/help-and-contact.tsx';
import { HelpPage } from '../../features/text-pages/help-page.tsx';
import { LegalPageText } from '../../features/text-pages/legal-page.tsx';
import { defaultLegalText } from '../../lib/default-legal-text.ts';
import { plainDocument } from '../plain/plain-document.tsx';

/** Returns the h2 that replaces an h1 of the text, because the page has an h1 of its own; null for other levels, which stay. */
const legalHeading = (name: string) => (name === 'h1' ? { element: 'h2', className: 'heading-1' } : null);

const helpDocument = (input: TextPageProps): string =>
  plainDocument(input, {
    address: { path: textPagePath('help'), description: text(helpPage, 'description') },
    title: text(helpPage, 'titleTail'),
    backLabel: text(helpPage, 'back'),
    main: (
      <HelpPage site={input.site} publicUrl={input.publicUrl} contact={<ContactWays site={input.site} />} />
    ),
  });

const legalDocument = (input: TextPageProps, page: LegalPage): string => {
  const { site, ownText } = input;
  const html = presentHtml(ownText === '' ? defaultLegalText(page, site) : ownText, {
    heading: legalHeading,
    home: sitePath('/'),
  });
  return plainDocument(input, {
    address: { path: textPagePath(page), description: text(legalPages, `${page}.description`) },
    title: text(legalPages, `${page}.title`),
    backLabel: text(legalPages, 'back'),
    main: <LegalPageText page={page} html={html} isDefault={ownText === ''} updatedAt={site.updatedAt} />,
  });
};

/**
 * Renders /help or a page under /legal as a complete HTML document. A legal page contains the owner's own text or, without one, the default
 * text.
 */
export const textDocument: RenderTextPage = (input) =>
  input.page === 'help' ? helpDocument(input) : legalDocument(input, input.page);
