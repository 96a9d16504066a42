import { useCallback, useEffect, useState } from 'react';
import { setNoticeLoader } from '../../state/notices.ts';
import type { Notices } from './notices.tsx';
import type * as ResultPart from './result-section.tsx';

/** The first of these says that the visitor is about to use the page; reading and scrolling alone load nothing more. */
const FIRST_ACTS = ['pointerdown', 'keydown', 'paste', 'dragenter'] as const;

export interface LaterParts {
  /** The result card and its words; null until they are there. */
  readonly result: typeof ResultPart | null;
  readonly Notices: typeof Notices | null;
  /** Resolves to whether the result card is there; never rejects. Asking again after a failure tries again. */
  readonly prepare: () => Promise<boolean>;
}

/**
 * What the page's first script leaves out because nothing before the first preview shows it. It comes at the visitor's
 * first press or key, so that it is there before the preview is, and at the latest when something asks for it.
 */
export function useLaterParts(): LaterParts {
  const [result, setResult] = useState<typeof ResultPart | null>(null);
  const [NoticesPart, setNotices] = useState<typeof Notices | null>(null);

  const prepareNotices = useCallback(async (): Promise<void> => {
    try {
      const part = await import('./notices.tsx');
      setNotices(() => part.Notices);
    } catch {
      // Never the only place anything is said; the next notice asks again.
    }
  }, []);
  const prepare = useCallback(async (): Promise<boolean> => {
    void prepareNotices();
    try {
      setResult(await import('./result-section.tsx'));
      return true;
    } catch {
      return false;
    }
  }, [prepareNotices]);

  useEffect(() => {
    setNoticeLoader(() => void prepareNotices());
    const acts = new AbortController();
    for (const act of FIRST_ACTS) {
      const once = () => {
        acts.abort();
        void prepare();
      };
      addEventListener(act, once, { signal: acts.signal, capture: true, passive: true });
    }
    return () => acts.abort();
  }, [prepare, prepareNotices]);
  return { result, Notices: NoticesPart, prepare };
}
