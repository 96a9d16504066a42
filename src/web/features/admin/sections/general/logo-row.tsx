import { CircleAlert } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { GENERAL } from '#shared/general-section-messages.ts';
import { classNames } from '../../../../lib/class-names.ts';
import { Button } from '../../../../ui/button.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { SettingRow } from '../../setting-row.tsx';
import type { BrandComponent } from './general-draft.ts';
import styles from './logo-row.module.css';
import type { LogoState } from './use-logo.ts';

const ACCEPTED = 'image/jpeg,image/png,image/gif,image/webp';

/** Accepts a file dropped on an element. Returns `over` (whether a file is dragged above it) and the event handlers. */
function useDrop(take: (file: File) => void) {
  const [over, setOver] = useState(false);
  const hover = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return {
    over,
    handlers: {
      onDragEnter: hover,
      onDragOver: hover,
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file !== undefined) take(file);
      },
    },
  };
}

/** Renders the logo at the header's size and at its largest size, on both canvases. */
const Sizes = ({ logo }: { logo: string }) => (
  <figure className={styles.sizes} aria-label={GENERAL.sizes}>
    {(['light', 'dark'] as const).map((theme) => (
      <div key={theme} className={classNames(styles.canvas, styles[theme])}>
        <img src={logo} alt="" className={styles.small} />
        <img src={logo} alt="" className={styles.large} />
        <span>{theme === 'light' ? GENERAL.onLight : GENERAL.onDark}</span>
      </div>
    ))}
  </figure>
);

/** Renders the button that opens the browser's file picker. */
function FileButton({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        className="sr"
        tabIndex={-1}
        aria-hidden="true"
        data-testid="logo-file"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          // Allows the same file to be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button size="small" unavailable={busy} onClick={() => input.current?.click()}>
        {busy && <Spinner />}
        {GENERAL.choose}
      </Button>
    </>
  );
}

/** Renders the row to choose, drop and remove the logo. */
export function LogoRow({ logo, Brand }: { logo: LogoState; Brand: BrandComponent }) {
  const take = (file: File) => {
    if (!logo.uploading) void logo.choose(file);
  };
  const { over, handlers } = useDrop(take);
  return (
    <SettingRow heading={GENERAL.logo} help={GENERAL.logoHelp} headingId="logo">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own legend; the row's heading names it */}
      <div
        role="group"
        aria-labelledby="logo"
        className={classNames(styles.drop, over && styles.over)}
        {...handlers}
      >
        <div className={styles.picture}>
          {logo.shown === null ? <Brand title="" logo={null} /> : <img src={logo.shown} alt="" />}
        </div>
        <div className={styles.words}>
          <b>{over ? GENERAL.dropNow : GENERAL.drop}</b>
          <p role="status" className={styles.about}>
            {logo.uploading ? GENERAL.uploading : logo.about}
          </p>
          <div className={styles.buttons}>
            <FileButton busy={logo.uploading} onFile={take} />
            {logo.shown !== null && (
              <Button
                look="ghost"
                size="small"
                unavailable={logo.uploading}
                className={styles.remove}
                onClick={logo.remove}
              >
                {GENERAL.remove}
              </Button>
            )}
          </div>
        </div>
      </div>
      <div role="alert">
        {logo.error !== null && (
          <p className={styles.error}>
            <CircleAlert aria-hidden className="ic-s" />
            {logo.error}
          </p>
        )}
      </div>
      {logo.shown !== null && <Sizes logo={logo.shown} />}
    </SettingRow>
  );
}
