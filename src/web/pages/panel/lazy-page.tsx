import { type ComponentType, lazy, Suspense, useState } from 'react';
import { panelFrame } from '#messages/panel-frame.ts';
import { text } from '#shared/messages/text.ts';
import { LoadingSection } from '../../features/admin/loading-or-error.tsx';

/**
 * Creates a page component whose code is loaded when the component is first shown. React's `lazy` caches a failed load forever; this
 * component loads its code again when it is mounted again after a failure (by `SectionBoundary`).
 */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  let loaded: ComponentType | null = null;
  const loadPage = async () => {
    loaded = await load();
    return { default: loaded };
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
