/** The page's two live regions. Always mounted, so that screen readers announce text changes. */
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
