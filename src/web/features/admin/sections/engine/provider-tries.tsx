import { CircleAlert, CircleCheck } from 'lucide-react';
import { findings } from '#messages/findings.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import type { ProviderTry } from '#shared/contract/chosen-provider.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import styles from './provider-form.module.css';
import { secondsText } from './seconds-text.ts';

const adviceOf = ({ finding, isOwnPost }: ProviderTry): string | null => {
  if (finding === 'post') return null;
  return finding === 'gone' && !isOwnPost ? text(providerSetup, 'postGone') : text(findings, `${finding}.do`);
};

/** Returns what a service answered, as a sentence for each platform. */
export const triesText = (tries: readonly ProviderTry[]): string =>
  tries
    .map(({ platform, finding }) =>
      text(providerSetup, 'tryOf', { platform: PLATFORM_NAMES[platform], finding: text(findings, finding) }),
    )
    .join(' ');

/** Lists what a service answered for each platform, and what to do about it. */
export function ProviderTries({ tries }: { tries: readonly ProviderTry[] }) {
  if (tries.length === 0) return null;
  return (
    <ul className={styles.tries} aria-label={text(providerSetup, 'tries')}>
      {tries.map((tried) => (
        <li key={tried.platform}>
          {tried.finding === 'post' ? (
            <CircleCheck aria-hidden className={styles.good} />
          ) : (
            <CircleAlert aria-hidden className={styles.bad} />
          )}
          <p>
            <b>{PLATFORM_NAMES[tried.platform]}</b> {text(findings, tried.finding)} {adviceOf(tried)}
          </p>
          <span className={styles.time}>{secondsText(tried.ms)}</span>
        </li>
      ))}
    </ul>
  );
}
