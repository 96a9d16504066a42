import { X } from 'lucide-react';
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { panelFrame } from '#messages/panel-frame.ts';
import { text } from '#shared/messages/text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './section-drawer.module.css';

const ADMIN_SIDEBAR_BREAKPOINT_PX = 1_024;

/** Length of a swipe towards the edge that closes the drawer. */
const SWIPE_PX = 56;

/** Returns pointer handlers that call `onBack` when the reader swipes towards the edge from which the drawer opened. */
function useSwipeBack(onBack: () => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ clientX, clientY, pointerType }: PointerEvent) => {
      from.current = pointerType === 'mouse' ? null : { x: clientX, y: clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const start = from.current;
      if (start === null) return;
      const towards = document.documentElement.dir === 'rtl' ? clientX - start.x : start.x - clientX;
      if (towards > SWIPE_PX && towards > Math.abs(clientY - start.y)) onBack();
    },
    onPointerUp: () => {
      from.current = null;
    },
  };
}

/**
 * Renders a drawer with `brand` and the section list (`children`) on narrow screens. Mount it while it is open. The focus stays inside, and
 * returns to the element that had it before when the drawer closes. The close button, Escape, a click outside, a swipe and a change to a
 * wide window call `onClose`.
 */
export function SectionDrawer({
  brand,
  children,
  onClose,
}: {
  brand: ReactNode;
  children: ReactNode;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const swipe = useSwipeBack(onClose);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    const wide = matchMedia(`(min-width: ${String(ADMIN_SIDEBAR_BREAKPOINT_PX)}px)`);
    const onWide = () => close();
    wide.addEventListener('change', onWide);
    return () => {
      wide.removeEventListener('change', onWide);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use Escape and the close button; this handles clicks outside the drawer
    <dialog
      ref={dialog}
      id="sections"
      aria-label={text(panelFrame, 'sections')}
      className={styles.drawer}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target }) => {
        if (target === dialog.current) onClose();
      }}
      {...swipe}
    >
      <div className={styles.inside}>
        <div className={styles.top}>
          {brand}
          <IconButton label={text(panelFrame, 'closeSections')} onClick={onClose}>
            <X aria-hidden className="ic" />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  );
}
