import { useEffect } from 'react';

/**
 * Loads the code of the status card with this id when the card comes into view, and starts its updates. Most visits never load this code.
 * If loading fails, tries again the next time that the card comes into view.
 */
export function useStatusCard(id: string): void {
  useEffect(() => {
    const card = document.getElementById(id);
    if (card === null) return;
    let end: (() => void) | undefined;
    const observer = new IntersectionObserver(async (entries) => {
      // Several entries arrive together if the page scrolled while it was busy; the last one is current.
      if (!entries.at(-1)?.isIntersecting) return;
      // If loading fails, the card still shows no data and retries when it is in view again.
      const loaded = await import('./status-card.ts').catch(() => null);
      if (loaded === null) return;
      observer.disconnect();
      end ??= loaded.updateStatusCard(card);
    });
    observer.observe(card);
    return () => {
      observer.disconnect();
      end?.();
    };
  }, [id]);
}
