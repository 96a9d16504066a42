import { Monitor, Smartphone } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { livePreview } from '#messages/live-preview.ts';
import { text } from '#shared/messages/text.ts';
import styles from './preview-head.module.css';
import { Segments } from './segments.tsx';

/** Layout of the public page that the panel's previews show. */
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

/**
 * Returns the layout that all previews show: the one chosen in `PreviewHead` since the panel was loaded, else 'phone' in a window narrower
 * than 1024 px and 'desktop' in any other.
 */
export const usePreviewWidth = (): PreviewWidth =>
  useSyncExternalStore(subscribe, () => chosen ?? initialWidth());

const WIDTHS = [
  ['desktop', text(livePreview, 'widths.desktop'), Monitor],
  ['phone', text(livePreview, 'widths.phone'), Smartphone],
] as const;

/**
 * Renders the line above a preview: its name, and the switch between desktop and phone, whose choice holds for the previews of all
 * sections.
 */
export const PreviewHead = () => (
  <div className={styles.head}>
    <span aria-hidden="true">{text(livePreview, 'label')}</span>
    <Segments
      label={text(livePreview, 'width')}
      options={WIDTHS}
      value={usePreviewWidth()}
      onChoose={choose}
    />
  </div>
);
