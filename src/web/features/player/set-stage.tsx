import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { PLAYER_TEXT, playerText } from '#shared/result-messages.ts';
import { classNames } from '../../lib/class-names.ts';
import { announce } from '../../state/announcer.ts';
import styles from './set-stage.module.css';
import { arrowStep, type Point, swipeStep } from './swipe.ts';

interface SetStageProps {
  /** Index of the shown item. */
  current: number;
  count: number;
  onShow: (index: number) => void;
  /** The photo or player of the current item. */
  children: ReactNode;
}

const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';
/** Returns whether the target is inside a player, where arrow keys and drags seek. */
const isMedia = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-testid$="-player"]') !== null;

/** Renders one item of a set, and moves to the others by buttons, swipes and arrow keys. */
export function SetStage({ current, count, onShow, children }: SetStageProps) {
  const from = useRef<Point | null>(null);
  const step = (by: number): void => {
    const next = current + by;
    if (by === 0 || next < 0 || next >= count) return;
    onShow(next);
    announce(playerText.position(next + 1, count), 'polite');
  };
  const pressKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || isMedia(event.target)) return;
    step(arrowStep(event.key, isRightToLeft(event.currentTarget)));
  };
  const startSwipe = (event: PointerEvent): void => {
    const touch =
      event.pointerType === 'touch' && event.isPrimary && !(event.target instanceof HTMLInputElement);
    from.current = touch ? { x: event.clientX, y: event.clientY } : null;
  };
  const endSwipe = (event: PointerEvent): void => {
    if (from.current === null) return;
    const to = { x: event.clientX, y: event.clientY };
    step(swipeStep(from.current, to, isRightToLeft(event.currentTarget)));
    from.current = null;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swipe and arrow keys are shortcuts of the two buttons below
    <div
      className={styles.set}
      data-testid="set-stage"
      onKeyDown={pressKey}
      onPointerDown={startSwipe}
      onPointerUp={endSwipe}
      onPointerCancel={() => {
        from.current = null;
      }}
    >
      {children}
      <span className={classNames(styles.count, 'num')}>{playerText.position(current + 1, count)}</span>
      <button
        type="button"
        className={classNames(styles.nav, styles.previous)}
        aria-label={PLAYER_TEXT.previous}
        aria-disabled={current === 0}
        onClick={() => step(-1)}
      >
        <ChevronLeft aria-hidden className="ic" />
      </button>
      <button
        type="button"
        className={classNames(styles.nav, styles.next)}
        aria-label={PLAYER_TEXT.next}
        aria-disabled={current === count - 1}
        onClick={() => step(1)}
      >
        <ChevronRight aria-hidden className="ic" />
      </button>
    </div>
  );
}
