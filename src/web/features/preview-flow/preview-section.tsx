import { type ReactNode, useEffect, useRef } from 'react';
import { bringIntoView, focusQuietly } from '../../lib/focus.ts';
import type { RefusedPreview } from '../../lib/preview-client.ts';
import { ErrorPanel } from './error-panel.tsx';
import { type Flow, visibleState } from './flow.ts';
import styles from './preview-section.module.css';

/**
 * Renders the results (`children`) and, below them, the skeleton or the error panel, and the `list`. A new result or error is scrolled into view and
 * focused. Renders nothing if there is no preview, no error, no earlier result and no list.
 */
export function PreviewSection({
  id,
  label,
  flow,
  hasEarlierResults,
  onTryAgain,
  skeleton,
  list,
  renderHelp,
  children,
}: {
  id: string;
  label: string;
  flow: Flow;
  /** Whether `children` include earlier results, which are shown in every state. */
  hasEarlierResults: boolean;
  onTryAgain: () => void;
  /** Placeholder that is shown while the result loads. */
  skeleton: ReactNode;
  /** List of several links below everything else; null for none. */
  list: ReactNode;
  /** Renders what the visitor can do about the failure. */
  renderHelp: (failure: RefusedPreview) => ReactNode;
  children: ReactNode;
}) {
  const section = useRef<HTMLElement>(null);
  const errorHeading = useRef<HTMLHeadingElement>(null);
  const shown = visibleState(flow);

  useEffect(() => {
    if (section.current === null) return;
    if (shown.name === 'shown') {
      bringIntoView(section.current);
      focusQuietly(section.current);
    }
    if (shown.name === 'failed' && errorHeading.current !== null) {
      // Usually it is in view already, because it replaces the skeleton right under the form. Else only its own scroll margin
      // has room for the toast, which would cover a form that is scrolled a little.
      const isBelow = section.current.getBoundingClientRect().bottom > innerHeight;
      section.current.scrollIntoView({ block: isBelow ? 'start' : 'nearest' });
      focusQuietly(errorHeading.current);
    }
  }, [shown.name]);

  if (shown.name === 'idle' && !hasEarlierResults && !list) return null;
  return (
    <section
      ref={section}
      id={id}
      tabIndex={-1}
      aria-label={label}
      aria-busy={shown.name === 'loading'}
      className={styles.section}
    >
      <div className={styles.inner}>
        {/* One place for all results: an earlier one keeps its download. */}
        <div className={shown.name === 'shown' ? styles.arrival : undefined}>{children}</div>
        {shown.name === 'loading' && skeleton}
        {shown.name === 'failed' && (
          <ErrorPanel
            failure={shown.failure}
            help={renderHelp(shown.failure)}
            headingRef={errorHeading}
            retry={{ onClick: onTryAgain }}
          />
        )}
        {list}
      </div>
    </section>
  );
}
