import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { filmList } from '#messages/film-list.ts';
import { text } from '#shared/messages/text.ts';
import { announce } from '../../state/announcer.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './film-order.module.css';

const STEPS = [
  [-1, 'earlier', ArrowUp],
  [1, 'later', ArrowDown],
] as const;

/**
 * Renders the folded list in which the visitor orders the photos of the film. `order` has their indexes in the post, `pictures` their
 * thumbnails by these indexes.
 */
export function FilmOrder({
  order,
  pictures,
  onSwap,
}: {
  order: readonly number[];
  pictures: readonly (string | null)[];
  /** Lets two photos change places. */
  onSwap: (item: number, other: number) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const move = (item: number, place: number, name: (typeof STEPS)[number][1]): void => {
    const other = order[place];
    if (other === undefined) return;
    onSwap(item, other);
    // The rows stay where they are, so the focus follows the photo.
    list.current?.children[place]?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
    const placed = { position: item + 1, place: place + 1, count: order.length };
    announce(text(filmList, 'moved', placed), 'polite');
  };
  return (
    <details className={styles.order}>
      <summary className="tap">{text(filmList, 'order')}</summary>
      <ol ref={list}>
        {order.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row that moved would lose the focus
          <li key={place}>
            <img src={pictures[item] ?? undefined} alt="" loading="lazy" referrerPolicy="no-referrer" />
            <span>{text(filmList, 'photo', { position: item + 1 })}</span>
            {STEPS.map(([by, name, Icon]) => (
              <IconButton
                key={name}
                name={name}
                label={text(filmList, name, { position: item + 1 })}
                unavailable={order[place + by] === undefined}
                onClick={() => move(item, place + by, name)}
              >
                <Icon aria-hidden className="ic" />
              </IconButton>
            ))}
          </li>
        ))}
      </ol>
    </details>
  );
}
