import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { publicPage } from '#messages/public-page.ts';
import type { Site } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import { LinkForm, type LinkFormHandle } from '../../features/link-form/link-form.tsx';
import {
  MaintenanceOverlay,
  MaintenancePendingNotice,
} from '../../features/maintenance/maintenance-overlay.tsx';
import { useOwnerContent } from '../../features/owner-content/use-owner-content.ts';
import { visibleState } from '../../features/preview-flow/flow.ts';
import { PreviewSection } from '../../features/preview-flow/preview-section.tsx';
import { type PreviewFlow, usePreviewFlow } from '../../features/preview-flow/use-preview-flow.ts';
import { ResultSkeleton } from '../../features/result/result-skeleton.tsx';
import { useAccordion } from '../../features/sections/use-accordion.ts';
import { useAnchors } from '../../features/sections/use-anchors.ts';
import { useLiveText } from '../../features/sections/use-live-text.ts';
import { useStatusCard } from '../../features/sections/use-status-card.ts';
import { Brand } from '../../features/site-layout/brand.tsx';
import { SiteFooter } from '../../features/site-layout/site-footer.tsx';
import { SiteHeader } from '../../features/site-layout/site-header.tsx';
import { classNames } from '../../lib/class-names.ts';
import { endEarlyInput } from '../../lib/early-input.ts';
import { showIcon } from '../../lib/show-icon.ts';
import { useAnnouncements } from '../../state/announcer.ts';
import { useDownloadRuns, useResultSaved } from '../../state/running-download.ts';
import { useSite } from '../../state/use-site.ts';
import { LiveRegions } from '../../ui/live-regions.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import styles from './public-page.module.css';
import { ServerPart } from './server-part.tsx';
import { type LazyParts, useLazyParts } from './use-lazy-parts.ts';

const HERO_ID = 'hero';
const FORM_ID = 'link-form';
const FIELD_ID = 'link';
const PREVIEW_ID = 'preview';

/** Parts that only the server renders, by their position on the page. The browser passes none and keeps the markup. */
export interface RenderedParts {
  /** Above the form during maintenance, for administrators who bypass it. */
  readonly bypassNotice?: ReactNode;
  /** At the start of the hero: the headline, and the drawn result beside it. */
  readonly heading?: ReactNode;
  /** Inside the form, beside the content types. */
  readonly worksWith?: ReactNode;
  /** Inside the form, in `noscript`. */
  readonly plainSubmit?: ReactNode;
  /** At the end of the hero. */
  readonly features?: ReactNode;
  /** Between the hero and the owner's content. */
  readonly before?: ReactNode;
  readonly content?: ReactNode;
  /** After the owner's content. */
  readonly after?: ReactNode;
  /** Inside the footer, after the brand and the social links. */
  readonly footer?: ReactNode;
}

const focusField = (): void => document.getElementById(FIELD_ID)?.focus();

/** Ends the capture of early input and marks the document as `data-hydrated`, as soon as the page handles input itself. */
function useInputStart(): void {
  useEffect(() => {
    endEarlyInput();
    document.documentElement.dataset['hydrated'] = '';
  }, []);
}

function Announcer() {
  const { polite, assertive } = useAnnouncements();
  return <LiveRegions polite={polite} assertive={assertive} />;
}

/** Scrolls to the form, focuses the link field and selects its link, which the next one replaces. */
function goToForm(): void {
  document.getElementById(HERO_ID)?.scrollIntoView();
  // Deferred until the page behind the closed menu is no longer inert.
  setTimeout(() => {
    const field = document.getElementById(FIELD_ID) as HTMLInputElement | null;
    field?.focus({ preventScroll: true });
    field?.select();
  });
}

/** Form, preview and feature list. */
function HomeContent({
  site,
  preview,
  result,
  parts,
  form,
  onPasteAnother,
}: {
  site: Site;
  preview: PreviewFlow;
  result: LazyParts['result'];
  parts: RenderedParts;
  form: RefObject<LinkFormHandle | null>;
  onPasteAnother: () => void;
}) {
  const { flow, waits, submitted, submit, openSample, removeError, clear, refetch } = preview;
  const [keepsResults, setKeepsResults] = useState(false);
  const onKept = useCallback((isKept: boolean) => {
    setKeepsResults(isKept);
    // A closed panel takes its focused button away.
    if (!isKept && document.activeElement === document.body)
      document.getElementById(PREVIEW_ID)?.focus({ preventScroll: true });
  }, []);
  const downloadRuns = useDownloadRuns();
  const shown = visibleState(flow);
  const post = shown.name === 'shown' && result ? shown.post : null;
  const tryAgain = () => {
    clear();
    focusField();
  };
  return (
    <>
      <LinkForm
        id={FORM_ID}
        fieldId={FIELD_ID}
        phase={flow.name === 'validating' || flow.name === 'loading' ? flow.name : 'ready'}
        hasPreview={shown.name === 'shown'}
        refused={shown.name === 'failed' && shown.failure.reason === 'story_needs_session' ? submitted : null}
        waits={waits}
        samples={site.samples}
        readsStories={site.readsStories}
        onSubmit={submit}
        onSample={(sample) => void openSample(sample)}
        onCancel={clear}
        onMessage={removeError}
        handle={form}
        worksWith={<ServerPart name="works-with">{parts.worksWith}</ServerPart>}
        plainSubmit={parts.plainSubmit}
      />
      <PreviewSection
        id={PREVIEW_ID}
        label={(post && result?.postSummary(post)) ?? text(publicPage, 'preview')}
        flow={flow}
        isKept={keepsResults || downloadRuns}
        onTryAgain={tryAgain}
        skeleton={<ResultSkeleton />}
        help={(failure) => result && <result.FailureHelp {...failure} link={submitted} site={site} />}
        notice={
          result && (
            <result.MoreLinksOffer submitted={submitted} onNext={(rest) => form.current?.acceptText(rest)} />
          )
        }
      >
        {result && (
          <result.ResultSection
            post={post}
            refetch={refetch}
            title={site.title}
            onPasteAnother={onPasteAnother}
            onKept={onKept}
          />
        )}
      </PreviewSection>
      <div className={styles.later}>
        <ServerPart name="features">{parts.features}</ServerPart>
      </div>
    </>
  );
}

/** Updates the site title in the document's title and keeps the rest that the server rendered. */
function useDocumentTitle(title: string): void {
  const named = useRef(title);
  useEffect(() => {
    if (named.current === title) return;
    named.current = title;
    const { title: whole } = document;
    document.title = title + whole.slice(whole.lastIndexOf(': '));
  }, [title]);
}

/**
 * Makes a reload start at the form, which keeps the link, because a reload removes the result that the visitor may have scrolled to. Also
 * removes the anchor of a section from the address, to which the reload would scroll.
 */
function useReloadAtForm(hasResult: boolean): void {
  useEffect(() => {
    if (!hasResult) return;
    if (location.hash !== '') history.replaceState(null, '', location.pathname);
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, [hasResult]);
}

/** Maximum time for which a link in the URL keeps the page in the arrival layout. */
const ARRIVAL_MAX_MS = 1_000;
const endArrival = (): void => {
  delete document.documentElement.dataset['arriving'];
};

/** Removes the theme script's arrival mark: in the same frame as the first preview, else after a timeout. */
function useArrivalMark(compact: boolean): void {
  useLayoutEffect(() => {
    if (compact) endArrival();
  }, [compact]);
  useEffect(() => {
    const timer = setTimeout(endArrival, ARRIVAL_MAX_MS);
    return () => clearTimeout(timer);
  }, []);
}

/**
 * Notice for administrators who bypass maintenance. Always mounted, so that screen readers announce it when it appears.
 */
const BypassLine = ({ on, children }: { on: boolean; children: ReactNode }) => (
  <div role="status">
    <div hidden={!on}>
      <ServerPart name="bypass-notice">{children}</ServerPart>
    </div>
  </div>
);

/** Page without the maintenance overlay, the notices and the live regions. */
function PageBody({
  site,
  home,
  parts,
  result,
  prepare,
  notice,
}: Pick<LazyParts, 'result' | 'prepare'> & {
  site: Site;
  home: string | undefined;
  parts: RenderedParts;
  /** Over the form. */
  notice: ReactNode;
}) {
  const [menuWanted, setMenuOpen] = useState(false);
  const menuOpen = menuWanted && site.navbar.links.some(({ visible }) => visible);
  const preview = usePreviewFlow(prepare);
  const compact = visibleState(preview.flow).name !== 'idle';
  useArrivalMark(compact);
  useReloadAtForm(compact);
  const toForm = useCallback(() => {
    setMenuOpen(false);
    goToForm();
  }, []);
  const form = useRef<LinkFormHandle>(null);
  // The clipboard must be read while the click is handled; a scroll before that would close Safari's Paste bubble.
  const pasteAnother = useCallback(async () => {
    setMenuOpen(false);
    await form.current?.pasteAnother();
    goToForm();
  }, []);
  const isSaved = useResultSaved();
  const runs = useDownloadRuns();
  return (
    <>
      <SkipLink label={text(publicPage, 'skip')} target={FIELD_ID} onSkip={toForm} />
      <SiteHeader
        {...{ site, home }}
        top={HERO_ID}
        formId={FORM_ID}
        hasOtherPrimary={visibleState(preview.flow).name === 'shown'}
        menuOpen={menuOpen}
        onMenu={setMenuOpen}
        onForm={toForm}
        onButton={isSaved && !runs ? pasteAnother : toForm}
      />
      {/* While the menu is open, focusable content is inert. The landmark and the h1 stay available to screen readers. */}
      <main>
        <section className={classNames(styles.hero, compact && styles.compact)} id={HERO_ID}>
          <div className="wrap">
            <ServerPart name="heading">{parts.heading}</ServerPart>
            <div inert={menuOpen}>
              {notice}
              <HomeContent {...{ site, preview, result, form, parts }} onPasteAnother={pasteAnother} />
            </div>
          </div>
        </section>
        <div inert={menuOpen} className={styles.later}>
          <ServerPart name="before">{parts.before}</ServerPart>
          <ServerPart name="content">{parts.content}</ServerPart>
          <ServerPart name="after">{parts.after}</ServerPart>
        </div>
      </main>
      <div inert={menuOpen} className={styles.later}>
        <SiteFooter site={site} home={home}>
          <ServerPart name="footer">{parts.footer}</ServerPart>
        </SiteFooter>
      </div>
    </>
  );
}

/** Data from which the server rendered the page; the document contains it, so that the browser renders with it too. */
export interface Boot {
  /** Settings; the shown ones can change (state/use-site.ts). */
  readonly site: Site;
  /** Whether this visitor, an administrator, sees the page during maintenance. */
  readonly bypassesMaintenance: boolean;
  /** URL of the home page for the links of a page at an unknown path; undefined on the home page. */
  readonly home?: string;
}

/** Public page. Equal props must give equal markup: nothing here may depend on the clock, the locale or the browser. */
export function PublicPage({
  site: rendered,
  bypassesMaintenance,
  home,
  parts = {},
}: Boot & { parts?: RenderedParts }) {
  useInputStart();
  const site = useSite(rendered);
  useAnchors();
  useAccordion('faqs');
  useStatusCard('status');
  useLiveText(site, rendered);
  useDocumentTitle(site.title);
  useEffect(() => showIcon(site.logoPath), [site.logoPath]);
  useOwnerContent(site.content);
  const { result, Notices, prepare } = useLazyParts();
  const downloadRuns = useDownloadRuns();
  const applies = site.maintenance && !bypassesMaintenance;
  const closed = applies && !downloadRuns;
  const notice = bypassesMaintenance ? (
    <BypassLine on={site.maintenance}>{parts.bypassNotice}</BypassLine>
  ) : (
    applies && downloadRuns && <MaintenancePendingNotice />
  );
  return (
    <>
      <div className={styles.page} inert={closed}>
        <PageBody {...{ site, home, parts, result, prepare, notice }} />
      </div>
      {closed && (
        <MaintenanceOverlay brand={<Brand title={site.title} logo={site.logo} />} toField={focusField} />
      )}
      {Notices && <Notices />}
      <Announcer />
    </>
  );
}
