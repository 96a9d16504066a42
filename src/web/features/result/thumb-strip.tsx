import { Check, Music, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { resultCard } from '#messages/result-card.ts';
import type { PostItem } from '#shared/contract/preview.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { announce } from '../../state/announcer.ts';
import { Button } from '../../ui/button.tsx';
import listStyles from './choice-list.module.css';
import { kindOfAll } from './describe-post.ts';
import type { Selection } from './selection.ts';
import styles from './thumb-strip.module.css';

function Thumb({
  item,
  position,
  picked,
  current,
  onPress,
}: {
  item: PostItem;
  position: number;
  picked: boolean;
  current: boolean;
  onPress: () => void;
}) {
  const [broken, setBroken] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const strip = button.current?.parentElement;
    if (!current || button.current === null || !strip) return;
    // Not scrollIntoView, which would also scroll the page.
    strip.scrollTo({
      left: button.current.offsetLeft - (strip.clientWidth - button.current.offsetWidth) / 2,
    });
  }, [current]);
  return (
    <button
      ref={button}
      type="button"
      className={classNames(styles.thumb, current && styles.current)}
      aria-pressed={picked}
      aria-label={text(resultCard, `${picked ? 'selected' : 'unselected'}.${item.kind}`, { position })}
      aria-current={current ? 'true' : undefined}
      onClick={onPress}
    >
      {item.thumbnail !== null && !broken && (
        <img
          src={item.thumbnail}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
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
      <span className={classNames(styles.check, picked && styles.picked)}>
        {picked && <Check aria-hidden />}
      </span>
    </button>
  );
}

interface ThumbStripProps {
  items: readonly PostItem[];
  selection: Selection;
  onPress: (item: number) => void;
  onAll: () => void;
  onNone: () => void;
}

/** Renders the items of a set as thumbnails; each one toggles its item and shows it on the stage. */
export function ThumbStrip({ items, selection, onPress, onAll, onNone }: ThumbStripProps) {
  const count = selection.picked.filter(Boolean).length;
  const heading = text(resultCard, `choose.${kindOfAll(items.map((item) => item.kind))}`);
  const pickWhole = (pick: () => void, chosen: number): void => {
    pick();
    announce(text(resultCard, 'selected', { chosen, all: items.length }), 'polite');
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
      <div className={styles.strip}>
        {items.map((item, index) => (
          <Thumb
            key={item.qualities[0]?.filename ?? index}
            item={item}
            position={index + 1}
            picked={selection.picked[index] ?? false}
            current={selection.current === index}
            onPress={() => onPress(index)}
          />
        ))}
      </div>
      <div className={styles.all}>
        <Button look="ghost" size="small" onClick={() => pickWhole(onAll, items.length)}>
          {text(resultCard, 'selectAll')}
        </Button>
        <Button look="ghost" size="small" onClick={() => pickWhole(onNone, 0)}>
          {text(resultCard, 'clearSelection')}
        </Button>
      </div>
    </fieldset>
  );
}
