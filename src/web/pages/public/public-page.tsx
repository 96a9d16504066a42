import { useEffect, useState } from 'react';
import type { Site } from '#shared/contract/site.ts';
import { NOTICES, noScriptLine, PAGE } from '#shared/messages.ts';
import { FeatureList } from '../../features/chrome/feature-list.tsx';
import { FooterLine } from '../../features/chrome/footer-line.tsx';
import { HeroHeading } from '../../features/chrome/hero-heading.tsx';
import { SiteHeader } from '../../features/chrome/site-header.tsx';
import { SkipLink } from '../../features/chrome/skip-link.tsx';
import { LinkForm } from '../../features/link-form/link-form.tsx';
import { PreviewSection } from '../../features/preview-flow/preview-section.tsx';
import { usePreviewFlow } from '../../features/preview-flow/use-preview-flow.ts';
import { classNames } from '../../lib/class-names.ts';
import { useAnnouncements } from '../../state/announcer.ts';
import { LiveRegions } from '../../ui/live-regions.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import styles from './public-page.module.css';
import { useResultCard } from './use-result-card.ts';

const HERO_ID = 'hero';
const FEATURES_ID = 'features';
const FORM_ID = 'link-form';
const FIELD_ID = 'link';
const PREVIEW_ID = 'preview';

const LINKS = [
  { label: 'Home', section: HERO_ID },
  { label: 'Features', section: FEATURES_ID },
] as const;
const SECTIONS = LINKS.map((link) => link.section);

const focusField = (): void => document.getElementById(FIELD_ID)?.focus();

/** The year the server rendered with, until the browser's own is known: a kept page may be older than New Year. */
function useYear(rendered: number): number {
  const [year, setYear] = useState(rendered);
  useEffect(() => setYear(new Date().getFullYear()), []);
  return year;
}

/** Marks the document once the page answers to a person: before that a press or a key would be lost. */
function useHydratedMark(): void {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = '';
  }, []);
}

function Announcer() {
  const { polite, assertive } = useAnnouncements();
  return <LiveRegions polite={polite} assertive={assertive} />;
}

/** The public home. Equal props give equal markup: nothing here may depend on the clock, the locale or the browser. */
export function PublicPage({ site, notFound, year }: { site: Site; notFound: boolean; year: number }) {
  useHydratedMark();
  const [menuOpen, setMenuOpen] = useState(false);
  const { ResultCard, prepare } = useResultCard();
  const { flow, retryAt, submit, openSample, clear, refetch } = usePreviewFlow(prepare);
  const shown = flow.name === 'validating' ? flow.behind : flow;
  const hasPreview = shown.name === 'shown';
  const compact = shown.name !== 'idle';
  const tryAgain = () => {
    clear();
    focusField();
  };
  return (
    <>
      <SkipLink fieldId={FIELD_ID} />
      <SiteHeader
        title={site.title}
        links={LINKS}
        sections={SECTIONS}
        formId={FORM_ID}
        quiet={hasPreview}
        menuOpen={menuOpen}
        onMenu={setMenuOpen}
        onDownload={() => {
          setMenuOpen(false);
          document.getElementById(HERO_ID)?.scrollIntoView();
          setTimeout(() => document.getElementById(FIELD_ID)?.focus({ preventScroll: true }));
        }}
      />
      <main inert={menuOpen}>
        <section className={classNames(styles.hero, compact && styles.compact)} id={HERO_ID}>
          <div className="wrap">
            <HeroHeading notFound={notFound} compact={compact} />
            <LinkForm
              id={FORM_ID}
              fieldId={FIELD_ID}
              phase={flow.name === 'validating' || flow.name === 'loading' ? flow.name : 'ready'}
              hasPreview={hasPreview}
              retryAt={retryAt}
              samples={site.samples}
              onSubmit={submit}
              onSample={(door) => void openSample(door)}
              onCancel={clear}
            />
            <noscript>
              <p className={styles.noScript}>{noScriptLine(site.title)}</p>
            </noscript>
            <PreviewSection
              id={PREVIEW_ID}
              label={PAGE.preview}
              flow={flow}
              retryAt={retryAt}
              onTryAgain={tryAgain}
            >
              {shown.name === 'shown' && ResultCard && <ResultCard post={shown.post} refetch={refetch} />}
            </PreviewSection>
            <FeatureList id={FEATURES_ID} />
          </div>
        </section>
      </main>
      <div inert={menuOpen}>
        <FooterLine title={site.title} year={useYear(year)} />
      </div>
      <Toaster labels={NOTICES} />
      <Announcer />
    </>
  );
}
