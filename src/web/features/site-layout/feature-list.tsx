import { type LucideIcon, MousePointerClick, ShieldCheck, Sparkle } from 'lucide-react';
import { FEATURES, FEATURES_HEADING } from '#shared/section-messages.ts';
import styles from './feature-list.module.css';

const ICONS: readonly LucideIcon[] = [Sparkle, ShieldCheck, MousePointerClick];

/** Renders the three feature cards. */
export function FeatureList({ id }: { id: string }) {
  return (
    <section className={styles.list} id={id}>
      <h2 className="sr">{FEATURES_HEADING}</h2>
      {FEATURES.map(({ title, text }, index) => {
        const Icon = ICONS[index];
        return (
          <div key={title} className={styles.feature}>
            {Icon && <Icon aria-hidden className="ic" />}
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </div>
        );
      })}
    </section>
  );
}
