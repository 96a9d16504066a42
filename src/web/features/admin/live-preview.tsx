import { Monitor, Smartphone } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { LIVE_PREVIEW } from '#shared/editor-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './live-preview.module.css';
import { useFrameDocument } from './use-frame-document.ts';

export type PreviewWidth = 'desktop' | 'phone';

const ICONS = { desktop: Monitor, phone: Smartphone };
const PHONE_PX = 390;
/** Less wide, the page would no longer look as on a desktop. */
const DESKTOP_MIN_PX = 1_024;
/** The window's height while its content is measured: so high that nothing in it is cut to the window. */
const MEASURED_IN_PX = 2_000;

function WidthSwitch({ width, onWidth }: { width: PreviewWidth; onWidth: (width: PreviewWidth) => void }) {
  return (
    <fieldset className={styles.widths}>
      <legend className="sr">{LIVE_PREVIEW.width}</legend>
      {(['desktop', 'phone'] as const).map((name) => {
        const Icon = ICONS[name];
        return (
          <label key={name}>
            <input
              type="radio"
              name="preview-width"
              checked={width === name}
              onChange={() => onWidth(name)}
            />
            <Icon aria-hidden className="ic-s" />
            {LIVE_PREVIEW.widths[name]}
          </label>
        );
      })}
    </fieldset>
  );
}

/** Gives the frame the window of a phone or a desktop, the height of what it shows, and shrinks it into `room`. */
function sizeFrame(
  container: HTMLElement,
  frame: HTMLIFrameElement,
  body: HTMLElement,
  width: PreviewWidth,
): void {
  const inside = container.clientWidth;
  const windowWidth = width === 'phone' ? PHONE_PX : Math.max(inside, DESKTOP_MIN_PX);
  const scale = Math.min(1, inside / windowWidth);
  frame.style.width = `${String(windowWidth)}px`;
  frame.style.height = `${String(MEASURED_IN_PX)}px`;
  // Not the body's own height: an open menu hangs out of it.
  const bottoms = [...body.querySelectorAll('*')].map((element) => element.getBoundingClientRect().bottom);
  const height = Math.ceil(Math.max(0, ...bottoms));
  frame.style.height = `${String(height)}px`;
  frame.style.transform = `scale(${String(scale)})`;
  frame.style.marginInlineStart = `${String((inside - windowWidth * scale) / 2)}px`;
  container.style.height = `${String(Math.ceil(height * scale))}px`;
}

function useSizedFrame(
  room: RefObject<HTMLElement | null>,
  frame: RefObject<HTMLIFrameElement | null>,
  body: HTMLElement | null,
  width: PreviewWidth,
): void {
  useLayoutEffect(() => {
    const [around, inside] = [room.current, frame.current];
    if (around === null || inside === null || body === null) return;
    const again = () => sizeFrame(around, inside, body, width);
    again();
    const observer = new ResizeObserver(again);
    observer.observe(around);
    for (const part of body.children) observer.observe(part);
    // Style sheets come after the markup.
    body.ownerDocument.addEventListener('load', again, true);
    return () => {
      observer.disconnect();
      body.ownerDocument.removeEventListener('load', again, true);
    };
  });
}

/**
 * What is being edited as visitors see it, at the width of a desktop or a phone: the page's own components in a window of
 * their own, so that their rules for narrow windows hold. A picture only: nothing in it takes the focus or a press, and
 * `note` says in words what cannot be seen. `children` makes the content for a width.
 */
export function LivePreview({
  children,
  note,
}: {
  children: (width: PreviewWidth) => ReactNode;
  note?: ReactNode;
}) {
  const [width, setWidth] = useState<PreviewWidth>(() => (innerWidth < DESKTOP_MIN_PX ? 'phone' : 'desktop'));
  const room = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const body = useFrameDocument(frame);
  useSizedFrame(room, frame, body, width);
  return (
    <section aria-label={LIVE_PREVIEW.label} className={styles.preview}>
      <div className={styles.head}>
        <span aria-hidden="true">{LIVE_PREVIEW.label}</span>
        <WidthSwitch width={width} onWidth={setWidth} />
      </div>
      <div ref={room} className={classNames(styles.room, width === 'phone' && styles.phone)}>
        <iframe
          ref={frame}
          title={LIVE_PREVIEW.label}
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
