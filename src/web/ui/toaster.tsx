import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { resolveValue, type Toast, toast as toasts, useToaster } from 'react-hot-toast/headless';
import { classNames } from '../lib/class-names.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { Spinner } from './spinner.tsx';
import styles from './toaster.module.css';

/** More than this many collapse to a stack with a button that shows them all. */
const STACK_FROM = 3;

export interface ToasterLabels {
  readonly region: string;
  readonly dismiss: string;
  readonly showFewer: string;
  readonly showAll: (count: number) => string;
}

/** Notices stop counting down while any of these holds; the store itself knows only "paused". */
function usePauses(startPause: () => void, endPause: () => void) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const look = () => setHidden(document.visibilityState === 'hidden');
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  const paused = hovered || focused || hidden;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers change with the store; only a change of `paused` matters
  useEffect(() => {
    if (paused) startPause();
    else endPause();
  }, [paused]);
  return { setHovered, setFocused };
}

function useEscapeDismisses(newestId: string | undefined) {
  useEffect(() => {
    if (newestId === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // A field or menu that used the key for itself says so by preventing the default; an open dialog cannot.
      const taken = event.defaultPrevented || document.querySelector('dialog[open]') !== null;
      if (event.key === 'Escape' && !taken) toasts.dismiss(newestId);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [newestId]);
}

/**
 * Where a keyboard goes on once the notice it was in is gone: the next notice, else what had the focus before. A press of the
 * mouse or a finger moves nothing, so that no phone opens its keyboard again.
 */
function useReturnedFocus(region: RefObject<HTMLElement | null>, count: number) {
  const before = useRef<HTMLElement | null>(null);
  const inside = useRef(false);
  const onFocus = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    inside.current = target.matches(':focus-visible');
    if (relatedTarget instanceof HTMLElement && !region.current?.contains(relatedTarget))
      before.current = relatedTarget;
  };
  const onBlur = () => {
    inside.current = false;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the number of notices changes can the focus be lost
  useEffect(() => {
    if (!inside.current || region.current?.contains(document.activeElement)) return;
    inside.current = false;
    const next = region.current?.querySelector('button') ?? before.current;
    if (next?.isConnected) next.focus({ preventScroll: true });
  }, [count]);
  return { onFocus, onBlur };
}

function ToastIcon({ type }: { type: Toast['type'] }) {
  if (type === 'success') return <CircleCheck aria-hidden className={classNames('ic', styles.ok)} />;
  if (type === 'error') return <CircleAlert aria-hidden className={classNames('ic', styles.bad)} />;
  if (type === 'loading') return <Spinner />;
  return null;
}

function ToastCard({ toast, dismissLabel }: { toast: Toast; dismissLabel: string }) {
  const silent = toast.ariaProps['aria-live'] === 'off';
  return (
    <li className={styles.toast} data-type={toast.type} data-testid="toast">
      {toast.icon ?? <ToastIcon type={toast.type} />}
      {/* Silent: the same words are already read by the panel that shows them. */}
      <span className={styles.text} {...(silent ? { 'aria-hidden': true } : { role: toast.ariaProps.role })}>
        {resolveValue(toast.message, toast)}
      </span>
      <IconButton label={dismissLabel} onClick={() => toasts.dismiss(toast.id)}>
        <X aria-hidden className="ic-s" />
      </IconButton>
    </li>
  );
}

/** The notices at the top end of the page, newest first. Mounted once. */
export function Toaster({ labels }: { labels: ToasterLabels }) {
  const { toasts: all, handlers } = useToaster();
  const { setHovered, setFocused } = usePauses(handlers.startPause, handlers.endPause);
  const [expanded, setExpanded] = useState(false);
  const visible = all.filter((toast) => toast.visible);
  useEscapeDismisses(visible[0]?.id);

  const stacked = visible.length > STACK_FROM;
  const region = useRef<HTMLElement>(null);
  const returned = useReturnedFocus(region, visible.length);
  // A notice that goes takes its hover and focus with it without any event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again whenever the number of notices changes
  useEffect(() => {
    setHovered(region.current?.matches(':hover') ?? false);
    setFocused(region.current?.contains(document.activeElement) ?? false);
  }, [visible.length, setHovered, setFocused]);

  return (
    <section
      ref={region}
      aria-label={labels.region}
      className={styles.region}
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
        {(stacked && !expanded ? visible.slice(0, STACK_FROM) : visible).map((toast) => (
          <ToastCard key={toast.id} toast={toast} dismissLabel={labels.dismiss} />
        ))}
      </ol>
      {stacked && (
        <Button
          size="small"
          className={styles.more}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? labels.showFewer : labels.showAll(visible.length)}
        </Button>
      )}
    </section>
  );
}
