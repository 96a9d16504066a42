import { startTransition, useCallback, useEffect, useState } from 'react';
import type { KeptSaves } from '../../features/download/kept/kept-saves.tsx';
import { whenIdle } from '../../lib/idle.ts';
import { openKeptFolder } from '../../lib/kept-folder.ts';
import { loadPart } from '../../lib/missing-code.ts';
import { setNoticeLoader } from '../../state/notices.ts';
import type { Notices } from './page-notices.tsx';
import type * as ResultPart from './result-section.tsx';

/** Events of which the first starts the loading. A visitor who only reads and scrolls causes no loading. */
const FIRST_USE_EVENTS = ['pointerdown', 'keydown', 'paste', 'dragenter'] as const;

/**
 * Loads the code that only previews and notices need, which keeps the first script small, and the service worker. Loading starts with the
 * visitor's first click or key press, so that it ends before the preview is ready, or at the latest when the code is needed. React renders
 * the page with a loaded part in slices (a transition), between which the page handles input.
 */
export function useLazyParts() {
  /** Module of the result card; null until it is loaded. */
  const [result, setResult] = useState<typeof ResultPart | null>(null);
  const [NoticesPart, setNotices] = useState<typeof Notices | null>(null);
  const [KeptPart, setKept] = useState<typeof KeptSaves | null>(null);

  // A failure is ignored, because notices only repeat what the page shows elsewhere. The next notice tries again.
  const prepareNotices = useCallback(async (): Promise<void> => {
    const part = await loadPart(() => import('./page-notices.tsx'));
    if (part) startTransition(() => setNotices(() => part.Notices));
  }, []);
  /**
   * Loads the result card and the notices. Resolves to the module of the result card, or null if it has not loaded. Never rejects. A
   * call after a failure tries again.
   */
  const prepare = useCallback(async (): Promise<typeof ResultPart | null> => {
    void prepareNotices();
    const part = await loadPart(() => import('./result-section.tsx'));
    if (part) startTransition(() => setResult(part));
    return part;
  }, [prepareNotices]);

  useEffect(() => {
    whenIdle(async () => {
      const part = await loadPart(async () => {
        await openKeptFolder();
        return import('../../features/download/kept/kept-saves.tsx');
      });
      // Null if nothing is kept.
      if (part) startTransition(() => setKept(() => part.KeptSaves));
    });
  }, []);

  useEffect(() => {
    setNoticeLoader(() => void prepareNotices());
    const listeners = new AbortController();
    for (const event of FIRST_USE_EVENTS) {
      const once = () => {
        listeners.abort();
        void prepare();
        // After a failure, the next visit tries again.
        void loadPart(() => import('../../lib/register-service-worker.ts')).then((part) =>
          part?.registerServiceWorker(),
        );
      };
      addEventListener(event, once, { signal: listeners.signal, capture: true, passive: true });
    }
    return () => listeners.abort();
  }, [prepare, prepareNotices]);
  return { result, Notices: NoticesPart, KeptSaves: KeptPart, prepare };
}

/** Parts of the page that are loaded on first use. */
export type LazyParts = ReturnType<typeof useLazyParts>;
