import { type RefObject, useEffect, useState } from 'react';

const STYLES = 'link[rel="stylesheet"], style';

/** Has the frame's document look as this page does: the same style sheets, language and theme, now and when they change. */
function dress(frame: Document): () => void {
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
  // A part that is loaded later brings its styles with it.
  const headObserver = new MutationObserver(styles);
  headObserver.observe(head, { childList: true });
  const rootObserver = new MutationObserver(attributes);
  rootObserver.observe(root, { attributes: true });
  return () => {
    headObserver.disconnect();
    rootObserver.disconnect();
  };
}

/** The body of an empty frame, dressed like this page; null until it is there. */
export function useFrameDocument(frame: RefObject<HTMLIFrameElement | null>): HTMLElement | null {
  const [inside, setInside] = useState<Document | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const take = () => setInside(element.contentDocument);
    take();
    // Some browsers put another empty document in place of the first.
    element.addEventListener('load', take);
    return () => element.removeEventListener('load', take);
  }, [frame]);
  useEffect(() => (inside === null ? undefined : dress(inside)), [inside]);
  return inside?.body ?? null;
}
