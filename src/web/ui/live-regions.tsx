/** The page's two live regions, always mounted so that a change of text is read. */
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
