import { useEffect, useState } from 'react';
import { filmList } from '#messages/film-list.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import { announce } from '../../state/announcer.ts';
import { Button } from '../../ui/button.tsx';
import { SelectInput } from '../../ui/text-field.tsx';
import { canEncodeFilm } from '../../workbench/device.ts';
import type { OfferedFile } from '../../workbench/offers.ts';
import listStyles from './choice-list.module.css';
import { ListSection } from './file-rows.tsx';
import styles from './save-row.module.css';
import { SaveRow } from './save-row.tsx';

const SECONDS = ['1', '2', '3', '5', '10'] as const;
const STEPS = [
  ['earlier', -1],
  ['later', 1],
] as const;
type Seconds = (typeof SECONDS)[number];

interface FilmListProps {
  /** Returns the film of the chosen pictures; null if there are too few. */
  filmFor: (secondsEach: number) => OfferedFile | null;
  onSave: (file: OfferedFile) => void;
  /** Indexes of the chosen pictures in the order of the film. */
  order: readonly number[];
  /** Index of the shown item, which the buttons move. */
  current: number;
  /** Lets two pictures change places. */
  onSwap: (item: number, other: number) => void;
}

const orderText = (order: readonly number[]): string =>
  text(filmList, 'order', { order: order.map((index) => index + 1).join(', ') });

/** Renders the film that this device makes of the chosen pictures. Renders nothing without an encoder or with too few pictures. */
export function FilmList({ filmFor, onSave, order, current, onSwap }: FilmListProps) {
  const [seconds, setSeconds] = useState<Seconds>('3');
  const [canEncode, setCanEncode] = useState(false);
  useEffect(() => void canEncodeFilm().then(setCanEncode), []);
  const film = filmFor(Number(seconds));
  const place = order.indexOf(current);
  const move = (by: -1 | 1): void => {
    const other = order[place + by];
    if (other === undefined) return;
    onSwap(current, other);
    announce(orderText(order.with(place, other).with(place + by, current)), 'polite');
  };
  if (!canEncode || film?.making?.kind !== 'film') return null;
  const { pictures, music } = film.making;
  return (
    <ListSection heading={text(filmList, 'heading')} hint={text(filmList, 'hint')} testId="film">
      <ul className={listStyles.list}>
        <SaveRow
          label={film.label}
          legend={text(filmList, music === null ? 'silent' : 'withMusic', { count: pictures.length })}
          saveLabel={text(filmList, 'save')}
          onSave={() => onSave(film)}
        >
          <SelectInput
            className={styles.select}
            aria-label={text(filmList, 'seconds')}
            value={seconds}
            options={SECONDS.map((value) => [value, text(filmList, 'each', { seconds: value })])}
            onChoose={setSeconds}
          />
        </SaveRow>
      </ul>
      <div className={classNames(listStyles.hint, styles.order)}>
        {orderText(order)}
        {STEPS.map(([name, by]) => (
          <Button
            key={name}
            look="ghost"
            size="small"
            unavailable={place === -1 || order[place + by] === undefined}
            onClick={() => move(by)}
          >
            {text(filmList, name, { position: current + 1 })}
          </Button>
        ))}
      </div>
    </ListSection>
  );
}
