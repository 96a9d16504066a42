import { renderToString } from 'react-dom/server';
import { sitePath } from '#shared/base-path.ts';
import type { PageInput, RenderPage } from '#shared/contract/page.ts';
import { AddressLink, PlainSubmit } from '../../features/link-form/plain-submit.tsx';
import { WorksWith } from '../../features/link-form/works-with.tsx';
import { MaintenanceBypassNotice } from '../../features/maintenance/maintenance-overlay.tsx';
import { OwnerContent } from '../../features/owner-content/owner-content.tsx';
import { Faq } from '../../features/sections/faq.tsx';
import { HelpAndContact } from '../../features/sections/help-and-contact.tsx';
import { HowItWorks } from '../../features/sections/how-it-works.tsx';
import { Legal } from '../../features/sections/legal.tsx';
import { PriceAndStatus } from '../../features/sections/price-and-status.tsx';
import { FeatureList } from '../../features/site-layout/feature-list.tsx';
import { FooterColumns } from '../../features/site-layout/footer-columns.tsx';
import { HeroHeading } from '../../features/site-layout/hero-heading.tsx';
import { SampleCard } from '../../features/site-layout/sample-card.tsx';
import { dataBlock, htmlDocument, publicTags } from './document-head.ts';
import { documentTitle } from './document-title.ts';
import { PublicPage, type RenderedParts } from './public-page.tsx';

/** Returns whether visitors use the site over HTTPS. */
const isEncrypted = (publicUrl: string): boolean => publicUrl.startsWith('https:');

const SAMPLE_HREF = '/?sample=clip';

const serverPartsOf = (
  { site, notFound, samplePost, publicUrl, addressLink, previewsPerMinute }: PageInput,
  year: number,
  home: string,
): RenderedParts => ({
  bypassNotice: <MaintenanceBypassNotice />,
  heading: (
    <HeroHeading isNotFound={notFound} action={addressLink && <AddressLink link={addressLink} />}>
      {samplePost && (
        <SampleCard post={samplePost} title={site.title} href={site.samples ? sitePath(SAMPLE_HREF) : null} />
      )}
    </HeroHeading>
  ),
  worksWith: <WorksWith />,
  plainSubmit: <PlainSubmit look={addressLink === undefined ? 'primary' : 'secondary'} />,
  features: <FeatureList id="features" isEncrypted={isEncrypted(publicUrl)} delivery={site.delivery} />,
  beforeContent: <HowItWorks delivery={site.delivery} />,
  content: <OwnerContent html={site.content} home={home} />,
  afterContent: (
    <>
      <Faq site={site} home={home} />
      <PriceAndStatus readsStories={site.readsStories} previewsPerMinute={previewsPerMinute} />
      <HelpAndContact site={site} />
      <Legal address={site.contactEmail} delivery={site.delivery} />
    </>
  ),
  footer: <FooterColumns site={site} isEncrypted={isEncrypted(publicUrl)} year={year} home={home} />,
});

/**
 * Replaces the attribute `data-until-found` with `hidden="until-found"`, which React cannot render. Text of the page is escaped, so it
 * cannot contain that attribute.
 */
const withUntilFound = (markup: string): string =>
  markup.replaceAll('data-until-found="true"', 'hidden="until-found"');

/**
 * Renders the public page as a complete HTML document whose inline script and style come from the build, so that the Content Security
 * Policy needs no nonce. Equal input gives an equal string within a calendar year (the copyright line contains the year).
 */
export const publicDocument: RenderPage = (input) => {
  const { site, bypassesMaintenance } = input;
  const home = input.notFound ? sitePath('/') : '';
  const bootData = { site, bypassesMaintenance, ...(home !== '' && { home }) };
  const parts = serverPartsOf(input, new Date().getFullYear(), home);
  const body = withUntilFound(renderToString(<PublicPage {...bootData} parts={parts} />));
  return htmlDocument(documentTitle(site, input.notFound), publicTags(input), [
    `<div id="root">${body}</div>`,
    `<script type="application/json" id="site">${dataBlock(bootData)}</script>`,
  ]);
};
