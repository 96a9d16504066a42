import { CircleDashed, Clapperboard, Image, type LucideIcon, Play } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { linkForm } from '#messages/link-form.ts';
import { CONTENT_TYPES, type ContentType } from '#shared/contract/content-type.ts';
import { text } from '#shared/messages/text.ts';
import { classNames } from '../../lib/class-names.ts';
import shared from '../../ui/segments.module.css';
import styles from './type-tabs.module.css';

const ICONS: Readonly<Record<ContentType, LucideIcon>> = {
  video: Play,
  reels: Clapperboard,
  story: CircleDashed,
  photos: Image,
};

/** Selects the first tab on Home and the last on End. Native radios handle only the arrow keys. */
const selectFirstOrLast = (event: KeyboardEvent<HTMLFieldSetElement>): void => {
  if (event.key !== 'Home' && event.key !== 'End') return;
  event.preventDefault();
  const radios = event.currentTarget.querySelectorAll('input');
  const radio = radios[event.key === 'Home' ? 0 : radios.length - 1];
  radio?.focus();
  radio?.click();
};

/** Renders the choice of the content type as radios that look like tabs. They are not ARIA tabs, because no panel belongs to them. */
export function TypeTabs({ tab, onChoose }: { tab: ContentType; onChoose: (tab: ContentType) => void }) {
  return (
    <fieldset className={classNames(shared.segments, styles.tabs)} onKeyDown={selectFirstOrLast}>
      <legend className="sr">{text(linkForm, 'types')}</legend>
      {CONTENT_TYPES.map((type) => {
        const Icon = ICONS[type];
        return (
          <label key={type} className={classNames(shared.segment, styles.tab)}>
            <input
              type="radio"
              name="type"
              value={type}
              checked={tab === type}
              onChange={() => onChoose(type)}
              className={shared.radio}
              data-testid={`type-tab-${type}`}
            />
            <span className={classNames(shared.face, styles.face)}>
              <Icon aria-hidden className="ic-s" />
              {text(linkForm, `typeNames.${type}`)}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
