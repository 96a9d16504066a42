import { type ComponentType, lazy, Suspense, useState } from 'react';
import { SHELL } from '#shared/panel-shell-messages.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './lazy-page.module.css';

/**
 * A page whose code comes when it is first shown. Unlike React's own `lazy`, which remembers for ever that the code could not be had,
 * a page shown anew after a failure (`SectionBoundary`) asks again.
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
      <Suspense
        fallback={
          <p role="status" className={styles.loading}>
            <Spinner />
            {SHELL.loadingSection}
          </p>
        }
      >
        <Page />
      </Suspense>
    );
  };
}
