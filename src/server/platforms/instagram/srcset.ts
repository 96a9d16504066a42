/** Maximum length of a `srcset`; real ones are shorter. */
const SRCSET_MAX_CHARACTERS = 32 * 1024;

/** Returns the URL of the widest picture in a `srcset`; null if it has none. A URL without a width counts as the smallest. */
export function largestOf(srcset: string): string | null {
  if (srcset.length > SRCSET_MAX_CHARACTERS) return null;
  let best: { readonly url: string; readonly size: number } | null = null;
  let url: string | null = null;
  const take = (size: number): void => {
    if (url !== null && (best === null || size > best.size)) best = { url, size };
    url = null;
  };
  for (const word of srcset.trim().split(/\s+/)) {
    const bare = word.endsWith(',') ? word.slice(0, -1) : word;
    if (url === null) url = bare === '' ? null : bare;
    else take(Number.parseFloat(bare) || 0);
    if (word.endsWith(',')) take(0);
  }
  take(0);
  return (best as { readonly url: string } | null)?.url ?? null;
}
