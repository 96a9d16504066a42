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
import type { FoundPostLink } from '#shared/links/post-links.ts';
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
import { FORM_ID, HERO_ID, SiteHeader } from '../../features/site-layout/site-header.tsx';
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

const FIELD_ID = 'link';
const PREVIEW_ID = 'preview';

/** Parts of the page that only the server renders, by their position. The browser passes none of them and keeps the server's markup. */
export interface RenderedParts {
  /** Above the form during maintenance, for administrators who bypass it. */
  readonly bypassNotice?: ReactNode;
  /** At the start of the hero: the headline with its subtitle, and beside it the card of a sample post. */
  readonly heading?: ReactNode;
  /** Inside the form, beside the content types. */
  readonly worksWith?: ReactNode;
  /** Inside the form, in `noscript`. */
  readonly plainSubmit?: ReactNode;
  /** At the end of the hero. */
  readonly features?: ReactNode;
  /** Sections between the hero and the owner's content. */
  readonly beforeContent?: ReactNode;
  readonly content?: ReactNode;
  /** Sections after the owner's content. */
  readonly afterContent?: ReactNode;
  /** Inside the footer, after the brand and the social links. */
  readonly footer?: ReactNode;
}

const focusField = (): void => document.getElementById(FIELD_ID)?.focus();

/**
 * Ends the capture of early input, clicks what the visitor has pressed during the capture, and sets the document's attribute
 * `data-hydrated`, once the page handles input itself.
 */
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

/** Scrolls to the form, focuses the link field and selects the link in it, so that the next paste replaces this link. */
function goToForm(): void {
  document.getElementById(HERO_ID)?.scrollIntoView();
  // The focus is deferred until the page behind the menu, which closes, is no longer inert.
  setTimeout(() => {
    const field = document.getElementById(FIELD_ID) as HTMLInputElement | null;
    field?.focus({ preventScroll: true });
    field?.select();
  });
}

/** Renders the form, the preview and the feature list. */
function HomeContent({
  site,
  preview,
  result,
  KeptSaves,
  parts,
  form,
  links,
  onListClosed,
  onPasteAnother,
}: {
  site: Site;
  preview: PreviewFlow;
  result: LazyParts['result'];
  KeptSaves: LazyParts['KeptSaves'];
  parts: RenderedParts;
  form: RefObject<LinkFormHandle | null>;
  /** Links that were last added to the list; empty while there is no list. */
  links: readonly FoundPostLink[];
  onListClosed: () => void;
  onPasteAnother: () => void;
}) {
  const { flow, waits, submittedText, submit, openSample, removeError, clear, refetch } = preview;
  const [keepsResults, setKeepsResults] = useState(false);
  const onKept = useCallback((isKept: boolean) => {
    setKeepsResults(isKept);
    // When an earlier result closes, its focused button disappears.
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
        hasPreview={shown.name === 'shown' || links.length > 0}
        refusedText={
          shown.name === 'failed' && shown.failure.reason === 'story_needs_session' ? submittedText : null
        }
        waits={waits}
        hasSamples={site.samples}
        readsStories={site.readsStories}
        onSubmit={submit}
        onSample={(sample) => void openSample(sample)}
        onCancel={clear}
        onMessage={removeError}
        handle={form}
        worksWith={<ServerPart name="works-with">{parts.worksWith}</ServerPart>}
        plainSubmit={parts.plainSubmit}
      />
      {KeptSaves && <KeptSaves onPasteAnother={onPasteAnother} />}
      <PreviewSection
        id={PREVIEW_ID}
        label={(post && result?.postSummary(post)) ?? text(publicPage, 'preview')}
        flow={flow}
        hasEarlierResults={keepsResults || downloadRuns}
        onTryAgain={tryAgain}
        skeleton={<ResultSkeleton />}
        renderHelp={(failure) =>
          result && <result.FailureHelp {...failure} link={submittedText} site={site} />
        }
        list={
          result &&
          links.length > 0 && (
            <result.LinkListSection
              added={links}
              site={site}
              onPasteAnother={onPasteAnother}
              onClose={onListClosed}
            />
          )
        }
      >
        {result && (
          <result.ResultSection
            post={post}
            refetch={refetch}
            site={site}
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

/** Updates the site's title in the document's title. The rest of the document's title stays as the server rendered it. */
function useDocumentTitle(title: string): void {
  const shownTitle = useRef(title);
  useEffect(() => {
    if (shownTitle.current === title) return;
    shownTitle.current = title;
    const { title: documentText } = document;
    document.title = title + documentText.slice(documentText.lastIndexOf(': '));
  }, [title]);
}

/**
 * Makes a reload start at the form while `hasResult`, because a reload removes the result to which the visitor may have scrolled. Also
 * removes the anchor from the address, because the reload would scroll to it.
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

/** Maximum time for which the attribute `data-arriving` stays on the document. */
const ARRIVAL_MAX_MS = 1_000;
const endArrival = (): void => {
  delete document.documentElement.dataset['arriving'];
};

/**
 * Removes the document's attribute `data-arriving`: in the same frame in which `compact` becomes true, or at the latest after
 * ARRIVAL_MAX_MS. The theme script sets the attribute for a link in the URL, so that the first paint has the layout of the preview.
 */
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
 * Notice for administrators who bypass maintenance, visible while `isOn`. Always mounted, so that screen readers announce the notice when
 * it becomes visible.
 */
const BypassLine = ({ isOn, children }: { isOn: boolean; children: ReactNode }) => (
  <div role="status">
    <div hidden={!isOn}>
      <ServerPart name="bypass-notice">{children}</ServerPart>
    </div>
  </div>
);

/** Renders the page without the maintenance overlay, the notices and the live regions. */
function PageBody({
  site,
  home,
  parts,
  result,
  KeptSaves,
  prepare,
  notice,
}: Pick<LazyParts, 'result' | 'KeptSaves' | 'prepare'> & {
  site: Site;
  home: string | undefined;
  parts: RenderedParts;
  /** Notice about maintenance above the form. */
  notice: ReactNode;
}) {
  const [isMenuRequested, setMenuOpen] = useState(false);
  const isMenuOpen = isMenuRequested && site.navbar.links.some(({ visible }) => visible);
  const [links, setLinks] = useState<readonly FoundPostLink[]>([]);
  const preview = usePreviewFlow(prepare, setLinks);
  const closeList = useCallback(() => {
    setLinks([]);
    focusField();
  }, []);
  const hasList = links.length > 0;
  const compact = visibleState(preview.flow).name !== 'idle' || hasList;
  useArrivalMark(compact);
  useReloadAtForm(compact);
  const toForm = useCallback(() => {
    setMenuOpen(false);
    goToForm();
  }, []);
  const form = useRef<LinkFormHandle>(null);
  // The clipboard must be read while the click is handled. A scroll before the reading would close Safari's Paste bubble.
  const pasteAnother = useCallback(async () => {
    setMenuOpen(false);
    await form.current?.pasteAnother();
    goToForm();
  }, []);
  const isSaved = useResultSaved();
  const isDownloadRunning = useDownloadRuns();
  return (
    <>
      <SkipLink label={text(publicPage, 'skip')} target={FIELD_ID} onSkip={toForm} />
      <SiteHeader
        {...{ site, home }}
        hasOtherPrimary={visibleState(preview.flow).name === 'shown' || hasList}
        isMenuOpen={isMenuOpen}
        onMenu={setMenuOpen}
        onForm={toForm}
        onButton={isSaved && !isDownloadRunning ? pasteAnother : toForm}
      />
      {/* While the menu is open, focusable content is inert, but the landmark and the h1 stay available to screen readers. */}
      <main>
        <section className={classNames(styles.hero, compact && styles.compact)} id={HERO_ID}>
          <div className="wrap">
            <ServerPart name="heading">{parts.heading}</ServerPart>
            <div inert={isMenuOpen}>
              {notice}
              <HomeContent
                {...{ site, preview, result, KeptSaves, form, parts, links }}
                onListClosed={closeList}
                onPasteAnother={pasteAnother}
              />
            </div>
          </div>
        </section>
        <div inert={isMenuOpen} className={styles.later}>
          <ServerPart name="before">{parts.beforeContent}</ServerPart>
          <ServerPart name="content">{parts.content}</ServerPart>
          <ServerPart name="after">{parts.afterContent}</ServerPart>
        </div>
      </main>
      <div inert={isMenuOpen} className={styles.later}>
        <SiteFooter site={site} home={home}>
          <ServerPart name="footer">{parts.footer}</ServerPart>
        </SiteFooter>
      </div>
    </>
  );
}

/** Data from which the server rendered the page. The document contains these data, so that the browser renders the page from them too. */
export interface BootData {
  /** Settings with which the server rendered the page. The shown settings can change later (state/use-site.ts). */
  readonly site: Site;
  /** Whether the page works during maintenance, because the visitor is a signed-in owner or administrator. */
  readonly bypassesMaintenance: boolean;
  /** URL of the home page for the links of a page at an unknown path; undefined on the home page. */
  readonly home?: string;
}

/** Renders the public page. Equal props must give equal markup, so the markup must not depend on the clock, the locale or the browser. */
export function PublicPage({
  site: rendered,
  bypassesMaintenance,
  home,
  parts = {},
}: BootData & { parts?: RenderedParts }) {
  useInputStart();
  const site = useSite(rendered);
  useAnchors();
  useAccordion('faqs');
  useStatusCard('status');
  useLiveText(site, rendered);
  useDocumentTitle(site.title);
  useEffect(() => showIcon(site.logoPath), [site.logoPath]);
  useOwnerContent(site.content);
  const { result, Notices, KeptSaves, prepare } = useLazyParts();
  const downloadRuns = useDownloadRuns();
  const isMaintenanceInForce = site.maintenance && !bypassesMaintenance;
  const isClosed = isMaintenanceInForce && !downloadRuns;
  const notice = bypassesMaintenance ? (
    <BypassLine isOn={site.maintenance}>{parts.bypassNotice}</BypassLine>
  ) : (
    isMaintenanceInForce && downloadRuns && <MaintenancePendingNotice />
  );
  return (
    <>
      <div className={styles.page} inert={isClosed}>
        <PageBody {...{ site, home, parts, result, KeptSaves, prepare, notice }} />
      </div>
      {isClosed && (
        <MaintenanceOverlay brand={<Brand title={site.title} logo={site.logo} />} focusField={focusField} />
      )}
      {Notices && <Notices />}
      <Announcer />
    </>
  );
}
