import { CircleDashed, Clapperboard, Image, type LucideIcon, Play } from 'lucide-react';
import { CONTENT_TYPES, type ContentType } from '#shared/contract/content-type.ts';
import { LINK_FORM, TYPE_NAMES } from '#shared/messages.ts';
import styles from './type-tabs.module.css';

const ICONS: Readonly<Record<ContentType, LucideIcon>> = {
  video: Play,
  reels: Clapperboard,
  story: CircleDashed,
  photos: Image,
};

/** The content-type selector: radios that look like tabs, since no panel belongs to them. */
export function TypeTabs({ tab, onChoose }: { tab: ContentType; onChoose: (tab: ContentType) => void }) {
  return (
    <fieldset className={styles.tabs}>
      <legend className="sr">{LINK_FORM.types}</legend>
      {CONTENT_TYPES.map((type) => {
        const Icon = ICONS[type];
        return (
          <label key={type} className={styles.tab}>
            <input
              type="radio"
              name="type"
              value={type}
              checked={tab === type}
              onChange={() => onChoose(type)}
              className={styles.radio}
              data-testid={`type-tab-${type}`}
            />
            <span className={styles.face}>
              <Icon aria-hidden className="ic-s" />
              {TYPE_NAMES[type]}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
