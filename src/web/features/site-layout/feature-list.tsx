import { MousePointerClick, ShieldCheck, Sparkle } from 'lucide-react';
import { features } from '#messages/features.ts';
import { text } from '#shared/messages/text.ts';
import styles from './feature-list.module.css';

const FEATURES = [
  ['quality', Sparkle],
  ['security', ShieldCheck],
  ['ease', MousePointerClick],
] as const;

/** Renders the three feature cards. `isEncrypted` tells whether visitors use the site over HTTPS. */
export function FeatureList({ id, isEncrypted }: { id: string; isEncrypted: boolean }) {
  return (
    <section className={styles.list} id={id}>
      <h2 className="sr">{text(features, 'heading')}</h2>
      {FEATURES.map(([name, Icon]) => (
        <div key={name} className={styles.feature}>
          <Icon aria-hidden className="ic" />
          <div>
            <h3>{text(features, `${name}.title`)}</h3>
            <p>
              {text(features, name === 'security' && !isEncrypted ? 'security.textPlain' : `${name}.text`)}
            </p>
          </div>
        </div>
      ))}
    </section>
  );
}
