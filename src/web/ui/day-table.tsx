import { classNames } from '../lib/class-names.ts';
import styles from './day-table.module.css';

/** Renders a table with a row for each day, whose first cell names the day. It scrolls in a box, which `label` names. */
export const DayTable = ({
  label,
  head,
  rows,
  className,
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  className: string | undefined;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
  <section className={classNames(styles.box, className)} aria-label={label} tabIndex={0}>
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([day, ...cells]) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            {cells.map((cell, index) => (
              <td key={head[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
