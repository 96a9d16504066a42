import { type ReactNode, useEffect, useState } from 'react';
import { filmList } from '#messages/film-list.ts';
import { text } from '#shared/messages/text.ts';
import { SelectInput } from '../../ui/text-field.tsx';
import { canEncodeFilm } from '../../workbench/device.ts';
import type { OfferedFile } from '../../workbench/offers.ts';
import listStyles from './choice-list.module.css';
import { ListSection } from './list-section.tsx';
import styles from './save-row.module.css';
import { SaveRow } from './save-row.tsx';

const SECONDS = ['1', '2', '3', '5', '10'] as const;
type Seconds = (typeof SECONDS)[number];

interface FilmListProps {
  /** Returns the film of the chosen pictures; null if there are too few. */
  filmFor: (secondsEach: number) => OfferedFile | null;
  onSave: (file: OfferedFile) => void;
  /** The field in which the visitor orders the photos. */
  order: ReactNode;
}

/** Returns whether this device can encode a film; false until it has answered. */
function useFilmEncoder(): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let isMounted = true;
    void canEncodeFilm().then((can) => isMounted && setThere(can));
    return () => {
      isMounted = false;
    };
  }, []);
  return isThere;
}

/** Renders the film that this device makes of the chosen pictures. Renders nothing without an encoder or with too few pictures. */
export function FilmList({ filmFor, onSave, order }: FilmListProps) {
  const [seconds, setSeconds] = useState<Seconds>('3');
  const canEncode = useFilmEncoder();
  const film = filmFor(Number(seconds));
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
      {order}
    </ListSection>
  );
}
