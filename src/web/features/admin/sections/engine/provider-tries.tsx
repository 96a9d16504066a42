import { CircleAlert, CircleCheck } from 'lucide-react';
import { findings } from '#messages/findings.ts';
import { providerSetup } from '#messages/provider-setup.ts';
import type { ProviderTry } from '#shared/contract/chosen-provider.ts';
import { text } from '#shared/messages/text.ts';
import { PLATFORM_NAMES } from '#shared/platforms/platforms.ts';
import styles from './provider-form.module.css';
import { secondsText } from './seconds-text.ts';

/** Returns what a service answered. Some findings are worded for engines that request the platforms' own pages. */
function sentenceOf({ finding, isOwnPost }: ProviderTry): string {
  if (finding === 'gone' && !isOwnPost) return text(providerSetup, 'postGone');
  if (finding === 'no_network' || finding === 'unreadable' || finding === 'unsupported')
    return text(providerSetup, `findings.${finding}`);
  return finding === 'post'
    ? text(findings, 'post')
    : `${text(findings, finding)} ${text(findings, `${finding}.do`)}`;
}

/** Returns what a service answered, as a sentence for each platform. */
export const triesText = (tries: readonly ProviderTry[]): string =>
  tries
    .map((tried) =>
      text(providerSetup, 'tryOf', { platform: PLATFORM_NAMES[tried.platform], finding: sentenceOf(tried) }),
    )
    .join(' ');

/** Returns that the provider is saved, and whether its service read a post when it was tried. */
export const savedSentence = (tries: readonly ProviderTry[]): string => {
  const failed = tries.length > 0 && tries.every(({ finding }) => finding !== 'post');
  return text(providerSetup, failed ? 'savedUnread' : 'saved');
};

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
            <b>{PLATFORM_NAMES[tried.platform]}</b> {sentenceOf(tried)}
          </p>
          <span className={styles.time}>{secondsText(tried.ms)}</span>
        </li>
      ))}
    </ul>
  );
}
