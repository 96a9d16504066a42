import { useEffect } from 'react';

/** Brings the status card with this id to life once it is on the screen; most visits never load what that takes. */
export function useStatusCard(id: string): void {
  useEffect(() => {
    const card = document.getElementById(id);
    if (card === null) return;
    let end: (() => void) | undefined;
    const observer = new IntersectionObserver(async (entries) => {
      // Several come at once where the page scrolled while it was busy; the last is how it stands now.
      if (!entries.at(-1)?.isIntersecting) return;
      try {
        const { updateStatusCard: keepStatus } = await import('./status-card.ts');
        observer.disconnect();
        end ??= keepStatus(card);
      } catch {
        // Not loaded: the card goes on saying that nothing is known, and tries again when it is next in view.
      }
    });
    observer.observe(card);
    return () => {
      observer.disconnect();
      end?.();
    };
  }, [id]);
}
