import { X } from 'lucide-react';
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { ADMIN_SIDEBAR_BREAKPOINT_PX } from '#shared/limits.ts';
import { SHELL } from '#shared/panel-shell-messages.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './section-drawer.module.css';

/** A finger that moves this far towards the edge means "back". */
const SWIPE_PX = 56;

/** Tells of a swipe towards the edge the drawer came from. */
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

/** The sections over the page on narrow screens; mounted while open. The focus stays inside and returns to the opener. */
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
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    const wide = matchMedia(`(min-width: ${String(ADMIN_SIDEBAR_BREAKPOINT_PX)}px)`);
    const onWide = () => close.current();
    wide.addEventListener('change', onWide);
    return () => {
      wide.removeEventListener('change', onWide);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the close button do it for keyboards; this is the press beside it
    <dialog
      ref={dialog}
      id="sections"
      aria-label={SHELL.sections}
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
          <IconButton label={SHELL.closeSections} onClick={onClose}>
            <X aria-hidden className="ic" />
          </IconButton>
        </div>
        {children}
      </div>
    </dialog>
  );
}
