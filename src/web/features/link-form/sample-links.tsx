import type { MouseEvent } from 'react';
import { LINK_FORM } from '#shared/messages.ts';
import styles from './sample-links.module.css';

const SAMPLES = ['clip', 'set', 'sound'] as const;

/**
 * Lists the links of the built-in sample posts. They are plain links, so they work in a new tab and before the page's
 * script has loaded.
 */
export function SampleLinks({ onOpen }: { onOpen: (sample: string) => void }) {
  const open = (sample: string) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(sample);
  };
  return (
    <p className={styles.samples}>
      {LINK_FORM.samples}{' '}
      {SAMPLES.map((name, index) => (
        <span key={name}>
          <a className={styles.sample} href={`/?sample=${name}`} onClick={open(`/?sample=${name}`)}>
            {LINK_FORM.sampleNames[name]}
          </a>
          {index < SAMPLES.length - 1 && ', '}
        </span>
      ))}
    </p>
  );
}
