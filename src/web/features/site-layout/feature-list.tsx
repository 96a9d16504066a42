import { MousePointerClick, ShieldCheck, Sparkle } from 'lucide-react';
import { features } from '#messages/features.ts';
import type { Delivery } from '#shared/contract/site.ts';
import { text } from '#shared/messages/text.ts';
import styles from './feature-list.module.css';

const FEATURES = [
  ['quality', Sparkle],
  ['security', ShieldCheck],
  ['ease', MousePointerClick],
] as const;

const securityText = (isEncrypted: boolean, delivery: Delivery): string =>
  delivery === 'direct'
    ? text(features, isEncrypted ? 'security.direct' : 'security.directPlain')
    : text(features, isEncrypted ? 'security.text' : 'security.textPlain');

/** Renders the three feature cards. `isEncrypted` tells whether visitors use the site over HTTPS. */
export function FeatureList({
  id,
  isEncrypted,
  delivery,
}: {
  id: string;
  isEncrypted: boolean;
  delivery: Delivery;
}) {
  return (
    <section className={styles.list} id={id}>
      <h2 className="sr">{text(features, 'heading')}</h2>
      {FEATURES.map(([name, Icon]) => (
        <div key={name} className={styles.feature}>
          <Icon aria-hidden className="ic" />
          <div>
            <h3 className="subhead">{text(features, `${name}.title`)}</h3>
            <p>
              {name === 'security' ? securityText(isEncrypted, delivery) : text(features, `${name}.text`)}
            </p>
          </div>
        </div>
      ))}
    </section>
  );
}
