/** A sentence whose `{name}` places carry the mark by which a live change finds them (pages/public/use-spots.ts). */
export function SpottedText({ text, values }: { text: string; values: Readonly<Record<string, string>> }) {
  // Every odd piece is a name.
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
