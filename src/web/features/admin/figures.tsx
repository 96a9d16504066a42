import styles from './figures.module.css';

/** Renders the key figures of a section: the name of each, its value and a note below it. */
export const Figures = ({
  figures,
}: {
  figures: readonly (readonly [name: string, value: string, note: string])[];
}) => (
  <dl className={styles.figures}>
    {figures.map(([name, value, note]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={styles.value}>{value}</dd>
        <dd className={styles.note}>{note}</dd>
      </div>
    ))}
  </dl>
);
