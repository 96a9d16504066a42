import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { livePreview } from '#messages/live-preview.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './live-preview.module.css';
import { PreviewHead, type PreviewWidth, usePreviewWidth } from './preview-head.tsx';

const STYLE_SHEETS = 'link[rel="stylesheet"], style';

/**
 * Copies the style sheets, the language, the writing direction and the theme of this document into the frame, now and after each change.
 * Returns a function that stops this.
 */
function mirrorStyles(frame: Document): () => void {
  const { head, documentElement: root } = document;
  const { documentElement: frameRoot } = frame;
  const copyStyles = () =>
    frame.head.replaceChildren(
      ...[...head.querySelectorAll(STYLE_SHEETS)].map((node) => node.cloneNode(true)),
    );
  const copyAttributes = () => {
    frameRoot.lang = root.lang;
    frameRoot.dir = root.dir;
    frameRoot.dataset['theme'] = root.dataset['theme'];
  };
  copyStyles();
  copyAttributes();
  // Lazily loaded parts add their styles later.
  const headObserver = new MutationObserver(copyStyles);
  headObserver.observe(head, { childList: true });
  const rootObserver = new MutationObserver(copyAttributes);
  rootObserver.observe(root, { attributes: true });
  return () => {
    headObserver.disconnect();
    rootObserver.disconnect();
  };
}

/** Returns the body of an empty iframe, styled like this page; null until the iframe has a document. */
function useFrameBody(frame: RefObject<HTMLIFrameElement | null>): HTMLElement | null {
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

const PHONE_PX = 390;
/**
 * Minimum width of the viewport of a desktop preview: that of a common desktop window. Where the panel has less space, the preview is
 * scaled down.
 */
const DESKTOP_PX = 1_280;
/** Height of the viewport while the content is measured, large enough that the viewport does not limit any content. */
const MEASURING_HEIGHT_PX = 2_000;

/**
 * Gives the frame the viewport width of a phone or a desktop and the height of its content. Scales it down to the width of `container`,
 * centres it, and sets the height of `container` to the scaled height.
 */
function sizeFrame(
  container: HTMLElement,
  frame: HTMLIFrameElement,
  body: HTMLElement,
  width: PreviewWidth,
): void {
  const available = container.clientWidth;
  const windowWidth = width === 'phone' ? PHONE_PX : Math.max(available, DESKTOP_PX);
  const scale = Math.min(1, available / windowWidth);
  frame.style.width = `${String(windowWidth)}px`;
  frame.style.height = `${String(MEASURING_HEIGHT_PX)}px`;
  // Not the body's height: an open menu extends below it.
  const bottoms = [...body.querySelectorAll('*')].map((element) => element.getBoundingClientRect().bottom);
  const height = Math.ceil(Math.max(0, ...bottoms));
  frame.style.height = `${String(height)}px`;
  frame.style.transform = `scale(${String(scale)})`;
  frame.style.marginInlineStart = `${String((available - windowWidth * scale) / 2)}px`;
  container.style.height = `${String(Math.ceil(height * scale))}px`;
}

function useSizedFrame(
  container: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLIFrameElement | null>,
  body: HTMLElement | null,
  width: PreviewWidth,
): void {
  useLayoutEffect(() => {
    const [around, inside] = [container.current, frame.current];
    if (around === null || inside === null || body === null) return;
    const resize = () => sizeFrame(around, inside, body, width);
    resize();
    const observer = new ResizeObserver(resize);
    observer.observe(around);
    for (const part of body.children) observer.observe(part);
    // Style sheets load after the markup.
    body.ownerDocument.addEventListener('load', resize, true);
    return () => {
      observer.disconnect();
      body.ownerDocument.removeEventListener('load', resize, true);
    };
  });
}

/**
 * Renders a preview of the edited settings as visitors see them, at the width of a desktop or a phone. It shows the components of the
 * public page in an iframe, so that their media queries apply, and is inert. `children` renders the content for a width, `overlay` is shown
 * above the page, and `note` below it.
 */
export function LivePreview({
  children,
  overlay,
  note,
}: {
  children: (width: PreviewWidth) => ReactNode;
  overlay?: ReactNode;
  note?: ReactNode;
}) {
  const width = usePreviewWidth();
  const container = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const body = useFrameBody(frame);
  useSizedFrame(container, frame, body, width);
  return (
    <section aria-label={text(livePreview, 'label')} className={styles.preview}>
      <PreviewHead />
      {overlay}
      <div ref={container} className={classNames(styles.container, width === 'phone' && styles.phone)}>
        <iframe
          ref={frame}
          title={text(livePreview, 'label')}
          className={styles.frame}
          tabIndex={-1}
          aria-hidden="true"
          inert
        />
      </div>
      {body && createPortal(children(width), body)}
      {note}
    </section>
  );
}
