import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { resolveValue, type Toast, toast as toasts, useToaster } from 'react-hot-toast/headless';
import { noticeRegion } from '#messages/notice-region.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../lib/class-names.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import styles from './toaster.module.css';

/** Maximum number of notices that are shown at first. With more notices, a button shows all of them. */
const VISIBLE_MAX = 3;

/**
 * Pauses the timeouts of all notices while the pointer or the focus is on them or the page is hidden. Returns functions that set whether
 * the pointer (`setHovered`) or the focus (`setFocused`) is on them.
 */
function usePauses(startPause: () => void, endPause: () => void) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const update = () => setHidden(document.visibilityState === 'hidden');
    update();
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  }, []);
  const paused = hovered || focused || hidden;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers change with the store; only a change of `paused` matters
  useEffect(() => {
    if (paused) startPause();
    else endPause();
  }, [paused]);
  return { setHovered, setFocused };
}

function useEscapeToDismiss(newestId: string | undefined) {
  useEffect(() => {
    if (newestId === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // A field or menu that handles Escape prevents the default; an open dialog cannot, so it is checked separately.
      const isHandled = event.defaultPrevented || document.querySelector('dialog[open]') !== null;
      if (event.key === 'Escape' && !isHandled) toasts.dismiss(newestId);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [newestId]);
}

/**
 * Moves the keyboard focus when the notice that has the focus disappears: to the first notice that is left or, without one, to the element
 * that had the focus before. `noticeCount` is the number of shown notices. Does nothing after a mouse click or touch, so that phones do not
 * open the on-screen keyboard again.
 */
function useReturnedFocus(region: RefObject<HTMLElement | null>, noticeCount: number) {
  const elementBefore = useRef<HTMLElement | null>(null);
  const isFocusInside = useRef(false);
  const onFocus = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    isFocusInside.current = target.matches(':focus-visible');
    if (relatedTarget instanceof HTMLElement && !region.current?.contains(relatedTarget))
      elementBefore.current = relatedTarget;
  };
  const onBlur = () => {
    isFocusInside.current = false;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the number of notices changes can the focus be lost
  useEffect(() => {
    if (!isFocusInside.current || region.current?.contains(document.activeElement)) return;
    isFocusInside.current = false;
    const next = region.current?.querySelector('button') ?? elementBefore.current;
    if (next?.isConnected) next.focus({ preventScroll: true });
  }, [noticeCount]);
  return { onFocus, onBlur };
}

function ToastIcon({ type }: { type: Toast['type'] }) {
  if (type === 'success') return <CircleCheck aria-hidden className={classNames('ic', styles.ok)} />;
  if (type === 'error') return <CircleAlert aria-hidden className={classNames('ic', styles.bad)} />;
  return null;
}

function ToastCard({ toast }: { toast: Toast }) {
  const silent = toast.ariaProps['aria-live'] === 'off';
  return (
    <li className={styles.toast} data-type={toast.type} data-testid="toast">
      <ToastIcon type={toast.type} />
      {/* A silent notice is hidden from screen readers, because its text is announced elsewhere. */}
      <span className={styles.text} {...(silent ? { 'aria-hidden': true } : { role: toast.ariaProps.role })}>
        {resolveValue(toast.message, toast)}
      </span>
      <IconButton label={text(noticeRegion, 'dismiss')} onClick={() => toasts.dismiss(toast.id)}>
        <X aria-hidden className="ic-s" />
      </IconButton>
    </li>
  );
}

/**
 * Renders the notices, newest first, in the top corner of the page or where `className` places them: the newest VISIBLE_MAX, and all after
 * a press of a button. Escape dismisses the newest. Mount once.
 */
export function Toaster({ className }: { className?: string | undefined }) {
  const { toasts: all, handlers } = useToaster();
  const { setHovered, setFocused } = usePauses(handlers.startPause, handlers.endPause);
  const [expanded, setExpanded] = useState(false);
  const visible = all.filter((toast) => toast.visible);
  useEscapeToDismiss(visible[0]?.id);

  const stacked = visible.length > VISIBLE_MAX;
  const region = useRef<HTMLElement>(null);
  const returned = useReturnedFocus(region, visible.length);
  // When a hovered or focused notice disappears, the browser fires no leave or blur event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again whenever the number of notices changes
  useEffect(() => {
    setHovered(region.current?.matches(':hover') ?? false);
    setFocused(region.current?.contains(document.activeElement) ?? false);
  }, [visible.length, setHovered, setFocused]);

  return (
    <section
      ref={region}
      aria-label={text(noticeRegion, 'region')}
      className={classNames(styles.region, className)}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        setFocused(true);
        returned.onFocus(event);
      }}
      onBlur={() => {
        setFocused(false);
        returned.onBlur();
      }}
    >
      <ol className={classNames(styles.list, stacked && expanded && styles.expanded)}>
        {(stacked && !expanded ? visible.slice(0, VISIBLE_MAX) : visible).map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ol>
      {stacked && (
        <Button
          size="small"
          className={styles.more}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded
            ? text(noticeRegion, 'showFewer')
            : text(noticeRegion, 'showAll', { count: visible.length })}
        </Button>
      )}
    </section>
  );
}
