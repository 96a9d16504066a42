import { Monitor, Smartphone } from 'lucide-react';
import { useId, useSyncExternalStore } from 'react';
import { livePreview } from '#messages/live-preview.ts';
import { text } from '#shared/messages/text.ts';
import styles from './preview-head.module.css';

/** Layout that the previews show. */
export type PreviewWidth = 'desktop' | 'phone';

/** In a narrower viewport the page would no longer use its desktop layout. */
const DESKTOP_MIN_PX = 1_024;

/** The chosen layout, for the previews of all sections; null until one is chosen. */
let chosen: PreviewWidth | null = null;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const choose = (width: PreviewWidth): void => {
  chosen = width;
  for (const listener of listeners) listener();
};

const initialWidth = (): PreviewWidth => (innerWidth < DESKTOP_MIN_PX ? 'phone' : 'desktop');

/** Returns the layout that all previews show, at first that of this window. A choice lasts as long as the page. */
export const usePreviewWidth = (): PreviewWidth =>
  useSyncExternalStore(subscribe, () => chosen ?? initialWidth());

const ICONS = { desktop: Monitor, phone: Smartphone };

function WidthSwitch() {
  const name = useId();
  const width = usePreviewWidth();
  return (
    <fieldset className={styles.widths}>
      <legend className="sr">{text(livePreview, 'width')}</legend>
      {(['desktop', 'phone'] as const).map((option) => {
        const Icon = ICONS[option];
        return (
          <label key={option}>
            <input type="radio" name={name} checked={width === option} onChange={() => choose(option)} />
            <Icon aria-hidden className="ic-s" />
            {text(livePreview, `widths.${option}`)}
          </label>
        );
      })}
    </fieldset>
  );
}

/** Renders the line above a preview: its name, and the switch between desktop and phone, which all sections share. */
export const PreviewHead = () => (
  <div className={styles.head}>
    <span aria-hidden="true">{text(livePreview, 'label')}</span>
    <WidthSwitch />
  </div>
);
