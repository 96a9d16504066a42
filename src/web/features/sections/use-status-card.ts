import { useEffect } from 'react';

/**
 * Loads the code of the status card with this id and starts its updates once the card is in view; most visits never load that code. Retries
 * when the card is in view again after loading failed.
 */
export function useStatusCard(id: string): void {
  useEffect(() => {
    const card = document.getElementById(id);
    if (card === null) return;
    let end: (() => void) | undefined;
    const observer = new IntersectionObserver(async (entries) => {
      // Several entries arrive together if the page scrolled while it was busy; the last one is current.
      if (!entries.at(-1)?.isIntersecting) return;
      try {
        const { updateStatusCard } = await import('./status-card.ts');
        observer.disconnect();
        end ??= updateStatusCard(card);
      } catch {
        // Loading failed: the card still shows no data and retries when it is in view again.
      }
    });
    observer.observe(card);
    return () => {
      observer.disconnect();
      end?.();
    };
  }, [id]);
}
