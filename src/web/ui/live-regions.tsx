/**
 * Renders the page's two live regions, whose texts screen readers announce when they change. Keep it mounted: a region that appears
 * together with its text may not be announced.
 */
export function LiveRegions({ polite, assertive }: { polite: string; assertive: string }) {
  return (
    <div className="sr">
      <p aria-live="polite" data-testid="live-polite">
        {polite}
      </p>
      <p aria-live="assertive" data-testid="live-assertive">
        {assertive}
      </p>
    </div>
  );
}
