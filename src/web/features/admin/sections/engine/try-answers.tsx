import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { TriedEngine, TryType } from '#shared/contract/engines.ts';
import { ENGINE_EDITOR, ENGINE_TITLES } from '#shared/engine-messages.ts';
import { secondsText } from './time-text.ts';
import styles from './try-answers.module.css';

function Found({ found, type }: { found: Exclude<TriedEngine['found'], null>; type: TryType }) {
  return (
    <>
      <p>{ENGINE_EDITOR.found(found.type, found.items)}</p>
      {!found.matches && (
        <p className={styles.warn}>
          <TriangleAlert aria-hidden className="ic-s" />
          {ENGINE_EDITOR.lacksType[type]}
        </p>
      )}
      <ul aria-label={ENGINE_EDITOR.qualities} className={styles.qualities}>
        {found.qualities.map((label) => (
          <li key={label} className={styles.quality}>
            {label}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Renders each engine's result for the tried link, in the order they were tried. */
export function TryAnswers({ attempts, type }: { attempts: readonly TriedEngine[]; type: TryType }) {
  return (
    <ol className={styles.list} aria-label={ENGINE_EDITOR.tryAnswers}>
      {attempts.map(({ engine, ms, found, problem }) => (
        <li key={engine}>
          {problem === null ? (
            <CircleCheck aria-hidden className={styles.good} />
          ) : (
            <CircleAlert aria-hidden className={styles.bad} />
          )}
          <div className={styles.said}>
            <b>{ENGINE_TITLES[engine]}</b>
            {found && <Found found={found} type={type} />}
            {problem && <p>{problem.sentence}</p>}
          </div>
          <span className={styles.time}>{secondsText(ms)}</span>
        </li>
      ))}
    </ol>
  );
}
