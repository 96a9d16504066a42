import { legalPages } from '#messages/legal-pages.ts';
import type { LegalPage } from '#shared/contract/legal-texts.ts';
import type { Delivery, Site } from '#shared/contract/site.ts';
import { COUNTS_RETENTION_DAYS } from '#shared/limits.ts';
import { text } from '#shared/messages/text.ts';
import { mailTo } from './mail-address.ts';

/** Settings of the site that default texts mention or depend on. */
type SiteFacts = Pick<Site, 'title' | 'contactEmail' | 'delivery'>;

/** The characters that the sanitiser of the owner's texts escapes; it leaves apostrophes as they are. */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (plainText: string): string =>
  plainText.replace(/[&<>"]/gu, (character) => ENTITIES[character] ?? character);

const heading = (plainText: string): string => `<h2>${escapeText(plainText)}</h2>`;
const paragraph = (plainText: string): string => `<p>${escapeText(plainText)}</p>`;
const list = (entries: readonly string[]): string =>
  `<ul>${entries.map((entry) => `<li>${escapeText(entry)}</li>`).join('')}</ul>`;

/** Returns a paragraph that ends with the owner's email address as a link. */
const paragraphWithAddress = (plainText: string, address: string, subject: string): string =>
  `<p>${escapeText(plainText)} <a href="${escapeText(mailTo(address, subject))}">${escapeText(address)}</a></p>`;

const PRIVACY = ['link', 'file', 'network', 'counts', 'browser', 'accounts'] as const;
const TERMS = ['use', 'limits', 'service', 'changes'] as const;
const TERMS_LIMITS = ['automation', 'harm', 'claim', 'overload'] as const;
const NOTICE = ['post', 'person', 'goodFaith', 'accuracy', 'signature'] as const;
const COPYRIGHT = ['copy', 'credit', 'music', 'quoting'] as const;

/**
 * Returns the paragraph of the privacy notice about a subject. For files and counts, the text depends on how saved files reach the visitor.
 */
const privacyParagraph = (part: (typeof PRIVACY)[number], delivery: Delivery): string => {
  const variant = delivery === 'direct' ? 'direct' : 'text';
  if (part === 'counts')
    return text(legalPages, `privacy.counts.${variant}`, { days: COUNTS_RETENTION_DAYS });
  return text(legalPages, part === 'file' ? `privacy.file.${variant}` : `privacy.${part}.text`);
};

const privacyText = ({ title, contactEmail, delivery }: SiteFacts): string[] => [
  paragraph(text(legalPages, delivery === 'direct' ? 'privacy.lede.direct' : 'privacy.lede', { title })),
  ...PRIVACY.flatMap((part) => [
    heading(text(legalPages, `privacy.${part}.heading`)),
    paragraph(privacyParagraph(part, delivery)),
  ]),
  heading(text(legalPages, 'privacy.contact.heading')),
  contactEmail === null
    ? paragraph(text(legalPages, 'contact.none', { title }))
    : paragraphWithAddress(
        text(legalPages, 'contact.address', { title }),
        contactEmail,
        text(legalPages, 'privacy.title'),
      ),
];

const termsText = ({ title }: SiteFacts): string[] => [
  paragraph(text(legalPages, 'terms.lede', { title })),
  ...TERMS.flatMap((part) => [
    heading(text(legalPages, `terms.${part}.heading`)),
    part === 'limits'
      ? list(TERMS_LIMITS.map((limit) => text(legalPages, `terms.limits.${limit}`)))
      : paragraph(text(legalPages, `terms.${part}.text`)),
  ]),
];

const dmcaText = ({ title, contactEmail }: SiteFacts): string[] => [
  paragraph(text(legalPages, 'dmca.lede', { title })),
  heading(text(legalPages, 'dmca.notice.heading')),
  paragraph(text(legalPages, 'dmca.notice.intro')),
  list(NOTICE.map((part) => text(legalPages, `dmca.notice.${part}`))),
  heading(text(legalPages, 'dmca.where.heading')),
  contactEmail === null
    ? paragraph(text(legalPages, 'dmca.where.none', { title }))
    : paragraphWithAddress(
        text(legalPages, 'dmca.where.address', { title }),
        contactEmail,
        text(legalPages, 'dmca.subject'),
      ),
];

const copyrightText = (): string[] => [
  paragraph(text(legalPages, 'copyright.lede')),
  ...COPYRIGHT.flatMap((part) => [
    heading(text(legalPages, `copyright.${part}.heading`)),
    paragraph(text(legalPages, `copyright.${part}.text`)),
  ]),
];

const WRITERS: Readonly<Record<LegalPage, (site: SiteFacts) => string[]>> = {
  privacy: privacyText,
  terms: termsText,
  dmca: dmcaText,
  copyright: copyrightText,
};

/** Returns the default text of a legal page as HTML that the sanitiser of the owner's texts leaves unchanged. */
export const defaultLegalText = (page: LegalPage, site: SiteFacts): string => WRITERS[page](site).join('');
