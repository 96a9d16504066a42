import { EyeOff, Info } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CONTENT_PREVIEW } from '#shared/content-messages.ts';
import styles from './preview-pane.module.css';
import { Segments } from './segments.tsx';

const WIDTHS = [
  ['desktop', CONTENT_PREVIEW.desktop],
  ['phone', CONTENT_PREVIEW.phone],
] as const;

/**
 * Previews the content as visitors will see it, at two widths. `section` renders the public page's section; `note` is
 * shown above it.
 */
export function PreviewPane({
  html,
  note,
  banner,
  section,
}: {
  /** '' for empty content, whose section visitors do not see. */
  html: string;
  note?: string | undefined;
  banner?: ReactNode;
  section: (html: string) => ReactNode;
}) {
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  return (
    <section aria-label={CONTENT_PREVIEW.label} className={styles.pane}>
      <div className={styles.head}>
        <span>{CONTENT_PREVIEW.label}</span>
        <Segments label={CONTENT_PREVIEW.width} options={WIDTHS} value={width} onChoose={setWidth} />
      </div>
      {banner}
      {note !== undefined && (
        <p className={styles.note}>
          <Info aria-hidden className="ic-s" />
          {note}
        </p>
      )}
      <div className={styles.stage} data-width={width} data-testid="content-preview">
        {html === '' ? (
          <p className={styles.empty}>
            <EyeOff aria-hidden className="ic" />
            {CONTENT_PREVIEW.empty}
          </p>
        ) : (
          <div className={styles.window}>{section(html)}</div>
        )}
      </div>
    </section>
  );
}
