/**
 * Renders a text with each `{name}` placeholder replaced by its value in `values`, in a span with the attribute `data-site-{name}`, by
 * which features/sections/use-live-text.ts updates it.
 */
export function LiveText({ text, values }: { text: string; values: Readonly<Record<string, string>> }) {
  // Every second piece is a placeholder name.
  return text.split(/\{(\w+)\}/u).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <span key={`${String(index)} ${piece}`} {...{ [`data-site-${piece}`]: '' }}>
        {values[piece]}
      </span>
    ),
  );
}
