import { CircleDashed, Clapperboard, Image, type LucideIcon, Play } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { CONTENT_TYPES, type ContentType } from '#shared/contract/content-type.ts';
import { LINK_FORM, TYPE_NAMES } from '#shared/messages.ts';
import styles from './type-tabs.module.css';

const ICONS: Readonly<Record<ContentType, LucideIcon>> = {
  video: Play,
  reels: Clapperboard,
  story: CircleDashed,
  photos: Image,
};

/** Radios know the arrows by themselves; a row that looks like tabs is also expected to know these two. */
const toEnds = (event: KeyboardEvent<HTMLFieldSetElement>): void => {
  if (event.key !== 'Home' && event.key !== 'End') return;
  event.preventDefault();
  const radios = event.currentTarget.querySelectorAll('input');
  const radio = radios[event.key === 'Home' ? 0 : radios.length - 1];
  radio?.focus();
  radio?.click();
};

/** The content-type selector: radios that look like tabs, since no panel belongs to them. */
export function TypeTabs({ tab, onChoose }: { tab: ContentType; onChoose: (tab: ContentType) => void }) {
  return (
    <fieldset className={styles.tabs} onKeyDown={toEnds}>
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
