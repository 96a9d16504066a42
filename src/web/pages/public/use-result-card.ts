import { useCallback, useState } from 'react';
import type { ResultSection } from './result-section.tsx';

/** Loads the result card with the first preview: most of the page's script is needed only then. */
export function useResultCard() {
  const [ResultCard, setResultCard] = useState<typeof ResultSection | null>(null);
  /** Resolves to whether the card is there; never rejects. Asking again after a failure tries again. */
  const prepare = useCallback(async (): Promise<boolean> => {
    try {
      const module = await import('./result-section.tsx');
      setResultCard(() => module.ResultSection);
      return true;
    } catch {
      return false;
    }
  }, []);
  return { ResultCard, prepare };
}
