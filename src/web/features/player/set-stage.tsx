import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { player } from '#messages/player.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../state/announcer.ts';
import { MediaArrow } from '../../ui/media-arrow.tsx';
import styles from './set-stage.module.css';

/** Screen position in CSS pixels. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Shorter movements count as taps. */
const SWIPE_MIN_PX = 40;

/**
 * Returns the step of a swipe from `start` to `end`: 1 to the next item, -1 to the previous one, 0 for a movement that is too short or
 * vertical. Reversed on right-to-left pages.
 */
export function swipeStep(start: Point, end: Point, isRtl: boolean): -1 | 0 | 1 {
  const across = end.x - start.x;
  if (Math.abs(across) < SWIPE_MIN_PX || Math.abs(across) < Math.abs(end.y - start.y)) return 0;
  return across < 0 === isRtl ? -1 : 1;
}

/** Returns the step of an arrow key: 1 to the next item, -1 to the previous one, 0 for any other key. Reversed on right-to-left pages. */
export function arrowStep(key: string, isRtl: boolean): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0;
  return (key === 'ArrowRight') === isRtl ? -1 : 1;
}

interface SetStageProps {
  /** Index of the shown item. */
  current: number;
  count: number;
  onShow: (index: number) => void;
  /** The photo or player of the current item. */
  children: ReactNode;
}

const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl';
/** Returns whether the target is inside a player, where arrow keys move the playback position. */
const isMedia = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-testid$="-player"]') !== null;

/** Renders one item of a set. Buttons, swipes and arrow keys move to the other items. */
export function SetStage({ current, count, onShow, children }: SetStageProps) {
  const from = useRef<Point | null>(null);
  const step = (by: number): void => {
    const next = current + by;
    if (by === 0 || next < 0 || next >= count) return;
    onShow(next);
    announce(text(player, 'position', { position: next + 1, all: count }), 'polite');
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
      <span className={styles.count}>{text(player, 'position', { position: current + 1, all: count })}</span>
      <MediaArrow
        edge="start"
        aria-label={text(player, 'previous')}
        aria-disabled={current === 0}
        onClick={() => step(-1)}
      />
      <MediaArrow
        edge="end"
        aria-label={text(player, 'next')}
        aria-disabled={current === count - 1}
        onClick={() => step(1)}
      />
    </div>
  );
}
