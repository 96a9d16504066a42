import { Monitor, Smartphone } from 'lucide-react';
import { livePreview } from '#messages/live-preview.ts';
import { text } from '#shared/messages/text.ts';
import { createStore } from '../../state/store.ts';
import { Segments } from '../../ui/segments.tsx';
import styles from './preview-head.module.css';

/** Layout of the public page that the panel's previews show. */
export type PreviewWidth = 'desktop' | 'phone';

/** Minimum width of the viewport in which the page uses its desktop layout. */
const DESKTOP_MIN_PX = 1_024;

/** The chosen layout, which the previews of all sections share; null until the reader chooses one. */
const chosenWidth = createStore<PreviewWidth | null>(null);

const initialWidth = (): PreviewWidth => (innerWidth < DESKTOP_MIN_PX ? 'phone' : 'desktop');

/**
 * Returns the layout that all previews show: the one that the reader has chosen in `PreviewHead` since the panel was loaded; otherwise
 * 'phone' in a window narrower than 1024 px, else 'desktop'.
 */
export const usePreviewWidth = (): PreviewWidth => chosenWidth.use((chosen) => chosen ?? initialWidth());

const WIDTHS = [
  ['desktop', text(livePreview, 'widths.desktop'), Monitor],
  ['phone', text(livePreview, 'widths.phone'), Smartphone],
] as const;

/**
 * Renders the line above a preview: its name, and the switch between desktop and phone. The switch applies to the previews of all sections.
 */
export const PreviewHead = () => (
  <div className={styles.head}>
    <span aria-hidden="true">{text(livePreview, 'label')}</span>
    <Segments
      label={text(livePreview, 'width')}
      options={WIDTHS}
      value={usePreviewWidth()}
      onChoose={chosenWidth.set}
    />
  </div>
);
