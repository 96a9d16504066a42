import { sitePath } from '#shared/base-path.ts';
import { chooseText } from '#shared/links/choose-text.ts';
import { parseSampleLink } from '#shared/links/parse-link.ts';
import { readPathLink } from '#shared/links/path-link.ts';
import { SHARED_TEXT_NAME } from '#shared/sharing.ts';

/** What a visit starts with: a text with a link, or a sample post (`sample` is its link). */
export type Arrival =
  | { readonly kind: 'link'; readonly text: string }
  | { readonly kind: 'sample'; readonly sample: string };

/** Query parameters with a link. Earlier installations of the app pass a shared text in any of them. */
const LINK_PARAMETERS = ['url', 'tx', 'st'] as const;

/**
 * Reads the link or the sample in the URL of the visit: `/https://…`, a platform's path such as `/p/CODE/`, `/?url=…`, `/?tx=…&st=…`
 * (shared into an app that was installed earlier), `/#link=…`, `/#https://…` and `/?sample=…`. Takes the parts of `location` unchanged. Returns null for a URL without
 * any of these. The returned link may be one that the form does not accept.
 */
export function readArrival({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): Arrival | null {
  const link = readPathLink(pathname.slice(sitePath('').length) + search);
  if (link !== null) return { kind: 'link', text: link };
  const query = new URLSearchParams(search);
  const texts = LINK_PARAMETERS.map((name) => query.get(name) ?? '');
  const [, fragment] = /^#(?:link=|(?=https?:))(.*)/is.exec(hash) ?? [];
  if (fragment !== undefined) texts.push(decodeFragment(fragment));
  const text = chooseText(texts);
  if (text !== undefined) return { kind: 'link', text };
  const sample = `/?sample=${query.get('sample') ?? ''}`;
  return parseSampleLink(sample).ok ? { kind: 'sample', sample } : null;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** Removes the text that was shared to the page from the document that answered the share, and returns it; null in any other document. */
export function takePostedText(): string | null {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name="${SHARED_TEXT_NAME}"]`);
  tag?.remove();
  return tag?.content ?? null;
}

/** Asks the service worker for a text that was shared to the page, and passes it to `accept`. Does nothing without such a text. */
export function takeSharedText(accept: (text: string) => void): void {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<readonly string[]>) => {
    const text = chooseText(data);
    if (text !== undefined) accept(text);
  };
  worker.postMessage(null, [port2]);
}
