import { Music, Play } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { resultCard } from '#messages/result-card.ts';
import type { PostItem } from '#shared/contract/preview.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { announce } from '../../state/announcer.ts';
import { useDownloadRuns } from '../../state/running-download.ts';
import { Button } from '../../ui/button.tsx';
import { MediaArrow } from '../../ui/media-arrow.tsx';
import { useBrokenImage } from '../../ui/use-broken-image.ts';
import { useOverflow } from '../../ui/use-overflow.ts';
import listStyles from './choice-list.module.css';
import { kindOfAll } from './describe-post.ts';
import type { Selection } from './selection.ts';
import styles from './thumb-strip.module.css';

/** A set of more items is shown as a grid. */
const STRIP_MAX = 8;
/** Share of the strip's width that an arrow button scrolls. It is less than 1, so that the item at the edge stays in view. */
const TURNED_SHARE = 0.8;

interface ThumbProps {
  item: PostItem;
  position: number;
  isPicked: boolean;
  isCurrent: boolean;
  onShow: () => void;
  onToggle: () => void;
}

function Thumb({ item, position, isPicked, isCurrent, onShow, onToggle }: ThumbProps) {
  const { isBroken, imageProps } = useBrokenImage();
  const thumb = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const { current: own } = thumb;
    const strip = own?.parentElement;
    if (!isCurrent || !own || !strip) return;
    // Not scrollIntoView, which would also scroll the page.
    strip.scrollTo({
      left: own.offsetLeft - (strip.clientWidth - own.offsetWidth) / 2,
      top: own.offsetTop - (strip.clientHeight - own.offsetHeight) / 2,
    });
  }, [isCurrent]);
  // The arrow keys lead to the other items.
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li
      ref={thumb}
      className={classNames(styles.thumb, isCurrent && styles.current, !isPicked && styles.left)}
    >
      <button
        type="button"
        className={styles.show}
        tabIndex={tabIndex}
        aria-label={text(resultCard, `show.${item.kind}`, { position })}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onShow}
      >
        {item.thumbnail !== null && !isBroken && (
          <img
            src={item.thumbnail}
            alt=""
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
            {...imageProps}
          />
        )}
        {item.kind !== 'photo' && (
          <span className={styles.glyph}>
            {item.kind === 'video' ? (
              <Play aria-hidden className="ic-s" />
            ) : (
              <Music aria-hidden className="ic-s" />
            )}
          </span>
        )}
      </button>
      <input
        type="checkbox"
        className={styles.check}
        tabIndex={tabIndex}
        aria-label={text(resultCard, `select.${item.kind}`, { position })}
        checked={isPicked}
        onChange={onToggle}
      />
    </li>
  );
}

/** Returns by how many items an arrow key moves in the strip or the grid, negative towards the first item; 0 for any other key. */
function stepOf(key: string, strip: HTMLElement): number {
  const forwards = getComputedStyle(strip).direction === 'rtl' ? -1 : 1;
  const [first, ...others] = [...strip.children].map((thumb) => thumb.getBoundingClientRect().top);
  const columns = others.findIndex((top) => top > (first ?? 0)) + 1;
  const steps = new Map([
    ['ArrowRight', forwards],
    ['ArrowLeft', -forwards],
    ['ArrowDown', columns],
    ['ArrowUp', -columns],
  ]);
  return steps.get(key) ?? 0;
}

/** Scrolls the strip sideways when the visitor turns the mouse wheel up or down. At an end of the strip, the wheel scrolls the page. */
function useWheel(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = strip;
    const turn = (event: WheelEvent): void => {
      if (current === null || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      const { scrollLeft } = current;
      current.scrollBy({ left: event.deltaY, behavior: 'instant' });
      if (current.scrollLeft !== scrollLeft) event.preventDefault();
    };
    // React's own listeners for the wheel are passive.
    current?.addEventListener('wheel', turn, { passive: false });
    return () => current?.removeEventListener('wheel', turn);
  }, [strip]);
}

/** Renders the arrow button at an end of the strip, for a mouse only: touch screens have swipes, and keyboards have arrow keys. */
const Arrow = ({ to, strip }: { to: 'start' | 'end'; strip: RefObject<HTMLElement | null> }) => {
  const turn = (): void => {
    const { current } = strip;
    if (current === null) return;
    const forwards = getComputedStyle(current).direction === 'rtl' ? -1 : 1;
    current.scrollBy({ left: (to === 'end' ? forwards : -forwards) * current.clientWidth * TURNED_SHARE });
  };
  return <MediaArrow edge={to} tabIndex={-1} aria-hidden className={styles.arrow} onClick={turn} />;
};

interface ThumbStripProps {
  items: readonly PostItem[];
  selection: Selection;
  onShow: (item: number) => void;
  onToggle: (item: number) => void;
  /** Selects all items for saving, or none. */
  onPickAll: (isPicked: boolean) => void;
  /** Saves the shown item alone. */
  onSaveOne: () => void;
}

/**
 * Renders the items of a set as thumbnails. A click on a picture shows the item; its check mark selects the item for saving. More than
 * STRIP_MAX items form a grid.
 */
export function ThumbStrip({ items, selection, onShow, onToggle, onPickAll, onSaveOne }: ThumbStripProps) {
  const strip = useRef<HTMLUListElement>(null);
  useWheel(strip);
  const isLong = useOverflow(strip, 'Width');
  // The page runs one download at a time.
  const isBusy = useDownloadRuns();
  const count = selection.picked.filter(Boolean).length;
  const heading = text(resultCard, `choose.${kindOfAll(items.map((item) => item.kind))}`);
  const pickAll = (isPicked: boolean): void => {
    onPickAll(isPicked);
    const all = items.length;
    announce(text(resultCard, 'selected', { chosen: isPicked ? all : 0, all }), 'polite');
  };
  const pressKey = (event: KeyboardEvent<HTMLElement>): void => {
    const { currentTarget, target, altKey, ctrlKey, metaKey } = event;
    const next = selection.current + stepOf(event.key, currentTarget);
    if (altKey || ctrlKey || metaKey || next === selection.current || !(next in items)) return;
    event.preventDefault();
    onShow(next);
    const kind = target instanceof HTMLInputElement ? 'input' : 'button';
    currentTarget.children[next]?.querySelector<HTMLElement>(kind)?.focus({ preventScroll: true });
  };
  return (
    <fieldset>
      <legend className="sr">{heading}</legend>
      <div className={listStyles.heading}>
        <span aria-hidden="true">{heading}</span>
        <span className={listStyles.hint}>
          {text(resultCard, 'selected', { chosen: count, all: items.length })}
        </span>
      </div>
      <div className={styles.frame}>
        <ul
          ref={strip}
          className={classNames(styles.strip, items.length > STRIP_MAX && styles.grid)}
          onKeyDown={pressKey}
        >
          {items.map((item, index) => (
            <Thumb
              // biome-ignore lint/suspicious/noArrayIndexKey: the items of a post never change places
              key={index}
              item={item}
              position={index + 1}
              isPicked={selection.picked[index] ?? false}
              isCurrent={selection.current === index}
              onShow={() => onShow(index)}
              onToggle={() => onToggle(index)}
            />
          ))}
        </ul>
        {isLong && (['start', 'end'] as const).map((to) => <Arrow key={to} to={to} strip={strip} />)}
      </div>
      <div className={styles.all}>
        <Button look="ghost" size="small" onClick={() => pickAll(true)}>
          {text(resultCard, 'selectAll')}
        </Button>
        <Button look="ghost" size="small" onClick={() => pickAll(false)}>
          {text(resultCard, 'clearSelection')}
        </Button>
        <Button look="ghost" size="small" unavailable={isBusy} onClick={onSaveOne}>
          {text(resultCard, 'downloadOne')}
        </Button>
      </div>
    </fieldset>
  );
}
