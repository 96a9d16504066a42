import { type RefObject, useEffect, useState } from 'react';

const STYLES = 'link[rel="stylesheet"], style';

/**
 * Copies this document's style sheets, language and theme into the frame and keeps them in sync. Returns a function
 * that stops it.
 */
function mirrorStyles(frame: Document): () => void {
  const { head, documentElement: root } = document;
  const { documentElement: frameRoot } = frame;
  const styles = () =>
    frame.head.replaceChildren(...[...head.querySelectorAll(STYLES)].map((node) => node.cloneNode(true)));
  const attributes = () => {
    frameRoot.lang = root.lang;
    frameRoot.dir = root.dir;
    frameRoot.dataset['theme'] = root.dataset['theme'];
  };
  styles();
  attributes();
  // Lazily loaded parts add their styles later.
  const headObserver = new MutationObserver(styles);
  headObserver.observe(head, { childList: true });
  const rootObserver = new MutationObserver(attributes);
  rootObserver.observe(root, { attributes: true });
  return () => {
    headObserver.disconnect();
    rootObserver.disconnect();
  };
}

/** Returns the body of an empty iframe, styled like this page; null until it exists. */
export function useFrameDocument(frame: RefObject<HTMLIFrameElement | null>): HTMLElement | null {
  const [inside, setInside] = useState<Document | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const readDocument = () => setInside(element.contentDocument);
    readDocument();
    // Some browsers replace the initial empty document.
    element.addEventListener('load', readDocument);
    return () => element.removeEventListener('load', readDocument);
  }, [frame]);
  useEffect(() => (inside === null ? undefined : mirrorStyles(inside)), [inside]);
  return inside?.body ?? null;
}
