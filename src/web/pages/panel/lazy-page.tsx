import { type ComponentType, lazy, Suspense, useState } from 'react';
import { panelFrame } from '#messages/panel-frame.ts';
import { text } from '#shared/messages/text.ts';
import { LoadingSection } from '../../features/admin/loading-or-error.tsx';

/**
 * Creates a page component whose code is loaded when the component is first shown. React's `lazy` caches a failed load, and Chromium 150 a
 * file that could not be loaded, for as long as the document lives; so a page that is mounted again after a failure (by `SectionBoundary`)
 * loads the document again.
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  let hasFailed = false;
  const loadPage = async () => {
    if (hasFailed) location.reload();
    try {
      loaded = await load();
      return { default: loaded };
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  return function LazyPage() {
    const [Page] = useState<ComponentType>(() => loaded ?? lazy(loadPage));
    return (
      <Suspense fallback={<LoadingSection text={text(panelFrame, 'loadingSection')} />}>
        <Page />
      </Suspense>
    );
  };
}
